import { Type } from 'typebox';
import type { PanelParent } from '../../../core/caller.ts';
import type { Client } from '../../../core/client.ts';
import { LookupText } from '../../../core/json-schema.ts';
import { dateLocale, LANGUAGES, type Language } from '../../../core/languages.ts';
import { Refusal, STATUS_BY_CODE } from '../../../core/refusal.ts';
import { isFreshlyConfirmed } from '../../../features/access/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Html, html } from '../../../platform/html.ts';
import { Redirect, ResponseWithHeaders } from '../../../platform/http/responses/responses.ts';
import { problemAt } from './field.ts';
import { hiddenField, tokenField } from './form.ts';

/** A field of a form: what is missing is said kindly, not by its shape. */
export const Field = Type.Optional(LookupText());
export const FORM_TOKEN = { form_token: Field };

/** A page that shows what is wrong, with the status and the wait that belong to it. */
export function refusalPage(
  body: Html,
  problem: Refusal,
  headers: Record<string, string> = {},
): ResponseWithHeaders<Html> {
  const retry = problem.details.retry_after;
  const all = retry === undefined ? headers : { ...headers, 'retry-after': String(retry) };
  return new ResponseWithHeaders(body, all, STATUS_BY_CODE[problem.code]);
}

/** A form that is one button; `look` is a class of it. */
export function buttonForm(
  ctx: Context,
  client: Client,
  action: string,
  label: Html | string,
  { look = 'quiet', fields = {} }: { look?: string; fields?: Readonly<Record<string, string>> } = {},
): Html {
  const hidden = Object.entries(fields).map(([name, value]) => hiddenField(name, value));
  return html`<form method="post" action="${action}">${tokenField(ctx, client)}${hidden}<button class="button ${look}">${label}</button></form>`;
}

/** Something good that has happened, of those that a page knows: an address can make it say nothing else. */
export function flashOf<K extends string>(t: Readonly<Record<K, string>>, done: string | undefined): Html | string {
  const known = done !== undefined && Object.hasOwn(t, done) ? t[done as K] : undefined; // just looked
  return known === undefined ? '' : html`<p class="told">${known}</p>`;
}

/** A problem that belongs to no field. */
export function formProblem(language: Language, problem: Refusal | undefined): Html | string {
  return problem ? html`<p class="problem" role="alert">${problem.text[language]}</p>` : '';
}

/** Does what cannot be undone if a code was typed just now, else leads to where one is and back to `path`. */
export async function withFreshCode<T>(ctx: Context, caller: PanelParent, path: string, act: () => Promise<T>) {
  if (await isFreshlyConfirmed(ctx, caller)) return act();
  return new Redirect(`/panel/confirm?${new URLSearchParams({ next: path })}`);
}

/** The languages that pages speak, and the one that is chosen now whatever it is, by their own names. */
export function languageOptions(locale: string): Html {
  const isKnown = LANGUAGES.some((language) => language === locale);
  const tags = isKnown ? LANGUAGES : [...LANGUAGES, locale];
  return html`${tags.map((each) => html`<option value="${each}"${each === locale ? html` selected` : ''}>${nameOf(each)}</option>`)}`;
}

function nameOf(locale: string): string {
  const plain = new Intl.Locale(locale).baseName; // names are made of nothing behind it, such as a calendar
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(plain) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** "27 November 2026" */
export function formatLongDate(language: Language, at: string): string {
  return new Date(at).toLocaleDateString(dateLocale(language), { dateStyle: 'long', timeZone: 'UTC' });
}

/** "November 2026", of "2026-11" */
export function formatMonthOfYear(language: Language, month: string): string {
  return new Date(`${month}-01`).toLocaleDateString(dateLocale(language), {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
}

/** "20 Nov 2026, 08:00 UTC": whoever reads may be in any zone. */
export function formatUtcMoment(language: Language, at: string): string {
  const clock = { timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;
  return `${new Date(at).toLocaleString(dateLocale(language), { dateStyle: 'medium', ...clock })} UTC`;
}

/** What is wrong with a field, as it is said beside it: the eye is there already, so the field's name goes. */
export function fieldProblem(name: string, problem: Refusal | undefined): Refusal | undefined {
  const found = problemAt(name, problem);
  if (!found) return undefined;
  const { en, es, uk, pl } = found.text;
  const beside = (text: string) => withoutName(text, name);
  return new Refusal(found.code, { en: beside(en), es: beside(es), uk: beside(uk), pl: beside(pl) }, found.details);
}

function withoutName(text: string, name: string): string {
  const rest = text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
  return rest.charAt(0).toLocaleUpperCase() + rest.slice(1);
}
