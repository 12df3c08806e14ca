import type { PanelParent } from '../../../core/caller.ts';
import type { Client } from '../../../core/client.ts';
import { type Language, languageFor } from '../../../core/languages.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { findPinLockEnd, isFreshlyConfirmed } from '../../../features/access/index.ts';
import { findDeletion, getChildSettings, listGuardianships, type Profile } from '../../../features/accounts/index.ts';
import { listOpenInvitations } from '../../../features/guardianship/index.ts';
import { findRunningPause } from '../../../features/progress/index.ts';
import { type Messages, messages } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Html, html } from '../../../platform/html.ts';
import { field } from '../../parts/forms/field.ts';
import { tokenField } from '../../parts/forms/form.ts';
import {
  buttonForm,
  fieldProblem,
  formatLongDate,
  formatUtcMoment,
  formProblem,
  languageOptions,
} from '../../parts/forms/form-parts.ts';

/** Input that was refused, with the reason. */
export interface SettingsInput {
  readonly problem: Refusal;
  readonly values: Readonly<Record<string, string | undefined>>;
}

interface CardProps {
  readonly ctx: Context;
  readonly client: Client;
  readonly caller: PanelParent;
  readonly child: Profile;
  readonly language: Language;
  readonly t: Messages['panel']['settings'];
  readonly path: string;
  readonly typed: SettingsInput | undefined;
}

/** All settings that a guardian may change for a child, one card per subject. */
export async function settingsView(
  ctx: Context,
  client: Client,
  caller: PanelParent,
  child: Profile,
  typed?: SettingsInput,
): Promise<Html> {
  const language = languageFor(caller.language);
  const t = messages(language).panel.settings;
  const props = { ctx, client, caller, child, language, t, path: `/panel/children/${child.id}`, typed };
  const isShown = typed?.problem.details.fields?.some((name) => FIELDS.includes(name));
  const cards = [profileCard(props), switchesCard(props), pinCard(props), pauseCard(props), guardiansCard(props)];
  return html`${isShown ? '' : formProblem(language, typed?.problem)}
${closingCard(props)}
<div class="settings">${await Promise.all(cards)}${leavingCard(props)}</div>`;
}

const FIELDS = ['display_name', 'language', 'until', 'email'];

async function closingCard({ ctx, client, child, language, t, path }: CardProps): Promise<Html | string> {
  const planned = await findDeletion(ctx.db, child.id);
  if (!planned) return '';
  const closing = html`<p>${t.closing({ day: formatLongDate(language, planned.due_at) })}</p>`;
  if (planned.with_account !== null) {
    return html`<section class="card closing">${closing}<p>${t.leftBehind}</p>
<a class="button" href="/panel/account">${t.toAccount}</a></section>`;
  }
  return html`<section class="card closing">${closing}
${buttonForm(ctx, client, `${path}/keep`, t.keep, { look: '' })}</section>`;
}

function profileCard({ ctx, client, child, language, t, path, typed }: CardProps): Html {
  const name = typed?.values.display_name ?? child.display_name;
  return html`<section class="card"><h2>${t.profile}</h2>
<form method="post" action="${path}/settings">${tokenField(ctx, client)}
${field(language, { id: 'display_name', label: t.name, problem: fieldProblem('display_name', typed?.problem) }, (marks) => html`<input id="display_name" name="display_name" required maxlength="80" autocomplete="off" value="${name}" ${marks}>`)}
${field(language, { id: 'language', label: t.language, problem: fieldProblem('language', typed?.problem) }, (marks) => html`<select id="language" name="language" ${marks}>${languageOptions(child.language)}</select>`)}
<button class="button">${t.save}</button></form></section>`;
}

async function switchesCard({ ctx, client, child, t, path }: CardProps): Promise<Html> {
  const { onBoards, onPlanets, autoApproval } = await getChildSettings(ctx.db, child.id);
  return html`<section class="card"><h2>${t.switches}</h2>
<form method="post" action="${path}/switches">${tokenField(ctx, client)}
${switchRow('on_boards', onBoards, t.boards, t.boardsHint)}
${switchRow('on_planets', onPlanets, t.planets, t.planetsHint)}
${switchRow('auto_approval', autoApproval, t.auto, t.autoHint)}
<button class="button">${t.save}</button></form></section>`;
}

/** A box with its words; the whole row is what a thumb hits. */
export function switchRow(name: string, on: boolean, label: string, hint: string): Html {
  return html`<label class="switch"><input type="checkbox" name="${name}" value="on"${on ? html` checked` : ''}><span><b>${label}</b><small>${hint}</small></span></label>`;
}

async function pinCard({ ctx, client, child, language, t, path }: CardProps): Promise<Html> {
  const until = await findPinLockEnd(ctx.db, child.id, ctx.now());
  const wait = until
    ? html`<p>${t.locked({ until: formatUtcMoment(language, until) })}</p>${buttonForm(ctx, client, `${path}/pin-lock`, t.unlock, { look: 'second' })}`
    : '';
  return html`<section class="card"><h2>${t.pin}</h2>${wait}
<a class="button quiet" href="${path}/pin">${t.newPin}</a><p class="hint">${t.pinHint}</p></section>`;
}

async function pauseCard({ ctx, client, child, language, t, path, typed }: CardProps): Promise<Html> {
  const pause = await findRunningPause(ctx, child.id);
  const day = (text: string) => formatLongDate(language, text);
  const problem = fieldProblem('until', typed?.problem);
  const inside = pause
    ? html`<p>${t.resting({ from: day(pause.from), until: pause.until ? day(pause.until) : 'none' })}</p>${buttonForm(ctx, client, `${path}/resume`, t.endPause, { look: 'second' })}`
    : html`<form method="post" action="${path}/pause">${tokenField(ctx, client)}
${field(language, { id: 'until', label: t.until, problem }, (marks) => html`<input id="until" name="until" type="date" value="${typed?.values.until ?? ''}" ${marks}>`)}
<button class="button second">${t.startPause}</button></form>`;
  return html`<section class="card"><h2>${t.pause}</h2><p class="hint">${t.pauseHint}</p>${inside}</section>`;
}

async function guardiansCard(props: CardProps): Promise<Html> {
  const { ctx, client, caller, child, language, t, path } = props;
  const guardians = await listGuardianships(ctx.db, child.id);
  const invitations = await listOpenInvitations(ctx, child.id);
  const isFirst = guardians[0]?.id === caller.profileId;
  const rows = guardians.map(({ id, email, rank, linked_at }) => {
    const marks = [...(id === caller.profileId ? [t.you] : []), ...(rank === 1 ? [t.first] : [])];
    const about = [...marks, t.since({ day: formatLongDate(language, linked_at) })].join(' · ');
    const end = html`<a class="button quiet" href="${path}/unlink?guardian=${id}" aria-label="${`${t.unlink}: ${email}`}">${t.unlink}</a>`;
    return guardianRow(email ?? '', about, isFirst || id === caller.profileId ? end : '');
  });
  const invited = invitations.map(({ id, email, expires_at }) => {
    const cancel = buttonForm(ctx, client, `${path}/invitations/cancel`, t.cancel, { fields: { invitation: id } });
    return guardianRow(email, t.invited({ until: formatLongDate(language, expires_at) }), cancel);
  });
  const inviting = (await isFreshlyConfirmed(ctx, caller)) ? inviteForm(props) : confirmFirst(props);
  return html`<section class="card"><h2>${t.guardians}</h2><ul class="people">${rows}${invited}</ul>
<h3>${t.invite}</h3>
${inviting}</section>`;
}

function inviteForm({ ctx, client, language, t, path, typed }: CardProps): Html {
  const problem = fieldProblem('email', typed?.problem);
  return html`<form method="post" action="${path}/invitations">${tokenField(ctx, client)}
${field(language, { id: 'email', label: t.inviteLabel, problem, hint: t.inviteHint }, (marks) => html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="off" value="${typed?.values.email ?? ''}" ${marks}>`)}
<button class="button second">${t.send}</button></form>`;
}

/** The code comes before the form, so that nothing is typed in vain. */
function confirmFirst({ t, path }: CardProps): Html {
  const confirm = `/panel/confirm?${new URLSearchParams({ next: `${path}/settings` })}`;
  return html`<p class="hint">${t.inviteFirst}</p><a class="button quiet" href="${confirm}">${t.confirmFirst}</a>`;
}

export function guardianRow(name: string, about: string, act: Html | string): Html {
  return html`<li><div><b><bdi>${name}</bdi></b><span class="hint">${about}</span></div>${act}</li>`;
}

function leavingCard({ t, path }: CardProps): Html {
  return html`<section class="card"><h2>${t.leaving}</h2><div class="others">
<a class="button quiet" href="${path}/export">${t.exportIt}</a>
<a class="button quiet danger" href="${path}/delete">${t.deleteIt}</a></div></section>`;
}
