import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  computeNextDueDate,
  FREQUENCIES,
  findDueDay,
  getDayOfMonth,
  listDueDays,
  MAX_DUE_DATE,
  type Recurrence,
  WEEKDAYS,
} from './recurrence.ts';

const createRule = (freq: Recurrence['freq'], interval = 1, by_weekday: Recurrence['by_weekday'] = []): Recurrence => ({
  freq,
  interval,
  by_weekday,
  until_date: null,
});
const endRule = (rule: Recurrence, until_date: string): Recurrence => ({ ...rule, until_date });
const getWeekday = (day: string) => Temporal.PlainDate.from(day).dayOfWeek;
const computeNext = (rule: Recurrence, lastDay: string, today = lastDay, anchor = getDayOfMonth(lastDay)) =>
  computeNextDueDate(rule, lastDay, today, anchor);

// November 2026 begins on a Sunday; the 20th is a Friday.
// biome-ignore format: a table is easier to read in columns
const CASES: readonly [name: string, rule: Recurrence, lastDay: string, today: string, next: string | null][] = [
  ['every day', createRule('daily'), '2026-11-20', '2026-11-20', '2026-11-21'],
  ['every day, across the end of a year', createRule('daily'), '2026-12-31', '2026-12-31', '2027-01-01'],
  ['every day, onto a leap day', createRule('daily'), '2028-02-28', '2028-02-28', '2028-02-29'],
  ['every day, the clocks go forward (Kyiv 2026-03-29)', createRule('daily'), '2026-03-28', '2026-03-28', '2026-03-29'],
  ['every day, the clocks go back (Kyiv 2026-10-25)', createRule('daily'), '2026-10-24', '2026-10-24', '2026-10-25'],
  ['every day, a day that Samoa never had (2011-12-30)', createRule('daily'), '2011-12-29', '2011-12-29', '2011-12-30'],
  ['every day, overdue for weeks', createRule('daily'), '2026-10-01', '2026-11-20', '2026-11-20'],
  ['every day, done early', createRule('daily'), '2026-11-25', '2026-11-20', '2026-11-26'],
  ['every third day, today is not one of them', createRule('daily', 3), '2026-11-10', '2026-11-20', '2026-11-22'],
  ['every third day, today is one of them', createRule('daily', 3), '2026-11-11', '2026-11-20', '2026-11-20'],
  ['every 365 days', createRule('daily', 365), '2026-11-20', '2026-11-20', '2027-11-20'],

  ['every week', createRule('weekly'), '2026-11-20', '2026-11-20', '2026-11-27'],
  ['every second week, overdue', createRule('weekly', 2), '2026-11-06', '2026-11-21', '2026-12-04'],
  ['Mondays and Thursdays, from a Monday', createRule('weekly', 1, ['mo', 'th']), '2026-11-16', '2026-11-16', '2026-11-19'],
  ['Mondays and Thursdays, from a Thursday', createRule('weekly', 1, ['mo', 'th']), '2026-11-19', '2026-11-19', '2026-11-23'],
  ['Mondays and Thursdays, from a Wednesday', createRule('weekly', 1, ['mo', 'th']), '2026-11-18', '2026-11-18', '2026-11-19'],
  ['Sundays are the end of a week', createRule('weekly', 1, ['su']), '2026-11-16', '2026-11-16', '2026-11-22'],
  ['Sundays, from a Sunday', createRule('weekly', 1, ['su']), '2026-11-22', '2026-11-22', '2026-11-29'],
  ['every second week, later in the same week', createRule('weekly', 2, ['mo', 'th']), '2026-11-16', '2026-11-16', '2026-11-19'],
  ['every second week, into the week after next', createRule('weekly', 2, ['mo', 'th']), '2026-11-19', '2026-11-19', '2026-11-30'],
  ['every second week, today in a week that does not count', createRule('weekly', 2, ['mo', 'th']), '2026-11-16', '2026-11-26', '2026-11-30'],
  ['every second week, today late in a week that counts', createRule('weekly', 2, ['mo']), '2026-11-02', '2026-11-18', '2026-11-30'],
  ['every day of the week', createRule('weekly', 1, [...WEEKDAYS]), '2026-11-22', '2026-11-22', '2026-11-23'],

  ['every month', createRule('monthly'), '2026-11-20', '2026-11-20', '2026-12-20'],
  ['on the 31st, into a month of 30', createRule('monthly'), '2026-10-31', '2026-10-31', '2026-11-30'],
  ['on the 31st, into February', createRule('monthly'), '2027-01-31', '2027-01-31', '2027-02-28'],
  ['on the 31st, into February of a leap year', createRule('monthly'), '2028-01-31', '2028-01-31', '2028-02-29'],
  ['every third month, on the 30th', createRule('monthly', 3), '2026-11-30', '2026-11-30', '2027-02-28'],
  ['every month, overdue, before its day of the month', createRule('monthly'), '2026-08-25', '2026-11-20', '2026-11-25'],
  ['every month, overdue, after its day of the month', createRule('monthly'), '2026-08-19', '2026-11-20', '2026-12-19'],
  ['every second month, overdue', createRule('monthly', 2), '2026-08-20', '2026-11-20', '2026-12-20'],
  ['on a leap day, every twelve months', createRule('monthly', 12), '2028-02-29', '2028-02-29', '2029-02-28'],

  ['until the day of the next occurrence', endRule(createRule('daily'), '2026-11-21'), '2026-11-20', '2026-11-20', '2026-11-21'],
  ['until the day of the current occurrence', endRule(createRule('daily'), '2026-11-20'), '2026-11-20', '2026-11-20', null],
  ['until a day before the next Monday', endRule(createRule('weekly', 1, ['mo']), '2026-11-22'), '2026-11-16', '2026-11-16', null],
  ['until a day that passed while it was overdue', endRule(createRule('weekly'), '2026-11-10'), '2026-10-02', '2026-11-20', null],
  ['until the last possible day', createRule('daily'), MAX_DUE_DATE, '2026-11-20', null],
];

for (const [name, rule, lastDay, today, next] of CASES) {
  test(`computeNextDueDate: ${name}`, () => assert.equal(computeNext(rule, lastDay, today), next));
}

test('listDueDays: an overdue to-do is due today, and a recurring one on all of its days until the last', () => {
  const list = (due_date: string | null, recurrence: Recurrence | null) =>
    listDueDays({ due_date, recurrence, anchor_day: null }, '2026-11-18', '2026-11-24');
  assert.deepEqual(list(null, null), []);
  assert.deepEqual(list(null, createRule('weekly', 1, ['mo', 'th'])), ['2026-11-19', '2026-11-23']);
  assert.equal(list(null, createRule('daily')).length, 7);
  assert.deepEqual(list(null, endRule(createRule('daily'), '2026-11-19')), ['2026-11-18', '2026-11-19']);
  for (const rule of [createRule('weekly'), createRule('weekly', 2, ['mo']), createRule('monthly')])
    assert.deepEqual(list(null, rule), []);
  assert.deepEqual(list('2026-11-10', null), ['2026-11-18']);
  assert.deepEqual(list('2026-11-20', null), ['2026-11-20']);
  assert.deepEqual(list('2026-11-25', null), []);
  assert.deepEqual(list('2026-11-16', createRule('weekly', 1, ['mo', 'th'])), [
    '2026-11-18',
    '2026-11-19',
    '2026-11-23',
  ]);
  assert.deepEqual(list('2026-11-22', createRule('daily')), ['2026-11-22', '2026-11-23', '2026-11-24']);
  assert.deepEqual(list('2026-11-22', endRule(createRule('daily'), '2026-11-23')), ['2026-11-22', '2026-11-23']);
});

test('findDueDay: a recurring to-do that was missed is due today on its days, and anything else on its date', () => {
  const find = (due_date: string | null, recurrence: Recurrence | null) =>
    findDueDay({ due_date, recurrence, anchor_day: null }, '2026-11-18'); // a Wednesday
  assert.equal(find('2026-11-10', createRule('daily')), '2026-11-18');
  assert.equal(find('2026-11-10', createRule('daily', 3)), '2026-11-10');
  assert.equal(find('2026-11-11', createRule('weekly')), '2026-11-18');
  assert.equal(find('2026-11-16', createRule('weekly', 1, ['mo'])), '2026-11-16');
  assert.equal(find('2026-11-16', endRule(createRule('daily'), '2026-11-17')), '2026-11-16');
  assert.equal(find('2026-11-10', null), '2026-11-10');
  assert.equal(find('2026-11-20', createRule('daily')), '2026-11-20');
  assert.equal(find(null, createRule('daily')), null);
});

test('a monthly to-do on the 31st returns to the 31st after shorter months', () => {
  const days = ['2026-12-31'];
  for (let i = 0; i < 6; i += 1)
    days.push(computeNextDueDate(createRule('monthly'), days.at(-1) ?? '', '2026-12-31', 31) ?? '');
  assert.deepEqual(days.slice(1), ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30']);
});

const anyDay = fc
  .integer({ min: 0, max: 365 * 60 })
  .map((days) => Temporal.PlainDate.from('2000-01-01').add({ days }).toString());
const anyWeekdays = fc.subarray([...WEEKDAYS]);
const anyRule: fc.Arbitrary<Recurrence> = fc
  .record({
    freq: fc.constantFrom(...FREQUENCIES),
    interval: fc.integer({ min: 1, max: 365 }),
    by_weekday: anyWeekdays,
    until_date: fc.option(anyDay),
  })
  .map((rule) => (rule.freq === 'weekly' ? rule : { ...rule, by_weekday: [] }));

test('the next due date is later than the last one, not in the past and not after the end of the rule', () => {
  fc.assert(
    fc.property(anyRule, anyDay, anyDay, (rule, lastDay, today) => {
      const next = computeNext(rule, lastDay, today);
      if (next === null) return assert.notEqual(computeNext({ ...rule, until_date: null }, lastDay, today), null);
      assert.ok(next > lastDay && next >= today, `${next} after ${lastDay}, on ${today}`);
      assert.ok(rule.until_date === null || next <= rule.until_date);
    }),
    { numRuns: 2000 },
  );
});

test('a weekly to-do is due on one of its weekdays, in a week that its interval includes', () => {
  fc.assert(
    fc.property(anyRule, anyDay, anyDay, (rule, lastDay, today) => {
      const next = computeNext({ ...rule, until_date: null }, lastDay, today);
      if (next === null || rule.freq !== 'weekly') return;
      const weekday = WEEKDAYS[getWeekday(next) - 1];
      assert.ok(
        rule.by_weekday.length === 0
          ? getWeekday(next) === getWeekday(lastDay)
          : rule.by_weekday.some((candidate) => candidate === weekday),
      );
      const getMonday = (date: string) => Temporal.PlainDate.from(date).subtract({ days: getWeekday(date) - 1 });
      assert.equal((getMonday(lastDay).until(getMonday(next)).days / 7) % rule.interval, 0);
    }),
    { numRuns: 2000 },
  );
});

test('the next due date is the one that a day-by-day search finds', () => {
  const createMatcher = (rule: Recurrence, lastDay: string, anchor: number) => (date: Temporal.PlainDate) => {
    const from = Temporal.PlainDate.from(lastDay);
    const weeks =
      from.subtract({ days: from.dayOfWeek - 1 }).until(date.subtract({ days: date.dayOfWeek - 1 })).days / 7;
    const months = 12 * (date.year - from.year) + date.month - from.month;
    if (rule.freq === 'daily') return from.until(date).days % rule.interval === 0;
    if (rule.freq === 'monthly') return months % rule.interval === 0 && date.day === Math.min(anchor, date.daysInMonth);
    const names = rule.by_weekday.length === 0 ? [WEEKDAYS[from.dayOfWeek - 1]] : rule.by_weekday;
    return weeks % rule.interval === 0 && names.some((name) => name === WEEKDAYS[date.dayOfWeek - 1]);
  };
  const anyCase = fc.tuple(
    anyRule,
    fc.integer({ min: 1, max: 5 }),
    anyDay,
    fc.integer({ min: -40, max: 400 }),
    fc.integer({ min: 0, max: 3 }),
  );
  fc.assert(
    fc.property(anyCase, ([rule, interval, lastDay, daysLater, extraAnchorDays]) => {
      const anchor = Math.min(31, getDayOfMonth(lastDay) + (getDayOfMonth(lastDay) >= 28 ? extraAnchorDays : 0));
      if (Math.min(anchor, Temporal.PlainDate.from(lastDay).daysInMonth) !== getDayOfMonth(lastDay)) return;
      const endlessRule = { ...rule, interval, until_date: null };
      const today = Temporal.PlainDate.from(lastDay).add({ days: daysLater }).toString();
      let date = Temporal.PlainDate.from(lastDay).add({ days: 1 });
      while (date.toString() < today || !createMatcher(endlessRule, lastDay, anchor)(date))
        date = date.add({ days: 1 });
      assert.equal(computeNextDueDate(endlessRule, lastDay, today, anchor), date.toString());
    }),
    { numRuns: 500 },
  );
});
