import assert from 'node:assert/strict';
import { addSeconds } from '../../../src/core/time/instant.ts';
import { familyWithTodos } from '../../support/family/todos.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { leastTurn } from '../../support/service/event-loop-load.ts';
import { START_TIME, type TestApp, testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

const CHILDREN = 50;
const WAITING = 10_000;
const LONGEST_MS = 50;

testWithApp(
  'a parent with 10,000 to-dos to approve does not block the event loop, on no page of any list',
  async (app) => {
    const cookie = await parentWithWaitingTodos(app);
    const pages = [WAITING / 100, WAITING / 200, 1].map((page) => `/api/approvals?per_page=100&page=${page}`);
    for (const path of [...pages, '/panel/approvals', '/panel']) {
      const ms = await leastTurn(async () => {
        const response = await app.call('GET', path, { cookie });
        assert.equal(response.status, 200, response.text);
        if (!path.startsWith('/api/')) return;
        assert.equal(response.headers.get('x-total-count'), String(WAITING));
        assert.equal(response.body.data.length, 100);
      });
      assert.ok(ms < LONGEST_MS, `${path} blocks the event loop for ${ms} ms`);
    }
    const rows = (await app.call('GET', pages[0] ?? '', { cookie })).body.data;
    const order = rows.map((row: { waiting_since: string; id: string }) => `${row.waiting_since} ${row.id}`);
    assert.deepEqual(order, order.toSorted());
  },
  WITHOUT_RATE_LIMITS,
);

/** The cookie of a parent whose children have submitted to-dos with long texts, in no order. */
async function parentWithWaitingTodos(app: TestApp): Promise<string> {
  const { child, parent, assign, list } = await familyWithTodos(app);
  const todoId = await assign({ notes: 'n'.repeat(2000) });
  await list.update(todoId, { status: 'done' });
  const idLike = (id: string, i: number) => `${id.slice(0, -6)}${100_000 + i}`;
  const childIds = [child.id, ...Array.from({ length: CHILDREN - 1 }, (_, i) => idLike(child.id, i))];
  await copyRows(app, 'profiles', { id: child.id }, CHILDREN - 1, (i) => ({ id: idLike(child.id, i) }));
  await copyRows(app, 'guardians', { child_id: child.id }, CHILDREN - 1, (i) => ({ child_id: idLike(child.id, i) }));
  await copyRows(app, 'todos', { id: todoId }, WAITING - 1, (i) => ({
    id: idLike(todoId, i),
    profile_id: childIds[i % CHILDREN] ?? child.id,
    completed_at: addSeconds(START_TIME, (i * 7919) % WAITING),
  }));
  return app.panelCookie(parent.token);
}
