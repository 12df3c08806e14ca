import assert from 'node:assert/strict';
import { createLearningClient, getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

/** The number of statements that a request executes, including its authentication, without those that begin and end the transaction. */
async function countStatements(app: TestApp, request: () => Promise<unknown>): Promise<number> {
  const countBefore = app.ctx.database.getQueryCount();
  await request();
  return app.ctx.database.getQueryCount() - countBefore - TRANSACTION_STATEMENTS[app.database];
}

/** The number of statements that begin and end a transaction. On SQLite, the query count does not include them. */
const TRANSACTION_STATEMENTS = { sqlite: 0, postgres: 2 };

testWithApp(
  'starting a task executes at most 6 SQL statements, completing one at most 10, and earning badges one more',
  async (app) => {
    const child = createLearningClient(app, await app.registerChild());
    await child.start('bundles-of-ten');
    const countWithBadges = await countStatements(app, () => child.complete('bundles-of-ten'));
    await child.startAndComplete('first-sums');
    const startCount = await countStatements(app, () => child.start('market-sums'));
    // One item is unanswered, so that the count includes the statements for a missed item.
    const answers = getCorrectAnswers(app, 'market-sums', { unansweredCount: 1 });
    const completionCount = await countStatements(app, () => child.complete('market-sums', { answers }));
    assert.ok(startCount <= 6, `${startCount} statements`);
    assert.ok(completionCount <= 10, `${completionCount} statements`);
    assert.ok(countWithBadges <= 11, `${countWithBadges} statements of a completion that earns badges`);
  },
);
