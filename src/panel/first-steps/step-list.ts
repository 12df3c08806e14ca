import { listIdsOfSavedProfiles } from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import type { PanelRequest } from '../endpoints.ts';

const STEPS = ['name', 'consent', 'children', 'tablet'] as const;
type ListedStep = (typeof STEPS)[number];
/** A step before there is a child. */
export type Step = Exclude<ListedStep, 'tablet'>;

/** Renders the steps until a child is on a device; nothing for other parents, who change one thing only. */
export async function renderStepList(
  { ctx, t, loadFamily }: PanelRequest,
  current: ListedStep,
): Promise<Html | undefined> {
  const ids = (await loadFamily()).children.map(({ id }) => id);
  if (ids.length > 0) {
    const isAboutParent = current === 'name' || current === 'consent';
    if (isAboutParent || (await listIdsOfSavedProfiles(ctx, ids)).size > 0) return undefined;
  }
  const { label, steps, done } = t.firstSteps;
  const currentIndex = STEPS.indexOf(current);
  const items = STEPS.map((step, i) =>
    i < currentIndex
      ? html`<li class="done"><span class="step-name">${steps[step]}</span><span class="visually-hidden"> (${done})</span></li>`
      : html`<li${i === currentIndex ? html` aria-current="step"` : ''}><span class="step-name">${steps[step]}</span></li>`,
  );
  return html`<ol class="first-steps" aria-label="${label}">${items}</ol>`;
}
