import { dateLocale, type Language } from '../text/languages.ts';

const STYLES = {
  day: { day: 'numeric', month: 'short' },
  dayWithYear: { day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  shortWeekday: { weekday: 'short' },
  longDate: { dateStyle: 'long' },
  longMoment: { dateStyle: 'long', timeStyle: 'short' },
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  utcMoment: { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' },
  month: { month: 'long' },
  monthOfYear: { year: 'numeric', month: 'long' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Creating a formatter takes longer than drawing a page, so they are cached: one per language, style and time zone. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 2000;

/** The formatter of dates and times for the pages, emails and messages in a language. */
export function dateFormat(language: Language, style: keyof typeof STYLES, timeZone = 'UTC'): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${style}`;
  const cached = formats.get(key);
  if (cached) return cached;
  if (formats.size >= MAX_FORMATS) formats.clear();
  const created = new Intl.DateTimeFormat(dateLocale(language), { ...STYLES[style], timeZone });
  formats.set(key, created);
  return created;
}
