import type { Language } from '../../core/text/languages.ts';
import { getDateFormatter } from '../../core/time/date-formats.ts';
import type { Day } from '../../core/time/days.ts';
import type { Instant } from '../../core/time/instant.ts';
import { getMessages } from '../../locales/index.ts';

/** "20 Nov"; with the year if `today` is in another year. */
export function formatDay(language: Language, day: Day, today?: Day): string {
  const isOtherYear = today !== undefined && day.slice(0, 4) !== today.slice(0, 4);
  return getDateFormatter(language, isOtherYear ? 'dayWithYear' : 'day').format(Date.parse(day));
}

/** "Friday 20 November" */
export function formatWeekday(language: Language, day: Day): string {
  return getDateFormatter(language, 'weekday').format(Date.parse(day));
}

/** "27 November 2026", of a day or an instant (in UTC). */
export function formatLongDate(language: Language, at: Day | Instant): string {
  return getDateFormatter(language, 'longDate').format(Date.parse(at));
}

/** "20 Nov, 18:04" in a time zone. */
export function formatMoment(language: Language, at: Instant, timeZone: string): string {
  return getDateFormatter(language, 'moment', timeZone).format(Date.parse(at));
}

/** "20 Nov 2026, 08:00 UTC", where the reader's time zone is not known. */
export function formatUtcMoment(language: Language, at: Instant): string {
  return `${getDateFormatter(language, 'utcMoment').format(Date.parse(at))} UTC`;
}

/** "November" */
export function formatMonth(language: Language, day: Day): string {
  return getDateFormatter(language, 'month').format(Date.parse(day));
}

/** "November 2026", of "2026-11" */
export function formatMonthOfYear(language: Language, month: string): string {
  return getDateFormatter(language, 'monthOfYear').format(Date.parse(`${month}-01`));
}

/** The short names of the days of the week, from Monday. */
export function listWeekdayNames(language: Language): string[] {
  const format = getDateFormatter(language, 'shortWeekday');
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(2024, 0, 1 + i))); // 1 January 2024 is a Monday
}

export function formatNumber(language: Language, n: number): string {
  return n.toLocaleString(language);
}

/** "+24", "−2" */
export function formatChange(language: Language, n: number): string {
  return n.toLocaleString(language, { signDisplay: 'exceptZero' });
}

export function formatPercent(language: Language, share: number): string {
  return share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 });
}

/** Seconds as whole minutes; anything above zero is at least one minute. */
export function toWholeMinutes(seconds: number): number {
  return seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0;
}

/** "35 min" */
export function formatMinutes(language: Language, seconds: number): string {
  return toWholeMinutes(seconds).toLocaleString(language, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
}

/** "3 days" */
export function formatDays(language: Language, n: number): string {
  return getMessages(language).panel.parts.days({ count: n });
}
