import { speaks } from '../../core/languages.ts';
import { type Refusal, STATUS } from '../../core/refusal.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { Reply } from '../../platform/http/answers.ts';
import type { Client } from '../../platform/http/client.ts';
import { layout } from '../layout.ts';
import { faces } from '../parts/faces.ts';
import { fieldState } from '../parts/field.ts';
import { formStart, hiddenField } from '../parts/form.ts';
import { LOGIN_WORDS } from './login-words.ts';

interface LoginView {
  /** Where to go afterwards: a path of the panel. */
  readonly next: string;
  readonly problem?: Refusal;
  /** The form that the problem is about. */
  readonly at?: 'manager-code' | 'email';
  readonly email?: string;
}

/** The two ways in. */
export function loginPage(ctx: Context, client: Client, { next, problem, at, email = '' }: LoginView): Reply<Html> {
  const words = LOGIN_WORDS[speaks(client.language)];
  const { token, headers } = formStart(ctx, client);
  const code = fieldState(
    speaks(client.language),
    'code',
    at === 'manager-code' ? problem : undefined,
    words.managerHint,
  );
  const address = fieldState(speaks(client.language), 'email', at === 'email' ? problem : undefined);
  const content = html`
${faces(ctx, 4)}
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<form class="card" method="post" action="/login/manager-code">
<h2>${words.managerTitle}</h2>
${token}${hiddenField('next', next)}
<label for="code">${words.managerLabel}</label>
${code.problem}
<input class="code letters" id="code" name="code" required maxlength="40" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" enterkeyhint="go" placeholder="XXXX-XXXX" ${code.marks}>
${code.hint}
<button class="button">${words.enter}</button>
</form>
<form class="card" method="post" action="/login/email">
<h2>${words.emailTitle}</h2>
${token}${hiddenField('next', next)}
<label for="email">${words.emailLabel}</label>
${address.problem}
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" enterkeyhint="send" value="${email}" ${address.marks}>
<button class="button second">${words.send}</button>
</form>`;
  return reply(layout({ title: words.title, tag: client.language, width: 'narrow', content }), headers, problem);
}

/** Where the code from the letter is typed. */
export function codePage(
  ctx: Context,
  client: Client,
  { next, email, problem }: LoginView & { readonly email: string },
): Reply<Html> {
  const words = LOGIN_WORDS[speaks(client.language)];
  const { token, headers } = formStart(ctx, client);
  const code = fieldState(speaks(client.language), 'code', problem);
  const known = html`${token}${hiddenField('next', next)}${hiddenField('email', email)}`;
  const content = html`
<h1>${words.codeTitle}</h1>
<p class="lead">${words.sentTo} <b>${email}</b>. ${words.codeLife}</p>
<form class="card" method="post" action="/login/email-code">
${known}
<label for="code">${words.codeLabel}</label>
${code.problem}
<input class="code" id="code" name="code" required maxlength="40" inputmode="numeric" autocomplete="one-time-code" enterkeyhint="go" placeholder="123456" ${problem ? code.marks : 'autofocus'}>
<button class="button">${words.enter}</button>
</form>
<form class="others" method="post" action="/login/email">
${known}
<button class="button quiet">${words.again}</button>
<a class="button quiet" href="/login?${new URLSearchParams({ next })}">${words.other}</a>
</form>`;
  return reply(layout({ title: words.codeTitle, tag: client.language, width: 'narrow', content }), headers, problem);
}

function reply(body: Html, headers: Record<string, string>, problem: Refusal | undefined): Reply<Html> {
  const retry = problem?.details.retry_after;
  const all = retry === undefined ? headers : { ...headers, 'retry-after': String(retry) };
  return new Reply(body, all, problem && STATUS[problem.code]);
}
