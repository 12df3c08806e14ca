import type { ApiError } from '../../core/requests/api-error.ts';
import { signInWithRecoveryCode } from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect, ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { definePublicForm, definePublicPage, type PageRequest, toVisitorRequest } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';
import { renderEmailInput } from '../parts/forms/controls.ts';
import { renderField, renderFormError, TextField } from '../parts/forms/field.ts';
import { prepareForm } from '../parts/forms/form.ts';

const PATH = '/login/recovery';

export const showRecovery = definePublicPage({
  summary: 'Help a parent who cannot read the emails anymore',
  run: (request) => renderRecoveryPage(request),
});

export const submitRecovery = definePublicForm({
  summary: 'Sign in with a recovery code, in order to change the email address',
  body: { email: TextField, code: TextField },
  run: async ({ ctx, client }, { body: { email, code } }) =>
    new Redirect('/panel/account/address', (await signInWithRecoveryCode(ctx, { email, code, client })).headers),
  renderRefused: (request, error, { body: { email } }) => renderRecoveryPage(request, { email, error }),
});

function renderRecoveryPage(
  request: PageRequest,
  { email, error }: { readonly email?: string; readonly error?: ApiError } = {},
): ResponseWithHeaders<Html> {
  const visitor = toVisitorRequest(request);
  const { locale, language } = visitor;
  const t = visitor.t.signIn.recovery;
  const { csrfField, headers } = prepareForm(request);
  const renderCodeInput = (attributes: Html) =>
    html`<input class="code uppercase" id="code" name="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="go" placeholder="XXXX-XXXX-XXXX" ${attributes}>`;
  const main = html`<a class="back-link" href="/login">${t.back}</a>
<h1>${t.title}</h1><p class="intro">${t.intro}</p>
<form class="card" method="post" action="${PATH}">${csrfField}<h2>${t.codeTitle}</h2>${renderFormError(language, error)}
${renderField(language, { id: 'email', label: t.emailLabel }, (attributes) => renderEmailInput(attributes, email))}
${renderField(language, { id: 'code', label: t.codeLabel, hint: t.codeHint }, renderCodeInput)}
<button class="button">${t.submit}</button></form>
<section class="card spaced"><h2>${t.otherTitle}</h2>${t.others.map((text) => html`<p>${text}</p>`)}</section>`;
  return new ResponseWithHeaders(renderLayout({ title: t.title, locale, width: 'narrow', main }), headers);
}
