import type { ApiError } from '../../../core/requests/api-error.ts';
import { formatEmailForDisplay, listGuardians } from '../../../features/accounts/index.ts';
import { vouchForAddress } from '../../../features/guardianship/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { type ChildPageRequest, defineChildForm, defineChildPage } from '../../endpoints.ts';
import { renderDangerZonePage } from '../../parts/danger-zone.ts';
import { findFieldError, renderField, renderFormError, TextField } from '../../parts/forms/field.ts';
import { renderCsrfField } from '../../parts/forms/form.ts';
import { runWithFreshCode } from '../../sign-in/confirm.ts';

export const showVouch = defineChildPage({
  summary: 'Show the form that vouches for the new address of another guardian',
  description: 'If no fresh code has been entered, redirects to the page that asks for one.',
  run: (request) => runWithFreshCode(request, `${request.path}/vouch`, () => renderVouchPage(request)),
});

export const submitVouch = defineChildForm({
  summary: 'Vouch for the new address of another guardian who has lost the mailbox',
  description: 'Everybody concerned can object for 72 hours. Then the new address gets a link that makes the change.',
  body: { guardian: TextField, email: TextField },
  run: (request, { body: { guardian, email } }) =>
    runWithFreshCode(request, `${request.path}/vouch`, async () => {
      const { ctx, parent, child } = request;
      await vouchForAddress(ctx, parent, child.id, { guardianId: guardian, email });
      return new Redirect(`${request.path}/settings?done=vouched`);
    }),
  renderRefused: (request, error, { body }) => renderVouchPage(request, { error, ...body }),
});

interface Refusal {
  readonly error: ApiError;
  readonly guardian: string;
  readonly email: string;
}

async function renderVouchPage(request: ChildPageRequest, refused?: Refusal): Promise<Html> {
  const { ctx, parent, child, path, language } = request;
  const t = request.t.dangerZone.vouch;
  const others = (await listGuardians(ctx, child.id)).filter(({ id }) => id !== parent.profileId);
  const options = others.map(
    ({ id, email }) =>
      html`<option value="${id}"${id === refused?.guardian ? html` selected` : ''}>${formatEmailForDisplay(email)}</option>`,
  );
  const error = findFieldError('email', refused?.error);
  const form = html`<form class="card" method="post" action="${path}/vouch">${renderCsrfField(request)}${error ? '' : renderFormError(language, refused?.error)}
${renderField(language, { id: 'guardian', label: t.who }, (attributes) => html`<select id="guardian" name="guardian" required ${attributes}>${options}</select>`)}
${renderField(language, { id: 'email', label: t.email, hint: t.emailHint, error }, (attributes) => html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="off" value="${refused?.email ?? ''}" ${attributes}>`)}
<button class="button">${t.submit}</button></form>
<ol class="steps card">${t.steps.map((step) => html`<li>${step}</li>`)}</ol>`;
  const card = others.length > 0 ? form : html`<p class="card">${t.nobody}</p>`;
  return renderDangerZonePage(request, { child, title: t.title, intro: t.intro, card });
}
