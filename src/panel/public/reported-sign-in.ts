import { Type } from 'typebox';
import type { ApiError } from '../../core/requests/api-error.ts';
import {
  endReportedSignIn,
  getReportedSignIn,
  type ReportedSignIn,
  setPinAfterReport,
} from '../../features/guardianship/index.ts';
import { getChildTimeZone } from '../../features/progress/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect, ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { definePublicForm, definePublicPage, type PageRequest } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';
import { formatInstant } from '../parts/format.ts';
import { renderNewPinInput } from '../parts/forms/controls.ts';
import { findFieldError, renderField, renderFormError, TextField } from '../parts/forms/field.ts';
import { prepareForm } from '../parts/forms/form.ts';

const PARAMS = { token: Type.String() };

/** This page has a button, because a GET request must not change anything. */
export const showReportedSignIn = definePublicPage({
  summary: "Ask whether to end a child's sign-in on a new device",
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: async (request, { params: { token } }) => {
    const signIn = await getReportedSignIn(request.ctx, token);
    return signIn.isEnded ? renderPinForm(request, token) : renderQuestion(request, token, signIn);
  },
});

export const submitSignInEnd = definePublicForm({
  summary: "End a child's sign-in on a new device without signing in",
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: async ({ ctx }, { params }) => {
    await endReportedSignIn(ctx, params.token);
    return new Redirect(getPath(params.token));
  },
});

export const submitPinAfterReport = definePublicForm({
  summary: "Set a new PIN after a child's sign-in on a new device, without signing in",
  params: PARAMS,
  body: { pin: TextField },
  errorCodes: ['NOT_FOUND'],
  run: async (request, { params, body }) => {
    const { ctx, t, locale } = request;
    const { child } = await getReportedSignIn(ctx, params.token);
    await setPinAfterReport(ctx, params.token, body.pin.trim());
    const { doneTitle, doneIntro } = t.public.reportedSignIn;
    const main = html`<h1>${doneTitle}</h1><p class="intro">${doneIntro({ name: child.display_name })}</p><a class="button outline" href="/panel">${t.public.unsubscribe.goToPanel}</a>`;
    return renderLayout({ title: doneTitle, locale, width: 'narrow', main });
  },
  renderRefused: (request, error, { params }) => renderPinForm(request, params.token, error),
});

async function renderQuestion(request: PageRequest, token: string, { child, signedInAt }: ReportedSignIn) {
  const { everywhere, ...t } = request.t.public.reportedSignIn;
  const name = child.display_name;
  const timeZone = await getChildTimeZone(request.ctx, child.id);
  const { title, intro, submit } =
    signedInAt === null
      ? everywhere
      : { ...t, intro: t.intro({ name, at: formatInstant(request.language, signedInAt, timeZone) }) };
  const { csrfField, headers } = prepareForm(request);
  const main = html`<h1>${title({ name })}</h1>
<p class="intro">${intro}</p>
<form class="card" method="post" action="${getPath(token)}/end">${csrfField}${signedInAt === null ? '' : html`<p>${t.hint({ name })}</p>`}<button class="button">${submit}</button></form>`;
  const layout = { title: title({ name }), locale: request.locale, width: 'narrow' as const, main };
  return new ResponseWithHeaders(renderLayout(layout), headers);
}

async function renderPinForm(
  request: PageRequest,
  token: string,
  error?: ApiError,
): Promise<ResponseWithHeaders<Html>> {
  const { ctx, language, locale } = request;
  const t = request.t.public.reportedSignIn;
  const { child } = await getReportedSignIn(ctx, token);
  const { csrfField, headers } = prepareForm(request);
  const fieldError = findFieldError('pin', error);
  const { label, submit } = request.t.dangerZone.pin;
  const main = html`<h1>${t.endedTitle}</h1><p class="intro">${t.endedIntro({ name: child.display_name })}</p>
<form class="card" method="post" action="${getPath(token)}/pin">${csrfField}${fieldError ? '' : renderFormError(language, error)}
${renderField(language, { id: 'pin', label, error: fieldError }, renderNewPinInput)}
<button class="button">${submit}</button></form>`;
  return new ResponseWithHeaders(renderLayout({ title: t.endedTitle, locale, width: 'narrow', main }), headers);
}

function getPath(token: string): string {
  return `/sign-ins/${encodeURIComponent(token)}`;
}
