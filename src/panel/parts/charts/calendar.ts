import type { Language } from '../../../core/text/languages.ts';
import { addDays, countDaysBetween, type Day, getStartOfWeek } from '../../../core/time/days.ts';
import { getMessages } from '../../../locales/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { formatDay, formatDays, formatMonth, listWeekdayNames } from '../format.ts';

interface DayActivity {
  readonly day: Day;
  readonly xp: number;
  readonly active: boolean;
}

/** Sizes in SVG units. `LEFT` and `TOP` leave room for the names of days and months. */
const [LEFT, TOP, CELL] = [34, 20, 24] as const;
const WEEKS = 12;

/** The first day of the calendar: the Monday eleven weeks before this week. */
export function findCalendarStart(today: Day): Day {
  return addDays(getStartOfWeek(today), -7 * (WEEKS - 1));
}

/** A calendar of twelve weeks, one column each. Days with more XP have a stronger colour. */
export function renderCalendar(language: Language, today: Day, days: readonly DayActivity[]): Html {
  const start = findCalendarStart(today);
  const activeDays = days.filter((day) => day.active && day.day >= start && day.day <= today);
  const xpByDay = new Map(activeDays.map(({ day, xp }) => [day, xp]));
  const cells = Array.from({ length: countDaysBetween(start, today) + 1 }, (_, i) => {
    const day = addDays(start, i);
    return html`<rect class="strength-${computeColorStrength(xpByDay.get(day))}${day === today ? ' today' : ''}" x="${LEFT + Math.floor(i / 7) * CELL}" y="${TOP + (i % 7) * CELL}" width="20" height="20" rx="5"/>`;
  });
  const months = Array.from({ length: WEEKS }, (_, week) => renderMonthLabel(language, start, week));
  const weekdays = listWeekdayNames(language).map((name, i) =>
    i % 2 === 0 ? html`<text x="0" y="${TOP + i * CELL + 15}">${name}</text>` : '',
  );
  const label = getMessages(language).panel.parts.calendar({
    days: formatDays(language, activeDays.length),
    from: formatDay(language, start),
    until: formatDay(language, today),
  });
  return html`<figure class="calendar"><svg viewBox="0 0 ${LEFT + WEEKS * CELL} ${TOP + 7 * CELL}" role="img" aria-label="${label}">${months}${weekdays}${cells}</svg>
<figcaption>${label}</figcaption></figure>`;
}

/** The strength of a day's colour, from 0 to 3. Undefined XP means a day without activity. */
function computeColorStrength(xp: number | undefined): number {
  if (xp === undefined) return 0;
  return xp < 20 ? 1 : xp < 60 ? 2 : 3;
}

/** The name of a month above the first column that begins in it, unless it would not fit before the edge. */
function renderMonthLabel(language: Language, start: Day, week: number): Html | string {
  const monday = addDays(start, 7 * week);
  const isFirst = week === 0 ? Number(monday.slice(8)) <= 14 : monday.slice(5, 7) !== addDays(monday, -7).slice(5, 7);
  if (!isFirst || week > WEEKS - 2) return '';
  return html`<text x="${LEFT + week * CELL}" y="12">${formatMonth(language, monday).slice(0, 12)}</text>`;
}
