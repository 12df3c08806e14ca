import type { PanelParent } from '../../core/caller.ts';
import { type Language, speaks } from '../../core/languages.ts';
import type { Refusal } from '../../core/refusal.ts';
import { findPinWait, isFreshlyConfirmed } from '../../features/access/index.ts';
import { findDeletion, getChildSettings, listGuardianships, type Profile } from '../../features/accounts/index.ts';
import { listOpenInvitations } from '../../features/family/index.ts';
import { findRunningPause } from '../../features/progress/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Html, html } from '../../platform/html.ts';
import type { Client } from '../../platform/http/client.ts';
import { field } from '../parts/field.ts';
import { tokenField } from '../parts/form.ts';
import { buttonForm, dateIn, languageOptions, momentIn, problemAbove, wrongAt } from '../parts/steering.ts';
import { SETTINGS_WORDS, type SettingsWords } from './settings-words.ts';

/** What was typed and could not be kept, with the reason. */
export interface Typed {
  readonly problem: Refusal;
  readonly values: Readonly<Record<string, string | undefined>>;
}

interface Sight {
  readonly ctx: Context;
  readonly client: Client;
  readonly caller: PanelParent;
  readonly child: Profile;
  readonly language: Language;
  readonly words: SettingsWords;
  readonly path: string;
  readonly typed: Typed | undefined;
}

/** All that a guardian may set for a child, one card a subject. */
export async function settingsView(
  ctx: Context,
  client: Client,
  caller: PanelParent,
  child: Profile,
  typed?: Typed,
): Promise<Html> {
  const language = speaks(caller.language);
  const words = SETTINGS_WORDS[language];
  const sight = { ctx, client, caller, child, language, words, path: `/panel/children/${child.id}`, typed };
  const isShown = typed?.problem.details.fields?.some((name) => FIELDS.includes(name));
  const cards = [profileCard(sight), switchesCard(sight), pinCard(sight), pauseCard(sight), guardiansCard(sight)];
  return html`${isShown ? '' : problemAbove(language, typed?.problem)}
${closingCard(sight)}
<div class="settings">${await Promise.all(cards)}${leavingCard(sight)}</div>`;
}

const FIELDS = ['display_name', 'language', 'until', 'email'];

async function closingCard({ ctx, client, child, language, words, path }: Sight): Promise<Html | string> {
  const planned = await findDeletion(ctx.db, child.id);
  if (!planned) return '';
  const closing = html`<p>${words.closing(dateIn(language, planned.due_at))}</p>`;
  if (planned.with_account !== null) {
    return html`<section class="card closing">${closing}<p>${words.leftBehind}</p>
<a class="button" href="/panel/account">${words.toAccount}</a></section>`;
  }
  return html`<section class="card closing">${closing}
${buttonForm(ctx, client, `${path}/keep`, words.keep, { look: '' })}</section>`;
}

function profileCard({ ctx, client, child, language, words, path, typed }: Sight): Html {
  const name = typed?.values.display_name ?? child.display_name;
  return html`<section class="card"><h2>${words.profile}</h2>
<form method="post" action="${path}/settings">${tokenField(ctx, client)}
${field(language, { id: 'display_name', label: words.name, problem: wrongAt('display_name', typed?.problem) }, (marks) => html`<input id="display_name" name="display_name" required maxlength="80" autocomplete="off" value="${name}" ${marks}>`)}
${field(language, { id: 'language', label: words.language, problem: wrongAt('language', typed?.problem) }, (marks) => html`<select id="language" name="language" ${marks}>${languageOptions(child.language)}</select>`)}
<button class="button">${words.save}</button></form></section>`;
}

async function switchesCard({ ctx, client, child, words, path }: Sight): Promise<Html> {
  const { onBoards, onPlanets, autoApproval } = await getChildSettings(ctx.db, child.id);
  return html`<section class="card"><h2>${words.switches}</h2>
<form method="post" action="${path}/switches">${tokenField(ctx, client)}
${switchRow('on_boards', onBoards, words.boards, words.boardsHint)}
${switchRow('on_planets', onPlanets, words.planets, words.planetsHint)}
${switchRow('auto_approval', autoApproval, words.auto, words.autoHint)}
<button class="button">${words.save}</button></form></section>`;
}

/** A box with its words; the whole row is what a thumb hits. */
export function switchRow(name: string, on: boolean, label: string, hint: string): Html {
  return html`<label class="switch"><input type="checkbox" name="${name}" value="on"${on ? html` checked` : ''}><span><b>${label}</b><small>${hint}</small></span></label>`;
}

async function pinCard({ ctx, client, child, language, words, path }: Sight): Promise<Html> {
  const until = await findPinWait(ctx.db, child.id, ctx.now());
  const wait = until
    ? html`<p>${words.locked(momentIn(language, until))}</p>${buttonForm(ctx, client, `${path}/pin-lock`, words.unlock, { look: 'second' })}`
    : '';
  return html`<section class="card"><h2>${words.pin}</h2>${wait}
<a class="button quiet" href="${path}/pin">${words.newPin}</a><p class="hint">${words.pinHint}</p></section>`;
}

async function pauseCard({ ctx, client, child, language, words, path, typed }: Sight): Promise<Html> {
  const pause = await findRunningPause(ctx, child.id);
  const day = (text: string) => dateIn(language, text);
  const problem = wrongAt('until', typed?.problem);
  const inside = pause
    ? html`<p>${words.resting(day(pause.from), pause.until && day(pause.until))}</p>${buttonForm(ctx, client, `${path}/resume`, words.endPause, { look: 'second' })}`
    : html`<form method="post" action="${path}/pause">${tokenField(ctx, client)}
${field(language, { id: 'until', label: words.until, problem }, (marks) => html`<input id="until" name="until" type="date" value="${typed?.values.until ?? ''}" ${marks}>`)}
<button class="button second">${words.startPause}</button></form>`;
  return html`<section class="card"><h2>${words.pause}</h2><p class="hint">${words.pauseHint}</p>${inside}</section>`;
}

async function guardiansCard(sight: Sight): Promise<Html> {
  const { ctx, client, caller, child, language, words, path } = sight;
  const guardians = await listGuardianships(ctx.db, child.id);
  const invitations = await listOpenInvitations(ctx, child.id);
  const isFirst = guardians[0]?.id === caller.profileId;
  const rows = guardians.map(({ id, email, rank, linked_at }) => {
    const marks = [...(id === caller.profileId ? [words.you] : []), ...(rank === 1 ? [words.first] : [])];
    const about = [...marks, words.since(dateIn(language, linked_at))].join(' · ');
    const end = html`<a class="button quiet" href="${path}/unlink?guardian=${id}" aria-label="${`${words.unlink}: ${email}`}">${words.unlink}</a>`;
    return personRow(email ?? '', about, isFirst || id === caller.profileId ? end : '');
  });
  const invited = invitations.map(({ id, email, expires_at }) => {
    const cancel = buttonForm(ctx, client, `${path}/invitations/cancel`, words.cancel, { fields: { invitation: id } });
    return personRow(email, words.invited(dateIn(language, expires_at)), cancel);
  });
  const inviting = (await isFreshlyConfirmed(ctx, caller)) ? inviteForm(sight) : confirmFirst(sight);
  return html`<section class="card"><h2>${words.guardians}</h2><ul class="people">${rows}${invited}</ul>
<h3>${words.invite}</h3>
${inviting}</section>`;
}

function inviteForm({ ctx, client, language, words, path, typed }: Sight): Html {
  const problem = wrongAt('email', typed?.problem);
  return html`<form method="post" action="${path}/invitations">${tokenField(ctx, client)}
${field(language, { id: 'email', label: words.inviteLabel, problem, hint: words.inviteHint }, (marks) => html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="off" value="${typed?.values.email ?? ''}" ${marks}>`)}
<button class="button second">${words.send}</button></form>`;
}

/** The code comes before the form, so that nothing is typed in vain. */
function confirmFirst({ words, path }: Sight): Html {
  const confirm = `/panel/confirm?${new URLSearchParams({ next: `${path}/settings` })}`;
  return html`<p class="hint">${words.inviteFirst}</p><a class="button quiet" href="${confirm}">${words.confirmFirst}</a>`;
}

export function personRow(name: string, about: string, act: Html | string): Html {
  return html`<li><div><b><bdi>${name}</bdi></b><span class="hint">${about}</span></div>${act}</li>`;
}

function leavingCard({ words, path }: Sight): Html {
  return html`<section class="card"><h2>${words.leaving}</h2><div class="others">
<a class="button quiet" href="${path}/export">${words.exportIt}</a>
<a class="button quiet danger" href="${path}/delete">${words.deleteIt}</a></div></section>`;
}
