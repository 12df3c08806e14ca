import { agreeToStorage } from '../../features/onboarding/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect, ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderPanelLayout } from '../layout/panel-layout.ts';
import { OptionalField } from '../parts/forms/field.ts';
import { renderCsrfField } from '../parts/forms/form.ts';
import { renderPrivacyNotice } from '../parts/privacy-notice.ts';
import { renderStepList } from './step-list.ts';

export const showConsent = definePanelPage({
  summary: 'Ask a parent for the consent to what is stored about a child',
  run: (request) => renderConsentPage(request),
});

export const submitConsent = definePanelForm({
  summary: 'Record the consent of a parent: to which text, and when',
  needsPresence: true,
  body: { agree: OptionalField },
  run: async (request, { body: { agree } }) => {
    if (agree === undefined)
      return new ResponseWithHeaders(await renderConsentPage(request, { isMissing: true }), {}, 400);
    await agreeToStorage(request.ctx, request.parent.profileId);
    return new Redirect('/panel/add-child');
  },
});

async function renderConsentPage(request: PanelRequest, options?: { readonly isMissing: boolean }): Promise<Html> {
  const { title } = request.t.firstSteps.consent;
  const main = html`${(await renderStepList(request, 'consent')) ?? ''}<h1>${title}</h1>${renderConsentForm(request, options)}`;
  return renderPanelLayout(request, { title, section: 'settings', width: 'narrow', main });
}

/** The browser asks for the box. Without that, the page says what is missing. */
export function renderConsentForm(request: PanelRequest, { isMissing } = { isMissing: false }): Html {
  const t = request.t.firstSteps;
  const { sentences, all, agree, missing } = t.consent;
  const error = isMissing ? html`<p class="error" id="agree-error">${missing}</p>` : '';
  const attributes = isMissing ? html` aria-invalid="true" aria-describedby="agree-error" autofocus` : '';
  return html`<div class="consent"><ul class="card list">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
<details class="other-way"><summary class="button outline">${all}</summary><div class="card prose">${renderPrivacyNotice(request.ctx, request.t.privacy)}</div></details>
<form class="card" method="post" action="/panel/consent">${renderCsrfField(request)}
${error}<label class="checkbox"><input type="checkbox" name="agree" value="on" required${attributes}><span>${agree}</span></label>
<button class="button">${t.continue}</button></form></div>`;
}
