import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HOUR } from '../../../src/core/time/instant.ts';
import { createTodoClient } from '../../support/family/todos.ts';
import { assertEach, describeWithApp } from '../../support/test-app.ts';

describeWithApp('Recurring to-dos', (app) => {
  const createTodoClientForNewChild = async (timeZone?: string) =>
    createTodoClient(app, (await app.registerChild()).token, timeZone);
  const DAILY_DRAFT = { title: 'Water the fern', due_date: '2026-11-20', recurrence: { freq: 'daily' } };

  it('create the next occurrence when closed, with the same content and an unchecked checklist', async () => {
    const todos = await createTodoClientForNewChild();
    const firstTodo = await todos.add({
      ...DAILY_DRAFT,
      notes: 'A little',
      priority: 'high',
      checklist: [{ text: 'Can', done: true }],
    });
    await todos.setStatus(firstTodo.id, 'done');
    const [closedTodo, nextTodo, ...otherTodos] = await todos.list();
    assert.deepEqual(otherTodos, []);
    assert.equal(closedTodo?.status, 'done');
    assert.ok(nextTodo && nextTodo.id !== firstTodo.id);
    assert.deepEqual(nextTodo, {
      ...firstTodo,
      id: nextTodo.id,
      due_date: '2026-11-21',
      checklist: [{ ...firstTodo.checklist[0], done: false }],
      allowed_transitions: [], // it is not due yet
    });
  });

  it('are next due tomorrow when done late, today when skipped late, and never in the past', async () => {
    // Today is Friday, 20 November 2026.
    const todos = await createTodoClientForNewChild();
    const closeAndGetNextDueDate = async (draft: object, status = 'done') => {
      const { id } = await todos.add(draft);
      await todos.setStatus(id, status);
      const listedTodos = await todos.list();
      for (const todo of listedTodos) await todos.remove(todo.id);
      const [, nextTodo] = listedTodos;
      return nextTodo?.due_date;
    };
    assert.equal(await closeAndGetNextDueDate({ ...DAILY_DRAFT, due_date: '2026-11-01' }), '2026-11-21');
    assert.equal(await closeAndGetNextDueDate({ ...DAILY_DRAFT, due_date: '2026-11-01' }, 'skipped'), '2026-11-20');
    assert.equal(await closeAndGetNextDueDate({ ...DAILY_DRAFT, due_date: null }), '2026-11-21');
    assert.equal(
      await closeAndGetNextDueDate({ ...DAILY_DRAFT, recurrence: { freq: 'daily', until_date: '2026-11-20' } }),
      undefined,
    );
    assert.equal(
      await closeAndGetNextDueDate({ ...DAILY_DRAFT, recurrence: { freq: 'weekly', by_weekday: ['we'] } }),
      '2026-11-25',
    );
  });

  it('that are due on the 31st are due on the last day of a shorter month', async () => {
    const todos = await createTodoClientForNewChild();
    const { id } = await todos.add({ due_date: '2026-08-31', recurrence: { freq: 'monthly' } });
    await todos.setStatus(id, 'skipped');
    assert.equal((await todos.list())[1]?.due_date, '2026-11-30');
  });

  it('remove the next occurrence when undone, unless it has been edited', async () => {
    const todos = await createTodoClientForNewChild();
    const { id } = await todos.add(DAILY_DRAFT);
    await todos.setStatus(id, 'done');
    await todos.setStatus(id, 'pending');
    assertEach(await todos.list(), 'id', [id]);
    await todos.setStatus(id, 'done');
    const nextId = (await todos.list())[1]?.id ?? '';
    await todos.update(nextId, { title: 'Water the fern well' });
    await todos.setStatus(id, 'pending');
    assertEach(await todos.list(), 'id', [id, nextId]);
    await todos.setStatus(id, 'done');
    assertEach(await todos.list(), 'id', [id, nextId]); // the next occurrence exists already
  });

  it('do not recur after being deleted', async () => {
    const todos = await createTodoClientForNewChild();
    await todos.remove((await todos.add(DAILY_DRAFT)).id);
    assert.deepEqual(await todos.list(), []);
  });

  it('use the child’s local date', async () => {
    const todos = await createTodoClientForNewChild('Pacific/Kiritimati');
    app.advance(3 * HOUR); // 11:00 UTC on the 20th is 01:00 on the 21st there
    const { id } = await todos.add({ ...DAILY_DRAFT, due_date: '2026-11-15' });
    await todos.setStatus(id, 'done');
    assert.equal((await todos.list())[1]?.due_date, '2026-11-22');
  });
});
