import assert from 'node:assert/strict';
import { createLearningClient, getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

/** The number of statements of a request: with those of authentication, without those that begin and end the transaction. */
async function countStatements(app: TestApp, request: () => Promise<unknown>): Promise<number> {
  const before = app.ctx.database.getQueryCount();
  await request();
  return app.ctx.database.getQueryCount() - before - transactionStatements[app.database];
}

/** SQLite does not count its savepoint; PostgreSQL counts begin and commit. */
const transactionStatements = { sqlite: 0, postgres: 2 };

testWithApp('starting a task takes at most 6 statements and completing one at most 11', async (app) => {
  const child = createLearningClient(app, await app.registerChild());
  // Awards of badges and levels have statements of their own.
  for (const task of ['bundles-of-ten', 'first-sums']) await child.startAndComplete(task);
  const starting = await countStatements(app, () => child.start('market-sums'));
  const answers = getCorrectAnswers(app, 'market-sums', 1);
  const completing = await countStatements(app, () => child.complete('market-sums', { answers }));
  assert.ok(starting <= 6, `${starting} statements`);
  assert.ok(completing <= 11, `${completing} statements`);
});
