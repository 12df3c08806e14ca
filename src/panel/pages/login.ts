import { Type } from 'typebox';
import type { PanelParent } from '../../core/caller.ts';
import { type Language, speaks } from '../../core/languages.ts';
import { Refusal, STATUS } from '../../core/refusal.ts';
import {
  enterWithEmailCode,
  enterWithManagerCode,
  newDeviceCookie,
  sendPanelCode,
} from '../../features/access/index.ts';
import { avatarPath } from '../../features/accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect, Reply } from '../../platform/http/answers.ts';
import type { Client } from '../../platform/http/client.ts';
import { page } from '../../platform/http/endpoint.ts';
import { checkFormToken, formToken } from '../../platform/http/forms.ts';
import { layout } from '../layout.ts';
import { LOGIN_WORDS } from './login-words.ts';

export const showFront = page({
  summary: 'The way in',
  run: async () => new Redirect('/panel'),
});

export const showLogin = page({
  summary: 'Log in to the panel',
  query: { next: Type.Optional(Type.String()) },
  run: async (ctx, caller: PanelParent | undefined, { query, client }) =>
    caller ? new Redirect(ownPath(query.next)) : loginPage(ctx, client, { next: ownPath(query.next) }),
});

const FORM = { form_token: Type.Optional(Type.String()), next: Type.Optional(Type.String()) };
const Typed = Type.Optional(Type.String());

export const submitManagerCode = page({
  summary: 'Log in with a manager code',
  body: { ...FORM, code: Typed },
  run: async (ctx, _caller: PanelParent | undefined, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    const next = ownPath(body.next);
    return attempt(
      async () => new Redirect(next, (await enterWithManagerCode(ctx, body.code ?? '', client)).headers),
      (problem) => loginPage(ctx, client, { next, problem, at: 'manager-code' }),
    );
  },
});

export const submitEmail = page({
  summary: 'Ask for an e-mail code',
  body: { ...FORM, email: Typed },
  run: async (ctx, _caller: PanelParent | undefined, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    const { email = '' } = body;
    const next = ownPath(body.next);
    return attempt(
      async () => {
        await sendPanelCode(ctx, email, client);
        return codePage(ctx, client, { next, email });
      },
      (problem) => loginPage(ctx, client, { next, problem, at: 'email', email }),
    );
  },
});

export const submitEmailCode = page({
  summary: 'Log in with an e-mail code',
  body: { ...FORM, email: Typed, code: Typed },
  run: async (ctx, _caller: PanelParent | undefined, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    const { email = '', code = '' } = body;
    const next = ownPath(body.next);
    return attempt(
      async () => new Redirect(next, (await enterWithEmailCode(ctx, email, code, client)).headers),
      (problem) => codePage(ctx, client, { next, email, problem }),
    );
  },
});

interface Shown {
  readonly next: string;
  readonly problem?: Refusal;
  readonly at?: 'manager-code' | 'email';
  readonly email?: string;
}

/** A refusal is shown where it was typed, with its own status; anything else is not ours to show. */
async function attempt(act: () => Promise<Redirect | Reply<Html>>, show: (problem: Refusal) => Reply<Html>) {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) return show(error);
    throw error;
  }
}

/** Only the panel's own pages: a link that somebody made up leads nowhere else. */
function ownPath(next: string | undefined): string {
  return next !== undefined && /^\/panel(?:[/?][\w/?&=%.-]*)?$/.test(next) ? next : '/panel';
}

function loginPage(ctx: Context, client: Client, { next, problem, at, email = '' }: Shown): Reply<Html> {
  const language = speaks(client.language);
  const words = LOGIN_WORDS[language];
  const { hidden, headers } = formStart(ctx, client, next);
  const content = html`
${faces(ctx)}
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<form class="card" method="post" action="/login/manager-code">
<h2>${words.managerTitle}</h2>
${at === 'manager-code' && problem ? problemNote(problem, language, 'manager-problem') : ''}
${hidden}
<label for="code">${words.managerLabel}</label>
<input class="code" id="code" name="code" required maxlength="40" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX" ${marks(at === 'manager-code' && problem, 'manager-problem')} aria-details="manager-hint">
<button class="button">${words.enter}</button>
<p class="hint" id="manager-hint">${words.managerHint}</p>
</form>
<form class="card" method="post" action="/login/email">
<h2>${words.emailTitle}</h2>
${at === 'email' && problem ? problemNote(problem, language, 'email-problem') : ''}
${hidden}
<label for="email">${words.emailLabel}</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${email}" ${marks(at === 'email' && problem, 'email-problem')}>
<button class="button">${words.send}</button>
</form>`;
  return reply(layout({ title: words.title, tag: client.language, width: 'narrow', content }), headers, problem);
}

function codePage(ctx: Context, client: Client, { next, email = '', problem }: Shown): Reply<Html> {
  const language = speaks(client.language);
  const words = LOGIN_WORDS[language];
  const { hidden, headers } = formStart(ctx, client, next);
  const content = html`
<h1>${words.codeTitle}</h1>
<form class="card" method="post" action="/login/email-code">
${problem ? problemNote(problem, language, 'code-problem') : html`<p class="notice" role="status">${words.sent(email)}</p>`}
${hidden}
<input type="hidden" name="email" value="${email}">
<label for="code">${words.codeLabel}</label>
<input class="code" id="code" name="code" required maxlength="40" inputmode="numeric" autocomplete="one-time-code" autofocus placeholder="123456" ${marks(problem, 'code-problem')}>
<button class="button">${words.enter}</button>
<p class="hint">${words.codeHint} <a href="/login">${words.again}</a></p>
</form>`;
  return reply(layout({ title: words.codeTitle, tag: client.language, width: 'narrow', content }), headers, problem);
}

/** The hidden fields of a form, and the device cookie that its token belongs to. */
function formStart(ctx: Context, client: Client, next: string) {
  const fresh = client.panelDevice === undefined ? newDeviceCookie(ctx) : undefined;
  const token = formToken(ctx, fresh?.device ?? client.panelDevice ?? '');
  const headers: Record<string, string> = fresh ? { 'set-cookie': fresh.cookie } : {};
  const hidden = html`<input type="hidden" name="form_token" value="${token}"><input type="hidden" name="next" value="${next}">`;
  return { hidden, headers };
}

function problemNote(problem: Refusal, language: Language, id: string): Html {
  return html`<p class="problem" id="${id}" role="alert">${problem.text[language]}</p>`;
}

function marks(problem: Refusal | undefined | false, describedBy: string): Html | string {
  return problem ? html`aria-invalid="true" aria-describedby="${describedBy}" autofocus` : '';
}

/** Some of the looks that children start from: the first thing a parent sees is what this is about. */
function faces(ctx: Context): Html {
  const looks = ctx.content.current.looks.slice(0, 4);
  return html`<p class="faces" aria-hidden="true">${looks.map(
    (look) => html`<img src="${avatarPath(ctx, look)}&size=144" alt="" width="72" height="72">`,
  )}</p>`;
}

function reply(body: Html, headers: Record<string, string>, problem: Refusal | undefined): Reply<Html> {
  const retry = problem?.details.retry_after;
  const all = retry === undefined ? headers : { ...headers, 'retry-after': String(retry) };
  return new Reply(body, all, problem && STATUS[problem.code]);
}
