import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import {
  countByStatus,
  createFamilyWithTodos,
  runConcurrently,
  type Todo,
  todoClient,
} from '../../support/family/todos.ts';
import {
  assertError,
  describeWithApp,
  type TestApp,
  testWithApp,
  WITHOUT_RATE_LIMITS,
} from '../../support/test-app.ts';

const TODAY = '2026-11-20'; // Friday, 08:00 UTC
const DAILY = { due_date: TODAY, recurrence: { freq: 'daily' } } as const;

type TodoClient = ReturnType<typeof todoClient>;
type TodoWithTransitions = Todo & { readonly allowed_transitions: string[] };

const pending = async (list: TodoClient) => (await list.list('&status=pending')) as TodoWithTransitions[];

/** Closes open to-dos up to sixty times, and returns how often it was accepted. */
async function closeAll(list: TodoClient, status = 'done'): Promise<number> {
  for (let closed = 0; closed < 60; closed += 1) {
    const [open] = await pending(list);
    if (!open) return closed;
    const response = await list.patch(open.id, { status });
    if (response.status !== 200) {
      assertTooEarly(response);
      assert.equal(open.allowed_transitions.includes(status), false, 'allowed_transitions agrees');
      return closed;
    }
    assert.ok(open.allowed_transitions.includes(status), 'allowed_transitions agrees');
  }
  return 60;
}

function assertTooEarly(response: Parameters<typeof assertError>[0], from?: string): void {
  assertError(response, 409, 'CONFLICT');
  assert.equal(response.body.error.details.reason, 'too_early');
  if (from) assert.ok(response.body.error.message.includes(from), response.body.error.message);
}

const inTimeZone = (app: TestApp, { token }: TodoClient, timeZone: string) => todoClient(app, token, timeZone);

testWithApp(
  'a daily assigned to-do pays once per local day, from any time zone',
  async (app) => {
    const { assign, review, todos, parentId } = await createFamilyWithTodos(app);
    await todos.earnDailyBonus();
    const xp = await todos.getXpTotal();
    await assign({ ...DAILY, requires_approval: false, xp_reward: 50 });
    assert.equal(await closeAll(todos), 1);
    assert.equal(await todos.getXpTotal(), xp + 50);
    const [next] = await pending(todos);
    assert.deepEqual([next?.due_date, next?.allowed_transitions], ['2026-11-21', []]);
    assert.ok(next);
    assertTooEarly(await todos.patch(next.id, { status: 'done' }), '21 November 2026');
    assertTooEarly(await todos.patch(next.id, { status: 'skipped' }), '21 November 2026');
    assert.deepEqual(countByStatus(await runConcurrently(50, () => todos.patch(next.id, { status: 'done' }))), {
      409: 50,
    });

    // The other side of the date line gives one day in advance, and no more than real time allows.
    assert.equal(await closeAll(inTimeZone(app, todos, 'Pacific/Kiritimati')), 0, 'it is still Friday there');
    app.advance(3 * HOUR); // Saturday on Kiritimati
    assert.equal(await closeAll(inTimeZone(app, todos, 'Pacific/Kiritimati')), 1);
    assert.equal(await closeAll(todos), 0);
    app.advance(13 * HOUR); // Saturday here, which is done already
    assert.equal(await closeAll(todos), 0);
    assert.equal(await closeAll(inTimeZone(app, todos, 'Etc/GMT+12')), 0);
    app.advance(11 * HOUR); // Sunday on Kiritimati
    assert.equal(await closeAll(inTimeZone(app, todos, 'Pacific/Kiritimati')), 1);
    assert.equal(await closeAll(todos), 0);
    assert.equal(
      await todos.getXpTotal(),
      xp + 3 * 50 + 2 * 5,
      'including the bonus for the first activity of each day',
    );

    // With approval, future occurrences cannot fill the parent's list, and each day that was done is paid.
    const homeworkId = await assign({ ...DAILY, title: 'Homework', xp_reward: 10 });
    const homework = async () => (await pending(todos)).find(({ title }) => title === 'Homework')?.id ?? '';
    await todos.setStatus(homeworkId, 'done');
    assertTooEarly(await todos.patch(await homework(), { status: 'done' }));
    assertTooEarly(await todos.patch(await homework(), { status: 'awaiting_approval' }));
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
    const before = await todos.getXpTotal();
    const second = await homework();
    await todos.setStatus(second, 'done');
    await todos.setStatus(homeworkId, 'done');
    await review(homeworkId, 'approved');
    await review(second, 'approved');
    const gained = (await todos.getXpTotal()) - before;
    assert.ok(
      gained === 20 || gained === 25,
      `the rejected occurrence and that of today pay 20 or 25 XP, not ${gained}`,
    );
    assert.ok(parentId);
  },
  WITHOUT_RATE_LIMITS,
);

describeWithApp(
  'A series of recurring to-dos',
  (app) => {
    const newTodoClient = async (timeZone?: string) => todoClient(app(), (await app().registerChild()).token, timeZone);

    it('cannot be finished or skipped before its due date, unlike a single to-do', async () => {
      for (const [recurrence, next] of [
        [{ freq: 'weekly' }, '27 November'],
        [{ freq: 'weekly', by_weekday: ['mo', 'th'] }, '23 November'],
        [{ freq: 'monthly' }, '20 December'],
        [{ freq: 'daily', interval: 3 }, '23 November'],
      ] as const) {
        const list = await newTodoClient();
        const { id } = await list.add({ due_date: TODAY, recurrence });
        await list.setStatus(id, 'done');
        const [open] = await pending(list);
        for (const status of ['done', 'skipped']) {
          assertTooEarly(await list.patch(open?.id ?? '', { status }), next);
        }
      }
      const list = await newTodoClient();
      const future = await list.add({ due_date: '2026-11-21', recurrence: { freq: 'daily' } });
      assert.deepEqual(future.allowed_transitions, [], 'this also holds for the first occurrence');
      assertTooEarly(await list.patch(future.id, { status: 'done' }), '21 November');
      const once = await list.add({ due_date: '2026-12-24' });
      assert.equal((await list.setStatus(once.id, 'done')).status, 'done');
    });

    it('is refused in the child’s language', async () => {
      const list = await newTodoClient();
      await list.call('PATCH', '/app/users/me', { language: 'uk' });
      const { id } = await list.add({ due_date: '2026-11-21', recurrence: { freq: 'daily' } });
      assertTooEarly(await list.patch(id, { status: 'done' }), '21 листопада');
    });

    it('without a due date can be done once a day', async () => {
      const list = await newTodoClient();
      await list.add({ recurrence: { freq: 'daily' } });
      assert.equal(await closeAll(list), 1);
    });

    it('when overdue is done once a day, and skipping catches up with today', async () => {
      const list = await newTodoClient();
      await list.add({ due_date: '2026-11-10', recurrence: { freq: 'daily' } });
      assert.equal(await closeAll(list, 'skipped'), 2, 'the overdue occurrence and the one of today');
      const other = await newTodoClient();
      await other.add({ due_date: '2026-11-10', recurrence: { freq: 'daily' } });
      assert.equal(await closeAll(other), 1);
    });

    it('is done once a day even after editing, deleting or undoing', async () => {
      const list = await newTodoClient();
      await list.earnDailyBonus();
      const xp = await list.getXpTotal();
      const first = await list.add(DAILY);
      await list.setStatus(first.id, 'done');
      const [next] = await pending(list);
      assert.ok(next);
      for (const edit of [{ due_date: TODAY }, { due_date: null }, { due_date: '2026-11-01' }]) {
        assertTooEarly(await list.patch(next.id, { ...edit, status: 'done' }), '21 November');
      }
      await list.remove(first.id);
      assertTooEarly(await list.patch(next.id, { due_date: TODAY, status: 'done' }), '21 November');
      assert.equal(await list.getXpTotal(), xp + 2);
    });

    it('frees its day when an occurrence is undone', async () => {
      const list = await newTodoClient();
      await list.earnDailyBonus();
      const xp = await list.getXpTotal();
      const { id } = await list.add(DAILY);
      await list.setStatus(id, 'done');
      const [next] = await pending(list);
      assert.ok(next);
      await list.update(next.id, { title: 'Today after all', due_date: TODAY });
      await list.setStatus(id, 'pending');
      await list.setStatus(next.id, 'done');
      assertTooEarly(await list.patch(id, { status: 'done' }), '21 November');
      await list.setStatus(next.id, 'pending');
      await list.setStatus(id, 'done');
      assert.equal(await list.getXpTotal(), xp + 2);
    });

    it('is done once when two occurrences are finished concurrently', async () => {
      const list = await newTodoClient();
      const { id } = await list.add(DAILY);
      await list.setStatus(id, 'done');
      const [next] = await pending(list);
      assert.ok(next);
      await list.update(next.id, { due_date: TODAY });
      await list.setStatus(id, 'pending');
      const responses = await runConcurrently(50, (i) => list.patch(i % 2 ? id : next.id, { status: 'done' }));
      assert.deepEqual(countByStatus(responses), { 200: 25, 409: 25 });
    });

    it('in a parent’s own list follows the same rules', async () => {
      const { parent } = await app().registerFamily();
      const list = todoClient(app(), parent.token);
      await list.add(DAILY);
      assert.equal(await closeAll(list), 1);
    });

    it('is deleted with its last to-do', async () => {
      const list = await newTodoClient();
      const count = () => app().count('todo_series');
      const before = await count();
      const { id } = await list.add({ ...DAILY, recurrence: { freq: 'daily', until_date: TODAY } });
      await list.setStatus(id, 'done');
      assert.equal(await count(), before + 1);
      await list.remove(id);
      assert.equal(await count(), before);
    });
  },
  WITHOUT_RATE_LIMITS,
);
