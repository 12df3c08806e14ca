import type { ApiError } from '../../core/requests/api-error.ts';
import { findProfile } from '../../features/accounts/index.ts';
import {
  cancelAddressChange,
  enterAddressCodes,
  findPendingAddress,
  isRecovering,
  type PendingAddress,
  startAddressChange,
} from '../../features/guardianship/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderDangerZonePage } from '../parts/danger-zone.ts';
import { renderEmailCodeInput, renderEmailInput } from '../parts/forms/controls.ts';
import { findFieldError, renderField, renderFormError, TextField } from '../parts/forms/field.ts';
import { renderButtonForm, renderCsrfField } from '../parts/forms/form.ts';
import { runWithFreshCode } from '../sign-in/confirm.ts';

const PATH = '/panel/account/address';

export const showAddress = definePanelPage({
  summary: 'Show the form for another email address, or for the codes of a pending change',
  description: 'If no fresh code has been entered and no change is pending, redirects to the page that asks for one.',
  run: async (request) => {
    const pending = await findPendingAddress(request.ctx, request.parent.profileId);
    if (pending) return renderCodesPage(request, pending);
    return runWithProof(request, () => renderNewAddressPage(request));
  },
});

export const submitAddress = definePanelForm({
  summary: 'Send a code to the old and to the new email address',
  body: { email: TextField },
  run: (request, { body }) =>
    runWithProof(request, async () => {
      await startAddressChange(request.ctx, request.parent, body.email, request.client);
      return new Redirect(PATH);
    }),
  renderRefused: (request, error, { body }) => renderNewAddressPage(request, { error, email: body.email }),
});

export const submitAddressCodes = definePanelForm({
  summary: 'Change the email address with the codes from the old and the new mailbox',
  description:
    'A right code counts even if the other one is missing or wrong. The codes are the proof, so no other is needed.',
  body: { old_code: TextField, new_code: TextField },
  run: async ({ ctx, parent, client }, { body }) => {
    await enterAddressCodes(ctx, parent, { old: body.old_code, new: body.new_code }, client);
    return new Redirect('/panel/account?done=address');
  },
  renderRefused: async (request, error) => {
    const pending = await findPendingAddress(request.ctx, request.parent.profileId);
    return pending ? renderCodesPage(request, pending, error) : renderNewAddressPage(request, { error });
  },
});

export const submitAddressCancel = definePanelForm({
  summary: 'Cancel a pending change of the email address',
  needsPresence: true,
  run: async ({ ctx, parent }) => {
    await cancelAddressChange(ctx, parent);
    return new Redirect('/panel/account?done=address-canceled');
  },
});

/** Like `runWithFreshCode`, but accepts a session that was opened with a recovery code. */
async function runWithProof<T>(request: PanelRequest, run: () => Promise<T>) {
  return (await isRecovering(request.ctx, request.parent)) ? run() : runWithFreshCode(request, PATH, run);
}

interface Refusal {
  readonly error: ApiError;
  /** What was entered. */
  readonly email?: string;
}

async function renderNewAddressPage(request: PanelRequest, refusal?: Refusal): Promise<Html> {
  const { ctx, parent, language } = request;
  const t = request.t.account.address;
  const email = (await findProfile(ctx, parent.profileId))?.email ?? '';
  const isRecovery = await isRecovering(ctx, parent);
  const fieldError = findFieldError('email', refusal?.error);
  const card = html`<form class="card" method="post" action="${PATH}">${renderCsrfField(request)}${fieldError ? '' : renderFormError(language, refusal?.error)}
${renderField(language, { id: 'email', label: t.newLabel, hint: t.newHint, error: fieldError }, (attributes) => renderEmailInput(attributes, refusal?.email))}
<button class="button">${isRecovery ? t.sendOne : t.send}</button></form>`;
  const intro = isRecovery ? t.recoveryIntro({ email }) : t.intro({ email });
  return renderDangerZonePage(request, { title: t.title, intro, card });
}

function renderCodesPage(request: PanelRequest, pending: PendingAddress, error?: ApiError): Promise<Html> {
  const { language } = request;
  const t = request.t.account.address;
  const renderCodeField = (mailbox: 'old' | 'new', hasAutofocus: boolean) => {
    const email = mailbox === 'old' ? pending.oldEmail : pending.newEmail;
    if (mailbox === 'old' && pending.isRecovery) return html`<p>${t.recovered({ email })}</p>`;
    if (pending.isConfirmed[mailbox]) return html`<p>${t.accepted({ email })}</p>`;
    const id = `${mailbox}_code`;
    const field = { id, label: t.codeLabel({ email }), error: findFieldError(id, error) };
    return renderField(language, field, (attributes) =>
      renderEmailCodeInput(attributes, { name: id, id, hasAutofocus: hasAutofocus && !error }),
    );
  };
  const hasFieldError = error?.details.fields?.some((name) => name.endsWith('_code')) ?? false;
  const card = html`<form class="card" method="post" action="${PATH}/codes">${renderCsrfField(request)}${hasFieldError ? '' : renderFormError(language, error)}
${renderCodeField('old', !pending.isConfirmed.old)}
${renderCodeField('new', pending.isConfirmed.old)}
<button class="button">${t.submit}</button></form>
<div class="actions">${renderButtonForm(request, PATH, t.sendAgain, { fields: { email: pending.newEmail } })}${renderButtonForm(request, `${PATH}/cancel`, t.cancel)}</div>
<p class="hint spaced">${t.codesHint}</p>`;
  return renderDangerZonePage(request, {
    title: pending.isRecovery ? t.recoveryCodesTitle : t.codesTitle,
    intro: pending.isRecovery ? t.recoveryCodesIntro : t.codesIntro,
    card,
  });
}
