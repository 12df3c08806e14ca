import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';

const STEPS = ['name', 'consent', 'children'] as const;
export type Step = (typeof STEPS)[number];

/** Renders the steps of a parent without children; nothing for other parents, who change one thing only. */
export async function renderStepList({ t, loadFamily }: PanelRequest, current: Step): Promise<Html | string> {
  if ((await loadFamily()).children.length > 0) return '';
  const { label, steps, done } = t.firstSteps;
  const currentIndex = STEPS.indexOf(current);
  const items = STEPS.map((step, i) =>
    i < currentIndex
      ? html`<li class="done">${steps[step]}<span class="visually-hidden"> (${done})</span></li>`
      : html`<li${i === currentIndex ? html` aria-current="step"` : ''}>${steps[step]}</li>`,
  );
  return html`<ol class="first-steps" aria-label="${label}">${items}</ol>`;
}
