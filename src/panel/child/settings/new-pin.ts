import type { ApiError } from '../../../core/requests/api-error.ts';
import { resetPin } from '../../../features/guardianship/index.ts';
import { getMessages } from '../../../locales/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect } from '../../../platform/http/responses/responses.ts';
import { type ChildPageRequest, childForm, childPage } from '../../endpoints.ts';
import { dangerZonePage } from '../../parts/danger-zone.ts';
import { errorWithoutFieldName, field, renderFormError } from '../../parts/forms/field.ts';
import { catchError, formPage, tokenField } from '../../parts/forms/form.ts';
import { TextField } from '../../parts/forms/form-fields.ts';
import { childPath } from '../../parts/paths.ts';
import { requireFreshCode } from '../../sign-in/confirm.ts';

export const showNewPin = childPage({
  summary: 'Show the form for a new PIN of a child',
  description:
    'Redirects to the page that asks for a fresh code first, and to the settings of a child that will be deleted.',
  run: (request) => {
    if (request.deletion) return new Redirect(`${childPath(request.child)}/settings`);
    return requireFreshCode(request, `${childPath(request.child)}/pin`, () => pinPage(request));
  },
});

export const submitNewPin = childForm({
  summary: 'Set a new PIN for a child',
  body: { pin: TextField },
  run: (request, { body }) => {
    const { ctx, parent, child } = request;
    return requireFreshCode(request, `${childPath(child)}/pin`, () =>
      catchError(
        async () => {
          await resetPin(ctx, parent, child.id, (body.pin ?? '').trim());
          return new Redirect(`${childPath(child)}/settings?done=pin`);
        },
        async (error) => formPage(await pinPage(request, error), error),
      ),
    );
  },
});

function pinPage(request: ChildPageRequest, error?: ApiError): Promise<Html> {
  const { child, language } = request;
  const t = getMessages(language).panel.dangerZone.pin;
  const fieldError = errorWithoutFieldName('pin', error);
  const input = (attributes: Html) =>
    html`<input class="code" id="pin" name="pin" required inputmode="numeric" maxlength="4" pattern="[0-9]{4}" autocomplete="off" autofocus ${attributes}>`;
  const card = html`<form class="card" method="post" action="${childPath(child)}/pin">${tokenField(request)}
${fieldError ? '' : renderFormError(language, error)}
${field(language, { id: 'pin', label: t.label, error: fieldError }, input)}
<button class="button">${t.submit}</button></form>`;
  return dangerZonePage(request, { child, title: t.title({ name: child.display_name }), intro: t.lead, card });
}
