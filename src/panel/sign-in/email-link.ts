import { Type } from 'typebox';
import { exchangeLinkForCode, getEmailLink, signUpWithEmailLink } from '../../features/access/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect, ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { definePublicForm, definePublicPage, type PageRequest, toVisitorRequest } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';
import { OptionalField, TextField } from '../parts/forms/field.ts';
import { prepareForm, renderHiddenField } from '../parts/forms/form.ts';
import { toPanelPath } from '../parts/paths.ts';

const PARAMS = { token: Type.String() };

/** This page has buttons, because a GET request must not change anything: programs that check emails for viruses open links. */
export const showEmailLink = definePublicPage({
  summary: 'Ask what the link in an email with a code shall do',
  params: PARAMS,
  query: { next: TextField },
  errorCodes: ['NOT_FOUND'],
  run: async (request, { params: { token }, query: { next } }) => {
    const visitor = toVisitorRequest(request);
    const t = visitor.t.signIn.link;
    const { email, purpose } = await getEmailLink(request.ctx, token);
    const opensPanel = purpose === 'panel-email';
    const { csrfField, headers } = prepareForm(request);
    const renderButton = (action: 'sign-in' | 'code', label: string, variant: string) =>
      html`<button class="button${variant}" name="action" value="${action}">${label}</button>`;
    const main = html`<h1>${t.title}</h1><p class="intro">${t.intro({ email })}</p>
<form class="card" method="post" action="/login/link/${token}" hx-boost="false">${csrfField}${renderHiddenField('next', toPanelPath(next))}
${opensPanel ? html`<p>${t.signInHint}</p>${renderButton('sign-in', t.signIn, '')}` : ''}
<p>${purpose === 'app-email' ? t.codeHintApp : t.codeHint}</p>${renderButton('code', t.showCode, opensPanel ? ' outline' : '')}</form>
<p class="hint">${t.notRequested}</p>`;
    return renderPage(visitor, t.title, main, headers);
  },
});

export const submitEmailLink = definePublicForm({
  summary: 'Sign in to the panel with the link in an email, or show a code in place of the emailed one',
  params: PARAMS,
  body: { action: OptionalField, next: TextField },
  errorCodes: ['NOT_FOUND'],
  run: async (request, { params: { token }, body: { action, next } }) => {
    const { ctx, client } = request;
    if (action === 'sign-in')
      return new Redirect(toPanelPath(next), (await signUpWithEmailLink(ctx, token, client)).headers);
    const code = (await exchangeLinkForCode(ctx, token)).replace(/(?=(....)+$)/g, ' ').trim();
    const visitor = toVisitorRequest(request);
    const t = visitor.t.signIn.link;
    const main = html`<h1>${t.codeTitle}</h1><p class="intro">${t.codeIntro}</p>
<section class="card"><p class="code-display" role="status"><b>${code}</b></p></section><p class="hint">${t.codeExpiry}</p>`;
    return renderPage(visitor, t.codeTitle, main, {});
  },
});

function renderPage({ locale }: PageRequest, title: string, main: Html, headers: Record<string, string>) {
  return new ResponseWithHeaders(renderLayout({ title, locale, width: 'narrow', main }), headers);
}
