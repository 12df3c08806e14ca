import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTodoClient } from '../../support/family/todos.ts';
import { assertError, describeWithApp } from '../../support/test-app.ts';

/** Values that are invalid in every text field. */
const INVALID_TEXT_VALUES = [null, 7, ['x'], { a: 1 }, true, 'a\0b', 'a\ud800b'];

const OVERLONG_TEXT = 'x'.repeat(10_000);

type InvalidField = readonly [field: string, value: unknown, reportedField: string];
const listInvalid = (field: string, values: readonly unknown[]): InvalidField[] =>
  values.map((value) => [field, value, field]);
const listInvalidInRecurrence = (freq: string, key: string, values: readonly unknown[]): InvalidField[] =>
  values.map((value) => ['recurrence', { freq, [key]: value }, `recurrence.${key}`]);
const listInvalidInChecklist = (key: string, values: readonly unknown[]): InvalidField[] =>
  values.map((value) => ['checklist', [{ text: 'fine' }, { text: 'x', [key]: value }], `checklist.1.${key}`]);

// biome-ignore format: a table is easier to read with one line per entry
const INVALID_FIELDS: readonly InvalidField[] = [
  ...listInvalid('title', [...INVALID_TEXT_VALUES, '', '   ', 'x'.repeat(121), OVERLONG_TEXT, 'two\nlines', 'two\u2028lines', 'turned \u202e round', '\u200b']),
  ...listInvalid('notes', [...INVALID_TEXT_VALUES, 'x'.repeat(2001), OVERLONG_TEXT, 'bell\u0007']),
  ...listInvalid('due_date', [7, ['2026-11-20'], {}, true, '', 'tomorrow', '2026-02-29', '2026-13-01', '2026-11-20T08:00:00Z']),
  ...listInvalid('due_date', ['20261120', '+002026-11-20', '1999-12-31', '3000-01-01', 'a\0b', '\ud800', OVERLONG_TEXT, '２０２６-11-20']),
  ...listInvalid('priority', [null, 7, ['low'], {}, true, '', 'urgent', 'LOW', 'low\0', '\ud800', OVERLONG_TEXT]),
  ...listInvalid('recurrence', [7, 'daily', ['daily'], true, '']),
  ['recurrence', {}, 'recurrence.freq'],
  ...listInvalidInRecurrence('', 'freq', [null, 7, '', 'yearly', OVERLONG_TEXT, 'daily\0']),
  ...listInvalidInRecurrence('daily', 'interval', [null, '1', 0, -1, 1.5, 366, 1e21, true, [1], '']),
  ...listInvalidInRecurrence('weekly', 'by_weekday', [null, 'mo', 7, {}, '']),
  ...listInvalidInRecurrence('daily', 'by_weekday', [['mo']]),
  ...listInvalidInRecurrence('monthly', 'by_weekday', [['mo']]),
  ['recurrence', { freq: 'weekly', by_weekday: ['monday'] }, 'recurrence.by_weekday.0'],
  ['recurrence', { freq: 'weekly', by_weekday: ['mo', null] }, 'recurrence.by_weekday.1'],
  ...listInvalidInRecurrence('daily', 'until_date', [7, '', 'never', '2026-02-30', 'a\0', '\ud800', OVERLONG_TEXT, [], true]),
  ...listInvalid('checklist', [null, 7, 'x', {}, true, '', Array.from({ length: 31 }, () => ({ text: 'x' }))]),
  ...[null, 'x', 7, []].map((entry): InvalidField => ['checklist', [entry], 'checklist.0']),
  ['checklist', [{}], 'checklist.0.text'],
  ...listInvalidInChecklist('text', [...INVALID_TEXT_VALUES, '', ' ', 'x'.repeat(201), OVERLONG_TEXT, 'a\nb']),
  ...listInvalidInChecklist('done', [null, 0, 'true', [], '']),
  ...listInvalid('position', [null, '1', 1.5, -1, 1_000_000_001, 1e300, true, [], {}, '']),
];

describeWithApp('To-do input', (app) => {
  it('that is invalid is refused with the field name and changes nothing', async () => {
    const todos = createTodoClient(app, (await app.registerChild()).token);
    const todo = await todos.add({ checklist: [{ text: 'x' }], recurrence: { freq: 'daily' } });
    await app.assertRowChanges({}, async () => {
      assertError(await todos.call('POST', '/app/todos', {}), 400, 'VALIDATION_ERROR', ['title']);
      for (const [field, value, reportedField] of INVALID_FIELDS) {
        const body = { title: 'Fine', [field]: value };
        assertError(await todos.call('POST', '/app/todos', body), 400, 'VALIDATION_ERROR', [reportedField]);
        assertError(await todos.patch(todo.id, body), 400, 'VALIDATION_ERROR', [reportedField]);
      }
      for (const status of [null, 7, '', 'open', 'DONE', 'done\0', '\ud800', OVERLONG_TEXT, ['done'], {}, true]) {
        assertError(await todos.patch(todo.id, { status }), 400, 'VALIDATION_ERROR', ['status']);
      }
      for (const id of [null, 7, {}, [], true, '', 'x', '\ud800', OVERLONG_TEXT]) {
        const response = await todos.patch(todo.id, { checklist: [{ id, text: 'x' }] });
        assertError(response, 400, 'VALIDATION_ERROR', ['checklist.0.id']);
      }
      for (const body of [{}, { unknown: 1 }, { id: 'x', created_by: 'parent', xp_reward: 50, overdue: true }]) {
        assertError(await todos.patch(todo.id, body), 400, 'VALIDATION_ERROR');
      }
      for (const body of [[], 'x', 7, null]) {
        assertError(await todos.call('POST', '/app/todos', body), 400, 'VALIDATION_ERROR');
        assertError(await todos.patch(todo.id, body), 400, 'VALIDATION_ERROR');
      }
    });
    assert.deepEqual(await todos.list(), [todo]);
  });

  it('is accepted with every field at its maximum length', async () => {
    const todos = createTodoClient(app, (await app.registerChild()).token);
    const draft = {
      title: '🧹'.repeat(120),
      notes: 'é'.normalize('NFD').repeat(2000),
      due_date: '2999-12-31',
      recurrence: { freq: 'monthly', interval: 365, by_weekday: [], until_date: '2999-12-31' },
      checklist: Array.from({ length: 30 }, () => ({ text: 'x'.repeat(200) })),
      position: 1_000_000_000,
    };
    const todo = await todos.add(draft);
    assert.equal(todo.title, draft.title);
    assert.equal(todo.notes, 'é'.repeat(2000));
    const today = app.ctx.now().slice(0, 10);
    await todos.update(todo.id, { due_date: today, recurrence: { ...draft.recurrence, until_date: today } });
    await todos.setStatus(todo.id, 'done');
    assert.equal((await todos.list()).length, 1, 'there is no occurrence after until_date');
  });

  it('that is invalid is explained in the caller’s language', async () => {
    const { token } = await app.registerChild();
    const todos = createTodoClient(app, token);
    const messages = new Set<string>();
    for (const language of ['en', 'es', 'uk', 'pl']) {
      await app.call('PATCH', '/app/users/me', { token, body: { language } });
      messages.add((await todos.call('POST', '/app/todos', { title: ' ' })).body.error.message);
    }
    assert.equal(messages.size, 4);
  });
});
