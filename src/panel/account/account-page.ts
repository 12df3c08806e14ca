import type { PanelParent } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { LANGUAGES, type Language, languageFor } from '../../core/languages.ts';
import {
  type ActiveSession,
  clearSessionHeaders,
  endSession,
  listActiveSessions,
} from '../../features/access/index.ts';
import { findDeletion, listConsents, updateProfile, validateLanguage } from '../../features/accounts/index.ts';
import { cancelAccountDeletion } from '../../features/data-rights/index.ts';
import { setWeeklySummary, wantsWeeklySummary } from '../../features/digest/index.ts';
import { signOutEverywhere } from '../../features/guardianship/index.ts';
import { type Messages, messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { page } from '../../platform/http/endpoint.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/csrf.ts';
import { guardianRow, switchRow } from '../child/settings/settings-view.ts';
import { panelPage } from '../layout/panel-layout.ts';
import { tokenField } from '../parts/forms/form.ts';
import {
  buttonForm,
  Field,
  FORM_TOKEN,
  flashOf,
  formatLongDate,
  formatMonthOfYear,
  formatUtcMoment,
  languageOptions,
} from '../parts/forms/form-parts.ts';

export const showAccount = page({
  summary: "A parent's own account: language, letters, sign-ins, consent",
  query: { done: Field },
  run: async (ctx, caller: PanelParent, { query, client }) => {
    const language = languageFor(caller.language);
    const t = messages(language).panel.account;
    const props = { ctx, client, caller, language, t };
    const cards = [
      languageCard(props),
      lettersCard(props),
      consentsCard(props),
      planetsCard(props),
      leavingCard(props),
    ];
    const content = html`<h1>${t.title}</h1>
${await closingCard(props)}
<div class="settings">${await Promise.all(cards)}</div>
${await signInsCard(props)}`;
    const notice = flashOf(t.done, query.done);
    return panelPage(ctx, caller, client, { title: t.title, here: 'account', content, notice });
  },
});

export const submitLanguage = page({
  summary: 'The language of the panel and of letters',
  body: { ...FORM_TOKEN, language: Field },
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    const language = validateLanguage(body.language ?? '');
    await ctx.write(({ tx, now }) => updateProfile(tx, caller.profileId, { language }, now));
    return new Redirect('/panel/account?done=language');
  },
});

export const submitLetters = page({
  summary: 'Letters on or off',
  body: { ...FORM_TOKEN, weekly: Field },
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    await setWeeklySummary(ctx, caller, body.weekly !== undefined);
    return new Redirect('/panel/account?done=letters');
  },
});

export const submitSignOut = page({
  summary: 'Sign out in one place',
  body: { ...FORM_TOKEN, sign_in: Field },
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    await endSession(ctx, caller, body.sign_in ?? '');
    return new Redirect('/panel/account?done=signed-out');
  },
});

export const submitSignOutEverywhere = page({
  summary: 'Sign out everywhere, here too',
  body: FORM_TOKEN,
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    await signOutEverywhere(ctx, caller);
    return new Redirect('/login', clearSessionHeaders());
  },
});

export const submitKeepAccount = page({
  summary: 'Keep an account that was to be deleted',
  body: FORM_TOKEN,
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkCsrfToken(ctx, client, body.form_token);
    await cancelAccountDeletion(ctx, caller);
    return new Redirect('/panel/account?done=kept');
  },
});

interface CardProps {
  readonly ctx: Context;
  readonly client: Client;
  readonly caller: PanelParent;
  readonly language: Language;
  readonly t: Messages['panel']['account'];
}

async function closingCard({ ctx, client, caller, language, t }: CardProps): Promise<Html | string> {
  const planned = await findDeletion(ctx.db, caller.profileId);
  if (!planned) return '';
  return html`<section class="card closing"><p>${t.closing({ day: formatLongDate(language, planned.due_at) })}</p>
${buttonForm(ctx, client, '/panel/account/keep', t.keep, { look: '' })}</section>`;
}

function languageCard({ ctx, client, caller, t }: CardProps): Html {
  const chosen = LANGUAGES.find((language) => language === caller.language) ?? caller.language;
  return html`<section class="card"><h2>${t.language}</h2>
<form method="post" action="/panel/account/language" hx-boost="false">${tokenField(ctx, client)}
<div class="field"><label class="unseen" for="language">${t.language}</label><select id="language" name="language" aria-describedby="language-hint">${languageOptions(chosen)}</select><p class="hint" id="language-hint">${t.languageHint}</p></div>
<button class="button">${t.save}</button></form></section>`;
}

async function lettersCard({ ctx, client, caller, t }: CardProps): Promise<Html> {
  const weekly = await wantsWeeklySummary(ctx, caller);
  return html`<section class="card"><h2>${t.letters}</h2>
<form method="post" action="/panel/account/letters">${tokenField(ctx, client)}
${switchRow('weekly', weekly, t.weekly, t.weeklyHint)}
<p class="hint">${t.lettersHint}</p>
<button class="button">${t.save}</button></form></section>`;
}

async function consentsCard({ ctx, caller, language, t }: CardProps): Promise<Html> {
  const consents = await listConsents(ctx.db, caller.profileId);
  const rows = consents.map(({ display_name, given_at, text_version }) =>
    guardianRow(
      display_name,
      t.consent({ day: formatLongDate(language, given_at), month: formatMonthOfYear(language, text_version) }),
      '',
    ),
  );
  return html`<section class="card"><h2>${t.consents}</h2>
${rows.length > 0 ? html`<ul class="people">${rows}</ul>` : html`<p class="hint">${t.noConsents}</p>`}
<p class="others"><a class="button quiet" href="/panel/privacy">${t.privacy}</a></p></section>`;
}

function leavingCard({ t }: CardProps): Html {
  return html`<section class="card"><h2>${t.leaving}</h2><div class="others">
<a class="button quiet" href="/panel/account/export">${t.exportIt}</a>
<a class="button quiet danger" href="/panel/account/delete">${t.deleteIt}</a></div></section>`;
}

function planetsCard({ t }: CardProps): Html {
  return html`<section class="card"><h2>${t.planets}</h2><p class="hint">${t.planetsHint}</p>
<p class="others"><a class="button quiet" href="/panel/planets">${t.toPlanets}</a></p></section>`;
}

async function signInsCard(props: CardProps): Promise<Html> {
  const { ctx, client, caller, t } = props;
  const signIns = await listActiveSessions(ctx, caller);
  return html`<section class="card below"><h2>${t.signIns}</h2>
<ul class="people">${signIns.map((signIn) => signInRow(props, signIn))}</ul>
${buttonForm(ctx, client, '/panel/account/sign-out-everywhere', t.everywhere, { look: 'second' })}
<p class="hint">${t.everywhereHint}</p></section>`;
}

function signInRow({ ctx, client, language, t }: CardProps, signIn: ActiveSession): Html {
  const { id, kind, program, createdAt, lastSeenAt, isThis } = signIn;
  const name = `${t[kind]} · ${program ?? t.unknown}`;
  const seen = lastSeenAt
    ? t.seen({ at: formatUtcMoment(language, lastSeenAt) })
    : t.since({ at: formatUtcMoment(language, createdAt) });
  const label = html`${t.signOut}<span class="unseen">: ${name}, ${seen}</span>`;
  const out = buttonForm(ctx, client, '/panel/account/sign-out', label, { fields: { sign_in: id } });
  return guardianRow(name, isThis ? t.here : seen, isThis ? '' : out);
}
