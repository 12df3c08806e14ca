import { Type } from 'typebox';
import { getDeparture, stayByLink } from '../../features/guardianship/index.ts';
import { html } from '../../platform/html.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { definePublicForm, definePublicPage } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';
import { prepareForm } from '../parts/forms/form.ts';

const PARAMS = { token: Type.String() };

/** This page has a button, because a GET request must not change anything: programs that check emails open links. */
export const showDeparture = definePublicPage({
  summary: 'Ask whether a guardian who is leaving a child stays',
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: async (request, { params: { token } }) => {
    const { child } = await getDeparture(request.ctx, token);
    const t = request.t.public.departure;
    const { csrfField, headers } = prepareForm(request);
    const main = html`<h1>${t.title({ name: child.display_name })}</h1><p class="intro">${t.intro}</p>
<form class="card" method="post" action="/departures/${encodeURIComponent(token)}">${csrfField}<p>${t.hint}</p><button class="button">${t.submit}</button></form>`;
    const title = t.title({ name: child.display_name });
    return new ResponseWithHeaders(renderLayout({ title, locale: request.locale, width: 'narrow', main }), headers);
  },
});

export const submitStay = definePublicForm({
  summary: 'Stay a guardian without signing in',
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: async ({ ctx, t, locale }, { params: { token } }) => {
    const child = await stayByLink(ctx, token);
    const { doneTitle, doneIntro, steps } = t.public.departure;
    const title = doneTitle({ name: child.display_name });
    const main = html`<h1>${title}</h1><p class="intro">${doneIntro}</p>
<ol class="steps card">${steps.map((step) => html`<li>${step}</li>`)}</ol><p class="below"><a class="button" href="/login">${t.public.addressLink.signIn}</a></p>`;
    return renderLayout({ title, locale, width: 'narrow', main });
  },
});
