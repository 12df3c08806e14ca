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
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PanelMessages, type PanelRequest } from '../endpoints.ts';
import { findFlash, renderChildChips, renderPanelLayout } from '../layout/panel-layout.ts';
import { formatInstant, formatLongDate } from '../parts/format.ts';
import { getLanguageName, renderLanguageOptions, renderSettingsRow } from '../parts/forms/controls.ts';
import { OptionalField, TextField } from '../parts/forms/field.ts';
import { renderButtonForm, renderCsrfField } from '../parts/forms/form.ts';
import { renderFoldedSetting, renderSettingLink, renderSettingsRows } from '../parts/forms/settings-rows.ts';
import { getChildPath } from '../parts/paths.ts';
import { renderAvatar } from '../parts/pictures.ts';
import { renderRecordingsSetting } from '../recordings/recordings-page.ts';
import { renderNotificationSetting } from './notifications.ts';
import { renderPasskeysSetting } from './passkeys.ts';
import { renderRecoverySetting } from './recovery-codes.ts';
import { SIGN_OUT_PATH } from './sign-out-everywhere.ts';

type AccountMessages = PanelMessages['account']['page'];

export const showAccount = definePanelPage({
  summary: "Show the parent's account: language, notifications, sessions and consents",
  query: { done: OptionalField, open: OptionalField },
  run: async (request, { query }) => {
    const t = request.t.account.page;
    const { children, childrenWithoutDeletion, deletions } = await request.loadFamily();
    const deletion = deletions.get(request.parent.profileId);
    const isLeaving = deletion !== undefined;
    const groups = await Promise.all([
      renderGroup(t, 'you', [
        renderNameSetting(request, t),
        renderAddressSetting(request),
        renderLanguageSetting(request, t),
        renderPasskeysSetting(request),
        renderPanelPinSetting(request, t),
        renderRecoverySetting(request),
        renderNotificationSetting(request, query.open === 'notifications'),
      ]),
      renderGroup(t, 'family', [
        ...children.map((child) => renderChildSetting(request, t, child)),
        isLeaving ? '' : renderSettingLink('/panel/add-child', { title: t.addChild }),
        ...childrenWithoutDeletion.slice(0, 1).map((child) => renderInviteSetting(request, child)),
        renderRecordingsSetting(request),
        renderSettingLink('/panel/planets', { title: t.planets, value: t.planetsHint }),
      ]),
      renderGroup(t, 'devices', [
        children.length > 0 && !isLeaving
          ? renderSettingLink('/panel/tablet', { title: request.t.tablet.connect })
          : '',
        renderSessionsSetting(request, t),
        renderSettingLink(SIGN_OUT_PATH, { title: t.signOutEverywhere }),
        renderSignOutForm(request, t),
      ]),
      renderGroup(t, 'privacy', [
        renderConsentsSetting(request, t),
        renderSettingLink('/panel/privacy', { title: t.privacy }),
        renderSettingLink('/panel/account/export', { title: t.exportData }),
        isLeaving ? '' : renderSettingLink('/panel/account/delete', { title: t.deleteAccount }, 'danger'),
      ]),
    ]);
    const links = GROUPS.map((group) => html`<li><a href="#${group}">${t.groups[group]}</a></li>`);
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

const GROUPS = ['you', 'family', 'devices', 'privacy'] as const;

/** Renders a group of settings. On a wide screen, the links beside the groups lead to it. */
async function renderGroup(
  t: AccountMessages,
  group: (typeof GROUPS)[number],
  rows: readonly (Html | string | Promise<Html>)[],
): Promise<Html> {
  return html`<section class="settings-group" id="${group}"><h2>${t.groups[group]}</h2>
${renderSettingsRows(await Promise.all(rows))}</section>`;
}

async function renderNameSetting({ ctx, parent }: PanelRequest, t: AccountMessages): Promise<Html> {
  const profile = await findProfile(ctx, parent.profileId);
  const picture = profile ? renderAvatar(ctx, profile, 32) : '';
  return renderSettingLink('/panel/name', { title: t.name, value: profile?.display_name, picture });
}

function renderChildSetting({ ctx }: PanelRequest, t: AccountMessages, child: Profile): Html {
  return renderSettingLink(`${getChildPath(child)}/settings`, {
    title: html`<bdi>${child.display_name}</bdi>`,
    value: child.birth_year === null ? '' : t.born({ year: String(child.birth_year) }),
    picture: renderAvatar(ctx, child, 32),
  });
}

/** The invitation can be for all children, so it stands once, with the first of them. */
function renderInviteSetting({ t }: PanelRequest, child: Profile): Html {
  return renderSettingLink(`${getChildPath(child)}/settings?open=guardians#guardians`, {
    title: t.child.settings.invite,
  });
}

async function renderAddressSetting(request: PanelRequest): Promise<Html> {
  const { ctx, parent } = request;
  const t = request.t.account.address;
  const path = '/panel/account/address';
  const setting = { title: t.label, value: (await findProfile(ctx, parent.profileId))?.email ?? '' };
  const pending = await findPendingAddress(ctx, parent.profileId);
  const cancelForm = renderButtonForm(request, `${path}/cancel`, t.cancel);
  const vouching = await findVouching(ctx, parent.profileId);
  if (vouching) {
    const { voucher, newEmail, opensAt } = vouching;
    const text = t.vouching({
      who: formatEmailForDisplay(voucher.email),
      email: newEmail,
      at: formatInstant(request.language, opensAt, await request.loadTimeZone()),
    });
    return renderFoldedSetting({ ...setting, isOpen: true }, html`<p>${text}</p>${cancelForm}`);
  }
  if (!pending) return renderSettingLink(path, setting);
  return renderFoldedSetting(
    { ...setting, isOpen: true },
    html`<p>${t.pending({ email: pending.newEmail })}</p><div class="actions"><a class="button" href="${path}">${t.enterCodes}</a>${cancelForm}</div>`,
  );
}

/** `hx-boost="false"` makes the browser load the whole page, because htmx would keep the <head> in the previous language. */
function renderLanguageSetting(request: PanelRequest, t: AccountMessages): Html {
  return renderFoldedSetting(
    { title: t.language, value: getLanguageName(request.locale) },
    html`<form method="post" action="/panel/account/language" hx-boost="false">${renderCsrfField(request)}
<div class="field"><label class="visually-hidden" for="language">${t.language}</label><select id="language" name="language" aria-describedby="language-hint">${renderLanguageOptions(request.locale)}</select><p class="hint" id="language-hint">${t.languageHint}</p></div>
<button class="button">${t.save}</button></form>`,
  );
}

async function renderConsentsSetting({ ctx, parent, language }: PanelRequest, t: AccountMessages): Promise<Html> {
  const consents = await listConsents(ctx, parent.profileId);
  const rows = consents.map(({ display_name, given_at }) =>
    renderSettingsRow(display_name ?? t.unlinkedChild, t.consent({ day: formatLongDate(language, given_at) }), ''),
  );
  return renderFoldedSetting(
    { title: t.consents, value: rows.length },
    rows.length > 0 ? html`<ul class="settings-list">${rows}</ul>` : html`<p class="hint">${t.noConsents}</p>`,
  );
}

async function renderPanelPinSetting({ ctx, parent, client, t }: PanelRequest, page: AccountMessages): Promise<Html> {
  const { isSet } = await getPanelPinState(ctx, parent, client);
  return renderSettingLink('/panel/account/pin', { title: page.panelPin, value: isSet ? t.parts.on : t.parts.off });
}

async function renderSessionsSetting(request: PanelRequest, t: AccountMessages): Promise<Html> {
  const sessions = await listOpenSessions(request.ctx, request.parent);
  const timeZone = await request.loadTimeZone();
  return renderFoldedSetting(
    { title: t.signIns, value: sessions.length },
    html`<ul class="settings-list">${sessions.map((session) => renderSessionRow(request, { t, timeZone }, session))}</ul>`,
  );
}

function renderSignOutForm(request: PanelRequest, t: AccountMessages): Html {
  return html`<div class="setting-form alone">${renderButtonForm(request, '/logout', t.leave, { isBoosted: false })}</div>`;
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
  const button = renderButtonForm(request, '/panel/account/sign-out', t.signOut, {
    about: `${name}, ${timeText}`,
    fields: { session: id },
  });
  return renderSettingsRow(name, isCurrent ? t.thisDevice : timeText, isCurrent ? '' : button);
}

/** Renders a notice of the day on which the parent's account will be deleted, with a button that cancels the deletion. */
export function renderAccountDeletionNotice(request: PanelRequest, { due_at }: PlannedDeletion): Html {
  const { language } = request;
  return html`<section class="card deletion-notice"><p>${request.t.account.page.plannedDeletion({ day: formatLongDate(language, due_at) })}</p>
${renderButtonForm(request, '/panel/account/cancel-deletion', request.t.account.page.keep, { variant: 'primary' })}</section>`;
}
