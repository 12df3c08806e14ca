import { localize } from '../../content/index.ts';
import { type Language, toLanguage } from '../../core/text/languages.ts';
import { getDateFormatter } from '../../core/time/date-formats.ts';
import type { Day } from '../../core/time/days.ts';
import { type Instant, toWholeMinutes } from '../../core/time/instant.ts';
import { findPracticeTitle, findRepairedQuiz } from '../../features/learning/index.ts';
import { localized } from '../../locales/index.ts';
import type { PageRequest } from '../endpoints.ts';

/** Formats a day: "20 Nov". */
export function formatDay(language: Language, day: Day): string {
  return getDateFormatter(language, 'day').format(Date.parse(day));
}

/** Formats days in their order, each once, with how often it occurs: "28 Jan, 30 Jan (2)". */
export function formatDays(language: Language, days: readonly Day[]): string {
  const counts = new Map<Day, number>();
  for (const day of days.toSorted()) counts.set(day, (counts.get(day) ?? 0) + 1);
  return [...counts]
    .map(([day, count]) => (count > 1 ? `${formatDay(language, day)}\u00a0(${count})` : formatDay(language, day)))
    .join(', ');
}

/** Joins details with dots, with which no line begins: "26 Nov · 10 XP". */
export function joinDetails(details: readonly (string | null | undefined)[]): string {
  return details.filter(Boolean).join('\u00a0· ');
}

/** Binds each number to the next word, so that no line ends between them: "25 XP". */
export function bindNumbers(text: string): string {
  return text.replaceAll(/(\d) /g, '$1\u00a0');
}

/** Formats a day with its weekday: "Friday 20 November". */
export function formatWeekday(language: Language, day: Day): string {
  return getDateFormatter(language, 'weekdayWithDate').format(Date.parse(day));
}

/** Formats the weekday of a day: "Fri". */
export function formatShortWeekday(language: Language, day: Day): string {
  return getDateFormatter(language, 'shortWeekday').format(Date.parse(day));
}

/** Formats a day, or the UTC day of an instant: "27 November 2026". */
export function formatLongDate(language: Language, at: Day | Instant): string {
  return getDateFormatter(language, 'longDate').format(Date.parse(at));
}

/** Formats an instant in a time zone: "20 Nov, 18:04". */
export function formatDateTime(language: Language, at: Instant, timeZone: string): string {
  return getDateFormatter(language, 'dateTime', timeZone).format(Date.parse(at));
}

/** Formats the time of an instant in a time zone: "18:04". */
export function formatTime(language: Language, at: Instant, timeZone: string): string {
  return getDateFormatter(language, 'time', timeZone).format(Date.parse(at));
}

/** Formats an instant in the time zone of the reader: "20 Nov 2026, 10:00", or "20 Nov 2026, 08:00 UTC" if it is not known. */
export function formatInstant(language: Language, at: Instant, timeZone: string): string {
  const time = getDateFormatter(language, 'dateTimeWithYear', timeZone).format(Date.parse(at));
  return timeZone === 'UTC' ? `${time} UTC` : time;
}

/** Formats the month of a day: "Nov". */
export function formatShortMonth(language: Language, day: Day): string {
  return getDateFormatter(language, 'shortMonth').format(Date.parse(day));
}

/** Lists the short names of the days of the week, from Monday. */
export function listWeekdayNames(language: Language): string[] {
  const format = getDateFormatter(language, 'shortWeekday');
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(2024, 0, 1 + i))); // 1 January 2024 is a Monday
}

/** Lists the initials of the days of the week, from Monday, for charts whose columns stay narrow when the text is large. */
export function listWeekdayInitials(language: Language): string[] {
  const format = getDateFormatter(language, 'narrowWeekday');
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(2024, 0, 1 + i)));
}

/** Formats the title of a task of a pack, a repair, or of what `findPracticeTitle` knows. What the packs no longer contain has only its id. */
export function formatTaskTitle({ ctx, locale }: Pick<PageRequest, 'ctx' | 'locale'>, taskId: string): string {
  const content = ctx.content.current;
  const title = content.tasks.get(taskId)?.title ?? findPracticeTitle(taskId);
  if (title) return localize(title, locale).text;
  const repairedQuiz = findRepairedQuiz(content, taskId);
  if (!repairedQuiz) return taskId;
  return localized.learning.repair.title({ title: localize(repairedQuiz.title, locale).text })[toLanguage(locale)];
}

/** Formats what a task asks for; an empty text if the packs no longer contain the task. */
export function formatTaskInstructions({ ctx, locale }: PageRequest, taskId: string): string {
  const task = ctx.content.current.tasks.get(taskId);
  return task ? localize(task.instructions, locale).text : '';
}

export function formatNumber(language: Language, value: number): string {
  return value.toLocaleString(language);
}

/** Formats a number with its sign: "+24" or "−2". */
export function formatChange(language: Language, value: number): string {
  return value.toLocaleString(language, { signDisplay: 'exceptZero' });
}

export function formatPercent(language: Language, share: number): string {
  return share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 });
}

/** Formats a duration in seconds as minutes: "35 min". */
export function formatMinutes(language: Language, seconds: number): string {
  return toWholeMinutes(seconds).toLocaleString(language, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
}
