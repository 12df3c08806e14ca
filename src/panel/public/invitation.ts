import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { languageFor } from '../../core/languages.ts';
import type { Refusal } from '../../core/refusal.ts';
import { findProfile } from '../../features/accounts/index.ts';
import {
  acceptInvitation,
  getInvitation,
  sendInvitationCode,
  signInAndAccept,
} from '../../features/guardianship/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { Redirect, ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/csrf.ts';
import { layout } from '../layout/layout.ts';
import { catchRefusal, field } from '../parts/forms/field.ts';
import { formStart } from '../parts/forms/form.ts';
import { Field, FORM_TOKEN, formProblem, refusalPage } from '../parts/forms/form-parts.ts';

const PARAMS = { token: Type.String() };

export const showInvitation = page({
  summary: 'An invitation to be a guardian, from a letter',
  params: PARAMS,
  query: { sent: Field },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent | undefined, { params, query, client }) => {
    const { body, headers } = await invitationPage(ctx, caller, client, {
      ...params,
      isSent: query.sent !== undefined,
    });
    return new ResponseWithHeaders(body, headers);
  },
});

export const submitInvitationSend = page({
  summary: 'Send the invited address a code to sign in with',
  params: PARAMS,
  body: FORM_TOKEN,
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent | undefined, { params, body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    return catchRefusal(
      async () => {
        await sendInvitationCode(ctx, params.token, client);
        return new Redirect(`${pathOf(params.token)}?sent=1`);
      },
      (problem) => again(ctx, caller, client, { ...params, isSent: false, problem, at: 'send' }),
    );
  },
});

/** A parent who is signed in with the invited address needs no code; anyone else signs in with this one. */
export const submitAcceptance = page({
  summary: 'Accept an invitation to be a guardian',
  params: PARAMS,
  body: { ...FORM_TOKEN, code: Field },
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, caller: PanelParent | undefined, { params, body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    return catchRefusal(
      async () => {
        if (caller && body.code === undefined) {
          await acceptInvitation(ctx, caller, params.token);
          return new Redirect('/panel');
        }
        const entered = await signInAndAccept(ctx, params.token, body.code ?? '', client);
        return new Redirect('/panel', entered.headers);
      },
      (problem) => again(ctx, caller, client, { ...params, isSent: true, problem, at: 'code' }),
    );
  },
});

interface View {
  readonly token: string;
  readonly isSent: boolean;
  readonly problem?: Refusal;
  readonly at?: 'send' | 'code';
}

async function again(ctx: Context, caller: PanelParent | undefined, client: Client, view: View & { problem: Refusal }) {
  const { body, headers } = await invitationPage(ctx, caller, client, view);
  return refusalPage(body, view.problem, headers);
}

async function invitationPage(ctx: Context, caller: PanelParent | undefined, client: Client, view: View) {
  const locale = caller?.language ?? client.language;
  const t = messages(languageFor(locale)).panel.public.invitation;
  const { childName, inviterEmail, email } = await getInvitation(ctx, view.token);
  const mine = caller && (await findProfile(ctx.db, caller.profileId))?.email === email;
  const { token, headers } = formStart(ctx, client);
  const title = t.title({ name: childName });
  const content = html`<h1>${title}</h1>
<p class="lead">${t.lead({ from: inviterEmail, name: childName })}</p><p>${t.forAddress({ email })}</p><p class="hint">${t.consent}</p>
${mine ? acceptForm(view.token, token, t.acceptNow) : codeForms(view, token, locale, email)}`;
  return { body: layout({ title, locale, width: 'narrow', content }), headers };
}

function acceptForm(invitation: string, token: Html, label: string): Html {
  return html`<form class="card" method="post" action="${pathOf(invitation)}/accept">${token}<button class="button">${label}</button></form>`;
}

function codeForms({ token: invitation, isSent, problem, at }: View, token: Html, locale: string, email: string): Html {
  const language = languageFor(locale);
  const t = messages(language).panel.public.invitation;
  const send = html`<form method="post" action="${pathOf(invitation)}/code">${token}<button class="button ${isSent ? 'quiet' : ''}">${isSent ? t.again : t.send}</button></form>`;
  if (!isSent) return html`<div class="card">${formProblem(language, problem)}${send}</div>`;
  const input = (marks: Html | string) =>
    html`<input class="code" id="code" name="code" required maxlength="40" inputmode="numeric" autocomplete="one-time-code" enterkeyhint="go" placeholder="123456"${problem ? '' : html` autofocus`} ${marks}>`;
  return html`<div class="card"><p>${t.sent({ email })}</p><form method="post" action="${pathOf(invitation)}/accept">${token}
${field(language, { id: 'code', label: t.codeLabel, problem: at === 'code' ? problem : undefined }, input)}
<button class="button">${t.accept}</button></form>${send}</div>`;
}

function pathOf(token: string): string {
  return `/invitations/${encodeURIComponent(token)}`;
}
