import type { Language } from '../../../core/text/languages.ts';
import { addDays, type Day, getStartOfWeek } from '../../../core/time/days.ts';
import { toWholeMinutes } from '../../../core/time/instant.ts';
import { type Html, html } from '../../../platform/html.ts';
import { formatMinutes, formatNumber, formatWeekday, listWeekdayNames } from '../format.ts';

interface DayTotals {
  readonly day: Day;
  readonly xp: number;
  readonly seconds: number;
}

/** A bar of the chart. */
interface Bar extends DayTotals {
  readonly label: string;
  readonly isToday: boolean;
  /** The horizontal center of the bar. */
  readonly x: number;
  readonly height: number;
}

/** Dimensions in SVG units. `BASE` is the y coordinate of the bottom of the bars. */
const [WIDTH, HEIGHT, BASE] = [280, 132, 104] as const;
const COLUMN_WIDTH = WIDTH / 7;
const MAX_BAR_HEIGHT = BASE - 24; // leaves space for the number above the bar
/** A bar has the full height only from this amount of XP, so that a week with little XP has low bars. */
const MIN_FULL_HEIGHT_XP = 25;

/** Renders the XP of a week, from Monday, as seven bars. A hidden table contains the same numbers for screen readers. */
export function renderWeekBars(language: Language, today: Day, days: readonly DayTotals[]): Html {
  const bars = computeBars(language, today, days);
  return html`<figure class="week-bars">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true"><path class="axis" d="M0 ${BASE}h${WIDTH}"/>${bars.map((bar) => renderBar(language, bar))}</svg>
<div class="visually-hidden"><table><tbody>${bars.map(({ day, xp, seconds }) => html`<tr><th scope="row">${formatWeekday(language, day)}</th><td>${formatNumber(language, xp)} XP</td><td>${formatMinutes(language, seconds)}</td></tr>`)}</tbody></table></div>
</figure>`;
}

function computeBars(language: Language, today: Day, days: readonly DayTotals[]): Bar[] {
  const monday = getStartOfWeek(today);
  const weekDays = listWeekdayNames(language).map((label, i) => {
    const day = addDays(monday, i);
    const totals = days.find((candidate) => candidate.day === day) ?? { day, xp: 0, seconds: 0 };
    return { ...totals, label, isToday: day === today, x: i * COLUMN_WIDTH + COLUMN_WIDTH / 2 };
  });
  const fullHeightXp = Math.max(MIN_FULL_HEIGHT_XP, ...weekDays.map(({ xp }) => xp));
  const computeHeight = (xp: number) => (xp === 0 ? 4 : Math.max(8, Math.round((xp / fullHeightXp) * MAX_BAR_HEIGHT)));
  return weekDays.map((day) => ({ ...day, height: computeHeight(day.xp) }));
}

function renderBar(language: Language, { xp, seconds, label, isToday, x, height }: Bar): Html {
  const className = `${xp === 0 ? 'none' : ''}${isToday ? ' today' : ''}`;
  return html`<g class="${className}">
${xp > 0 ? html`<text class="value" x="${x}" y="${BASE - height - 7}">${formatNumber(language, xp)}</text>` : ''}
<rect x="${x - 12}" y="${BASE - height}" width="24" height="${height}" rx="${Math.min(6, height / 2)}"/>
<text x="${x}" y="${HEIGHT - 9}">${label}</text>
${toWholeMinutes(seconds) > 0 ? html`<title>${formatMinutes(language, seconds)}</title>` : ''}
</g>`;
}
