import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HOUR } from '../../../src/core/time/instant.ts';
import { todoClient } from '../../support/family/todos.ts';
import { describeWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

describeWithApp(
  'Recurring to-dos',
  (app) => {
    const newTodoClient = async (timeZone?: string) => todoClient(app(), (await app().registerChild()).token, timeZone);
    const daily = { title: 'Water the fern', due_date: '2026-11-20', recurrence: { freq: 'daily' } };

    it('create the next occurrence when closed, with the same content and an unchecked checklist', async () => {
      const list = await newTodoClient();
      const first = await list.add({
        ...daily,
        notes: 'A little',
        priority: 'high',
        checklist: [{ text: 'Can', done: true }],
      });
      await list.setStatus(first.id, 'done');
      const [closed, next, ...more] = await list.list();
      assert.deepEqual(more, []);
      assert.equal(closed?.status, 'done');
      assert.ok(next && next.id !== first.id);
      assert.deepEqual(next, {
        ...first,
        id: next.id,
        due_date: '2026-11-21',
        checklist: [{ ...first.checklist[0], done: false }],
        allowed_transitions: [],
      });
    });

    it('are next due tomorrow when done late, today when skipped late, and never in the past', async () => {
      const list = await newTodoClient();
      const dueAfter = async (draft: object, status = 'done') => {
        const { id } = await list.add(draft);
        await list.setStatus(id, status);
        const next = (await list.list()).at(-1);
        const all = await list.list();
        for (const todo of all) await list.remove(todo.id);
        return all.length === 2 ? next?.due_date : undefined;
      };
      assert.equal(await dueAfter({ ...daily, due_date: '2026-11-01' }), '2026-11-21');
      assert.equal(await dueAfter({ ...daily, due_date: '2026-11-01' }, 'skipped'), '2026-11-20');
      assert.equal(await dueAfter({ ...daily, due_date: null }), '2026-11-21');
      assert.equal(await dueAfter({ ...daily, recurrence: { freq: 'daily', until_date: '2026-11-20' } }), undefined);
      assert.equal(await dueAfter({ ...daily, recurrence: { freq: 'weekly', by_weekday: ['we'] } }), '2026-11-25');
    });

    it('on the 31st fall on the last day of a shorter month', async () => {
      const list = await newTodoClient();
      const { id } = await list.add({ due_date: '2026-08-31', recurrence: { freq: 'monthly' } });
      await list.setStatus(id, 'skipped');
      assert.equal((await list.list())[1]?.due_date, '2026-11-30');
    });

    it('remove the next occurrence when undone, unless it has been edited', async () => {
      const list = await newTodoClient();
      const { id } = await list.add(daily);
      await list.setStatus(id, 'done');
      await list.setStatus(id, 'pending');
      assert.deepEqual(
        (await list.list()).map((todo) => todo.id),
        [id],
      );
      await list.setStatus(id, 'done');
      const next = (await list.list())[1]?.id ?? '';
      await list.update(next, { title: 'Water the fern well' });
      await list.setStatus(id, 'pending');
      assert.deepEqual(
        (await list.list()).map((todo) => todo.id),
        [id, next],
      );
      await list.setStatus(id, 'done');
      assert.deepEqual(
        (await list.list()).map((todo) => todo.id),
        [id, next],
        'the next occurrence exists already',
      );
    });

    it('do not recur after being deleted', async () => {
      const list = await newTodoClient();
      await list.remove((await list.add(daily)).id);
      assert.deepEqual(await list.list(), []);
    });

    it('use the child’s local date', async () => {
      const list = await newTodoClient('Pacific/Kiritimati');
      app().advance(3 * HOUR); // 11:00 UTC on the 20th is 01:00 on the 21st there
      const { id } = await list.add({ ...daily, due_date: '2026-11-15' });
      await list.setStatus(id, 'done');
      assert.equal((await list.list())[1]?.due_date, '2026-11-22');
    });
  },
  WITHOUT_RATE_LIMITS,
);
