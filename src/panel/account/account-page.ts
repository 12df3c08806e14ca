import { endSession, getPanelPinState, listOpenSessions, type OpenSession } from '../../features/access/index.ts';
import {
  findProfile,
  formatEmailForDisplay,
  listConsents,
  type PlannedDeletion,
  type Profile,
  updateProfile,
  validateLanguage,
} from '../../features/accounts/index.ts';
import { cancelAccountDeletion } from '../../features/data-rights/index.ts';
import { findPendingAddress, findVouching } from '../../features/guardianship/index.ts';
import { saveWeeklySummarySetting, wantsWeeklySummary } from '../../features/weekly-summary/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { renderChildChips } from '../child/child-layout.ts';
import { definePanelForm, definePanelPage, type PanelMessages, type PanelRequest } from '../endpoints.ts';
import { findFlash, renderPanelLayout } from '../layout/panel-layout.ts';
import { formatInstant, formatLongDate } from '../parts/format.ts';
import { renderLanguageOptions, renderSettingsRow, renderSwitchRow } from '../parts/forms/controls.ts';
import { OptionalField, TextField } from '../parts/forms/field.ts';
import { renderButtonForm, renderCsrfField } from '../parts/forms/form.ts';
import { getChildPath } from '../parts/paths.ts';
import { renderAvatar } from '../parts/pictures.ts';
import { renderNotificationsCard } from './notifications.ts';
import { renderPasskeysCard } from './passkeys.ts';
import { renderRecoveryCard } from './recovery-codes.ts';
import { SIGN_OUT_PATH } from './sign-out-everywhere.ts';

type AccountMessages = PanelMessages['account']['page'];

export const showAccount = definePanelPage({
  summary: "Show the parent's account: language, emails, sessions and consents",
  query: { done: OptionalField },
  run: async (request, { query }) => {
    const t = request.t.account.page;
    const { children, deletions } = await request.loadFamily();
    const deletion = deletions.get(request.parent.profileId);
    const isLeaving = deletion !== undefined;
    const groups = await Promise.all([
      renderGroup(t, 'you', [
        renderNameCard(request, t),
        renderAddressCard(request),
        renderLanguageCard(request, t),
        renderPasskeysCard(request),
        renderPanelPinCard(request, t),
        renderRecoveryCard(request),
      ]),
      renderGroup(t, 'notices', [renderNotificationsCard(request), renderEmailsCard(request, t)]),
      renderGroup(t, 'family', [renderChildrenCard(request, t, { children, isLeaving }), renderPlanetsCard(t)]),
      renderGroup(t, 'devices', [
        ...(children.length > 0 && !isLeaving ? [renderTabletCard(t, request.t)] : []),
        renderSessionsCard(request, t),
      ]),
      renderGroup(t, 'privacy', [renderConsentsCard(request, t), renderDataCard(t, deletion)]),
    ]);
    const links = GROUPS.map((group) => html`<li><a href="#${group}">${t.groups[group].title}</a></li>`);
    const main = html`${await renderChildChips(request, 'settings')}<h1>${t.title}</h1>
${deletion ? renderAccountDeletionNotice(request, deletion) : ''}
<div class="settings-page"><nav class="settings-index" aria-label="${t.title}"><ul>${links}</ul></nav>
<div>${groups}</div></div>`;
    return renderPanelLayout(request, {
      title: t.title,
      section: 'settings',
      notice:
        findFlash(t.done, query.done) ??
        findFlash(request.t.notifications.flash, query.done?.replace(/^notifications-/, '')),
      main,
    });
  },
});

export const submitLanguage = definePanelForm({
  summary: 'Change the language of the panel and of emails',
  body: { language: TextField },
  run: async ({ ctx, parent }, { body }) => {
    const language = validateLanguage(body.language);
    await ctx.write((ctx) => updateProfile(ctx, parent.profileId, { language }));
    return redirectWithFlash('language');
  },
});

export const submitWeeklySummarySetting = definePanelForm({
  summary: 'Turn the weekly summary on or off',
  needsPresence: true,
  body: { weekly: OptionalField },
  run: async ({ ctx, parent }, { body }) => {
    await saveWeeklySummarySetting(ctx, parent.profileId, body.weekly !== undefined);
    return redirectWithFlash('emails');
  },
});

export const submitSignOut = definePanelForm({
  summary: 'End one session',
  body: { session: TextField },
  run: async ({ ctx, parent }, { body }) => {
    await endSession(ctx, parent, body.session);
    return redirectWithFlash('signed-out');
  },
});

export const submitCancelAccountDeletion = definePanelForm({
  summary: 'Cancel the deletion of the account',
  needsPresence: true,
  run: async ({ ctx, parent }) => {
    await cancelAccountDeletion(ctx, parent);
    return redirectWithFlash('kept');
  },
});

function redirectWithFlash(done: keyof AccountMessages['done']): Redirect {
  return new Redirect(`/panel/account?done=${done}`);
}

const GROUPS = ['you', 'notices', 'family', 'devices', 'privacy'] as const;

/** Renders a group of cards with a sentence about it. The links at the top of the page lead to it. */
async function renderGroup(
  { groups }: AccountMessages,
  group: (typeof GROUPS)[number],
  cards: readonly (Html | Promise<Html>)[],
): Promise<Html> {
  const { title, hint } = groups[group];
  return html`<section class="settings-group" id="${group}"><h2>${title}</h2><p class="hint">${hint}</p>
<div class="settings">${await Promise.all(cards)}</div></section>`;
}

async function renderNameCard({ ctx, parent }: PanelRequest, t: AccountMessages): Promise<Html> {
  const profile = await findProfile(ctx, parent.profileId);
  return html`<section class="card"><h3>${t.name}</h3>
<ul class="settings-list"><li>${profile ? renderAvatar(ctx, profile, 44) : ''}<div><b><bdi>${profile?.display_name}</bdi></b></div><a class="button outline" href="/panel/name" aria-label="${`${t.changeName}: ${t.name}`}">${t.changeName}</a></li></ul></section>`;
}

function renderTabletCard(t: AccountMessages, { tablet }: PanelMessages): Html {
  return html`<section class="card"><h3>${t.tablet}</h3>
<p class="actions"><a class="button outline" href="/panel/tablet">${tablet.connect}</a></p></section>`;
}

/** While the account's deletion is planned, no child can be linked (gap 127). */
function renderChildrenCard(
  { ctx }: PanelRequest,
  t: AccountMessages,
  { children, isLeaving }: { readonly children: readonly Profile[]; readonly isLeaving: boolean },
): Html {
  const rows = children.map(
    (child) =>
      html`<li>${renderAvatar(ctx, child, 44)}<div><b><bdi>${child.display_name}</bdi></b>${child.birth_year === null ? '' : html`<span class="hint">${t.born({ year: String(child.birth_year) })}</span>`}</div><a class="button outline" href="${getChildPath(child)}/settings" aria-label="${`${t.childSettings}: ${child.display_name}`}">${t.childSettings}</a></li>`,
  );
  return html`<section class="card"><h3>${t.children}</h3>
${rows.length > 0 ? html`<ul class="settings-list">${rows}</ul>` : html`<p class="hint">${t.noChildren}</p>`}
${isLeaving ? '' : html`<p class="actions"><a class="button secondary" href="/panel/add-child">${t.addChild}</a></p>`}</section>`;
}

async function renderAddressCard(request: PanelRequest): Promise<Html> {
  const { ctx, parent } = request;
  const t = request.t.account.address;
  const email = (await findProfile(ctx, parent.profileId))?.email ?? '';
  const pending = await findPendingAddress(ctx, parent.profileId);
  const cancelForm = renderButtonForm(request, '/panel/account/address/cancel', t.cancel);
  const vouching = await findVouching(ctx, parent.profileId);
  if (vouching) {
    const { voucher, newEmail, opensAt } = vouching;
    const text = t.vouching({
      who: formatEmailForDisplay(voucher.email),
      email: newEmail,
      at: formatInstant(request.language, opensAt, await request.loadTimeZone()),
    });
    return html`<section class="card"><h3>${t.label}</h3><p><b><bdi>${email}</bdi></b></p><p>${text}</p>${cancelForm}</section>`;
  }
  const state = pending
    ? html`<p>${t.pending({ email: pending.newEmail })}</p><div class="actions"><a class="button" href="/panel/account/address">${t.enterCodes}</a>${cancelForm}</div>`
    : html`<p class="hint">${t.hint}</p><p class="actions"><a class="button outline" href="/panel/account/address">${t.change}</a></p>`;
  return html`<section class="card"><h3>${t.label}</h3><p><b><bdi>${email}</bdi></b></p>${state}</section>`;
}

/** `hx-boost="false"` makes the browser load the whole page, because htmx would keep the <head> in the previous language. */
function renderLanguageCard(request: PanelRequest, t: AccountMessages): Html {
  return html`<section class="card"><h3>${t.language}</h3>
<form method="post" action="/panel/account/language" hx-boost="false">${renderCsrfField(request)}
<div class="field"><label class="visually-hidden" for="language">${t.language}</label><select id="language" name="language" aria-describedby="language-hint">${renderLanguageOptions(request.locale)}</select><p class="hint" id="language-hint">${t.languageHint}</p></div>
<button class="button">${t.save}</button></form></section>`;
}

async function renderEmailsCard(request: PanelRequest, t: AccountMessages): Promise<Html> {
  const isEnabled = await wantsWeeklySummary(request.ctx, request.parent.profileId);
  return html`<section class="card"><h3>${t.emails}</h3>
<form method="post" action="/panel/account/weekly-summary">${renderCsrfField(request)}
${renderSwitchRow('weekly', isEnabled, { label: t.weekly, hint: t.weeklyHint })}
<p class="hint">${t.emailsHint}</p>
<button class="button">${t.save}</button></form></section>`;
}

async function renderConsentsCard({ ctx, parent, language }: PanelRequest, t: AccountMessages): Promise<Html> {
  const consents = await listConsents(ctx, parent.profileId);
  const rows = consents.map(({ display_name, given_at }) =>
    renderSettingsRow(display_name ?? t.unlinkedChild, t.consent({ day: formatLongDate(language, given_at) }), ''),
  );
  return html`<section class="card"><h3>${t.consents}</h3>
${rows.length > 0 ? html`<ul class="settings-list">${rows}</ul>` : html`<p class="hint">${t.noConsents}</p>`}
<p class="actions"><a class="button outline" href="/panel/privacy">${t.privacy}</a></p></section>`;
}

async function renderPanelPinCard({ ctx, parent, client }: PanelRequest, t: AccountMessages): Promise<Html> {
  const { isSet } = await getPanelPinState(ctx, parent, client);
  return html`<section class="card"><h3>${t.panelPin}</h3><p class="hint">${t.panelPinHint}</p>
<p class="actions"><a class="button outline" href="/panel/account/pin">${isSet ? t.changePanelPin : t.choosePanelPin}</a></p></section>`;
}

function renderPlanetsCard(t: AccountMessages): Html {
  return html`<section class="card"><h3>${t.planets}</h3><p class="hint">${t.planetsHint}</p>
<p class="actions"><a class="button outline" href="/panel/planets">${t.viewPlanets}</a></p></section>`;
}

function renderDataCard(t: AccountMessages, deletion: PlannedDeletion | undefined): Html {
  const deleteLink = html`<a class="button outline danger" href="/panel/account/delete">${t.deleteAccount}</a>`;
  return html`<section class="card"><h3>${t.dataAndDeletion}</h3><div class="actions">
<a class="button outline" href="/panel/account/export">${t.exportData}</a>
${deletion ? '' : deleteLink}</div></section>`;
}

async function renderSessionsCard(request: PanelRequest, t: AccountMessages): Promise<Html> {
  const sessions = await listOpenSessions(request.ctx, request.parent);
  const timeZone = await request.loadTimeZone();
  return html`<section class="card"><h3>${t.signIns}</h3>
<ul class="settings-list">${sessions.map((session) => renderSessionRow(request, { t, timeZone }, session))}</ul>
<p class="actions"><a class="button secondary" href="${SIGN_OUT_PATH}">${t.signOutEverywhere}</a></p>
<p class="hint">${t.signOutEverywhereHint}</p>
${renderButtonForm(request, '/logout', t.leave, { isBoosted: false })}</section>`;
}

function renderSessionRow(
  request: PanelRequest,
  { t, timeZone }: { readonly t: AccountMessages; readonly timeZone: string },
  session: OpenSession,
): Html {
  const { id, kind, program, createdAt, lastSeenAt, isCurrent } = session;
  const name = `${t[kind]} · ${program ?? t.unknown}`;
  const timeText = lastSeenAt
    ? t.lastSeen({ at: formatInstant(request.language, lastSeenAt, timeZone) })
    : t.since({ at: formatInstant(request.language, createdAt, timeZone) });
  const label = html`${t.signOut}<span class="visually-hidden">: ${name}, ${timeText}</span>`;
  const button = renderButtonForm(request, '/panel/account/sign-out', label, { fields: { session: id } });
  return renderSettingsRow(name, isCurrent ? t.thisDevice : timeText, isCurrent ? '' : button);
}

/** Renders a notice of the day on which the parent's account will be deleted, with a button that cancels the deletion. */
export function renderAccountDeletionNotice(request: PanelRequest, { due_at }: PlannedDeletion): Html {
  const { language } = request;
  return html`<section class="card deletion-notice"><p>${request.t.account.page.plannedDeletion({ day: formatLongDate(language, due_at) })}</p>
${renderButtonForm(request, '/panel/account/cancel-deletion', request.t.account.page.keep, { variant: 'primary' })}</section>`;
}
