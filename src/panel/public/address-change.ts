import { Type } from 'typebox';
import type { ApiError } from '../../core/requests/api-error.ts';
import { getUndoableChange, undoAddressChange } from '../../features/guardianship/index.ts';
import { html } from '../../platform/html.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import type { PageRequest } from '../endpoints.ts';
import { definePublicForm, definePublicPage } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';
import { renderFormError } from '../parts/forms/field.ts';
import { prepareForm } from '../parts/forms/form.ts';

const PARAMS = { token: Type.String() };

/** This page has a button, because a GET request must not change anything: programs that check emails open links. */
export const showAddressChange = definePublicPage({
  summary: "Ask whether to undo the change of a parent's email address",
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: (request, { params }) => renderQuestion(request, params.token),
});

export const submitAddressUndo = definePublicForm({
  summary: "Undo the change of a parent's email address without signing in",
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: async ({ ctx, t, locale }, { params }) => {
    await undoAddressChange(ctx, params.token);
    const { doneTitle, doneIntro, steps, signIn } = t.public.addressChange;
    const main = html`<h1>${doneTitle}</h1><p class="intro">${doneIntro}</p>
<ol class="steps card">${steps.map((step) => html`<li>${step}</li>`)}</ol><a class="button" href="/login">${signIn}</a>`;
    return renderLayout({ title: doneTitle, locale, width: 'narrow', main });
  },
  renderRefused: (request, error, { params }) => renderQuestion(request, params.token, error),
});

async function renderQuestion(request: PageRequest, token: string, error?: ApiError) {
  const { ctx, locale, language } = request;
  const t = request.t.public.addressChange;
  const { oldEmail } = await getUndoableChange(ctx, token);
  const { csrfField, headers } = prepareForm(request);
  const main = html`<h1>${t.title}</h1><p class="intro">${t.intro({ email: oldEmail })}</p>
<form class="card" method="post" action="/address-changes/${encodeURIComponent(token)}">${csrfField}${renderFormError(language, error)}<p>${t.hint}</p><button class="button">${t.submit}</button></form>`;
  return new ResponseWithHeaders(renderLayout({ title: t.title, locale, width: 'narrow', main }), headers);
}
