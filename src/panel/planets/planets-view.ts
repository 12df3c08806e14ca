import type { Client } from '../../core/client.ts';
import type { Instant } from '../../core/instant.ts';
import type { Language } from '../../core/languages.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { Profile } from '../../features/accounts/index.ts';
import type { listFamilyPlanets } from '../../features/planets/index.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import { field } from '../parts/forms/field.ts';
import { hiddenField, tokenField } from '../parts/forms/form.ts';
import { buttonForm, fieldProblem, formatLongDate, formProblem } from '../parts/forms/form-parts.ts';

type Planet = Awaited<ReturnType<typeof listFamilyPlanets>>[number];

export interface Shown {
  readonly at: 'found' | 'join' | 'planet';
  readonly planets: readonly Planet[];
  readonly children: readonly Profile[];
  /** What was typed and refused. */
  readonly typed?: {
    readonly at: Shown['at'];
    readonly problem: Refusal;
    readonly values: Readonly<Record<string, string | undefined>>;
  };
  /** An invitation code made just now. */
  readonly made?: { readonly planet: string; readonly code: string; readonly expires_at: Instant };
}

/** A parent's planets, the way onto those of other families, and the form for a new one. */
export function planetsView(ctx: Context, client: Client, language: Language, shown: Omit<Shown, 'at'>): Html {
  const t = messages(language).panel.planets;
  const { planets, typed } = shown;
  const cards = planets.map((planet) => planetCard(ctx, client, language, planet, shown));
  return html`<a class="way-back" href="/panel/account">${t.back}</a>
<h1>${t.title}</h1><p class="lead">${t.lead}</p>
${formProblem(language, typed?.at === 'planet' ? typed.problem : undefined)}
<h2>${t.yours}</h2>
${planets.length > 0 ? html`<div class="settings">${cards}</div>` : html`<p class="hint">${t.none}</p>`}
<div class="settings below">${joinCard(ctx, client, language, shown)}${foundCard(ctx, client, language, shown)}</div>`;
}

function planetCard(ctx: Context, client: Client, language: Language, planet: Planet, shown: Omit<Shown, 'at'>): Html {
  const t = messages(language).panel.planets;
  const { id, name, description, capacity, member_ids, ended_at } = planet;
  const facts = [t.members({ count: member_ids.length }), t.places({ n: capacity.toLocaleString(language) })];
  const made = shown.made?.planet === id ? shown.made : undefined;
  const code = made
    ? html`<p class="linking" role="status"><b>${made.code}</b><span class="hint"><br>${t.code({ day: formatLongDate(language, made.expires_at) })}</span></p>`
    : '';
  const outside = shown.children.filter((child) => !member_ids.includes(child.id));
  const acts = html`${code}${member_ids.length < capacity ? ownJoinForm(ctx, client, language, id, outside) : ''}
<div class="others">${buttonForm(ctx, client, '/panel/planets/invite', t.invite, { fields: { planet: id } })}</div>
<details class="note"><summary>${t.end}</summary><p class="hint">${t.endMeans}</p>
${buttonForm(ctx, client, '/panel/planets/end', t.end, { look: 'quiet danger', fields: { planet: id } })}</details>`;
  return html`<section class="card"><h3><bdi>${name}</bdi></h3>${description ? html`<p>${description}</p>` : ''}
<p class="hint">${[...facts, ...(ended_at ? [t.over] : [])].join(' · ')}</p>${ended_at ? '' : acts}</section>`;
}

function ownJoinForm(ctx: Context, client: Client, language: Language, planet: string, children: readonly Profile[]) {
  if (children.length === 0) return '';
  const t = messages(language).panel.planets;
  const id = `child-${planet}`;
  return html`<form method="post" action="/panel/planets/join-own">${tokenField(ctx, client)}${hiddenField('planet', planet)}
${field(language, { id, label: t.child }, () => childSelect(id, children, undefined))}
<button class="button second">${t.own}</button></form>`;
}

function childSelect(id: string, children: readonly Profile[], chosen: string | undefined): Html {
  return html`<select id="${id}" name="child">${children.map((child) => html`<option value="${child.id}"${child.id === chosen ? html` selected` : ''}>${child.display_name}</option>`)}</select>`;
}

function joinCard(ctx: Context, client: Client, language: Language, { children, typed }: Omit<Shown, 'at'>): Html {
  const t = messages(language).panel.planets;
  const mine = typed?.at === 'join' ? typed : undefined;
  const form = html`<form method="post" action="/panel/planets/join">${tokenField(ctx, client)}
${field(language, { id: 'child', label: t.child }, () => childSelect('child', children, mine?.values.child))}
${field(language, { id: 'code', label: t.codeLabel, problem: mine?.problem, hint: t.joinHint }, (marks) => html`<input class="code letters" id="code" name="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" value="${mine?.values.code ?? ''}" ${marks}>`)}
<button class="button second">${t.joinAct}</button></form>`;
  return html`<section class="card"><h2>${t.join}</h2>${children.length > 0 ? form : html`<p class="hint">${t.noChild}</p>`}</section>`;
}

function foundCard(ctx: Context, client: Client, language: Language, { typed }: Omit<Shown, 'at'>): Html {
  const t = messages(language).panel.planets;
  const mine = typed?.at === 'found' ? typed : undefined;
  const wrong = (name: string) => fieldProblem(name, mine?.problem);
  const was = (name: string, usual = '') => mine?.values[name] ?? usual;
  const isBeside = FIELDS.some((name) => wrong(name));
  const options = (known: Readonly<Record<string, string>>, name: string) =>
    Object.entries(known).map(
      ([value, label]) => html`<option value="${value}"${value === was(name) ? html` selected` : ''}>${label}</option>`,
    );
  return html`<section class="card"><h2>${t.found}</h2>${isBeside ? '' : formProblem(language, mine?.problem)}
<form method="post" action="/panel/planets">${tokenField(ctx, client)}
${field(language, { id: 'name', label: t.name, problem: wrong('name') }, (marks) => html`<input id="name" name="name" required maxlength="120" autocomplete="off" value="${was('name')}" ${marks}>`)}
${field(language, { id: 'description', label: t.description, problem: wrong('description') }, (marks) => html`<input id="description" name="description" maxlength="600" autocomplete="off" value="${was('description')}" ${marks}>`)}
${field(language, { id: 'capacity', label: t.capacity, problem: wrong('capacity') }, (marks) => html`<input id="capacity" name="capacity" type="number" min="2" max="100" inputmode="numeric" value="${was('capacity', '20')}" ${marks}>`)}
<div class="goal">${field(language, { id: 'metric', label: t.goal }, () => html`<select id="metric" name="metric">${options(t.goals, 'metric')}</select>`)}
${field(language, { id: 'target', label: t.target, problem: wrong('target') }, (marks) => html`<input id="target" name="target" type="number" min="1" max="1000000" inputmode="numeric" value="${was('target', '500')}" ${marks}>`)}
${field(language, { id: 'every', label: t.every }, () => html`<select id="every" name="every">${options(t.spans, 'every')}</select>`)}</div>
<button class="button">${t.foundAct}</button></form></section>`;
}

const FIELDS = ['name', 'description', 'capacity', 'target'];
