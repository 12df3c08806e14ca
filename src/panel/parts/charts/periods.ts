import type { ProgressOverview, WeekSummary } from '../../../features/progress/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { PageRequest } from '../../endpoints.ts';
import { formatMinutes, formatNumber } from '../format.ts';
import { renderWeekBars } from './week-bars.ts';

interface PeriodOptions {
  /** Whether the page tells elsewhere that nothing has happened today. */
  readonly hidesEmptyDay?: boolean;
  /** What was done today besides the tasks that take minutes, in words. */
  readonly doneToday?: readonly string[];
}

/**
 * Renders today next to the same weekday last week, the week next to last week up to the same weekday, and the days of the week. What
 * would say nothing is left out: a comparison with nothing, a week that was only today, and bars without XP. That there is nothing yet
 * is said once: for today, or else for the week.
 */
export function renderPeriods(
  request: PageRequest,
  overview: ProgressOverview,
  size: 'full' | 'compact',
  { hidesEmptyDay = false, doneToday = [] }: PeriodOptions = {},
): Html {
  const { language } = request;
  const t = request.t.children.cards;
  const { today, thisDay, sameDayLastWeek, thisWeek, lastWeekSoFar, daysOfWeek } = overview;
  const formatPeriod = ({ seconds, xp }: WeekSummary, done: readonly string[] = []) =>
    [
      ...(seconds > 0 ? [formatMinutes(language, seconds)] : []),
      ...done,
      ...(xp === 0 ? [] : [`${formatNumber(language, xp)} XP`]),
    ].join(' · ');
  const renderPeriod = (period: Period) =>
    html`<div${period.isLarge ? html` class="this-day"` : ''}><dt>${period.label}</dt><dd><b>${period.value}</b>${period.comparison && html` <span class="hint">${period.comparison}</span>`}</dd></div>`;
  const [dayText, dayBefore] = [formatPeriod(thisDay, doneToday), formatPeriod(sameDayLastWeek)];
  const [weekText, weekBefore] = [formatPeriod(thisWeek), formatPeriod(lastWeekSoFar)];
  const hasDay = dayText !== '' || (!hidesEmptyDay && dayBefore !== '');
  const day: Period = {
    label: t.today,
    value: dayText || t.nothing,
    comparison: dayBefore && t.sameDay({ value: dayBefore }),
    isLarge: thisDay.seconds > 0,
  };
  const week: Period = {
    label: t.thisWeek,
    value: weekText || (hasDay || hidesEmptyDay ? '' : t.nothing),
    comparison: weekBefore && t.soFar({ value: weekBefore }),
    isLarge: false,
  };
  const isOnlyToday = hasDay && weekText === dayText && weekBefore === '';
  const periods = [
    ...(hasDay ? [day] : []),
    ...(isOnlyToday || (week.value === '' && week.comparison === '') ? [] : [week]),
  ];
  const hasBars = daysOfWeek.some(({ xp, rest }) => xp > 0 || rest !== null);
  return html`${periods.length > 0 ? html`<dl class="periods">${periods.map(renderPeriod)}</dl>` : ''}
${hasBars ? renderWeekBars(request, today, daysOfWeek, size) : ''}`;
}

interface Period {
  readonly label: string;
  readonly value: string;
  readonly comparison: string;
  /** Whether the number is larger than the others. */
  readonly isLarge: boolean;
}
