import { Type } from 'typebox';
import type { ApiError } from '../../core/requests/api-error.ts';
import { findProfile, maskEmail } from '../../features/accounts/index.ts';
import {
  acceptInvitation,
  getInvitation,
  sendInvitationCode,
  signInAndAcceptInvitation,
} from '../../features/guardianship/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect, ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { definePublicForm, definePublicPage, type PageRequest } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';
import { renderEmailCodeInput } from '../parts/forms/controls.ts';
import { OptionalField, renderField, renderFormError } from '../parts/forms/field.ts';
import { prepareForm } from '../parts/forms/form.ts';
import { renderConsent } from '../parts/privacy-notice.ts';

const PARAMS = { token: Type.String() };

export const showInvitation = definePublicPage({
  summary: 'Show an invitation to become a guardian',
  params: PARAMS,
  query: { sent: OptionalField },
  errorCodes: ['NOT_FOUND'],
  run: (request, { params, query }) => renderInvitationPage(request, { ...params, isSent: query.sent !== undefined }),
});

export const submitInvitationCode = definePublicForm({
  summary: 'Send a sign-in code to the invited email address',
  params: PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: async ({ ctx, client }, { params }) => {
    await sendInvitationCode(ctx, params.token, client);
    return new Redirect(`${getInvitationPath(params.token)}?sent=1`);
  },
  renderRefused: (request, error, { params }) =>
    renderInvitationPage(request, { ...params, isSent: false, error, form: 'send' }),
});

/** A parent who is signed in with the invited email address needs no code. Anybody else signs in with the code from the email. */
export const submitInvitationAccept = definePublicForm({
  summary: 'Accept an invitation to become a guardian',
  params: PARAMS,
  body: { code: OptionalField },
  errorCodes: ['NOT_FOUND'],
  run: async ({ ctx, parent, client }, { params: { token }, body: { code } }) => {
    if (parent && code === undefined) {
      await acceptInvitation(ctx, parent, token);
      return new Redirect('/panel');
    }
    return new Redirect('/panel', (await signInAndAcceptInvitation(ctx, token, code ?? '', client)).headers);
  },
  renderRefused: (request, error, { params }) =>
    renderInvitationPage(request, { ...params, isSent: true, error, form: 'code' }),
});

interface InvitationPageProps {
  /** The token of the invitation, from its URL. */
  readonly token: string;
  /** Whether an email with a code has been sent. */
  readonly isSent: boolean;
  readonly error?: ApiError;
  /** The form that the error is about. */
  readonly form?: 'send' | 'code';
}

async function renderInvitationPage(
  request: PageRequest,
  props: InvitationPageProps,
): Promise<ResponseWithHeaders<Html>> {
  const { ctx, parent, locale, language } = request;
  const t = request.t.public.invitation;
  const { childName, inviterEmail, email } = await getInvitation(ctx, props.token);
  const isSignedInAsInvited = parent && (await findProfile(ctx, parent.profileId))?.email === email;
  const { csrfField, headers } = prepareForm(request);
  const title = t.title({ name: childName });
  const forms = isSignedInAsInvited
    ? html`<form class="card" method="post" action="${getInvitationPath(props.token)}/accept">${renderFormError(language, props.error)}${csrfField}<button class="button">${t.acceptNow}</button></form>`
    : renderCodeForms(request, props, csrfField, email);
  const main = html`<h1>${title}</h1>
<p class="intro">${t.intro({ from: maskEmail(inviterEmail), name: childName })}</p><p class="hint">${t.names}</p><p>${t.forAddress({ email })}</p>${renderConsent(request.t.privacy)}
${forms}`;
  return new ResponseWithHeaders(renderLayout({ title, locale, width: 'narrow', main }), headers);
}

function renderCodeForms(
  { language, t }: PageRequest,
  props: InvitationPageProps,
  csrfField: Html,
  email: string,
): Html {
  const { token, isSent, error, form } = props;
  const sendForm = html`<form method="post" action="${getInvitationPath(token)}/code">${csrfField}<button class="button ${isSent ? 'outline' : ''}">${isSent ? t.public.invitation.sendAgain : t.public.invitation.send}</button></form>`;
  if (!isSent) return html`<div class="card">${renderFormError(language, error)}${sendForm}</div>`;
  const codeError = form === 'code' ? error : undefined;
  return html`<div class="card"><p>${t.public.invitation.sent({ email })}</p><form method="post" action="${getInvitationPath(token)}/accept">${csrfField}
${renderField(language, { id: 'code', label: t.public.invitation.codeLabel, error: codeError }, (attributes) => renderEmailCodeInput(attributes, { hasAutofocus: !error }))}
<button class="button">${t.public.invitation.accept}</button></form>${sendForm}</div>`;
}

function getInvitationPath(token: string): string {
  return `/invitations/${encodeURIComponent(token)}`;
}
