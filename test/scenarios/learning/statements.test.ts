import assert from 'node:assert/strict';
import { registerTodoFamily } from '../../support/family/todos.ts';
import { createLearningClient, getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { submitText } from '../../support/learning/submissions.ts';
import { watchPostgresQueries } from '../../support/service/capture-statements.ts';
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
  'starting a task executes at most 6 SQL statements, completing one at most 10, earning badges or opening a location one more, and the next steps 5',
  async (app) => {
    const child = createLearningClient(app, await app.registerChild());
    await child.start('bundles-of-ten');
    const countWithBadges = await countStatements(app, () => child.complete('bundles-of-ten'));
    await child.startAndComplete('first-sums');
    const startCount = await countStatements(app, () => child.start('market-sums'));
    // One item is unanswered, so that the count includes the statements for a missed item.
    const answers = getCorrectAnswers(app, 'market-sums', { unansweredCount: 1 });
    const completionCount = await countStatements(app, () => child.complete('market-sums', { answers }));
    const nextCount = await countStatements(app, () => child.call('GET', '/app/next'));
    assert.ok(startCount <= 6, `${startCount} statements`);
    assert.ok(completionCount <= 11, `${completionCount} statements of a completion that opens a location`);
    assert.ok(
      countWithBadges <= 12,
      `${countWithBadges} statements of a completion that earns badges and opens a location`,
    );
    assert.ok(nextCount <= 5, `${nextCount} statements of the next steps`);
  },
);

testWithApp(
  'the page of approvals executes at most 7 SQL statements, 2 more with to-dos, and the overview of a child at most 13',
  async (app) => {
    const { child, parent, assign, todos } = await registerTodoFamily(app);
    const cookie = await app.openPanelSession(parent.token);
    const countForPage = async (path: string, expectedText: string) => {
      const countBefore = app.ctx.database.getQueryCount();
      const { status, text } = await app.call('GET', path, { cookie });
      assert.equal(status, 200, text);
      assert.match(text, new RegExp(expectedText));
      return app.ctx.database.getQueryCount() - countBefore;
    };
    assert.equal((await submitText(app, child, { text: 'A fox found a bell.' })).status, 201);
    const count = await countForPage('/panel/approvals', 'A fox found a bell');
    await todos.update(await assign({ title: 'Water the fern' }), { status: 'done' });
    const countWithTodos = await countForPage('/panel/approvals', 'Water the fern');
    const overviewCount = await countForPage(`/panel/children/${child.id}`, 'class="overview"');
    assert.ok(count <= 7, `${count} statements`);
    assert.ok(countWithTodos <= 9, `${countWithTodos} statements with to-dos`);
    assert.ok(overviewCount <= 13, `${overviewCount} statements of the overview`);
  },
);

/** The number of times that a request waits for PostgreSQL. Statements that are sent before a result arrives wait together. */
async function countRoundTrips(request: () => Promise<unknown>): Promise<number> {
  let count = 0;
  let isWaiting = false;
  const stopWatching = watchPostgresQueries((_query, { stream }) => {
    if (isWaiting) return;
    count += 1;
    isWaiting = true;
    stream.once('data', () => {
      isWaiting = false;
    });
  });
  await request();
  stopWatching();
  return count;
}

testWithApp(
  'starting a task waits at most 3 times for PostgreSQL, and completing one 4 times, or 6 when a location opens',
  async (app) => {
    const child = createLearningClient(app, await app.registerChild());
    await child.startAndComplete('bundles-of-ten');
    await child.start('first-sums');
    const completionCount = await countRoundTrips(() => child.complete('first-sums'));
    const startCount = await countRoundTrips(() => child.start('market-sums'));
    const answers = getCorrectAnswers(app, 'market-sums', { unansweredCount: 1 }); // without a new badge
    const openingCount = await countRoundTrips(() => child.complete('market-sums', { answers }));
    assert.ok(startCount <= 3, `${startCount} times while starting`);
    assert.ok(completionCount <= 4, `${completionCount} times while completing`);
    assert.ok(openingCount <= 6, `${openingCount} times while completing and opening a location`);
  },
  { only: 'postgres' },
);
