import { Type } from 'typebox';
import type { ApiError } from '../../core/requests/api-error.ts';
import { maskEmail } from '../../features/accounts/index.ts';
import { followAddressLink, getAddressLink } from '../../features/guardianship/index.ts';
import { html } from '../../platform/html.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { definePublicForm, definePublicPage, type PageRequest } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';
import { renderFormError } from '../parts/forms/field.ts';
import { prepareForm } from '../parts/forms/form.ts';

const PARAMS = { token: Type.String() };

/** This page has a button, because a GET request must not change anything: programs that check emails open links. */
export const showAddressLink = definePublicPage({
  summary: "Ask whether to undo, stop or make the change of a parent's email address",
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: (request, { params }) => renderQuestion(request, params.token),
});

export const submitAddressLink = definePublicForm({
  summary: "Undo, stop or make the change of a parent's email address without signing in",
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: async ({ ctx, t, locale }, { params }) => {
    const { kind } = await followAddressLink(ctx, params.token);
    const { doneTitle, doneIntro, steps } = t.public.addressLink[kind];
    const main = html`<h1>${doneTitle}</h1><p class="intro">${doneIntro}</p>
<ol class="steps card">${steps.map((step) => html`<li>${step}</li>`)}</ol><p class="below"><a class="button" href="/login">${t.public.addressLink.signIn}</a></p>`;
    return renderLayout({ title: doneTitle, locale, width: 'narrow', main });
  },
  renderRefused: (request, error, { params }) => renderQuestion(request, params.token, error),
});

async function renderQuestion(request: PageRequest, token: string, error?: ApiError) {
  const { ctx, locale, language } = request;
  const { kind, oldEmail, newEmail } = await getAddressLink(ctx, token);
  const t = request.t.public.addressLink[kind];
  const { csrfField, headers } = prepareForm(request);
  const addresses = {
    old: kind === 'undo' ? oldEmail : maskEmail(oldEmail),
    email: kind === 'confirm' ? newEmail : maskEmail(newEmail),
  };
  const main = html`<h1>${t.title}</h1><p class="intro">${t.intro(addresses)}</p>
<form class="card" method="post" action="/address-changes/${encodeURIComponent(token)}">${csrfField}${renderFormError(language, error)}<p>${t.hint}</p><button class="button">${t.submit}</button></form>`;
  return new ResponseWithHeaders(renderLayout({ title: t.title, locale, width: 'narrow', main }), headers);
}
