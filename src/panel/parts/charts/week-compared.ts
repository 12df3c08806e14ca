import type { Language } from '../../../core/languages.ts';
import { messages } from '../../../locales/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { formatNumber } from '../format.ts';

interface Sums {
  readonly xp: number;
  readonly minutes: number;
}

/** Minutes and XP of this week against the last: large numbers, and a pair of bars that says the same to the eye. */
export function weekCompared(language: Language, now: Sums, before: Sums): Html {
  const t = messages(language).panel.parts.week;
  const one = (label: string, unit: string, value: number, last: number) => html`<div class="sum">
<dt>${label}</dt>
<dd><b>${formatNumber(language, value)}</b> ${unit}
<span class="hint">${t.last({ n: formatNumber(language, last) })}</span></dd>
${pair(value, last)}
</div>`;
  return html`<dl class="sums" aria-label="${t.week}">${one(t.time, t.minutes, now.minutes, before.minutes)}${one(t.xp, '', now.xp, before.xp)}</dl>`;
}

function pair(value: number, last: number): Html {
  const max = Math.max(value, last, 1);
  const length = (n: number) => (n === 0 ? 0 : Math.max(2, Math.round((100 * n) / max)));
  return html`<svg class="pair" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="ground" width="100" height="4"/><rect class="now" width="${length(value)}" height="4"/><rect class="ground" y="6" width="100" height="4"/><rect class="before" y="6" width="${length(last)}" height="4"/></svg>`;
}
