import { type Language, toDateLocale } from '../text/languages.ts';
import { addDays, type Day } from './days.ts';
import type { Instant } from './instant.ts';

const STYLES = {
  day: { day: 'numeric', month: 'short' },
  weekdayWithDate: { weekday: 'long', day: 'numeric', month: 'long' },
  shortWeekday: { weekday: 'short' },
  narrowWeekday: { weekday: 'narrow' },
  longDate: { dateStyle: 'long' },
  longDateTime: { dateStyle: 'long', timeStyle: 'short' },
  offset: { timeZoneName: 'shortOffset' },
  dateTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  dateTimeWithYear: { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' },
  shortMonth: { month: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A formatter per language, style and time zone. Formatters are cached, because creating one is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>();
/** When the cache is full, it is cleared. Clients choose the time zones, so the size of the cache needs a limit. */
const MAX_FORMATTERS = 2000;

/** Returns the formatter of dates and times for the pages, emails and messages in a language. */
export function getDateFormatter(
  language: Language,
  style: keyof typeof STYLES,
  timeZone = 'UTC',
): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${style}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  const formatter = new Intl.DateTimeFormat(toDateLocale(language), { ...STYLES[style], timeZone });
  formatters.set(key, formatter);
  return formatter;
}

/**
 * Formats an instant with the offset of the time zone: "20 November 2026 at 10:00 GMT+2", or "20 November 2026 at 08:00 UTC". The
 * offset is necessary because the reader may be in another time zone.
 */
export function formatTimeWithOffset(language: Language, at: Instant, timeZone = 'UTC'): string {
  const date = new Date(at);
  const time = getDateFormatter(language, 'longDateTime', timeZone).format(date);
  const parts = getDateFormatter(language, 'offset', timeZone).formatToParts(date);
  const offset = timeZone === 'UTC' ? timeZone : parts.find(({ type }) => type === 'timeZoneName')?.value;
  return `${time} ${offset}`;
}

/** Formats the week that begins on a Monday: "16 – 22 November 2026". */
export function formatWeek(language: Language, monday: Day): string {
  return getDateFormatter(language, 'longDate').formatRange(new Date(monday), new Date(addDays(monday, 6)));
}
