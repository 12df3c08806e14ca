import type { Day } from '../../core/days.ts';
import type { Instant } from '../../core/instant.ts';
import { dateLocale, type Language } from '../../core/languages.ts';
import { messages } from '../../locales/index.ts';

/** "20 Nov", and with its year when that is not the one of `today`. */
export function formatDay(language: Language, day: Day, today?: Day): string {
  const isOtherYear = today !== undefined && day.slice(0, 4) !== today.slice(0, 4);
  return formatOf(language, 'UTC', isOtherYear ? 'dayWithYear' : 'day').format(Date.parse(day));
}

/** "Friday 20 November" */
export function formatLongDay(language: Language, day: Day): string {
  return formatOf(language, 'UTC', 'wholeDay').format(Date.parse(day));
}

/** "20 Nov, 18:04" on the clocks of a zone. */
export function formatMoment(language: Language, at: Instant, zone: string): string {
  return formatOf(language, zone, 'moment').format(Date.parse(at));
}

/** "November" */
export function formatMonth(language: Language, day: Day): string {
  return formatOf(language, 'UTC', 'month').format(Date.parse(day));
}

/** The days of the week from Monday, as short as the language has them. */
export function weekdays(language: Language, style: 'narrow' | 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(dateLocale(language), { weekday: style, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(2024, 0, 1 + i))); // a Monday
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

/** Whole minutes; what is more than nothing is at least one. */
export function wholeMinutes(seconds: number): number {
  return seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0;
}

/** "35 min" */
export function formatMinutes(language: Language, seconds: number): string {
  return wholeMinutes(seconds).toLocaleString(language, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
}

/** "3 days" */
export function formatDays(language: Language, n: number): string {
  return messages(language).panel.parts.days({ count: n });
}

const STYLES = {
  day: { day: 'numeric', month: 'short' },
  dayWithYear: { day: 'numeric', month: 'short', year: 'numeric' },
  wholeDay: { weekday: 'long', day: 'numeric', month: 'long' },
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  month: { month: 'long' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making one costs more than a page; there are as many as zones that families live in. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATS = 2000;

function formatOf(language: Language, timeZone: string, style: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${style}`;
  const known = formats.get(key);
  if (known) return known;
  if (formats.size >= MOST_FORMATS) formats.clear();
  const made = new Intl.DateTimeFormat(dateLocale(language), { ...STYLES[style], timeZone });
  formats.set(key, made);
  return made;
}
