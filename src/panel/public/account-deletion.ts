import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { languageFor } from '../../core/languages.ts';
import type { Refusal } from '../../core/refusal.ts';
import { sendPanelCode, signInWithEmailCode } from '../../features/access/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { Redirect, ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/csrf.ts';
import { layout } from '../layout/layout.ts';
import { catchRefusal, field } from '../parts/forms/field.ts';
import { formStart, hiddenField } from '../parts/forms/form.ts';
import { Field, FORM_TOKEN, refusalPage } from '../parts/forms/form-parts.ts';

/** Where the way ends: what will be deleted, and the button. The code typed here is the fresh one that it asks for. */
const DELETE = '/panel/account/delete';

export const showAccountDeletion = page({
  summary: 'How a parent deletes the account and what belongs to it, without the app',
  run: async (ctx, _caller: PanelParent | undefined, { client }) => {
    const { body, headers } = deletionPage(ctx, client, {});
    return new ResponseWithHeaders(body, headers);
  },
});

export const submitDeletionEmail = page({
  summary: 'Ask for a code to delete an account with',
  body: { ...FORM_TOKEN, email: Field },
  run: async (ctx, _caller: PanelParent | undefined, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const { email = '' } = body;
    return catchRefusal(
      async () => {
        await sendPanelCode(ctx, email, client);
        const shown = deletionPage(ctx, client, { email, isSent: true });
        return new ResponseWithHeaders(shown.body, shown.headers);
      },
      (problem) => again(ctx, client, { email, problem }),
    );
  },
});

export const submitDeletionCode = page({
  summary: 'Enter with that code',
  body: { ...FORM_TOKEN, email: Field, code: Field },
  run: async (ctx, _caller: PanelParent | undefined, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const { email = '', code = '' } = body;
    return catchRefusal(
      async () => new Redirect(DELETE, (await signInWithEmailCode(ctx, email, code, client)).headers),
      (problem) => again(ctx, client, { email, isSent: true, problem }),
    );
  },
});

interface View {
  readonly email?: string;
  readonly isSent?: boolean;
  readonly problem?: Refusal;
}

function again(ctx: Context, client: Client, view: View & { problem: Refusal }): ResponseWithHeaders<Html> {
  const { body, headers } = deletionPage(ctx, client, view);
  return refusalPage(body, view.problem, headers);
}

function deletionPage(ctx: Context, client: Client, view: View): { body: Html; headers: Record<string, string> } {
  const t = messages(languageFor(client.language)).panel.public.deletion;
  const { token, headers } = formStart(ctx, client);
  const content = html`<h1>${t.title}</h1><p class="lead">${t.lead}</p>
<ol class="steps card">${t.steps.map((step) => html`<li>${step}</li>`)}</ol>
${view.isSent ? codeForm(client, token, view) : emailForm(client, token, view)}
<p class="hint below">${t.one}</p>`;
  return { body: layout({ title: t.title, locale: client.language, width: 'narrow', content }), headers };
}

function emailForm(client: Client, token: Html, { email = '', problem }: View): Html {
  const language = languageFor(client.language);
  const t = messages(language).panel.public.deletion;
  const input = (marks: Html | string) =>
    html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" enterkeyhint="send" value="${email}" ${marks}>`;
  return html`<form class="card" method="post" action="/account-deletion">${token}
${field(language, { id: 'email', label: t.label, problem }, input)}
<button class="button">${t.send}</button></form>`;
}

function codeForm(client: Client, token: Html, { email = '', problem }: View): Html {
  const language = languageFor(client.language);
  const t = messages(language).panel.public.deletion;
  const input = (marks: Html | string) =>
    html`<input class="code" id="code" name="code" required maxlength="40" inputmode="numeric" autocomplete="one-time-code" enterkeyhint="go" placeholder="123456"${problem ? '' : html` autofocus`} ${marks}>`;
  return html`<form class="card" method="post" action="/account-deletion/code">${token}${hiddenField('email', email)}
<p>${t.sent({ email })}</p>${field(language, { id: 'code', label: t.codeLabel, problem }, input)}
<button class="button">${t.go}</button></form>`;
}
