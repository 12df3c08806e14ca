import type { ApiError } from '../../core/requests/api-error.ts';
import { sendSignUpCode, signInWithManagerCode, signUpWithEmailCode } from '../../features/access/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect, ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { definePublicForm, definePublicPage, type PageRequest, toVisitorRequest } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';
import { renderEmailCodeInput } from '../parts/forms/controls.ts';
import { OptionalField, renderField, renderFormError, TextField } from '../parts/forms/field.ts';
import { prepareForm, renderHiddenField } from '../parts/forms/form.ts';
import { GET_PASSKEY, renderPasskeyForm, renderPasskeyScript } from '../parts/forms/passkey-form.ts';
import { toPanelPath } from '../parts/paths.ts';
import { renderSampleAvatars } from '../parts/pictures.ts';

export const showLogin = definePublicPage({
  summary: 'Sign in to the panel or register',
  query: { next: TextField, to: OptionalField }, // `to` is the encrypted address to which a code was sent
  run: (request, { query }) => {
    const next = toPanelPath(query.next);
    if (request.parent) return new Redirect(next);
    const email = query.to === undefined ? undefined : decryptEmail(request.ctx, query.to);
    return email === undefined ? renderLoginPage(request, { next }) : renderEmailCodePage(request, { next, email });
  },
});

export const submitLoginManagerCode = definePublicForm({
  summary: 'Sign in with a manager code',
  body: { next: TextField, code: TextField },
  run: async ({ ctx, client }, { body: { next, code } }) =>
    new Redirect(toPanelPath(next), (await signInWithManagerCode(ctx, code, client)).headers),
  renderRefused: (request, error, { body: { next } }) =>
    renderLoginPage(request, { next: toPanelPath(next), error, form: 'manager-code' }),
});

export const submitLoginEmail = definePublicForm({
  summary: 'Send a code by email, with which the owner of the address signs in or registers',
  body: { next: TextField, email: TextField },
  run: async ({ ctx, client }, { body: { next, email } }) => {
    const path = toPanelPath(next);
    await sendSignUpCode(ctx, email, client, path === '/panel' ? undefined : path);
    // The next page has a URL from which it can be reloaded, because a phone can unload the tab while the parent reads the email.
    return new Redirect(`/login?${new URLSearchParams({ to: encryptEmail(ctx, email), next: path })}`);
  },
  renderRefused: (request, error, { body: { next, email } }) =>
    renderLoginPage(request, { next: toPanelPath(next), error, form: 'email', email }),
});

export const submitLoginEmailCode = definePublicForm({
  summary: 'Sign in or register with a code from an email',
  body: { next: TextField, email: TextField, code: TextField },
  run: async ({ ctx, client }, { body: { next, email, code } }) =>
    new Redirect(toPanelPath(next), (await signUpWithEmailCode(ctx, email, code, client)).headers),
  renderRefused: (request, error, { body: { next, email } }) =>
    renderEmailCodePage(request, { next: toPanelPath(next), email, error }),
});

/**
 * The encrypted text begins with this prefix, so that other texts that the service has encrypted are not accepted as an
 * email address.
 */
const EMAIL_PREFIX = 'asked for a code: ';

/** Encrypts an email address for a URL, so that it cannot be read in the browser's history. */
function encryptEmail({ secrets }: Context, email: string): string {
  return secrets.encrypt(EMAIL_PREFIX + email.trim());
}

function decryptEmail({ secrets }: Context, encrypted: string): string | undefined {
  try {
    const text = secrets.decrypt(encrypted);
    return text.startsWith(EMAIL_PREFIX) ? text.slice(EMAIL_PREFIX.length) : undefined;
  } catch {
    return undefined; // forged, or encrypted with a key that has been removed: the parent starts again
  }
}

interface LoginProps {
  /** The path of the panel to open after signing in. */
  readonly next: string;
  readonly error?: ApiError;
  /** The form that the error is about. */
  readonly form?: 'manager-code' | 'email' | 'passkey';
  readonly email?: string;
}

/** Renders the page on which parents sign in or register with their email address. The code of an app is the second way to sign in. */
export function renderLoginPage(request: PageRequest, { next, error, form, email = '' }: LoginProps) {
  const visitor = toVisitorRequest(request);
  const { ctx, locale, language } = visitor;
  const t = visitor.t.signIn.login;
  const { csrfField, headers } = prepareForm(request);
  const renderManagerInput = (attributes: Html) =>
    html`<input class="code uppercase" id="code" name="code" required maxlength="40" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" enterkeyhint="go" placeholder="XXXX-XXXX" ${attributes}>`;
  const renderEmailInput = (attributes: Html) =>
    html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="email webauthn" enterkeyhint="send" value="${email}" ${attributes}>`;
  const findErrorOf = (name: LoginProps['form']) => (form === name ? error : undefined);
  const main = html`
${renderSampleAvatars(ctx, 4)}
<h1>${t.title}</h1>
<p class="intro">${t.intro}</p>
<form class="card" method="post" action="/login/email">
${csrfField}${renderHiddenField('next', next)}
${renderField(language, { id: 'email', label: t.emailLabel, error: findErrorOf('email') }, renderEmailInput)}
<button class="button">${t.send}</button>
</form>
${renderSignInWithPasskey(visitor, html`${csrfField}${renderHiddenField('next', next)}${renderFormError(language, findErrorOf('passkey'))}`)}
<details class="other-way"${form === 'manager-code' ? html` open` : ''}>
<summary class="button outline">${t.managerTitle}</summary>
<form class="card" method="post" action="/login/manager-code">
${csrfField}${renderHiddenField('next', next)}
${renderField(language, { id: 'code', label: t.managerLabel, error: findErrorOf('manager-code'), hint: t.managerHint }, renderManagerInput)}
<button class="button secondary">${t.signIn}</button>
</form>
</details>
<p class="below"><a href="/login/recovery">${t.recovery}</a></p>
<p class="below"><a href="/privacy">${t.privacy}</a></p>`;
  const head = renderPasskeyScript();
  return new ResponseWithHeaders(renderLayout({ title: t.title, locale, width: 'narrow', head, main }), headers);
}

/** Renders the button for a passkey. Browsers also suggest passkeys at the field for the email address. */
function renderSignInWithPasskey(visitor: PageRequest, content: Html): Html {
  return renderPasskeyForm(visitor, {
    use: GET_PASSKEY,
    action: '/login/passkey',
    content,
    label: visitor.t.passkeys.signIn.signIn,
    variant: 'outline',
    attributes: html` class="below" data-autofill`,
  });
}

/** Renders the page on which the parent enters the code from the email. */
function renderEmailCodePage(
  request: PageRequest,
  { next, email, error }: Pick<LoginProps, 'next' | 'error'> & { readonly email: string },
): ResponseWithHeaders<Html> {
  const visitor = toVisitorRequest(request);
  const { locale, language } = visitor;
  const t = visitor.t.signIn.login;
  const { csrfField, headers } = prepareForm(request);
  const hiddenFields = html`${csrfField}${renderHiddenField('next', next)}${renderHiddenField('email', email)}`;
  const main = html`
<h1>${t.codeTitle}</h1>
<p class="intro">${t.sentTo} <b>${email}</b>. ${t.codeExpiry}</p>
<form class="card" method="post" action="/login/email-code">
${hiddenFields}
${renderField(language, { id: 'code', label: t.codeLabel, error }, (attributes) => renderEmailCodeInput(attributes, { hasAutofocus: !error }))}
<button class="button">${t.continue}</button>
</form>
<form class="actions" method="post" action="/login/email">
${hiddenFields}
<button class="button outline">${t.sendAgain}</button>
<a class="button outline" href="/login?${new URLSearchParams({ next })}">${t.otherAddress}</a>
</form>`;
  return new ResponseWithHeaders(renderLayout({ title: t.codeTitle, locale, width: 'narrow', main }), headers);
}
