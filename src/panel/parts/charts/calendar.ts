import type { Language } from '../../../core/text/languages.ts';
import { addDays, countDaysBetween, type Day, getStartOfWeek } from '../../../core/time/days.ts';
import type { CalendarDay } from '../../../features/progress/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { PageRequest } from '../../endpoints.ts';
import { formatDay, formatShortMonth, listWeekdayNames } from '../format.ts';

const WEEK_COUNT = 12;
/** The XP from which a day has the second and the third intensity. */
const [MEDIUM_INTENSITY_XP, HIGH_INTENSITY_XP] = [20, 60] as const;

/** Lists the days of the calendar, from the Monday eleven weeks before this week until today. */
export function listDaysOfCalendar(today: Day): Day[] {
  const start = addDays(getStartOfWeek(today), -7 * (WEEK_COUNT - 1));
  return Array.from({ length: countDaysBetween(start, today) + 1 }, (_, i) => addDays(start, i));
}

/**
 * Renders the days of `listDaysOfCalendar`, one column a week. Days with more XP have a more intense color. The names around the days
 * are ordinary text, which grows with the text of the page.
 */
export function renderCalendar({ t, language }: PageRequest, days: readonly CalendarDay[]): Html {
  const [start = '', today = ''] = [days[0]?.day, days.at(-1)?.day];
  const weekdays = listWeekdayNames(language).map((name, i) => html`<span>${i % 2 === 0 ? name : ''}</span>`);
  const cells = days.map((day, i) => {
    const className = `day ${day.rest ?? `intensity-${computeColorIntensity(day)}`}${day.day === today ? ' today' : ''}`;
    return html`${i % 7 === 0 ? html`<span>${formatMonthLabel(language, start, i / 7)}</span>` : ''}<i class="${className}"></i>`;
  });
  const label = t.parts.calendar({
    days: t.parts.days({ count: days.filter(({ active }) => active).length }),
    from: formatDay(language, start),
    until: formatDay(language, today),
  });
  return html`<figure class="calendar"><div class="weeks" aria-hidden="true"><span></span>${weekdays}${cells}</div>
<figcaption><span>${label}</span>${renderRestDays(t, days)}</figcaption></figure>`;
}

/** Says which days without activity have not ended the streak. */
export function renderRestDays({ parts: t }: PageRequest['t'], days: readonly CalendarDay[]): Html {
  const legend = REST_REASONS.map((reason) => {
    const count = days.filter(({ rest }) => rest === reason).length;
    return count > 0 ? html`<span><i class="day ${reason}"></i> ${t[reason]({ days: t.days({ count }) })}</span>` : '';
  });
  return html`${legend}`;
}

const REST_REASONS = ['freeze', 'pause'] as const;

/** Returns the intensity of a day's color, from 0 to 3. */
function computeColorIntensity({ active, xp }: CalendarDay): number {
  if (!active) return 0;
  if (xp < MEDIUM_INTENSITY_XP) return 1;
  return xp < HIGH_INTENSITY_XP ? 2 : 3;
}

/** Formats the month above the first column that begins in it, if there is space before the next month or the edge. */
function formatMonthLabel(language: Language, start: Day, weekIndex: number): string {
  const monday = addDays(start, 7 * weekIndex);
  // If the first column begins after the 14th, the next month's name would be too close.
  const isLabeled =
    weekIndex === 0 ? Number(monday.slice(8)) <= 14 : monday.slice(5, 7) !== addDays(monday, -7).slice(5, 7);
  return isLabeled && weekIndex <= WEEK_COUNT - 2 ? formatShortMonth(language, monday) : '';
}
