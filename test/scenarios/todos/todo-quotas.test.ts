import assert from 'node:assert/strict';
import { it } from 'node:test';
import { QUOTAS } from '../../../src/core/quotas.ts';
import { DAY } from '../../../src/core/time/instant.ts';
import { createTodoClient, registerTodoFamily } from '../../support/family/todos.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { assertErrorReason, describeWithApp } from '../../support/test-app.ts';

describeWithApp('Quotas of a to-do list', (app) => {
  const createChildWithTodoClient = async () => {
    const { id, token } = await app.registerChild();
    return { id, todos: createTodoClient(app, token) };
  };
  const copyTodo = (id: string, count: number, overrides: object) =>
    copyRows(app, 'todos', { id }, count, (i) => ({ id: `${id} ${i}`, ...overrides }));
  const countTodos = async (profileId: string) => {
    const rows = await app.ctx.db.selectFrom('todos').select('id').where('profile_id', '=', profileId).execute();
    return rows.length;
  };
  /** A to-do with the longest texts allowed. */
  const largestDraft = { notes: '🦊'.repeat(2000), checklist: Array(30).fill({ text: '🦊'.repeat(200) }) };

  it('keep 500 closed to-dos: closing another deletes the oldest, and its XP is kept', async () => {
    const { id, todos } = await createChildWithTodoClient();
    await todos.earnDailyBonus();
    const [firstTodo] = await todos.list();
    assert.ok(firstTodo);
    app.advance(60);
    const xpBefore = await todos.getXpTotal();
    const openTodo = await todos.add();
    await copyTodo(firstTodo.id, QUOTAS.closedTodos - 2, { updated_at: app.ctx.now() });
    await todos.setStatus((await todos.add()).id, 'done');
    assert.equal(await countTodos(id), QUOTAS.closedTodos + 1);
    assert.ok(
      (await todos.list()).some((todo) => todo.id === firstTodo.id),
      'no to-do is deleted at 500',
    );
    await todos.setStatus(openTodo.id, 'done');
    assert.equal(await countTodos(id), QUOTAS.closedTodos);
    assert.equal((await todos.call('PATCH', `/app/todos/${firstTodo.id}`, { position: 1 })).status, 404);
    assert.equal(await todos.getXpTotal(), xpBefore + 2 * 2);
  });

  it('keep 1 MB of closed to-dos', async () => {
    const { id, todos } = await createChildWithTodoClient();
    const measureBytes = async () => {
      const rows = await app.ctx.db
        .selectFrom('todos')
        .select(['notes', 'checklist'])
        .where('profile_id', '=', id)
        .execute();
      return rows.reduce((sum, row) => sum + Buffer.byteLength(row.notes) + Buffer.byteLength(row.checklist), 0);
    };
    const firstTodo = await todos.add(largestDraft);
    await todos.setStatus(firstTodo.id, 'done');
    await copyTodo(firstTodo.id, 70, {});
    assert.ok((await measureBytes()) > QUOTAS.closedTodoBytes);
    app.advance(1);
    await todos.setStatus((await todos.add()).id, 'skipped');
    assert.ok((await measureBytes()) <= QUOTAS.closedTodoBytes);
    const maxBytesPerTodo = 40_000; // `largestDraft` has fewer
    assert.ok(
      (await measureBytes()) > QUOTAS.closedTodoBytes - maxBytesPerTodo,
      'no more to-dos than necessary are deleted',
    );
  });

  it('allow 1 MB of open to-dos: more is refused, and existing ones can be finished', async () => {
    const { todos } = await createChildWithTodoClient();
    const firstTodo = await todos.add(largestDraft);
    const bytesPerTodo =
      Buffer.byteLength(largestDraft.notes) +
      Buffer.byteLength(JSON.stringify(firstTodo.checklist)) +
      firstTodo.title.length;
    await copyTodo(firstTodo.id, Math.floor(QUOTAS.todoBytes / bytesPerTodo) - 1, {});
    assertErrorReason(
      await todos.call('POST', '/app/todos', { title: 'One more', ...largestDraft }),
      409,
      'CONFLICT',
      'list_too_large',
    );
    const { id } = await todos.add({ title: 'There is room for a little' });
    assertErrorReason(await todos.patch(id, largestDraft), 409, 'CONFLICT', 'list_too_large');
    await todos.update(firstTodo.id, { title: firstTodo.title.slice(1) });
    await todos.setStatus(firstTodo.id, 'done');
    await todos.update(id, largestDraft);
  });

  it('allow 500 to-dos waiting for approval', async () => {
    const { assign, todos } = await registerTodoFamily(app);
    const waitingId = await assign();
    const openId = await assign();
    await todos.setStatus(waitingId, 'done');
    await copyTodo(waitingId, QUOTAS.waitingTodos - 1, {});
    const response = await todos.patch(openId, { status: 'done' });
    assertErrorReason(response, 409, 'CONFLICT', 'too_many_waiting');
    await app.ctx.write(({ db }) => db.deleteFrom('todos').where('id', '=', `${waitingId} 1`).execute());
    await todos.setStatus(openId, 'done');
  });

  it('reward 100 assigned to-dos a day: more can be approved and done, without XP', async () => {
    const { child, assign, review, todos } = await registerTodoFamily(app);
    await todos.earnDailyBonus();
    const ids: string[] = [];
    for (let i = 0; i < 4; i += 1) ids.push(await assign({ xp_reward: 5 }));
    for (const id of ids) await todos.setStatus(id, 'done');
    const [firstId = '', secondId = '', thirdId = '', lastId = ''] = ids;
    const xpBefore = await todos.getXpTotal();
    await review(firstId, 'approved');
    // The source in the ledger contains the id and the revision of the to-do: 2 after it was done and approved.
    await copyRows(app, 'xp_ledger', { source: `todo ${firstId} 2` }, QUOTAS.rewardedAssignedTodosPerDay - 2, (i) => {
      return { id: `${firstId} ${i}`, source: `todo ${firstId} more ${i}` };
    });
    await Promise.all([review(secondId, 'approved'), review(thirdId, 'approved')]);
    assert.equal(await todos.getXpTotal(), xpBefore + 10, 'only one of the two awards XP');
    const idWithoutApproval = await assign({ requires_approval: false, xp_reward: 5 });
    await todos.setStatus(idWithoutApproval, 'done');
    assert.equal(await todos.getXpTotal(), xpBefore + 10);
    await todos.setStatus(idWithoutApproval, 'pending');
    assert.equal(await todos.getXpTotal(), xpBefore + 10, 'undoing a to-do that awarded no XP takes none back');
    const { todos_done } = await app.ctx.db
      .selectFrom('totals')
      .select('todos_done')
      .where('profile_id', '=', child.id)
      .executeTakeFirstOrThrow();
    assert.equal(todos_done, 4, 'including the to-do that earned the daily bonus');
    app.advance(DAY);
    await review(lastId, 'approved');
    assert.equal(await todos.getXpTotal(), xpBefore + 15, 'to-dos award XP again on the next day');
  });

  it('allow undoing rewarded to-dos 50 times a day', async () => {
    const { assign, todos } = await registerTodoFamily(app);
    const id = await assign({ requires_approval: false, xp_reward: 5 });
    for (let i = 0; i < 2; i += 1) {
      await todos.setStatus(id, 'done');
      await todos.setStatus(id, 'pending');
    }
    await todos.setStatus(id, 'done');
    // Copies the row of the first undoing, after which the revision of the to-do was 2.
    await copyRows(app, 'xp_ledger', { source: `todo ${id} 2` }, QUOTAS.undonePerDay - 3, (i) => {
      return { id: `${id} ${i}`, source: `todo ${id} more ${i}` };
    });
    await todos.setStatus(id, 'pending');
    await todos.setStatus(id, 'done');
    assertErrorReason(await todos.patch(id, { status: 'pending' }), 409, 'CONFLICT', 'too_many_undone');
    app.advance(DAY - 60); // still within the 24 hours in which the to-do can be undone
    await todos.setStatus(id, 'pending');
  });
});
