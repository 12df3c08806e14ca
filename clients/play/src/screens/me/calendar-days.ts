import type { Calendar, CalendarDay } from '../../../../typescript/src/index.ts';
import { fetchData } from '../../api/requests.ts';
import { language } from '../../messages.ts';
import { isRestDay, parseDay } from '../../rules/calendar.ts';

/**
 * Fetches the calendar of a month, YYYY-MM. The current month is fetched without `month`, so that its data is always cached
 * under the same key.
 */
export function fetchCalendar(month?: string): Promise<Calendar> {
  return fetchData('/app/users/me/calendar', month === undefined ? {} : { query: { month } });
}

/** The CSS classes of a day. */
export function getDayClasses(day: CalendarDay, today: string): string {
  const stateClass = day.active ? 'active' : isRestDay(day, today) ? 'rest' : '';
  return `day ${stateClass} ${day.day === today ? 'today' : ''}`;
}

/** Whether a day can be part of a streak, because the child learned on it or it was a rest day. */
export function isStreakDay(day: CalendarDay, today: string): boolean {
  return day.active || isRestDay(day, today);
}

/** Formats a day (YYYY-MM-DD) in the language of the child. */
export function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  const locale = language.value === 'en' ? 'en-GB' : language.value; // the day comes before the month, as in the panel
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(parseDay(day));
}
