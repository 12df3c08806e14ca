import type { PanelParent } from '../../core/caller.ts';
import { LANGUAGES, type Language, speaks } from '../../core/languages.ts';
import { endSignIn, forgettingHeaders, listSignIns, type SignIn } from '../../features/access/index.ts';
import { checkedLanguage, findDeletion, listConsents, updateProfile } from '../../features/accounts/index.ts';
import { keepAccount, setWeeklyLetter, signOutEverywhere, wantsWeeklyLetter } from '../../features/family/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/answers.ts';
import type { Client } from '../../platform/http/client.ts';
import { page } from '../../platform/http/endpoint.ts';
import { checkFormToken } from '../../platform/http/forms.ts';
import { tokenField } from '../parts/form.ts';
import {
  buttonForm,
  dateIn,
  Field,
  FORM_TOKEN,
  languageOptions,
  momentIn,
  monthIn,
  toldOf,
} from '../parts/steering.ts';
import { panelPage } from '../shell.ts';
import { ACCOUNT_WORDS } from './account-words.ts';
import { personRow, switchRow } from './settings-view.ts';

export const showAccount = page({
  summary: "A parent's own account: language, letters, sign-ins, consent",
  query: { done: Field },
  run: async (ctx, caller: PanelParent, { query, client }) => {
    const language = speaks(caller.language);
    const words = ACCOUNT_WORDS[language];
    const sight = { ctx, client, caller, language, words };
    const cards = [
      languageCard(sight),
      lettersCard(sight),
      consentsCard(sight),
      planetsCard(sight),
      leavingCard(sight),
    ];
    const content = html`<h1>${words.title}</h1>
${await closingCard(sight)}
<div class="settings">${await Promise.all(cards)}</div>
${await signInsCard(sight)}`;
    const notice = toldOf(words.done, query.done);
    return panelPage(ctx, caller, client, { title: words.title, here: 'account', content, notice });
  },
});

export const submitLanguage = page({
  summary: 'The language of the panel and of letters',
  body: { ...FORM_TOKEN, language: Field },
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    const language = checkedLanguage(body.language ?? '');
    await ctx.write((tx) => updateProfile(tx, caller.profileId, { language }, ctx.now()));
    return new Redirect('/panel/account?done=language');
  },
});

export const submitLetters = page({
  summary: 'Letters on or off',
  body: { ...FORM_TOKEN, weekly: Field },
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    await setWeeklyLetter(ctx, caller, body.weekly !== undefined);
    return new Redirect('/panel/account?done=letters');
  },
});

export const submitSignOut = page({
  summary: 'Sign out in one place',
  body: { ...FORM_TOKEN, sign_in: Field },
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    await endSignIn(ctx, caller, body.sign_in ?? '');
    return new Redirect('/panel/account?done=signed-out');
  },
});

export const submitSignOutEverywhere = page({
  summary: 'Sign out everywhere, here too',
  body: FORM_TOKEN,
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    await signOutEverywhere(ctx, caller);
    return new Redirect('/login', forgettingHeaders());
  },
});

export const submitKeepAccount = page({
  summary: 'Keep an account that was to be deleted',
  body: FORM_TOKEN,
  run: async (ctx, caller: PanelParent, { body, client }) => {
    checkFormToken(ctx, client, body.form_token);
    await keepAccount(ctx, caller);
    return new Redirect('/panel/account?done=kept');
  },
});

interface Sight {
  readonly ctx: Context;
  readonly client: Client;
  readonly caller: PanelParent;
  readonly language: Language;
  readonly words: (typeof ACCOUNT_WORDS)[Language];
}

async function closingCard({ ctx, client, caller, language, words }: Sight): Promise<Html | string> {
  const planned = await findDeletion(ctx.db, caller.profileId);
  if (!planned) return '';
  return html`<section class="card closing"><p>${words.closing(dateIn(language, planned.due_at))}</p>
${buttonForm(ctx, client, '/panel/account/keep', words.keep, { look: '' })}</section>`;
}

function languageCard({ ctx, client, caller, words }: Sight): Html {
  const chosen = LANGUAGES.find((language) => language === caller.language) ?? caller.language;
  return html`<section class="card"><h2>${words.language}</h2>
<form method="post" action="/panel/account/language" hx-boost="false">${tokenField(ctx, client)}
<div class="field"><label class="unseen" for="language">${words.language}</label><select id="language" name="language" aria-describedby="language-hint">${languageOptions(chosen)}</select><p class="hint" id="language-hint">${words.languageHint}</p></div>
<button class="button">${words.save}</button></form></section>`;
}

async function lettersCard({ ctx, client, caller, words }: Sight): Promise<Html> {
  const weekly = await wantsWeeklyLetter(ctx, caller);
  return html`<section class="card"><h2>${words.letters}</h2>
<form method="post" action="/panel/account/letters">${tokenField(ctx, client)}
${switchRow('weekly', weekly, words.weekly, words.weeklyHint)}
<p class="hint">${words.lettersHint}</p>
<button class="button">${words.save}</button></form></section>`;
}

async function consentsCard({ ctx, caller, language, words }: Sight): Promise<Html> {
  const consents = await listConsents(ctx.db, caller.profileId);
  const rows = consents.map(({ display_name, given_at, text_version }) =>
    personRow(display_name, words.consent(dateIn(language, given_at), monthIn(language, text_version)), ''),
  );
  return html`<section class="card"><h2>${words.consents}</h2>
${rows.length > 0 ? html`<ul class="people">${rows}</ul>` : html`<p class="hint">${words.noConsents}</p>`}
<p class="others"><a class="button quiet" href="/panel/privacy">${words.privacy}</a></p></section>`;
}

function leavingCard({ words }: Sight): Html {
  return html`<section class="card"><h2>${words.leaving}</h2><div class="others">
<a class="button quiet" href="/panel/account/export">${words.exportIt}</a>
<a class="button quiet danger" href="/panel/account/delete">${words.deleteIt}</a></div></section>`;
}

function planetsCard({ words }: Sight): Html {
  return html`<section class="card"><h2>${words.planets}</h2><p class="hint">${words.planetsHint}</p>
<p class="others"><a class="button quiet" href="/panel/planets">${words.toPlanets}</a></p></section>`;
}

async function signInsCard(sight: Sight): Promise<Html> {
  const { ctx, client, caller, words } = sight;
  const signIns = await listSignIns(ctx, caller);
  return html`<section class="card below"><h2>${words.signIns}</h2>
<ul class="people">${signIns.map((signIn) => signInRow(sight, signIn))}</ul>
${buttonForm(ctx, client, '/panel/account/sign-out-everywhere', words.everywhere, { look: 'second' })}
<p class="hint">${words.everywhereHint}</p></section>`;
}

function signInRow({ ctx, client, language, words }: Sight, signIn: SignIn): Html {
  const { id, kind, program, createdAt, lastSeenAt, isThis } = signIn;
  const name = `${words[kind]} · ${program ?? words.unknown}`;
  const seen = lastSeenAt ? words.seen(momentIn(language, lastSeenAt)) : words.since(momentIn(language, createdAt));
  const label = html`${words.signOut}<span class="unseen">: ${name}, ${seen}</span>`;
  const out = buttonForm(ctx, client, '/panel/account/sign-out', label, { fields: { sign_in: id } });
  return personRow(name, isThis ? words.here : seen, isThis ? '' : out);
}
