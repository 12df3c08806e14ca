import type { Language } from '../../core/languages.ts';
import { type Html, html } from '../../platform/html.ts';
import { number } from './format.ts';

interface Sums {
  readonly xp: number;
  readonly minutes: number;
}

/** Minutes and XP of this week against the last: large numbers, and a pair of bars that says the same to the eye. */
export function weekCompared(language: Language, now: Sums, before: Sums): Html {
  const words = WORDS[language];
  const one = (label: string, unit: string, value: number, last: number) => html`<div class="sum">
<dt>${label}</dt>
<dd><b>${number(language, value)}</b> ${unit}
<span class="hint">${words.last(number(language, last))}</span></dd>
${pair(value, last)}
</div>`;
  return html`<dl class="sums" aria-label="${words.week}">${one(words.time, words.minutes, now.minutes, before.minutes)}${one(words.xp, '', now.xp, before.xp)}</dl>`;
}

function pair(value: number, last: number): Html {
  const most = Math.max(value, last, 1);
  const length = (n: number) => (n === 0 ? 0 : Math.max(2, Math.round((100 * n) / most)));
  return html`<svg class="pair" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="ground" width="100" height="4"/><rect class="now" width="${length(value)}" height="4"/><rect class="ground" y="6" width="100" height="4"/><rect class="before" y="6" width="${length(last)}" height="4"/></svg>`;
}

const WORDS = {
  en: { week: 'This week', time: 'Time', xp: 'XP', minutes: 'min', last: (n: string) => `last week ${n}` },
  es: {
    week: 'Esta semana',
    time: 'Tiempo',
    xp: 'XP',
    minutes: 'min',
    last: (n: string) => `la anterior ${n}`,
  },
  uk: {
    week: 'Цей тиждень',
    time: 'Час',
    xp: 'XP',
    minutes: 'хв',
    last: (n: string) => `минулий тиждень: ${n}`,
  },
  pl: {
    week: 'Ten tydzień',
    time: 'Czas',
    xp: 'XP',
    minutes: 'min',
    last: (n: string) => `poprzedni tydzień: ${n}`,
  },
} satisfies Record<Language, unknown>;
