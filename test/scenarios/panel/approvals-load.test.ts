import assert from 'node:assert/strict';
import { QUOTAS } from '../../../src/core/quotas.ts';
import { addSeconds } from '../../../src/core/time/instant.ts';
import { createFormBrowser } from '../../support/browser/form-browser.ts';
import { carryOutAfterUndoTime } from '../../support/family/decisions.ts';
import { registerTodoFamily } from '../../support/family/todos.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { assertShortTurns } from '../../support/service/event-loop-load.ts';
import { START_TIME, type TestApp, type TestResponse, testWithApp } from '../../support/test-app.ts';

const CHILD_COUNT = 50;
const WAITING_COUNT = 10_000;
/** For a page with many selected to-dos, which are approved in batches. */
const MAX_QUERIES = 40;

testWithApp('with 10,000 to-dos waiting for approval, no page of approvals blocks the event loop', async (app) => {
  const cookie = await signInParentWithWaitingTodos(app);
  const lastPage = WAITING_COUNT / 100;
  const listPaths = [lastPage, lastPage / 2, 1].map((page) => `/api/approvals?per_page=100&page=${page}`);
  for (const path of [...listPaths, '/panel/approvals', '/panel']) {
    await assertShortTurns(path, async () => {
      const response = await app.call('GET', path, { cookie });
      assert.equal(response.status, 200, response.text);
      if (!path.startsWith('/api/')) return;
      assert.equal(response.headers.get('x-total-count'), String(WAITING_COUNT));
      assert.equal(response.body.data.length, 100);
    });
  }
  const rows = (await app.call('GET', listPaths[0] ?? '', { cookie })).body.data;
  const sortKeys = rows.map((row: { waiting_since: string; id: string }) => `${row.waiting_since} ${row.id}`);
  assert.deepEqual(sortKeys, sortKeys.toSorted());
});

testWithApp(
  'approving 200 to-dos does not block the event loop, neither the decision nor carrying it out',
  async (app) => {
    const { child, parent, assign, todos } = await registerTodoFamily(app);
    const todoId = await assign({ notes: 'n'.repeat(2000), xp_reward: 1 });
    await todos.update(todoId, { status: 'done' });
    await copyRows(app, 'todos', { id: todoId }, QUOTAS.waitingTodos - 1, (i) => ({
      id: `waiting-${i}`,
      xp_reward: 0,
    }));
    await copyRows(app, 'todos', { id: todoId }, QUOTAS.closedTodos, (i) => ({
      id: `approved-${i}`,
      status: 'approved' as const,
    }));
    const browser = createFormBrowser(app, await app.openPanelSession(parent.token));
    const chosen = [`todo ${todoId}`, ...Array.from({ length: 199 }, (_, i) => `todo waiting-${i}`)];
    const queryCountBefore = app.ctx.database.getQueryCount();
    const approve = async () => {
      const response = await browser.submit('/panel/approvals', { chosen });
      assert.match(findNotice(response) ?? '', /^Tidy up · [^:]+: 200 approved\.$/);
    };
    await assertShortTurns('approving', approve, 1);
    const queryCount = app.ctx.database.getQueryCount() - queryCountBefore;
    assert.ok(queryCount < MAX_QUERIES, `${queryCount} queries`);
    await assertShortTurns('carrying out', () => carryOutAfterUndoTime(app), 1);
    const statuses = await app.ctx.db
      .selectFrom('todos')
      .select(['status', ({ fn }) => fn.countAll<number>().as('n')])
      .where('profile_id', '=', child.id)
      .groupBy('status')
      .orderBy('status')
      .execute();
    assert.deepEqual(
      statuses.map(({ status, n }) => [status, n]),
      [
        ['approved', QUOTAS.closedTodos],
        ['awaiting_approval', QUOTAS.waitingTodos - 200],
      ],
    );
    assert.equal(await todos.getXpTotal(), 5 + 1); // the daily bonus and the reward of the first to-do
  },
);

testWithApp('selecting 200 items needs as many queries as selecting two, if only one of them exists', async (app) => {
  const { parent, assign, review, todos } = await registerTodoFamily(app);
  const id = await assign();
  await todos.update(id, { status: 'done' });
  await review(id, 'approved'); // approving the to-do again changes nothing, but counts as approved; an unknown id counts as already reviewed
  const browser = createFormBrowser(app, await app.openPanelSession(parent.token));
  const countQueries = async (chosen: string[]) => {
    const countBefore = app.ctx.database.getQueryCount();
    const response = await browser.submit('/panel/approvals', { chosen });
    assert.match(findNotice(response) ?? '', /: 1 approved\. Some items had already been reviewed\.$/);
    return app.ctx.database.getQueryCount() - countBefore;
  };
  const oneOfEachKind = [`todo ${id}`, `work ${id}`]; // there is no submission ("work") with this id
  const queryCount = await countQueries(oneOfEachKind);
  assert.ok(queryCount > 0);
  const moreChoices = Array.from({ length: 98 }, (_, i) => [`todo ${id}`, `todo other-${i}`]).flat();
  assert.equal(await countQueries([...oneOfEachKind, ...moreChoices, 'todo \0', 'nothing']), queryCount); // the last two are invalid
});

function findNotice({ text }: TestResponse): string | undefined {
  return /class="flash"[^>]*>(?:<p>)?([^<]*)</.exec(text)?.[1];
}

/** Returns the cookie of a parent whose children have completed to-dos with long texts, which wait for approval. */
async function signInParentWithWaitingTodos(app: TestApp): Promise<string> {
  const { child, parent, assign, todos } = await registerTodoFamily(app);
  const todoId = await assign({ notes: 'n'.repeat(2000) });
  await todos.update(todoId, { status: 'done' });
  // With similar ids, the rows are next to each other in the indexes, as the rows of one family are.
  const createSimilarId = (id: string, i: number) => `${id.slice(0, -6)}${100_000 + i}`;
  const childIds = [child.id, ...Array.from({ length: CHILD_COUNT - 1 }, (_, i) => createSimilarId(child.id, i))];
  await copyRows(app, 'profiles', { id: child.id }, CHILD_COUNT - 1, (i) => ({ id: createSimilarId(child.id, i) }));
  await copyRows(app, 'guardians', { child_id: child.id }, CHILD_COUNT - 1, (i) => ({
    child_id: createSimilarId(child.id, i),
  }));
  await copyRows(app, 'todos', { id: todoId }, WAITING_COUNT - 1, (i) => ({
    id: createSimilarId(todoId, i),
    profile_id: childIds[i % CHILD_COUNT] ?? child.id,
    completed_at: addSeconds(START_TIME, (i * 7919) % WAITING_COUNT), // the factor is a prime and shuffles the times
  }));
  return app.openPanelSession(parent.token);
}
