import { addDays, type Day } from '../../../core/time/days.ts';

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export const WEEKDAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const;

/** How a to-do recurs: every `interval` days, weeks or months. `by_weekday` is only for weekly to-dos (gap 44). */
export interface Recurrence {
  readonly freq: (typeof FREQUENCIES)[number];
  readonly interval: number;
  readonly by_weekday: readonly (typeof WEEKDAYS)[number][];
  readonly until_date: Day | null;
}

/** The day of the month, 1 to 31. */
export function getDayOfMonth(day: Day): number {
  return Number(day.slice('yyyy-mm-'.length));
}

/** No to-do is due later than this (gap 43). */
export const MAX_DUE_DATE: Day = '2999-12-31';

/**
 * The due date of the next occurrence: the first date of the rule that is later than the last due date, `lastDay`, and not
 * before `earliestDay`, so that the next occurrence of a to-do that was open for weeks is not overdue immediately. Returns
 * null when the rule has ended (gap 45). `anchorDay` is the day of the month on which a monthly to-do is due. Days are local
 * dates, which clock changes do not affect.
 */
export function computeNextDueDate(rule: Recurrence, lastDay: Day, earliestDay: Day, anchorDay: number): Day | null {
  const lastDate = Temporal.PlainDate.from(lastDay);
  const earliestDate = pickLater(lastDate.add({ days: 1 }), Temporal.PlainDate.from(earliestDay));
  const nextDate = findNextDate(rule, lastDate, earliestDate, anchorDay);
  const lastAllowedDay = rule.until_date !== null && rule.until_date < MAX_DUE_DATE ? rule.until_date : MAX_DUE_DATE;
  return Temporal.PlainDate.compare(nextDate, lastAllowedDay) <= 0 ? nextDate.toString() : null;
}

/**
 * The days from `today` through `lastDay` on which a to-do is or will be due. An overdue to-do is due today. One without a date is due
 * on the weekdays of its rule, or every day; otherwise on no day.
 */
export function listDueDays(
  todo: { readonly recurrence: Recurrence | null; readonly due_date: Day | null; readonly anchor_day: number | null },
  today: Day,
  lastDay: Day,
): Day[] {
  const { recurrence, due_date, anchor_day } = todo;
  if (due_date === null) return recurrence ? listDaysOfRule(recurrence, today, lastDay) : [];
  const days: Day[] = [];
  let day: Day | null = due_date < today ? today : due_date;
  let previousDay = due_date;
  while (day !== null && day <= lastDay) {
    days.push(day);
    const earliestDay = addDays(day, 1);
    day = recurrence && computeNextDueDate(recurrence, previousDay, earliestDay, anchor_day ?? getDayOfMonth(due_date));
    previousDay = day ?? previousDay;
  }
  return days;
}

/**
 * The day on which an open to-do is due. The days that a recurring one has missed do not add up: on each of its days it is due that day.
 */
export function findDueDay(
  { recurrence, due_date, anchor_day }: Parameters<typeof listDueDays>[0],
  today: Day,
): Day | null {
  if (due_date === null || recurrence === null || due_date >= today) return due_date;
  const nextDay = computeNextDueDate(recurrence, due_date, today, anchor_day ?? getDayOfMonth(due_date));
  return nextDay === today ? today : due_date;
}

/** The days of a rule whose first day is not known. */
function listDaysOfRule({ freq, interval, by_weekday, until_date }: Recurrence, today: Day, lastDay: Day): Day[] {
  if (interval > 1 || freq === 'monthly') return [];
  const days: Day[] = [];
  for (let day = today; day <= lastDay && day <= (until_date ?? lastDay); day = addDays(day, 1)) {
    const weekday = WEEKDAYS[Temporal.PlainDate.from(day).dayOfWeek - 1];
    if (freq === 'daily' || by_weekday.some((other) => other === weekday)) days.push(day);
  }
  return days;
}

function findNextDate(
  rule: Recurrence,
  lastDate: Temporal.PlainDate,
  earliestDate: Temporal.PlainDate,
  anchorDay: number,
) {
  const { freq, interval, by_weekday } = rule;
  if (freq === 'daily') return findNextByDays(interval, lastDate, earliestDate);
  if (freq === 'monthly') return findNextByMonths(interval, anchorDay, lastDate, earliestDate);
  if (by_weekday.length === 0) return findNextByDays(7 * interval, lastDate, earliestDate);
  return findNextByWeekdays(rule, lastDate, earliestDate);
}

function findNextByDays(interval: number, lastDate: Temporal.PlainDate, earliestDate: Temporal.PlainDate) {
  return lastDate.add({ days: roundUpToMultiple(interval, lastDate.until(earliestDate).days) });
}

/**
 * The first weekday of `by_weekday` from `earliestDate` on, in every `interval`-th week after the week of `lastDate`. Weeks begin on
 * Monday.
 */
function findNextByWeekdays(
  { interval, by_weekday }: Recurrence,
  lastDate: Temporal.PlainDate,
  earliestDate: Temporal.PlainDate,
) {
  const monday = lastDate.subtract({ days: lastDate.dayOfWeek - 1 });
  const weekOffset = roundUpToMultiple(interval, Math.floor(monday.until(earliestDate).days / 7));
  const listDayOffsets = (week: number) =>
    WEEKDAYS.flatMap((name, i) => (by_weekday.includes(name) ? week * 7 + i : []));
  const dayOffsets = [...listDayOffsets(weekOffset), ...listDayOffsets(weekOffset + interval)]; // in days after `monday`
  const nextDate = dayOffsets.map((days) => monday.add({ days })).find((date) => isNotBefore(date, earliestDate));
  if (!nextDate) throw new Error('Two consecutive weeks of the rule contain none of its weekdays.');
  return nextDate;
}

/**
 * The first anchor day from `earliestDate` on, in every `interval`-th month after the month of `lastDate`. A month that is too
 * short for the anchor day has its last day instead.
 */
function findNextByMonths(
  interval: number,
  anchorDay: number,
  lastDate: Temporal.PlainDate,
  earliestDate: Temporal.PlainDate,
) {
  const getDateInMonth = (monthOffset: number) =>
    lastDate.with({ day: 1 }).add({ months: monthOffset }).with({ day: anchorDay });
  const monthOffset = roundUpToMultiple(
    interval,
    12 * (earliestDate.year - lastDate.year) + earliestDate.month - lastDate.month,
  );
  const nextDate = getDateInMonth(monthOffset);
  return isNotBefore(nextDate, earliestDate) ? nextDate : getDateInMonth(monthOffset + interval);
}

/** The first multiple of `interval` that is not below `distance`. */
function roundUpToMultiple(interval: number, distance: number): number {
  return Math.ceil(distance / interval) * interval;
}

function isNotBefore(date: Temporal.PlainDate, earliestDate: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(date, earliestDate) >= 0;
}

function pickLater(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) > 0 ? a : b;
}
