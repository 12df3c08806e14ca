import type { ApiError } from '../../core/requests/api-error.ts';
import { type Html, html } from '../../platform/html.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { type PageRequest, toVisitorRequest } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';
import { renderEmailCodeInput } from '../parts/forms/controls.ts';
import { renderField } from '../parts/forms/field.ts';
import { prepareForm, renderHiddenField } from '../parts/forms/form.ts';
import { renderSampleAvatars } from '../parts/pictures.ts';

interface LoginProps {
  /** The path of the panel to open after signing in. */
  readonly next: string;
  readonly error?: ApiError;
  /** The form that the error is about. */
  readonly form?: 'manager-code' | 'email';
  readonly email?: string;
}

/** Renders the page with both ways to sign in: with a code from the app, or with a code from an email. */
export function renderLoginPage(request: PageRequest, { next, error, form, email = '' }: LoginProps) {
  const visitor = toVisitorRequest(request);
  const { ctx, locale, language } = visitor;
  const t = visitor.t.signIn.login;
  const { csrfField, headers } = prepareForm(request);
  const renderManagerInput = (attributes: Html) =>
    html`<input class="code uppercase" id="code" name="code" required maxlength="40" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" enterkeyhint="go" placeholder="XXXX-XXXX" ${attributes}>`;
  const renderEmailInput = (attributes: Html) =>
    html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" enterkeyhint="send" value="${email}" ${attributes}>`;
  const findErrorOf = (name: LoginProps['form']) => (form === name ? error : undefined);
  const main = html`
${renderSampleAvatars(ctx, 4)}
<h1>${t.title}</h1>
<p class="intro">${t.intro}</p>
<form class="card" method="post" action="/login/manager-code">
<h2>${t.managerTitle}</h2>
${csrfField}${renderHiddenField('next', next)}
${renderField(language, { id: 'code', label: t.managerLabel, error: findErrorOf('manager-code'), hint: t.managerHint }, renderManagerInput)}
<button class="button">${t.signIn}</button>
</form>
<form class="card" method="post" action="/login/email">
<h2>${t.emailTitle}</h2>
${csrfField}${renderHiddenField('next', next)}
${renderField(language, { id: 'email', label: t.emailLabel, error: findErrorOf('email') }, renderEmailInput)}
<button class="button secondary">${t.send}</button>
</form>`;
  return new ResponseWithHeaders(renderLayout({ title: t.title, locale, width: 'narrow', main }), headers);
}

/** Renders the page on which the parent enters the code from the email. */
export function renderEmailCodePage(
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
${renderField(language, { id: 'code', label: t.codeLabel, error }, (attributes) => renderEmailCodeInput(attributes, !error))}
<button class="button">${t.signIn}</button>
</form>
<form class="actions" method="post" action="/login/email">
${hiddenFields}
<button class="button outline">${t.sendAgain}</button>
<a class="button outline" href="/login?${new URLSearchParams({ next })}">${t.otherAddress}</a>
</form>`;
  return new ResponseWithHeaders(renderLayout({ title: t.codeTitle, locale, width: 'narrow', main }), headers);
}
