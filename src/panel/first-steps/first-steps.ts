import { findProfile } from '../../features/accounts/index.ts';
import { hasAgreedToStorage } from '../../features/onboarding/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { renderNewChild } from '../children/new-child-form.ts';
import type { PanelRequest } from '../endpoints.ts';
import { renderConsentForm } from './consent.ts';
import { renderNameForm } from './name.ts';

const STEPS = ['name', 'consent', 'children'] as const;
type Step = (typeof STEPS)[number];

/** Renders the first thing that a parent without children has not done yet. What is done follows from what is stored. */
export async function renderFirstSteps(request: PanelRequest): Promise<{ title: string; main: Html }> {
  const step = await findStep(request);
  const t = request.t.firstSteps;
  const [title, form] = {
    name: [t.name.title, () => renderNameForm(request, 'continue')] as const,
    consent: [t.consent.title, () => renderConsentForm(request)] as const,
    children: [request.t.children.addChild.title, () => renderNewChild(request)] as const,
  }[step];
  return { title, main: html`${renderStepList(request, step)}<h1>${title}</h1>${await form()}` };
}

async function findStep({ ctx, parent }: PanelRequest): Promise<Step> {
  if ((await findProfile(ctx, parent.profileId))?.named_at == null) return 'name';
  return (await hasAgreedToStorage(ctx, parent.profileId)) ? 'children' : 'consent';
}

function renderStepList({ t }: PanelRequest, current: Step): Html {
  const { label, steps, done } = t.firstSteps;
  const currentIndex = STEPS.indexOf(current);
  const items = STEPS.map((step, i) =>
    i < currentIndex
      ? html`<li class="done">${steps[step]}<span class="visually-hidden"> (${done})</span></li>`
      : html`<li${i === currentIndex ? html` aria-current="step"` : ''}>${steps[step]}</li>`,
  );
  return html`<ol class="first-steps" aria-label="${label}">${items}</ol>`;
}
