import type { Client } from '../../core/client.ts';
import { languageFor } from '../../core/languages.ts';
import { type Refusal, STATUS_BY_CODE } from '../../core/refusal.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { ResponseWithHeaders } from '../../platform/http/responses/responses.ts';
import { layout } from '../layout/layout.ts';
import { avatars } from '../parts/avatars.ts';
import { fieldState } from '../parts/forms/field.ts';
import { formStart, hiddenField } from '../parts/forms/form.ts';

interface LoginView {
  /** Where to go afterwards: a path of the panel. */
  readonly next: string;
  readonly problem?: Refusal;
  /** The form that the problem is about. */
  readonly at?: 'manager-code' | 'email';
  readonly email?: string;
}

/** The two ways in. */
export function loginPage(
  ctx: Context,
  client: Client,
  { next, problem, at, email = '' }: LoginView,
): ResponseWithHeaders<Html> {
  const t = messages(languageFor(client.language)).panel.login;
  const { token, headers } = formStart(ctx, client);
  const code = fieldState(
    languageFor(client.language),
    'code',
    at === 'manager-code' ? problem : undefined,
    t.managerHint,
  );
  const address = fieldState(languageFor(client.language), 'email', at === 'email' ? problem : undefined);
  const content = html`
${avatars(ctx, 4)}
<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
<form class="card" method="post" action="/login/manager-code">
<h2>${t.managerTitle}</h2>
${token}${hiddenField('next', next)}
<label for="code">${t.managerLabel}</label>
${code.problem}
<input class="code letters" id="code" name="code" required maxlength="40" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" enterkeyhint="go" placeholder="XXXX-XXXX" ${code.marks}>
${code.hint}
<button class="button">${t.enter}</button>
</form>
<form class="card" method="post" action="/login/email">
<h2>${t.emailTitle}</h2>
${token}${hiddenField('next', next)}
<label for="email">${t.emailLabel}</label>
${address.problem}
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" enterkeyhint="send" value="${email}" ${address.marks}>
<button class="button second">${t.send}</button>
</form>`;
  return reply(layout({ title: t.title, locale: client.language, width: 'narrow', content }), headers, problem);
}

/** Where the code from the letter is typed. */
export function codePage(
  ctx: Context,
  client: Client,
  { next, email, problem }: LoginView & { readonly email: string },
): ResponseWithHeaders<Html> {
  const t = messages(languageFor(client.language)).panel.login;
  const { token, headers } = formStart(ctx, client);
  const code = fieldState(languageFor(client.language), 'code', problem);
  const known = html`${token}${hiddenField('next', next)}${hiddenField('email', email)}`;
  const content = html`
<h1>${t.codeTitle}</h1>
<p class="lead">${t.sentTo} <b>${email}</b>. ${t.codeLife}</p>
<form class="card" method="post" action="/login/email-code">
${known}
<label for="code">${t.codeLabel}</label>
${code.problem}
<input class="code" id="code" name="code" required maxlength="40" inputmode="numeric" autocomplete="one-time-code" enterkeyhint="go" placeholder="123456" ${problem ? code.marks : 'autofocus'}>
<button class="button">${t.enter}</button>
</form>
<form class="others" method="post" action="/login/email">
${known}
<button class="button quiet">${t.again}</button>
<a class="button quiet" href="/login?${new URLSearchParams({ next })}">${t.other}</a>
</form>`;
  return reply(layout({ title: t.codeTitle, locale: client.language, width: 'narrow', content }), headers, problem);
}

function reply(body: Html, headers: Record<string, string>, problem: Refusal | undefined): ResponseWithHeaders<Html> {
  const retry = problem?.details.retry_after;
  const all = retry === undefined ? headers : { ...headers, 'retry-after': String(retry) };
  return new ResponseWithHeaders(body, all, problem && STATUS_BY_CODE[problem.code]);
}
