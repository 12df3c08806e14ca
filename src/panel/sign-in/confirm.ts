import type { ApiError } from '../../core/requests/api-error.ts';
import {
  confirmWithEmailCode,
  isFreshlyConfirmed,
  listPasskeys,
  sendConfirmationCode,
} from '../../features/access/index.ts';
import { findProfile } from '../../features/accounts/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PanelRequest } from '../endpoints.ts';
import { renderPanelLayout } from '../layout/panel-layout.ts';
import { renderEmailCodeInput } from '../parts/forms/controls.ts';
import { OptionalField, renderField, renderFormError, TextField } from '../parts/forms/field.ts';
import { renderCsrfField, renderHiddenField } from '../parts/forms/form.ts';
import { GET_PASSKEY, renderPasskeyForm } from '../parts/forms/passkey-form.ts';
import { toPanelPath } from '../parts/paths.ts';

/**
 * Calls `run` if a fresh code was entered. Otherwise returns a redirect to the page that asks for a fresh code and then redirects
 * back to `path`.
 */
export async function runWithFreshCode<T>({ ctx, parent }: PanelRequest, path: string, run: () => Promise<T>) {
  if (await isFreshlyConfirmed(ctx, parent)) return run();
  return new Redirect(`/panel/confirm?${new URLSearchParams({ next: path })}`);
}

export const showConfirm = definePanelPage({
  summary: 'Ask for a fresh code before a sensitive action',
  query: { next: TextField, sent: OptionalField },
  run: (request, { query }) =>
    renderConfirmPage(request, { next: toPanelPath(query.next), isSent: query.sent !== undefined }),
});

export const submitConfirmEmail = definePanelForm({
  summary: 'Send a confirmation code by email',
  body: { next: TextField },
  run: async ({ ctx, parent, client }, { body }) => {
    await sendConfirmationCode(ctx, parent, client);
    return new Redirect(`/panel/confirm?${new URLSearchParams({ next: toPanelPath(body.next), sent: '1' })}`);
  },
  renderRefused: (request, error, { body }) =>
    renderConfirmPage(request, { next: toPanelPath(body.next), isSent: false, error, form: 'send' }),
});

export const submitConfirmEmailCode = definePanelForm({
  summary: 'Confirm with a code from an email',
  body: { next: TextField, code: TextField },
  run: async ({ ctx, parent, client }, { body }) => {
    await confirmWithEmailCode(ctx, parent, body.code, client);
    return new Redirect(toPanelPath(body.next));
  },
  renderRefused: (request, error, { body }) =>
    renderConfirmPage(request, { next: toPanelPath(body.next), isSent: true, error, form: 'email' }),
});

interface ConfirmPageProps {
  readonly next: string;
  /** Whether an email with a code has been sent. */
  readonly isSent: boolean;
  readonly error?: ApiError;
  /** The form that the error is about. */
  readonly form?: 'send' | 'email' | 'passkey';
}

export async function renderConfirmPage(
  request: PanelRequest,
  { next, isSent, error, form }: ConfirmPageProps,
): Promise<Html> {
  const { ctx, parent, language } = request;
  const t = request.t.signIn.confirm;
  const hasPasskeys = (await listPasskeys(ctx, parent.profileId)).length > 0;
  const email = (await findProfile(ctx, parent.profileId))?.email ?? '';
  const hiddenFields = html`${renderCsrfField(request)}${renderHiddenField('next', next)}`;
  const findErrorOf = (name: ConfirmPageProps['form']) => (form === name ? error : undefined);
  const main = html`<h1>${t.title}</h1><p class="intro">${t.intro}</p>
<section class="card">${renderFormError(language, findErrorOf('send') ?? findErrorOf('passkey'))}
${hasPasskeys ? renderPasskeyForm(request, { use: GET_PASSKEY, action: '/panel/confirm/passkey', content: hiddenFields, label: request.t.passkeys.signIn.confirm }) : ''}
${isSent ? html`<p>${t.sent({ email })}</p><form method="post" action="/panel/confirm/email-code">${hiddenFields}${renderField(language, { id: 'code', label: t.codeLabel, error: findErrorOf('email') }, (attributes) => renderEmailCodeInput(attributes, { hasAutofocus: !error }))}<button class="button">${t.confirm}</button></form>` : html`<p>${t.emailHint({ email })}</p>`}
<form method="post" action="/panel/confirm/email">${hiddenFields}<button class="button ${isSent ? 'outline' : hasPasskeys ? 'secondary' : ''}">${isSent ? t.sendAgain : t.send}</button></form></section>
<p class="actions"><a class="button outline" href="/panel">${t.cancel}</a></p>`;
  return renderPanelLayout(request, { title: t.title, width: 'narrow', main });
}
