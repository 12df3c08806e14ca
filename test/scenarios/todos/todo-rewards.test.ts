import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HOUR } from '../../../src/core/time/instant.ts';
import { type AssignedTodoDraft, assignTodo } from '../../../src/features/todos/index.ts';
import { getErrorWithFields } from '../../support/api-error.ts';
import { createTodoClient, registerTodoFamily } from '../../support/family/todos.ts';
import { assertError, describeWithApp, testWithApp } from '../../support/test-app.ts';

testWithApp('five own to-dos per local day award 2 XP each, and undoing one takes its XP back', async (app) => {
  const todos = createTodoClient(app, (await app.registerChild()).token, 'America/New_York'); // 03:00 in New York
  await todos.earnDailyBonus();
  let previousXp = await todos.getXpTotal();
  /** Returns the XP gained since the previous call. */
  const readXpGain = async () => {
    const currentXp = await todos.getXpTotal();
    const gain = currentXp - previousXp;
    previousXp = currentXp;
    return gain;
  };
  assert.equal(await todos.getCurrentStreak(), 1);
  const ids: string[] = [];
  for (let i = 0; i < 6; i += 1) ids.push((await todos.add()).id);
  // The first of the five to-dos is the one that earned the daily bonus.
  for (const amount of [2, 2, 2, 2, 0, 0]) {
    await todos.setStatus(ids.shift() ?? '', 'done');
    assert.equal(await readXpGain(), amount);
  }
  const doneIds = (await todos.list('&status=done')).map(({ id }) => id);
  await todos.setStatus(doneIds[1] ?? '', 'pending');
  assert.equal(await readXpGain(), -2);
  await todos.setStatus(doneIds[5] ?? '', 'pending');
  assert.equal(await readXpGain(), 0, 'undoing a to-do that awarded no XP takes no XP back');
  await todos.setStatus((await todos.add()).id, 'skipped');
  assert.equal(await readXpGain(), 0);
  assert.equal(await todos.getCurrentStreak(), 1);

  app.advance(21 * HOUR); // midnight in New York
  const { id } = await todos.add();
  await todos.setStatus(id, 'done');
  assert.ok((await readXpGain()) >= 2, 'to-dos award XP again on a new day');
  for (let i = 0; i < 2; i += 1) {
    await todos.setStatus(id, 'pending');
    assert.equal(await readXpGain(), -2);
    await todos.setStatus(id, 'done');
    assert.equal(await readXpGain(), 2, 'a to-do that is done again within the same millisecond awards XP again');
  }
  await todos.remove(id);
  assert.equal(await readXpGain(), 0, 'earned XP is kept');
  assert.equal(await todos.getCurrentStreak(), 2);
});

describeWithApp('Assigned to-dos', (app) => {
  it('wait for the parent’s approval and then award their XP', async () => {
    const { parentId, assign, review, todos } = await registerTodoFamily(app);
    await todos.earnDailyBonus();
    const xpBefore = await todos.getXpTotal();
    const id = await assign({ xp_reward: 30, notes: 'The whole room' });
    const listedTodo = (await todos.list()).at(-1) as unknown as Record<string, unknown>;
    const { created_by, assigned_by, requires_approval, xp_reward, allowed_transitions } = listedTodo;
    assert.deepEqual(
      [created_by, assigned_by, requires_approval, xp_reward, allowed_transitions],
      ['parent', parentId, true, 30, ['done', 'skipped']],
    );
    const submittedTodo = await todos.setStatus(id, 'done');
    assert.deepEqual(
      [submittedTodo.status, submittedTodo.completed_at, submittedTodo.allowed_transitions],
      ['awaiting_approval', app.ctx.now(), ['pending']],
    );
    assert.deepEqual(await todos.setStatus(id, 'done'), submittedTodo, 'a repeated request changes nothing');
    assert.deepEqual(await todos.setStatus(id, 'awaiting_approval'), submittedTodo);
    assert.equal(await todos.getXpTotal(), xpBefore);
    app.advance(60);
    const decidedTodo = await review(id, 'approved', ' Well done! ');
    assert.deepEqual(
      [decidedTodo.status, decidedTodo.decision_note, decidedTodo.decided_at],
      ['approved', 'Well done!', app.ctx.now()],
    );
    assert.deepEqual(await review(id, 'approved', 'again'), decidedTodo);
    assert.equal(await todos.getXpTotal(), xpBefore + 30);
    for (const status of ['pending', 'done']) assertError(await todos.patch(id, { status }), 409, 'CONFLICT');
    assertError(await todos.patch(id, { status: 'rejected' }), 403, 'FORBIDDEN');
    assert.equal(await getErrorWithFields(review(id, 'rejected')), 'CONFLICT');
  });

  it('can be submitted again after rejection and withdrawn before a decision', async () => {
    const { assign, review, todos } = await registerTodoFamily(app);
    await todos.earnDailyBonus();
    const xpBefore = await todos.getXpTotal();
    const id = await assign({ xp_reward: 10 });
    assert.equal(await getErrorWithFields(review(id, 'approved')), 'CONFLICT', 'the to-do has not been submitted yet');
    await todos.setStatus(id, 'done');
    assert.equal((await todos.setStatus(id, 'pending')).completed_at, null);
    await todos.setStatus(id, 'awaiting_approval');
    await review(id, 'rejected', 'Under the bed, too');
    const rejectedTodo = (await todos.list()).at(-1) as unknown as Record<string, unknown>;
    assert.deepEqual(
      [rejectedTodo.status, rejectedTodo.decision_note, rejectedTodo.allowed_transitions],
      ['rejected', 'Under the bed, too', ['done']],
    );
    for (const status of ['pending', 'skipped']) assertError(await todos.patch(id, { status }), 409, 'CONFLICT');
    const resubmittedTodo = await todos.setStatus(id, 'done');
    assert.deepEqual(
      [resubmittedTodo.status, resubmittedTodo.decided_at, resubmittedTodo.decision_note],
      ['awaiting_approval', null, null],
    );
    assert.equal(await todos.getXpTotal(), xpBefore);
    await review(id, 'approved');
    assert.equal(await todos.getXpTotal(), xpBefore + 10);
  });

  it('extend the streak on the day of submission, not on the day of approval', async () => {
    const { assign, review, todos } = await registerTodoFamily(app);
    const id = await assign();
    await todos.setStatus(id, 'done');
    assert.equal(await todos.getCurrentStreak(), 1);
    app.advance(120 * HOUR); // more missed days than a freeze protects
    await review(id, 'approved');
    assert.equal(await todos.getCurrentStreak(), 0, 'an approval is not an activity of the child');
  });

  it('cannot be edited, deleted or approved by the child', async () => {
    const { assign, todos } = await registerTodoFamily(app);
    const id = await assign({ checklist: [{ text: 'Floor' }, { text: 'Desk' }] });
    const todo = (await todos.list()).find((candidate) => candidate.id === id);
    assert.ok(todo);
    const [floor, desk] = todo.checklist;
    const forbiddenChanges = [
      { title: 'Play' },
      { title: todo.title },
      { notes: '' },
      { due_date: null },
      { priority: 'low' },
      { recurrence: null },
      { checklist: [] },
      { checklist: [floor] },
      { checklist: [desk, floor] },
      { checklist: [floor, desk, { text: 'Sweets' }] },
      { checklist: [floor, { id: desk?.id, text: 'Sweets' }] },
      { status: 'approved' },
      { status: 'rejected' },
      { status: 'done', title: 'Play' },
    ];
    await app.assertRowChanges({}, async () => {
      for (const body of forbiddenChanges) assertError(await todos.patch(id, body), 403, 'FORBIDDEN');
      assertError(await todos.remove(id), 403, 'FORBIDDEN');
    });
    assert.deepEqual(
      (await todos.list()).find((candidate) => candidate.id === id),
      todo,
    );
    const updatedTodo = await todos.update(id, {
      checklist: [{ id: floor?.id, done: true }, { id: desk?.id }],
      position: 1,
    });
    assert.deepEqual(updatedTodo.checklist, [{ ...floor, done: true }, desk]);
    assert.equal(updatedTodo.position, 1);
  });

  it('that need no approval award XP when done, and undoing takes the XP back', async () => {
    const { assign, todos } = await registerTodoFamily(app);
    await todos.earnDailyBonus();
    const xpBefore = await todos.getXpTotal();
    const id = await assign({ requires_approval: false, xp_reward: 7 });
    assert.equal((await todos.setStatus(id, 'done')).status, 'done');
    assert.equal(await todos.getXpTotal(), xpBefore + 7);
    await todos.setStatus(id, 'pending');
    assert.equal(await todos.getXpTotal(), xpBefore);
  });

  it('create the next occurrence when submitted, if they recur', async () => {
    const { assign, review, todos } = await registerTodoFamily(app);
    const id = await assign({ due_date: app.ctx.now().slice(0, 10), recurrence: { freq: 'daily' }, xp_reward: 1 });
    await todos.setStatus(id, 'done');
    assert.equal((await todos.list()).length, 2);
    await todos.setStatus(id, 'pending');
    assert.equal((await todos.list()).length, 1);
    await todos.setStatus(id, 'done');
    await review(id, 'rejected');
    await todos.setStatus(id, 'done');
    await review(id, 'approved');
    const listedTodos = (await todos.list()) as unknown as Record<string, unknown>[];
    assert.deepEqual(
      listedTodos.map(({ status, xp_reward, requires_approval }) => [status, xp_reward, requires_approval]),
      [
        ['approved', 1, true],
        ['pending', 1, true],
      ],
    );
  });

  it('can be assigned only to the parent’s own children: to all of those listed or to none', async () => {
    const [family, otherFamily] = [await registerTodoFamily(app), await registerTodoFamily(app)];
    const assignTo = (ids: string[], draft: Partial<AssignedTodoDraft> = {}) =>
      assignTodo(app.ctx, family.parentId, ids, { title: 'Tidy up', ...draft });
    const id = await family.assign();
    await family.todos.setStatus(id, 'done');
    await app.assertRowChanges({}, async () => {
      assert.equal(await getErrorWithFields(assignTo([family.child.id, otherFamily.child.id])), 'NOT_FOUND');
      assert.equal(await getErrorWithFields(assignTo(['nobody'])), 'NOT_FOUND');
      assert.equal(await getErrorWithFields(assignTo([])), 'VALIDATION_ERROR child_ids');
      for (const xp_reward of [-1, 51, 1.5, Number.NaN]) {
        assert.equal(
          await getErrorWithFields(assignTo([family.child.id], { xp_reward })),
          'VALIDATION_ERROR xp_reward',
        );
      }
      assert.equal(await getErrorWithFields(assignTo([family.child.id], { title: ' ' })), 'VALIDATION_ERROR title');
      assert.equal(await getErrorWithFields(otherFamily.review(id, 'approved')), 'NOT_FOUND');
      assert.equal(await getErrorWithFields(family.review('nothing', 'approved')), 'NOT_FOUND');
      assert.equal(await getErrorWithFields(family.review('\0', 'approved')), 'NOT_FOUND');
      assert.equal(await getErrorWithFields(family.review(id, 'approved', 'x'.repeat(501))), 'VALIDATION_ERROR note');
      assert.equal(await getErrorWithFields(family.review(id, 'approved', 'a\0b')), 'VALIDATION_ERROR note');
    });
    assert.equal((await assignTo([family.child.id, family.child.id])).length, 1, 'a child listed twice counts once');
  });

  it('become the child’s own when the parent is deleted', async () => {
    const { parentId, assign, todos } = await registerTodoFamily(app);
    const id = await assign({ xp_reward: 50 });
    await app.ctx.write(({ db }) => db.deleteFrom('profiles').where('id', '=', parentId).execute());
    await todos.earnDailyBonus();
    const xpBefore = await todos.getXpTotal();
    await todos.update(id, { title: 'For myself' });
    const doneTodo = await todos.setStatus(id, 'done');
    assert.deepEqual([doneTodo.status, doneTodo.xp_reward, doneTodo.assigned_by], ['done', 2, null]);
    assert.equal(await todos.getXpTotal(), xpBefore + 2);
  });
});
