import type { ApiError } from '../../../core/requests/api-error.ts';
import { usesPictures } from '../../../features/access/index.ts';
import { resetPin } from '../../../features/guardianship/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { type ChildPageRequest, defineChildForm, defineChildPage } from '../../endpoints.ts';
import { renderDangerZonePage } from '../../parts/danger-zone.ts';
import { renderNewPinInput } from '../../parts/forms/controls.ts';
import { findFieldError, renderField, renderFormError, TextField } from '../../parts/forms/field.ts';
import { renderCsrfField } from '../../parts/forms/form.ts';
import { renderPinPictures } from '../../parts/forms/pin-pictures.ts';
import { runWithFreshCode } from '../../sign-in/confirm.ts';

export const showNewPin = defineChildPage({
  summary: 'Show the form for a new PIN of a child',
  description:
    'If no fresh code has been entered, redirects to the page that asks for one. Redirects to the settings if the deletion of the child is planned.',
  run: (request) => {
    if (request.deletion) return new Redirect(`${request.path}/settings`);
    return runWithFreshCode(request, `${request.path}/pin`, () => renderPinPage(request));
  },
});

export const submitNewPin = defineChildForm({
  summary: 'Set a new PIN for a child',
  body: { pin: TextField },
  run: (request, { body }) => {
    const { ctx, parent, child } = request;
    return runWithFreshCode(request, `${request.path}/pin`, async () => {
      await resetPin(ctx, parent, child.id, body.pin.trim());
      return new Redirect(`${request.path}/settings?done=pin`);
    });
  },
  renderRefused: renderPinPage,
});

function renderPinPage(request: ChildPageRequest, error?: ApiError): Promise<Html> {
  const { child, language } = request;
  const t = request.t.dangerZone.pin;
  const fieldError = findFieldError('pin', error);
  const card = html`<form class="card" method="post" action="${request.path}/pin">${renderCsrfField(request)}
${fieldError ? '' : renderFormError(language, error)}
${renderField(language, { id: 'pin', label: t.label, error: fieldError }, renderNewPinInput)}
${usesPictures(child, request.ctx.now()) ? renderPinPictures(request.t) : ''}
<button class="button">${t.submit}</button></form>`;
  return renderDangerZonePage(request, { child, title: t.title({ name: child.display_name }), intro: t.intro, card });
}
