import type { PanelParent } from '../../core/caller.ts';
import { speaks } from '../../core/languages.ts';
import type { Refusal } from '../../core/refusal.ts';
import { enterWithEmailCode, sendPanelCode } from '../../features/access/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect, Reply } from '../../platform/http/answers.ts';
import type { Client } from '../../platform/http/client.ts';
import { page } from '../../platform/http/endpoint.ts';
import { checkFormToken } from '../../platform/http/forms.ts';
import { layout } from '../layout.ts';
import { attempt, field } from '../parts/field.ts';
import { formStart, hiddenField } from '../parts/form.ts';
import { Field, FORM_TOKEN, refused } from '../parts/steering.ts';
import { OUTSIDE_WORDS } from './outside-words.ts';

/** Where the way ends: what will be deleted, and the button. The code typed here is the fresh one that it asks for. */
const DELETE = '/panel/account/delete';

export const showAccountDeletion = page({
  summary: 'How a parent deletes the account and what belongs to it, without the app',
  run: async (ctx, _caller: PanelParent | undefined, { client }) => {
    const { body, headers } = deletionPage(ctx, client, {});
    return new Reply(body, headers);
  },
});

export const submitDeletionEmail = page({
  summary: 'Ask for a code to delete an account with',
  body: { ...FORM_TOKEN, email: Field },
  run: async (ctx, _caller: PanelParent | undefined, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    const { email = '' } = body;
    return attempt(
      async () => {
        await sendPanelCode(ctx, email, client);
        const shown = deletionPage(ctx, client, { email, isSent: true });
        return new Reply(shown.body, shown.headers);
      },
      (problem) => again(ctx, client, { email, problem }),
    );
  },
});

export const submitDeletionCode = page({
  summary: 'Enter with that code',
  body: { ...FORM_TOKEN, email: Field, code: Field },
  run: async (ctx, _caller: PanelParent | undefined, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    const { email = '', code = '' } = body;
    return attempt(
      async () => new Redirect(DELETE, (await enterWithEmailCode(ctx, email, code, client)).headers),
      (problem) => again(ctx, client, { email, isSent: true, problem }),
    );
  },
});

interface View {
  readonly email?: string;
  readonly isSent?: boolean;
  readonly problem?: Refusal;
}

function again(ctx: Context, client: Client, view: View & { problem: Refusal }): Reply<Html> {
  const { body, headers } = deletionPage(ctx, client, view);
  return refused(body, view.problem, headers);
}

function deletionPage(ctx: Context, client: Client, view: View): { body: Html; headers: Record<string, string> } {
  const words = OUTSIDE_WORDS[speaks(client.language)].deletion;
  const { token, headers } = formStart(ctx, client);
  const content = html`<h1>${words.title}</h1><p class="lead">${words.lead}</p>
<ol class="steps card">${words.steps.map((step) => html`<li>${step}</li>`)}</ol>
${view.isSent ? codeForm(client, token, view) : emailForm(client, token, view)}
<p class="hint below">${words.one}</p>`;
  return { body: layout({ title: words.title, tag: client.language, width: 'narrow', content }), headers };
}

function emailForm(client: Client, token: Html, { email = '', problem }: View): Html {
  const language = speaks(client.language);
  const words = OUTSIDE_WORDS[language].deletion;
  const input = (marks: Html | string) =>
    html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" enterkeyhint="send" value="${email}" ${marks}>`;
  return html`<form class="card" method="post" action="/account-deletion">${token}
${field(language, { id: 'email', label: words.label, problem }, input)}
<button class="button">${words.send}</button></form>`;
}

function codeForm(client: Client, token: Html, { email = '', problem }: View): Html {
  const language = speaks(client.language);
  const words = OUTSIDE_WORDS[language].deletion;
  const input = (marks: Html | string) =>
    html`<input class="code" id="code" name="code" required maxlength="40" inputmode="numeric" autocomplete="one-time-code" enterkeyhint="go" placeholder="123456"${problem ? '' : html` autofocus`} ${marks}>`;
  return html`<form class="card" method="post" action="/account-deletion/code">${token}${hiddenField('email', email)}
<p>${words.sent(email)}</p>${field(language, { id: 'code', label: words.codeLabel, problem }, input)}
<button class="button">${words.go}</button></form>`;
}
