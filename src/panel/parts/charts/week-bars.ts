import { addDays, type Day, startOfWeek } from '../../../core/days.ts';
import type { Language } from '../../../core/languages.ts';
import { type Html, html } from '../../../platform/html.ts';
import { formatLongDay, formatMinutes, formatNumber, weekdays, wholeMinutes } from '../format.ts';

export interface DayOfWork {
  readonly day: Day;
  readonly xp: number;
  readonly seconds: number;
}

const [WIDTH, HEIGHT, GROUND] = [280, 132, 104] as const;
const STEP = WIDTH / 7;

/** A week from Monday as seven bars of XP; a table says the same to who cannot see them. */
export function weekBars(language: Language, today: Day, days: readonly DayOfWork[]): Html {
  const monday = startOfWeek(today);
  const week = Array.from({ length: 7 }, (_, i) => {
    const day = addDays(monday, i);
    return days.find((one) => one.day === day) ?? { day, xp: 0, seconds: 0 };
  });
  const max = Math.max(25, ...week.map(({ xp }) => xp));
  const names = weekdays(language, 'short');
  const bars = week.map((one, i) => bar(language, one, i, one.xp / max, names[i] ?? '', one.day === today));
  return html`<figure class="bars">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true"><path class="ground" d="M0 ${GROUND}h${WIDTH}"/>${bars}</svg>
<div class="unseen"><table><tbody>${week.map((one) => html`<tr><th scope="row">${formatLongDay(language, one.day)}</th><td>${formatNumber(language, one.xp)} XP</td><td>${formatMinutes(language, one.seconds)}</td></tr>`)}</tbody></table></div>
</figure>`;
}

function bar(
  language: Language,
  { xp, seconds }: DayOfWork,
  i: number,
  share: number,
  name: string,
  isToday: boolean,
): Html {
  const middle = i * STEP + STEP / 2;
  const height = xp === 0 ? 4 : Math.max(8, Math.round(share * (GROUND - 24)));
  const kind = `${xp === 0 ? 'none' : ''}${isToday ? ' today' : ''}`;
  return html`<g class="${kind}">
${xp > 0 ? html`<text class="value" x="${middle}" y="${GROUND - height - 7}">${formatNumber(language, xp)}</text>` : ''}
<rect x="${middle - 12}" y="${GROUND - height}" width="24" height="${height}" rx="${Math.min(6, height / 2)}"/>
<text x="${middle}" y="${HEIGHT - 9}">${name}</text>
${wholeMinutes(seconds) > 0 ? html`<title>${formatMinutes(language, seconds)}</title>` : ''}
</g>`;
}
