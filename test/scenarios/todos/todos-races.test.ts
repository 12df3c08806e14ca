import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { QUOTAS } from '../../../src/core/quotas.ts';
import { lockList } from '../../../src/features/todos/lists-store.ts';
import type { TxContext } from '../../../src/platform/context.ts';
import { createTodoClient, registerTodoFamily } from '../../support/family/todos.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { countByStatus, runConcurrently } from '../../support/service/requests.ts';
import { assertError, testWithApp } from '../../support/test-app.ts';

testWithApp('fifty concurrent requests complete a to-do, award XP and create the next one once', async (app) => {
  const todos = createTodoClient(app, (await app.registerChild()).token);
  await todos.earnDailyBonus();
  const xpBefore = await todos.getXpTotal();
  const { id } = await todos.add({ recurrence: { freq: 'daily' } });
  for (let i = 0; i < 3; i += 1) {
    const doneResponses = await runConcurrently(50, () => todos.patch(id, { status: 'done' }));
    assert.deepEqual(countByStatus(doneResponses), { 200: 50 });
    assert.equal(new Set(doneResponses.map(({ text }) => text)).size, 1, 'all responses are equal');
    assert.equal(await todos.getXpTotal(), xpBefore + 2);
    assert.equal((await todos.list()).length, 3);
    const undoneResponses = await runConcurrently(50, () => todos.patch(id, { status: 'pending' }));
    assert.deepEqual(countByStatus(undoneResponses), { 200: 50 });
    assert.equal(await todos.getXpTotal(), xpBefore);
    assert.equal((await todos.list()).length, 2);
  }
  const removalResponses = await runConcurrently(50, () => todos.remove(id));
  assert.deepEqual(countByStatus(removalResponses), { 200: 1, 404: 49 });
});

testWithApp('five to-dos a day award XP, even when twenty are done concurrently', async (app) => {
  const todos = createTodoClient(app, (await app.registerChild()).token);
  await todos.earnDailyBonus();
  const xpBefore = await todos.getXpTotal();
  const addedTodos = await Promise.all(Array.from({ length: 20 }, () => todos.add()));
  const positions = addedTodos.map(({ position }) => position);
  assert.equal(new Set(positions).size, 20, 'each to-do has a different position');
  const responses = await runConcurrently(20, (i) => todos.patch(addedTodos[i].id, { status: 'done' }));
  assert.deepEqual(countByStatus(responses), { 200: 20 });
  assert.equal(await todos.getXpTotal(), xpBefore + 4 * 2); // the first of the five is the one that earned the daily bonus
});

testWithApp('a to-do that is concurrently approved, rejected and withdrawn awards XP at most once', async (app) => {
  const { assign, review, todos } = await registerTodoFamily(app);
  await todos.earnDailyBonus();
  const xpBefore = await todos.getXpTotal();
  const id = await assign({ xp_reward: 20 });
  await todos.setStatus(id, 'done');
  const results = await Promise.allSettled([
    ...Array.from({ length: 25 }, () => review(id, 'approved')),
    ...Array.from({ length: 25 }, () => review(id, 'rejected')),
    ...Array.from({ length: 25 }, () => todos.setStatus(id, 'pending')),
  ]);
  const status = (await todos.list()).at(-1)?.status;
  assert.ok(results.some((result) => result.status === 'fulfilled'));
  assert.equal(await todos.getXpTotal(), xpBefore + (status === 'approved' ? 20 : 0), `the to-do is ${status}`);
});

testWithApp('concurrent additions stop at 500 open to-dos, and closing one makes room', async (app) => {
  const { token } = await app.registerChild();
  const todos = createTodoClient(app, token);
  const firstTodo = await todos.add();
  // With the first to-do, there is room for one more.
  await copyRows(app, 'todos', { id: firstTodo.id }, QUOTAS.openTodos - 2, (i) => {
    return { id: `more ${i}`, position: 2000 + i };
  });
  const responses = await runConcurrently(50, () => todos.call('POST', '/app/todos', { title: 'One more' }));
  assert.deepEqual(countByStatus(responses), { 201: 1, 409: 49 });
  for (const response of responses.filter(({ status }) => status === 409)) assertError(response, 409, 'CONFLICT');
  assert.equal(await app.countRows('todos'), 500);

  await todos.setStatus(firstTodo.id, 'done');
  const { id } = await todos.add({ title: 'There is room again' });
  await app.assertRowChanges({}, async () => {
    assertError(await todos.patch(firstTodo.id, { status: 'pending' }), 409, 'CONFLICT');
  });
  await todos.remove(id);
  await todos.setStatus(firstTodo.id, 'pending');
  const otherTodo = await createTodoClient(app, (await app.registerChild()).token).add();
  assert.ok(otherTodo.id, 'the quota of another child is not affected');
});

testWithApp('an approval that waits while the parent is unlinked from the child is refused', async (app) => {
  const family = await registerTodoFamily(app);
  const id = await family.assign({ requires_approval: true });
  await family.todos.patch(id, { status: 'done' });
  const { refusal } = await app.ctx.write(async (ctx) => {
    await lockList(ctx, family.child.id);
    const refusal = assert.rejects(family.review(id, 'approved'), { code: 'NOT_FOUND' });
    if (app.database === 'postgres') await waitUntilLockAwaited(ctx); // on SQLite, writes always wait for each other
    await ctx.db.deleteFrom('guardians').where('child_id', '=', family.child.id).execute();
    return { refusal }; // not the promise itself, which the transaction would wait for
  });
  await refusal;
});

/** Waits until a statement of another connection waits for a lock. */
async function waitUntilLockAwaited({ db }: TxContext): Promise<void> {
  for (;;) {
    await sql`select pg_stat_clear_snapshot()`.execute(db); // to see connections that were opened since the last query
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length > 0) return;
  }
}
