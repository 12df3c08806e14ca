import { addDays, type Day, daysBetween, startOfWeek } from '../../../core/days.ts';
import type { Language } from '../../../core/languages.ts';
import { messages } from '../../../locales/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { formatDays as daysInWords, formatDay, formatMonth, weekdays } from '../format.ts';

interface ActiveDay {
  readonly day: Day;
  readonly xp: number;
  readonly active: boolean;
}

const WEEKS = 12;
const CELL = 24;
const [LEFT, TOP] = [34, 20] as const;

/** The first day that the calendar shows: a Monday, twelve weeks with this one. */
export function calendarStart(today: Day): Day {
  return addDays(startOfWeek(today), -7 * (WEEKS - 1));
}

/** Twelve weeks, a column each; the more XP a day brought, the stronger its colour. */
export function calendar(language: Language, today: Day, days: readonly ActiveDay[]): Html {
  const start = calendarStart(today);
  const shown = days.filter(({ day, active }) => active && day >= start && day <= today);
  const known = new Map(shown.map((one) => [one.day, one.xp]));
  const cells = Array.from({ length: daysBetween(start, today) + 1 }, (_, i) => cell(start, i, today, known));
  const months = Array.from({ length: WEEKS }, (_, week) => monthAt(language, start, week));
  const names = weekdays(language, 'short').map((name, i) =>
    i % 2 === 0 ? html`<text x="0" y="${TOP + i * CELL + 15}">${name}</text>` : '',
  );
  const label = messages(language).panel.parts.calendar({
    days: daysInWords(language, shown.length),
    from: formatDay(language, start),
    until: formatDay(language, today),
  });
  return html`<figure class="calendar"><svg viewBox="0 0 ${LEFT + WEEKS * CELL} ${TOP + 7 * CELL}" role="img" aria-label="${label}">${months}${names}${cells}</svg>
<figcaption>${label}</figcaption></figure>`;
}

function cell(start: Day, i: number, today: Day, known: ReadonlyMap<Day, number>): Html {
  const day = addDays(start, i);
  const xp = known.get(day);
  const strength = xp === undefined ? 0 : xp < 20 ? 1 : xp < 60 ? 2 : 3;
  const place = html`x="${LEFT + Math.floor(i / 7) * CELL}" y="${TOP + (i % 7) * CELL}"`;
  return html`<rect class="s${strength}${day === today ? ' today' : ''}" ${place} width="20" height="20" rx="5"/>`;
}

/** The month's name over the first column that begins in it, if there is room before the edge. */
function monthAt(language: Language, start: Day, week: number): Html | string {
  const monday = addDays(start, 7 * week);
  const isFirst = week === 0 ? Number(monday.slice(8)) <= 14 : monday.slice(5, 7) !== addDays(monday, -7).slice(5, 7);
  if (!isFirst || week > WEEKS - 2) return '';
  return html`<text x="${LEFT + week * CELL}" y="12">${formatMonth(language, monday).slice(0, 12)}</text>`;
}
