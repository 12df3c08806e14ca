import type { ApiError } from '../../core/requests/api-error.ts';
import { getPanelPinState, removePanelPin, setPanelPin } from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderDangerZonePage } from '../parts/danger-zone.ts';
import { renderPanelPinInput } from '../parts/forms/controls.ts';
import { findFieldError, OptionalField, renderField, renderFormError, TextField } from '../parts/forms/field.ts';
import { renderButtonForm, renderCsrfField } from '../parts/forms/form.ts';
import { runWithFreshCode } from '../sign-in/confirm.ts';

const PATH = '/panel/account/pin';

export const showPanelPin = definePanelPage({
  summary: 'Show the form for a panel PIN in this browser',
  description: 'If no fresh code has been entered, redirects to the page that asks for one.',
  run: (request) => runWithFreshCode(request, PATH, () => renderPinPage(request)),
});

export const submitPanelPin = definePanelForm({
  summary: 'Set or remove the panel PIN in this browser',
  body: { pin: TextField, remove: OptionalField },
  run: (request, { body }) => {
    const { ctx, parent, client } = request;
    return runWithFreshCode(request, PATH, async () => {
      if (body.remove === undefined) await setPanelPin(ctx, parent, body.pin.trim(), client);
      else await removePanelPin(ctx, parent, client);
      return new Redirect(`/panel/account?done=${body.remove === undefined ? 'pin' : 'pin-removed'}`);
    });
  },
  renderRefused: renderPinPage,
});

async function renderPinPage(request: PanelRequest, error?: ApiError): Promise<Html> {
  const { ctx, parent, client, language } = request;
  const t = request.t.account.panelPin;
  const { isSet } = await getPanelPinState(ctx, parent, client);
  const fieldError = findFieldError('pin', error);
  const card = html`<form class="card" method="post" action="${PATH}">${renderCsrfField(request)}
${fieldError ? '' : renderFormError(language, error)}
${renderField(language, { id: 'pin', label: t.label, hint: t.hint, error: fieldError }, (attributes) => renderPanelPinInput(attributes, 'pin'))}
<button class="button">${t.save}</button></form>
${isSet ? renderButtonForm(request, PATH, t.remove, { fields: { remove: '1' } }) : ''}`;
  return renderDangerZonePage(request, { title: t.title, intro: t.intro, card });
}
