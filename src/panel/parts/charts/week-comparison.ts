import { toWholeMinutes } from '../../../core/time/instant.ts';
import type { WeekSummary } from '../../../features/progress/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { PageRequest } from '../../endpoints.ts';
import { formatNumber } from '../format.ts';

/** Renders the minutes and the XP of this week next to those of last week, each as numbers and as a pair of bars. */
export function renderWeekComparison(request: PageRequest, current: WeekSummary, previous: WeekSummary): Html {
  const { language } = request;
  const t = request.t.parts.week;
  const renderTotal = (
    label: string,
    unit: string,
    getValue: (week: WeekSummary) => number,
  ) => html`<div class="week-total">
<dt>${label}</dt>
<dd><b>${formatNumber(language, getValue(current))}</b> ${unit}
<span class="hint">${t.last({ n: formatNumber(language, getValue(previous)) })}</span></dd>
${renderBarPair(getValue(current), getValue(previous))}
</div>`;
  return html`<dl class="week-totals" aria-label="${t.week}">${renderTotal(t.time, t.minutes, ({ seconds }) => toWholeMinutes(seconds))}${renderTotal(t.xp, '', ({ xp }) => xp)}</dl>`;
}

function renderBarPair(current: number, previous: number): Html {
  const max = Math.max(current, previous, 1);
  const computeWidth = (value: number) => (value === 0 ? 0 : Math.max(2, Math.round((100 * value) / max)));
  return html`<svg class="bar-pair" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4"/><rect class="current" width="${computeWidth(current)}" height="4"/><rect class="track" y="6" width="100" height="4"/><rect class="previous" y="6" width="${computeWidth(previous)}" height="4"/></svg>`;
}
