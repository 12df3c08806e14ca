import type { Language } from '../../../core/text/languages.ts';
import { addDays, countDaysBetween, type Day, getStartOfWeek } from '../../../core/time/days.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { PageRequest } from '../../endpoints.ts';
import { formatDay, formatMonth, listWeekdayNames } from '../format.ts';

interface DayActivity {
  readonly day: Day;
  readonly xp: number;
  readonly active: boolean;
}

/**
 * Dimensions in SVG units. `LEFT` and `TOP` leave space for the names of days and months. `CELL` includes the gap
 * to the next cell.
 */
const [LEFT, TOP, CELL] = [34, 20, 24] as const;
const WEEK_COUNT = 12;
/** The XP from which a day has the second and the third intensity. */
const [MEDIUM_INTENSITY_XP, HIGH_INTENSITY_XP] = [20, 60] as const;

/** Returns the first day of the calendar: the Monday eleven weeks before this week. */
export function getCalendarStart(today: Day): Day {
  return addDays(getStartOfWeek(today), -7 * (WEEK_COUNT - 1));
}

/** Renders a calendar of twelve weeks, one column each. Days with more XP have a more intense color. */
export function renderCalendar({ t, language }: PageRequest, today: Day, days: readonly DayActivity[]): Html {
  const start = getCalendarStart(today);
  const activeDays = days.filter(({ day, active }) => active && day >= start && day <= today);
  const xpByDay = new Map(activeDays.map(({ day, xp }) => [day, xp]));
  const cells = Array.from({ length: countDaysBetween(start, today) + 1 }, (_, i) => {
    const day = addDays(start, i);
    return html`<rect class="intensity-${computeColorIntensity(xpByDay.get(day))}${day === today ? ' today' : ''}" x="${LEFT + Math.floor(i / 7) * CELL}" y="${TOP + (i % 7) * CELL}" width="20" height="20" rx="5"/>`;
  });
  const monthLabels = Array.from({ length: WEEK_COUNT }, (_, weekIndex) =>
    renderMonthLabel(language, start, weekIndex),
  );
  const weekdayLabels = listWeekdayNames(language).map((name, i) =>
    i % 2 === 0 ? html`<text x="0" y="${TOP + i * CELL + 15}">${name}</text>` : '',
  );
  const label = t.parts.calendar({
    days: t.parts.days({ count: activeDays.length }),
    from: formatDay(language, start),
    until: formatDay(language, today),
  });
  return html`<figure class="calendar"><svg viewBox="0 0 ${LEFT + WEEK_COUNT * CELL} ${TOP + 7 * CELL}" role="img" aria-label="${label}">${monthLabels}${weekdayLabels}${cells}</svg>
<figcaption>${label}</figcaption></figure>`;
}

/** Returns the intensity of a day's color, from 0 to 3. `xp` is undefined for a day without activity. */
function computeColorIntensity(xp: number | undefined): number {
  if (xp === undefined) return 0;
  if (xp < MEDIUM_INTENSITY_XP) return 1;
  return xp < HIGH_INTENSITY_XP ? 2 : 3;
}

/** Renders the name of a month above the first column that begins in it, if there is space before the next name or the edge. */
function renderMonthLabel(language: Language, start: Day, weekIndex: number): Html | string {
  const monday = addDays(start, 7 * weekIndex);
  // If the first column begins after the 14th, the next month's name would be too close.
  const isLabeled =
    weekIndex === 0 ? Number(monday.slice(8)) <= 14 : monday.slice(5, 7) !== addDays(monday, -7).slice(5, 7);
  if (!isLabeled || weekIndex > WEEK_COUNT - 2) return '';
  return html`<text x="${LEFT + weekIndex * CELL}" y="12">${formatMonth(language, monday)}</text>`;
}
