import { countDaysBetween, type Day, getStartOfWeek } from '../../../core/time/days.ts';
import type { CalendarDay } from '../../../features/progress/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { PageRequest } from '../../endpoints.ts';
import { formatMinutes, formatNumber, formatWeekday, listWeekdayInitials } from '../format.ts';
import { renderRestDays } from './calendar.ts';

/** A bar has the full height only from this amount of XP, so that a week with little XP has low bars. */
const MIN_FULL_HEIGHT_XP = 25;

/**
 * Renders the XP of the last seven days as bars with numbers. A day that kept the streak without activity has a sign instead. A
 * hidden table contains the same numbers for screen readers. The numbers and names around the bars are ordinary text, which grows with
 * the text of the page.
 */
export function renderWeekBars({ language, t }: PageRequest, today: Day, days: readonly CalendarDay[]): Html {
  const fullHeightXp = Math.max(MIN_FULL_HEIGHT_XP, ...days.map(({ xp }) => xp));
  const initials = listWeekdayInitials(language);
  const bars = days.map(({ day, xp, rest }) => {
    const label = initials[countDaysBetween(getStartOfWeek(day), day)] ?? '';
    const height = xp === 0 ? 4 : Math.max(8, Math.round((100 * xp) / fullHeightXp));
    const value = xp > 0 ? formatNumber(language, xp) : rest ? html`<i class="day ${rest}"></i>` : '';
    return html`<div class="bar${xp === 0 ? ' none' : ''}${day === today ? ' today' : ''}"><span class="value">${value}</span><svg viewBox="0 0 24 100" preserveAspectRatio="none"><rect y="${100 - height}" width="24" height="${height}"/></svg><span>${label}</span></div>`;
  });
  return html`<figure class="week-bars">
<div class="bars" aria-hidden="true">${bars}</div>
<div class="visually-hidden"><table><tbody>${days.map(({ day, xp, seconds }) => html`<tr><th scope="row">${formatWeekday(language, day)}</th><td>${formatNumber(language, xp)} XP</td><td>${formatMinutes(language, seconds)}</td></tr>`)}</tbody></table></div>
<figcaption><span>${t.children.cards.lastDays}</span>${renderRestDays(t, days)}</figcaption></figure>`;
}
