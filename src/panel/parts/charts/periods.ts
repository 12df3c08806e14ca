import type { ProgressOverview, WeekSummary } from '../../../features/progress/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { PageRequest } from '../../endpoints.ts';
import { formatMinutes, formatNumber } from '../format.ts';
import { renderWeekBars } from './week-bars.ts';

/**
 * Renders today next to the same weekday last week, the week next to last week up to the same weekday, and the days of the week. Where
 * both sides are nothing, there is nothing to compare. That there is nothing yet is said once: for today, or else for the week.
 * `hidesEmptyDay` says that the page tells it elsewhere.
 */
export function renderPeriods(
  request: PageRequest,
  overview: ProgressOverview,
  size: 'full' | 'compact',
  hidesEmptyDay = false,
): Html {
  const { language } = request;
  const t = request.t.children.cards;
  const { today, thisDay, sameDayLastWeek, thisWeek, lastWeekSoFar, daysOfWeek } = overview;
  const formatPeriod = ({ seconds, xp }: WeekSummary, none: string) =>
    [
      ...(seconds > 0 ? [formatMinutes(language, seconds)] : []),
      ...(xp === 0 ? [] : [`${formatNumber(language, xp)} XP`]),
    ].join(' · ') || none;
  const isNothing = ({ seconds, xp }: WeekSummary) => seconds === 0 && xp === 0;
  const hasDay = !isNothing(thisDay) || (!hidesEmptyDay && !isNothing(sameDayLastWeek));
  const day = hasDay
    ? html`<div${thisDay.seconds > 0 ? html` class="this-day"` : ''}><dt>${t.today}</dt><dd><b>${formatPeriod(thisDay, t.nothing)}</b> <span class="hint">${t.sameDay({ value: formatPeriod(sameDayLastWeek, t.none) })}</span></dd></div>`
    : '';
  const thisWeekText = formatPeriod(thisWeek, hasDay || hidesEmptyDay ? '' : t.nothing);
  const lastWeekText =
    isNothing(thisWeek) && isNothing(lastWeekSoFar)
      ? ''
      : html` <span class="hint">${t.soFar({ value: formatPeriod(lastWeekSoFar, t.none) })}</span>`;
  const week =
    thisWeekText || lastWeekText ? html`<div><dt>${t.thisWeek}</dt><dd>${thisWeekText}${lastWeekText}</dd></div>` : '';
  return html`${
    day || week
      ? html`<dl class="periods">${day}
${week}
</dl>`
      : ''
  }
${renderWeekBars(request, today, daysOfWeek, size)}`;
}
