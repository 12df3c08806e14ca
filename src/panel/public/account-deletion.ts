import type { ApiError } from '../../core/requests/api-error.ts';
import { sendDeletionCode, signInWithEmailCode } from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect, ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { definePublicForm, definePublicPage, type PageRequest, toVisitorRequest } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';
import { renderEmailCodeInput, renderEmailInput } from '../parts/forms/controls.ts';
import { renderField, TextField } from '../parts/forms/field.ts';
import { prepareForm, renderHiddenField } from '../parts/forms/form.ts';

/**
 * The page of the panel that deletes the account. It requires a fresh code. The code that is entered on the public page counts
 * as fresh.
 */
const DELETE_ACCOUNT_PATH = '/panel/account/delete';

export const showDeletionInstructions = definePublicPage({
  summary: 'Explain to a parent how to delete the account without the app',
  run: (request) => renderDeletionPage(request, {}),
});

export const submitDeletionEmail = definePublicForm({
  summary: 'Send the email code that is needed to delete an account, or an email that there is none',
  body: { email: TextField },
  run: async (request, { body: { email } }) => {
    await sendDeletionCode(request.ctx, email, request.client);
    return renderDeletionPage(request, { email, isSent: true });
  },
  renderRefused: (request, error, { body: { email } }) => renderDeletionPage(request, { email, error }),
});

export const submitDeletionCode = definePublicForm({
  summary: 'Sign in with the email code and continue to the deletion',
  body: { email: TextField, code: TextField },
  run: async ({ ctx, client }, { body: { email, code } }) =>
    new Redirect(DELETE_ACCOUNT_PATH, (await signInWithEmailCode(ctx, email, code, client)).headers),
  renderRefused: (request, error, { body: { email } }) => renderDeletionPage(request, { email, isSent: true, error }),
});

interface DeletionPageProps {
  readonly email?: string;
  readonly isSent?: boolean;
  readonly error?: ApiError;
}

function renderDeletionPage(request: PageRequest, props: DeletionPageProps): ResponseWithHeaders<Html> {
  const visitor = toVisitorRequest(request);
  const { locale } = visitor;
  const t = visitor.t.public.deletion;
  const { csrfField, headers } = prepareForm(request);
  const main = html`<h1>${t.title}</h1><p class="intro">${t.intro}</p>
<ol class="steps card">${t.steps.map((step) => html`<li>${step}</li>`)}</ol>
${props.isSent ? renderCodeForm(visitor, csrfField, props) : renderEmailForm(visitor, csrfField, props)}
<p class="hint spaced">${t.deleteChildHint}</p>`;
  return new ResponseWithHeaders(renderLayout({ title: t.title, locale, width: 'narrow', main }), headers);
}

function renderEmailForm(
  { language, t }: PageRequest,
  csrfField: Html,
  { email = '', error }: DeletionPageProps,
): Html {
  return html`<form class="card" method="post" action="/account-deletion">${csrfField}
${renderField(language, { id: 'email', label: t.public.deletion.label, error }, (attributes) => renderEmailInput(attributes, email))}
<button class="button">${t.public.deletion.send}</button></form>`;
}

function renderCodeForm({ language, t }: PageRequest, csrfField: Html, { email = '', error }: DeletionPageProps): Html {
  return html`<form class="card" method="post" action="/account-deletion/code">${csrfField}${renderHiddenField('email', email)}
<p>${t.public.deletion.sent({ email })}</p>${renderField(language, { id: 'code', label: t.public.deletion.codeLabel, error }, (attributes) => renderEmailCodeInput(attributes, { hasAutofocus: !error }))}
<button class="button">${t.public.deletion.continue}</button></form>`;
}
