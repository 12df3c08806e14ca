import { findProfile } from '../../features/accounts/index.ts';
import { hasAgreedToStorage } from '../../features/onboarding/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { renderNewChild } from '../children/new-child-form.ts';
import type { PanelRequest } from '../endpoints.ts';
import { renderConsentForm } from './consent.ts';
import { renderNameForm } from './name.ts';
import { renderStepList, type Step } from './step-list.ts';

/** Renders the first thing that a parent without children has not done yet. What is done follows from what is stored. */
export async function renderFirstSteps(request: PanelRequest): Promise<{ title: string; main: Html }> {
  const step = await findStep(request);
  const t = request.t.firstSteps;
  const [title, form] = {
    name: [t.name.title, () => renderNameForm(request, 'continue')] as const,
    consent: [t.consent.title, () => renderConsentForm(request)] as const,
    children: [request.t.children.addChild.title, () => renderNewChild(request)] as const,
  }[step];
  return { title, main: html`${(await renderStepList(request, step)) ?? ''}<h1>${title}</h1>${await form()}` };
}

async function findStep({ ctx, parent }: PanelRequest): Promise<Step> {
  if ((await findProfile(ctx, parent.profileId))?.named_at == null) return 'name';
  return (await hasAgreedToStorage(ctx, parent.profileId)) ? 'children' : 'consent';
}
