import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { createTodoClient, registerTodoFamily } from '../../support/family/todos.ts';
import { countByStatus, runConcurrently } from '../../support/service/requests.ts';
import {
  assertErrorReason,
  describeWithApp,
  type TestApp,
  type TestResponse,
  testWithApp,
} from '../../support/test-app.ts';

const TODAY = '2026-11-20'; // Friday, 08:00 UTC
const DAILY_DRAFT = { due_date: TODAY, recurrence: { freq: 'daily' } } as const;

type TodoClient = ReturnType<typeof createTodoClient>;

const listPending = (todos: TodoClient) => todos.list('&status=pending');

/** Closes open to-dos until the service refuses one, or until sixty are closed by mistake. Returns how many were closed. */
async function closeUntilRefused(todos: TodoClient, status = 'done'): Promise<number> {
  for (let closedCount = 0; closedCount < 60; closedCount += 1) {
    const [todo] = await listPending(todos);
    if (!todo) return closedCount;
    const response = await todos.patch(todo.id, { status });
    if (response.status !== 200) {
      assertTooEarly(response);
      assert.equal(
        todo.allowed_transitions.includes(status),
        false,
        'allowed_transitions lists what the service allows',
      );
      return closedCount;
    }
    assert.ok(todo.allowed_transitions.includes(status), 'allowed_transitions lists what the service allows');
  }
  return 60;
}

/** Asserts that a to-do was not closed because it is due on a later day, and that the message contains `dueDate` if it is passed. */
function assertTooEarly(response: TestResponse, dueDate?: string): void {
  assertErrorReason(response, 409, 'CONFLICT', 'too_early');
  if (dueDate) assert.ok(response.body.error.message.includes(dueDate), response.body.error.message);
}

const createClientInTimeZone = (app: TestApp, { token }: TodoClient, timeZone: string) =>
  createTodoClient(app, token, timeZone);

testWithApp('a daily assigned to-do awards XP once per local day, from any time zone', async (app) => {
  const { assign, review, todos } = await registerTodoFamily(app);
  await todos.earnDailyBonus();
  const xpBefore = await todos.getXpTotal();
  await assign({ ...DAILY_DRAFT, requires_approval: false, xp_reward: 50 });
  assert.equal(await closeUntilRefused(todos), 1);
  assert.equal(await todos.getXpTotal(), xpBefore + 50);
  const [nextTodo] = await listPending(todos);
  assert.deepEqual([nextTodo?.due_date, nextTodo?.allowed_transitions], ['2026-11-21', []]);
  assert.ok(nextTodo);
  assertTooEarly(await todos.patch(nextTodo.id, { status: 'done' }), '21 November 2026');
  assertTooEarly(await todos.patch(nextTodo.id, { status: 'skipped' }), '21 November 2026');
  assert.deepEqual(countByStatus(await runConcurrently(50, () => todos.patch(nextTodo.id, { status: 'done' }))), {
    409: 50,
  });

  // A time zone further east allows the occurrence of the next day early, but never two occurrences on one of its days.
  assert.equal(
    await closeUntilRefused(createClientInTimeZone(app, todos, 'Pacific/Kiritimati')),
    0,
    'it is still Friday there',
  );
  app.advance(3 * HOUR); // Saturday on Kiritimati
  assert.equal(await closeUntilRefused(createClientInTimeZone(app, todos, 'Pacific/Kiritimati')), 1);
  assert.equal(await closeUntilRefused(todos), 0);
  app.advance(13 * HOUR); // Saturday in UTC; Saturday's occurrence has been done already
  assert.equal(await closeUntilRefused(todos), 0);
  assert.equal(await closeUntilRefused(createClientInTimeZone(app, todos, 'Etc/GMT+12')), 0); // twelve hours behind UTC
  app.advance(11 * HOUR); // Sunday on Kiritimati
  assert.equal(await closeUntilRefused(createClientInTimeZone(app, todos, 'Pacific/Kiritimati')), 1);
  assert.equal(await closeUntilRefused(todos), 0);
  assert.equal(
    await todos.getXpTotal(),
    xpBefore + 3 * 50 + 2 * 5,
    'including the bonus for the first activity of each day',
  );

  // With approval, future occurrences cannot fill the parent's list, and each approved occurrence awards XP.
  const homeworkId = await assign({ ...DAILY_DRAFT, title: 'Homework', xp_reward: 10 });
  const findHomeworkId = async () => (await listPending(todos)).find(({ title }) => title === 'Homework')?.id ?? '';
  await todos.setStatus(homeworkId, 'done');
  assertTooEarly(await todos.patch(await findHomeworkId(), { status: 'done' }));
  assertTooEarly(await todos.patch(await findHomeworkId(), { status: 'awaiting_approval' }));
  assert.equal(
    await app.ctx.db
      .selectFrom('todos')
      .select('id')
      .where('status', '=', 'awaiting_approval')
      .execute()
      .then((rows) => rows.length),
    1,
  );
  await review(homeworkId, 'rejected');
  app.advance(DAY);
  const xpBeforeApprovals = await todos.getXpTotal();
  const todaysId = await findHomeworkId();
  await todos.setStatus(todaysId, 'done');
  await todos.setStatus(homeworkId, 'done');
  await review(homeworkId, 'approved');
  await review(todaysId, 'approved');
  const xpGain = (await todos.getXpTotal()) - xpBeforeApprovals;
  assert.ok(xpGain === 20 || xpGain === 25, `two occurrences award 20 XP, or 25 with the daily bonus, not ${xpGain}`);
});

describeWithApp('A series of recurring to-dos', (app) => {
  const createTodoClientForNewChild = async (timeZone?: string) =>
    createTodoClient(app, (await app.registerChild()).token, timeZone);

  it('cannot be finished or skipped before its due date, unlike a single to-do', async () => {
    for (const [recurrence, nextDueDate] of [
      [{ freq: 'weekly' }, '27 November'],
      [{ freq: 'weekly', by_weekday: ['mo', 'th'] }, '23 November'],
      [{ freq: 'monthly' }, '20 December'],
      [{ freq: 'daily', interval: 3 }, '23 November'],
    ] as const) {
      const todos = await createTodoClientForNewChild();
      const { id } = await todos.add({ due_date: TODAY, recurrence });
      await todos.setStatus(id, 'done');
      const [nextTodo] = await listPending(todos);
      for (const status of ['done', 'skipped']) {
        assertTooEarly(await todos.patch(nextTodo?.id ?? '', { status }), nextDueDate);
      }
    }
    const todos = await createTodoClientForNewChild();
    const futureTodo = await todos.add({ due_date: '2026-11-21', recurrence: { freq: 'daily' } });
    assert.deepEqual(futureTodo.allowed_transitions, [], 'the first occurrence cannot be done early either');
    assertTooEarly(await todos.patch(futureTodo.id, { status: 'done' }), '21 November');
    const singleTodo = await todos.add({ due_date: '2026-12-24' });
    assert.equal((await todos.setStatus(singleTodo.id, 'done')).status, 'done');
  });

  it('explains a refusal in the child’s language', async () => {
    const todos = await createTodoClientForNewChild();
    await todos.call('PATCH', '/app/users/me', { language: 'uk' });
    const { id } = await todos.add({ due_date: '2026-11-21', recurrence: { freq: 'daily' } });
    assertTooEarly(await todos.patch(id, { status: 'done' }), '21 листопада');
  });

  it('without a due date can be done once a day', async () => {
    const todos = await createTodoClientForNewChild();
    await todos.add({ recurrence: { freq: 'daily' } });
    assert.equal(await closeUntilRefused(todos), 1);
  });

  it('is done once a day when overdue, and skipping catches up with today', async () => {
    const todos = await createTodoClientForNewChild();
    await todos.add({ due_date: '2026-11-10', recurrence: { freq: 'daily' } });
    assert.equal(await closeUntilRefused(todos, 'skipped'), 2, 'the overdue occurrence and the one for today');
    const otherTodos = await createTodoClientForNewChild();
    await otherTodos.add({ due_date: '2026-11-10', recurrence: { freq: 'daily' } });
    assert.equal(await closeUntilRefused(otherTodos), 1);
  });

  it('is done once a day even after editing, deleting or undoing', async () => {
    const todos = await createTodoClientForNewChild();
    await todos.earnDailyBonus();
    const xpBefore = await todos.getXpTotal();
    const firstTodo = await todos.add(DAILY_DRAFT);
    await todos.setStatus(firstTodo.id, 'done');
    const [nextTodo] = await listPending(todos);
    assert.ok(nextTodo);
    for (const edit of [{ due_date: TODAY }, { due_date: null }, { due_date: '2026-11-01' }]) {
      assertTooEarly(await todos.patch(nextTodo.id, { ...edit, status: 'done' }), '21 November');
    }
    await todos.remove(firstTodo.id);
    assertTooEarly(await todos.patch(nextTodo.id, { due_date: TODAY, status: 'done' }), '21 November');
    assert.equal(await todos.getXpTotal(), xpBefore + 2);
  });

  it('allows another occurrence on the same day when one is undone', async () => {
    const todos = await createTodoClientForNewChild();
    await todos.earnDailyBonus();
    const xpBefore = await todos.getXpTotal();
    const { id } = await todos.add(DAILY_DRAFT);
    await todos.setStatus(id, 'done');
    const [nextTodo] = await listPending(todos);
    assert.ok(nextTodo);
    await todos.update(nextTodo.id, { title: 'Today after all', due_date: TODAY });
    await todos.setStatus(id, 'pending');
    await todos.setStatus(nextTodo.id, 'done');
    assertTooEarly(await todos.patch(id, { status: 'done' }), '21 November');
    await todos.setStatus(nextTodo.id, 'pending');
    await todos.setStatus(id, 'done');
    assert.equal(await todos.getXpTotal(), xpBefore + 2);
  });

  it('is done once when two occurrences are finished concurrently', async () => {
    const todos = await createTodoClientForNewChild();
    const { id } = await todos.add(DAILY_DRAFT);
    await todos.setStatus(id, 'done');
    const [nextTodo] = await listPending(todos);
    assert.ok(nextTodo);
    await todos.update(nextTodo.id, { due_date: TODAY });
    await todos.setStatus(id, 'pending');
    const responses = await runConcurrently(50, (i) => todos.patch(i % 2 ? id : nextTodo.id, { status: 'done' }));
    assert.deepEqual(countByStatus(responses), { 200: 25, 409: 25 });
  });

  it('in a parent’s own list follows the same rules', async () => {
    const { parent } = await app.registerFamily();
    const todos = createTodoClient(app, parent.token);
    await todos.add(DAILY_DRAFT);
    assert.equal(await closeUntilRefused(todos), 1);
  });

  it('is deleted with its last to-do', async () => {
    const todos = await createTodoClientForNewChild();
    const countSeries = () => app.countRows('todo_series');
    const countBefore = await countSeries();
    const { id } = await todos.add({ ...DAILY_DRAFT, recurrence: { freq: 'daily', until_date: TODAY } });
    await todos.setStatus(id, 'done');
    assert.equal(await countSeries(), countBefore + 1);
    await todos.remove(id);
    assert.equal(await countSeries(), countBefore);
  });
});
