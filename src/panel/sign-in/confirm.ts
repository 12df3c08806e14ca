import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { languageFor } from '../../core/languages.ts';
import type { Refusal } from '../../core/refusal.ts';
import { confirmWithEmailCode, confirmWithManagerCode, sendConfirmCode } from '../../features/access/index.ts';
import { findProfile } from '../../features/accounts/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/csrf.ts';
import { panelPage } from '../layout/panel-layout.ts';
import { catchRefusal, field } from '../parts/forms/field.ts';
import { hiddenField, tokenField } from '../parts/forms/form.ts';
import { Field, FORM_TOKEN, formProblem, refusalPage } from '../parts/forms/form-parts.ts';
import { ownPath } from '../parts/paths.ts';

const BODY = { ...FORM_TOKEN, next: Field, code: Field };

export const showConfirm = page({
  summary: 'Where a parent shows with a fresh code who it is',
  query: { next: Field, sent: Field },
  run: (ctx, caller: PanelParent, { query, client }) =>
    confirmPage(ctx, caller, client, { next: ownPath(query.next), isSent: query.sent !== undefined }),
});

export const submitConfirmSend = page({
  summary: 'Send a code for confirming',
  body: BODY,
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const next = ownPath(body.next);
    return catchRefusal(
      async () => {
        await sendConfirmCode(ctx, caller, client);
        return new Redirect(`/panel/confirm?${new URLSearchParams({ next, sent: '1' })}`);
      },
      async (problem) =>
        refusalPage(await confirmPage(ctx, caller, client, { next, isSent: false, problem, at: 'send' }), problem),
    );
  },
});

export const submitConfirmEmail = page({
  summary: 'Confirm with a code from a letter',
  body: BODY,
  run: (ctx, caller: PanelParent, { body, client }) =>
    confirmed(ctx, caller, client, body, 'email', () => confirmWithEmailCode(ctx, caller, body.code ?? '', client)),
});

export const submitConfirmManager = page({
  summary: 'Confirm with a new code of the app',
  body: BODY,
  run: (ctx, caller: PanelParent, { body, client }) =>
    confirmed(ctx, caller, client, body, 'manager', () => confirmWithManagerCode(ctx, caller, body.code ?? '')),
});

async function confirmed(
  ctx: Context,
  caller: PanelParent,
  client: Client,
  body: { form_token?: string; next?: string },
  at: 'email' | 'manager',
  confirm: () => Promise<void>,
) {
  checkCsrfToken(ctx, client, body.form_token);
  const next = ownPath(body.next);
  return catchRefusal(
    async () => {
      await confirm();
      return new Redirect(next);
    },
    async (problem) =>
      refusalPage(await confirmPage(ctx, caller, client, { next, isSent: at === 'email', problem, at }), problem),
  );
}

interface View {
  readonly next: string;
  readonly isSent: boolean;
  readonly problem?: Refusal;
  /** The form that the problem is about. */
  readonly at?: 'send' | 'email' | 'manager';
}

async function confirmPage(ctx: Context, caller: PanelParent, client: Client, view: View): Promise<Html> {
  const language = languageFor(caller.language);
  const t = messages(language).panel.confirm;
  const email = (await findProfile(ctx.db, caller.profileId))?.email ?? '';
  const { next, isSent, problem, at } = view;
  const hidden = html`${tokenField(ctx, client)}${hiddenField('next', next)}`;
  const wrong = (form: View['at']) => (at === form ? problem : undefined);
  const typeCode = (marks: Html | string) =>
    html`<input class="code" id="code" name="code" required maxlength="40" inputmode="numeric" autocomplete="one-time-code" enterkeyhint="go" placeholder="123456"${isSent && !problem ? html` autofocus` : ''} ${marks}>`;
  const typeManager = (marks: Html | string) =>
    html`<input class="code letters" id="manager" name="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="go" placeholder="XXXX-XXXX" ${marks}>`;
  const content = html`<h1>${t.title}</h1><p class="lead">${t.lead}</p>
<section class="card"><h2>${t.emailTitle}</h2>${formProblem(language, wrong('send'))}
${isSent ? html`<p>${t.sent({ email })}</p><form method="post" action="/panel/confirm/email-code">${hidden}${field(language, { id: 'code', label: t.codeLabel, problem: wrong('email') }, typeCode)}<button class="button">${t.confirm}</button></form>` : html`<p>${t.emailHint({ email })}</p>`}
<form method="post" action="/panel/confirm/email">${hidden}<button class="button ${isSent ? 'quiet' : 'second'}">${isSent ? t.again : t.send}</button></form></section>
<form class="card" method="post" action="/panel/confirm/manager-code">${hidden}<h2>${t.managerTitle}</h2>
${field(language, { id: 'manager', label: t.managerLabel, problem: wrong('manager'), hint: t.managerHint }, typeManager)}
<button class="button${isSent && at !== 'manager' ? ' second' : ''}">${t.confirm}</button></form>
<p class="others"><a class="button quiet" href="/panel">${t.not}</a></p>`;
  return panelPage(ctx, caller, client, { title: t.title, width: 'narrow', content });
}
