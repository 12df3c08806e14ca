import { countDaysBetween, getStartOfWeek } from '../../../core/time/days.ts';
import type { ProgressOverview, WeekSummary } from '../../../features/progress/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { PageRequest } from '../../endpoints.ts';
import { formatMinutes, formatNumber } from '../format.ts';
import { renderWeekBars } from './week-bars.ts';

/**
 * Renders today next to the same weekday last week, the week next to last week up to the same weekday, and, if `size` is full, the last
 * seven days as bars. Early in the week, last week stands there as a whole. What would say nothing is left out: a comparison with
 * nothing, a week that was only today, as on a Monday, and bars without XP. `doneToday` is what was done besides the tasks that take
 * minutes, in words, and `titles` the titles of those tasks.
 */
export function renderPeriods(
  request: PageRequest,
  overview: ProgressOverview,
  size: 'full' | 'compact',
  doneToday: readonly string[] = [],
  titles = '',
): Html {
  const { language } = request;
  const t = request.t.children.cards;
  const { today, thisDay, sameDayLastWeek, thisWeek, lastWeek, lastWeekSoFar, lastDays } = overview;
  const formatPeriod = ({ seconds, xp, todoXp }: WeekSummary, done: readonly string[] = []) =>
    [
      ...(seconds > 0 ? [formatMinutes(language, seconds)] : []),
      ...done,
      ...(xp > todoXp ? [`${formatNumber(language, xp - todoXp)} XP`] : []),
      ...(todoXp > 0 ? [t.todoXp({ xp: formatNumber(language, todoXp) })] : []),
    ].join(' · ');
  const renderPeriod = (period: Period) =>
    html`<div class="${period.className}"><dt>${period.label}</dt><dd><b>${period.value}</b>${period.titles && html` <span class="done-today">${period.titles}</span>`}${period.comparison && html` <span class="hint">${period.comparison}</span>`}</dd></div>`;
  /** Minutes alone are compared, or else XP. */
  const formatBefore = ({ seconds, xp }: WeekSummary) =>
    seconds > 0 ? formatMinutes(language, seconds) : xp > 0 ? `${formatNumber(language, xp)} XP` : '';
  const isFull = size === 'full';
  const [dayText, dayBefore] = [formatPeriod(thisDay, doneToday), formatBefore(sameDayLastWeek)];
  const [weekText, weekBefore] = [formatPeriod(thisWeek), formatBefore(lastWeekSoFar)];
  const hasDay = dayText !== '' || dayBefore !== '';
  const day: Period = {
    label: t.today,
    value: dayText || t.nothing,
    comparison: dayBefore && t.sameDay({ value: dayBefore }),
    titles,
    className: dayText === '' ? 'empty-day' : 'this-day',
  };
  const week: Period = {
    label: t.thisWeek,
    value: weekText || t.nothing,
    comparison: weekBefore && t.soFar({ value: weekBefore }),
    titles: '',
    className: '',
  };
  const weekday = countDaysBetween(getStartOfWeek(today), today); // 0 on a Monday
  const isOnlyToday = hasDay && (weekday === 0 || (weekText === dayText && weekBefore === ''));
  const isEmptyWeek = weekText === '' && !isFull;
  const lastText = weekday < EARLY_DAYS ? formatPeriod(lastWeek) : '';
  const last: Period = { label: t.lastWeek, value: lastText, comparison: '', titles: '', className: '' };
  const periods = [
    ...(hasDay ? [day] : []),
    ...(isOnlyToday || (isEmptyWeek && lastText) ? [] : [week]),
    ...(lastText ? [last] : []),
  ];
  const hasBars = isFull && lastDays.some(({ xp, rest }) => xp > 0 || rest !== null);
  return html`<dl class="periods">${periods.map(renderPeriod)}</dl>
${hasBars ? renderWeekBars(request, today, lastDays) : ''}`;
}

/** On Monday and Tuesday, a week says little yet. */
const EARLY_DAYS = 2;

interface Period {
  readonly label: string;
  readonly value: string;
  readonly comparison: string;
  readonly titles: string;
  readonly className: string;
}
