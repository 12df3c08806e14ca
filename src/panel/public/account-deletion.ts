import type { ApiError } from '../../core/requests/api-error.ts';
import { sendPanelCode, signInWithEmailCode } from '../../features/access/index.ts';
import { getMessages } from '../../locales/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect, type ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { type PageRequest, publicForm, publicPage, toVisitorRequest } from '../endpoints.ts';
import { layout } from '../layout/layout.ts';
import { emailCodeInput } from '../parts/forms/controls.ts';
import { field } from '../parts/forms/field.ts';
import { catchError, formPage, hiddenField, prepareForm } from '../parts/forms/form.ts';
import { TextField } from '../parts/forms/form-fields.ts';

/** The page of the panel that deletes the account. It needs a fresh code, and the code entered here counts as one. */
const DELETE_ACCOUNT = '/panel/account/delete';

export const showDeletionInstructions = publicPage({
  summary: 'Explain to a parent how to delete the account without the app',
  run: (request) => deletionPage(request, {}),
});

export const submitDeletionEmail = publicForm({
  summary: 'Send a code by email to delete an account with',
  body: { email: TextField },
  run: (request, { body: { email = '' } }) =>
    catchError(
      async () => {
        await sendPanelCode(request.ctx, email, request.client);
        return deletionPage(request, { email, isSent: true });
      },
      (error) => deletionPage(request, { email, error }),
    ),
});

export const submitDeletionCode = publicForm({
  summary: 'Sign in with that code and continue to the deletion',
  body: { email: TextField, code: TextField },
  run: (request, { body: { email = '', code = '' } }) =>
    catchError(
      async () => {
        const signedIn = await signInWithEmailCode(request.ctx, email, code, request.client);
        return new Redirect(DELETE_ACCOUNT, signedIn.headers);
      },
      (error) => deletionPage(request, { email, isSent: true, error }),
    ),
});

interface DeletionPageProps {
  readonly email?: string;
  readonly isSent?: boolean;
  readonly error?: ApiError;
}

function deletionPage(request: PageRequest, props: DeletionPageProps): ResponseWithHeaders<Html> {
  const visitor = toVisitorRequest(request);
  const { locale, language } = visitor;
  const t = getMessages(language).panel.public.deletion;
  const { token, headers } = prepareForm(request);
  const main = html`<h1>${t.title}</h1><p class="intro">${t.lead}</p>
<ol class="steps card">${t.steps.map((step) => html`<li>${step}</li>`)}</ol>
${props.isSent ? codeForm(visitor, token, props) : emailForm(visitor, token, props)}
<p class="hint spaced">${t.deleteChildHint}</p>`;
  return formPage(layout({ title: t.title, locale, width: 'narrow', main }), props.error, headers);
}

function emailForm({ language }: PageRequest, token: Html, { email = '', error }: DeletionPageProps): Html {
  const t = getMessages(language).panel.public.deletion;
  const input = (attributes: Html) =>
    html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" enterkeyhint="send" value="${email}" ${attributes}>`;
  return html`<form class="card" method="post" action="/account-deletion">${token}
${field(language, { id: 'email', label: t.label, error }, input)}
<button class="button">${t.send}</button></form>`;
}

function codeForm({ language }: PageRequest, token: Html, { email = '', error }: DeletionPageProps): Html {
  const t = getMessages(language).panel.public.deletion;
  return html`<form class="card" method="post" action="/account-deletion/code">${token}${hiddenField('email', email)}
<p>${t.sent({ email })}</p>${field(language, { id: 'code', label: t.codeLabel, error }, (attributes) => emailCodeInput(attributes, !error))}
<button class="button">${t.continue}</button></form>`;
}
