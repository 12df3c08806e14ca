import type { CalendarDay } from '../../../typescript/src/index.ts';

const DAY_MS = 86_400_000;

/** Adds `count` months, which may be negative, to a month. The month and the result are YYYY-MM. */
export function addMonths(month: string, count: number): string {
  const [year = 0, monthNumber = 0] = month.split('-').map(Number);
  const totalMonths = year * 12 + monthNumber - 1 + count;
  return `${String(Math.floor(totalMonths / 12)).padStart(4, '0')}-${String((totalMonths % 12) + 1).padStart(2, '0')}`;
}

/** Groups the days of a month into weeks that begin on Monday. Days outside the month are undefined. */
export function groupByWeek(days: readonly CalendarDay[]): (CalendarDay | undefined)[][] {
  const cells: (CalendarDay | undefined)[] = [...Array(getWeekday(days[0]?.day ?? '')).fill(undefined), ...days];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => cells[week * 7 + weekday]),
  );
}

/** Lists the days of the week that contains `day`, from Monday to Sunday, as YYYY-MM-DD. */
export function listDaysOfWeek(day: string): string[] {
  return Array.from({ length: 7 }, (_, weekday) => addDays(day, weekday - getWeekday(day)));
}

function addDays(day: string, count: number): string {
  return new Date(parseDay(day).getTime() + count * DAY_MS).toISOString().slice(0, 10);
}

/** The index of the day of the week: 0 for Monday, 6 for Sunday. */
function getWeekday(day: string): number {
  return (parseDay(day).getUTCDay() + 6) % 7;
}

/** Returns midnight UTC of a day (YYYY-MM-DD), so that it can be formatted in UTC. */
export function parseDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/**
 * Whether a day is shown as a rest day. Today and later days are not, even in a pause, because the child may still learn on
 * them.
 */
export function isRestDay({ day, rest }: CalendarDay, today: string): boolean {
  return rest !== null && day < today;
}
