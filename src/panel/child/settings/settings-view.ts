import {
  type ChildDevice,
  findLinkWaitEnd,
  findPinWait,
  hasEasyPin,
  isFreshlyConfirmed,
  listChildDevices,
} from '../../../features/access/index.ts';
import {
  formatEmailForDisplay,
  getChildSettings,
  listGuardians,
  type Profile,
} from '../../../features/accounts/index.ts';
import { findVouching, loadOpenInvitations } from '../../../features/guardianship/index.ts';
import { isReader } from '../../../features/learning/index.ts';
import { findCurrentOrNextPause } from '../../../features/progress/index.ts';
import { areRewardsOn } from '../../../features/todos/index.ts';
import { getMessages } from '../../../locales/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { ChildPageRequest, PanelMessages } from '../../endpoints.ts';
import { formatInstant, formatLongDate } from '../../parts/format.ts';
import {
  getLanguageName,
  renderLanguageOptions,
  renderSettingsRow,
  renderSwitchRow,
} from '../../parts/forms/controls.ts';
import { findFieldError, type RefusedForm, renderField, renderFormError } from '../../parts/forms/field.ts';
import { renderButtonForm, renderCsrfField } from '../../parts/forms/form.ts';
import { renderFoldedSetting, renderSettingLink, renderSettingsRows } from '../../parts/forms/settings-rows.ts';
import { renderRecordingsSetting } from '../../recordings/recordings-page.ts';

/** The request, and the values that all settings use. */
interface SettingProps extends Omit<ChildPageRequest, 't'> {
  readonly t: PanelMessages['child']['settings'];
  readonly refused: RefusedForm | undefined;
}

export interface SettingsOptions {
  readonly refused?: RefusedForm;
  /** Which setting is shown before the others, and opened. */
  readonly first?: 'devices';
  /** The id of the setting that is opened: `permissions`, or `guardians` to invite another one. */
  readonly opened?: string | undefined;
}

/**
 * Renders all settings that a guardian may change for a child. While the child's deletion is planned, only those about devices,
 * guardians and data are shown.
 */
export async function renderSettings(
  request: ChildPageRequest,
  { refused, first, opened }: SettingsOptions,
): Promise<Html> {
  const { language } = request;
  const props = { ...request, t: request.t.child.settings, refused };
  const isFieldError = refused?.error.details.fields?.some((name) => FIELDS_WITH_ERRORS.includes(name));
  const renderEditable = () => [
    renderProfile(props),
    renderPermissions(props, opened === 'permissions'),
    isReader(request.child, request.ctx.now()) ? '' : renderRecordingsSetting(request),
    renderRewards(props),
    renderPin(props),
    renderPause(props),
  ];
  const editable = request.deletion ? [] : renderEditable();
  const devices = renderDevices(props, first === 'devices');
  const rows = [
    ...(first === 'devices' ? [devices, ...editable] : [...editable, devices]),
    renderGuardians(props, opened === 'guardians'),
  ];
  return html`${isFieldError ? '' : renderFormError(language, refused?.error)}
${renderDeletionNotice(props)}
<div class="settings-column">${renderSettingsRows(await Promise.all(rows))}
<h2>${props.t.dataAndDeletion}</h2>${await renderData(props)}</div>`;
}

/** Whether one of the fields has an error, so that its form has to be open. */
function hasError({ refused }: SettingProps, ...fields: readonly string[]): boolean {
  return refused?.error.details.fields?.some((name) => fields.includes(name)) === true;
}

/** The fields that have an error message next to them. */
const FIELDS_WITH_ERRORS = ['display_name', 'birth_year', 'language', 'until', 'email'];

/** Renders a notice while the child's deletion is planned. */
function renderDeletionNotice(props: SettingProps): Html | string {
  const { deletion, language, t, path } = props;
  if (!deletion) return '';
  const text = html`<p>${t.plannedDeletion({ day: formatLongDate(language, deletion.due_at) })}</p>`;
  if (deletion.with_account !== null) {
    return html`<section class="card deletion-notice">${text}<p>${t.guardiansLeaving}</p>
<a class="button" href="/panel/account">${t.toAccount}</a></section>`;
  }
  return html`<section class="card deletion-notice">${text}
${renderButtonForm(props, `${path}/cancel-deletion`, t.keep, { variant: 'primary' })}</section>`;
}

function renderProfile(props: SettingProps): Html {
  const { child, language, t, path, refused } = props;
  const name = refused?.values.display_name ?? child.display_name;
  return renderFoldedSetting(
    {
      title: t.profile,
      value: [child.birth_year ?? [], getLanguageName(child.language)].flat().join(' · '),
      isOpen: hasError(props, 'display_name', 'birth_year', 'language'),
    },
    html`<form method="post" action="${path}/settings">${renderCsrfField(props)}
${renderField(language, { id: 'display_name', label: t.name, error: findFieldError('display_name', refused?.error) }, (attributes) => html`<input id="display_name" name="display_name" required maxlength="80" autocomplete="off" value="${name}" ${attributes}>`)}
${renderField(language, { id: 'birth_year', label: t.birthYear, hint: t.birthYearHint, error: findFieldError('birth_year', refused?.error) }, (attributes) => html`<input id="birth_year" name="birth_year" required inputmode="numeric" maxlength="4" autocomplete="off" value="${refused?.values.birth_year ?? child.birth_year ?? ''}" ${attributes}>`)}
${renderField(language, { id: 'language', label: t.language, error: findFieldError('language', refused?.error) }, (attributes) => html`<select id="language" name="language" ${attributes}>${renderLanguageOptions(child.language)}</select>`)}
${renderField(language, { id: 'reads', label: t.reads, hint: t.readsHint }, (attributes) => html`<select id="reads" name="reads" ${attributes}>${renderReadsOptions(props)}</select>`)}
<button class="button">${t.save}</button></form>`,
  );
}

function renderReadsOptions({ child: { reads }, t }: SettingProps): Html[] {
  const chosen = reads === null ? 'by-age' : reads === 'yes' ? 'yes' : 'no';
  const labels = { 'by-age': t.readsByAge, yes: t.readsYes, no: t.readsNo };
  return Object.entries(labels).map(
    ([value, label]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`,
  );
}

async function renderPermissions(props: SettingProps, isOpen: boolean): Promise<Html> {
  const { ctx, child, t, path } = props;
  const settings = await getChildSettings(ctx, child.id);
  const { appearsOnLeaderboards, mayJoinPlanets, hasAutoApproval, hearsRecordings } = settings;
  const permissions = [appearsOnLeaderboards, mayJoinPlanets, hasAutoApproval, hearsRecordings];
  return renderFoldedSetting(
    {
      id: 'permissions',
      isOpen,
      title: t.permissions,
      value: t.permissionsOn({ count: permissions.filter(Boolean).length, all: permissions.length }),
    },
    html`<form method="post" action="${path}/permissions">${renderCsrfField(props)}
${renderSwitchRow('on_leaderboards', appearsOnLeaderboards, { label: t.leaderboards, hint: t.leaderboardsHint })}
${renderSwitchRow('on_planets', mayJoinPlanets, { label: t.planets, hint: t.planetsHint })}
${renderSwitchRow('auto_approval', hasAutoApproval, { label: t.autoApproval, hint: t.autoApprovalHint })}
${renderSwitchRow('recordings', hearsRecordings, { label: t.recordings, hint: t.recordingsHint })}
<button class="button">${t.save}</button></form>`,
  );
}

/** Leads to the rewards, where they are turned on and off. */
async function renderRewards({ ctx, child, path, language }: SettingProps): Promise<Html> {
  const { child: texts, parts } = getMessages(language).panel;
  const value = (await areRewardsOn(ctx, child.id)) ? parts.on : parts.off;
  return renderSettingLink(`${path}/rewards`, { title: texts.rewards.title, value });
}

async function renderPin(props: SettingProps): Promise<Html> {
  const { ctx, child, language, t, path } = props;
  const { wrongPinCount, waitEndsAt } = await findPinWait(ctx, child.id);
  const until = waitEndsAt && formatInstant(language, waitEndsAt, await props.loadTimeZone());
  const wait = until ? html`<p>${t.locked({ until })}</p>` : '';
  const wrongPins = html`${wait}<p>${t.wrongPins({ count: wrongPinCount })}</p>
${renderButtonForm(props, `${path}/unlock-pin`, t.unlock, { variant: 'secondary' })}`;
  const isEasy = await hasEasyPin(ctx, child.id);
  const isNoteworthy = waitEndsAt !== undefined || wrongPinCount > 0;
  const value = waitEndsAt ? t.pinLocked : isEasy ? t.pinEasy : '';
  return renderFoldedSetting(
    { title: t.pin, value, isOpen: isNoteworthy },
    html`${isEasy ? html`<p><b>${t.easyPin}</b> ${t.easyPinHint}</p>` : ''}${isNoteworthy ? wrongPins : ''}
<a class="button outline" href="${path}/pin">${t.newPin}</a><p class="hint">${t.pinHint}</p>`,
  );
}

/** The number of devices that are shown; a child rarely has more, and ending one shows the next. */
const MAX_DEVICES = 20;

async function renderDevices(props: SettingProps, isOpen: boolean): Promise<Html> {
  const { ctx, child, t } = props;
  const devices = await listChildDevices(ctx, child.id);
  const timeZone = await props.loadTimeZone();
  return renderFoldedSetting(
    { title: t.devices, value: devices.length, isOpen },
    html`<p class="hint">${t.devicesHint}</p>
<ul class="settings-list">${devices.slice(0, MAX_DEVICES).map((device) => renderDeviceRow(props, device, timeZone))}</ul>`,
  );
}

function renderDeviceRow(
  props: SettingProps,
  { id, program, lastSeenAt, isSignedIn }: ChildDevice,
  timeZone: string,
): Html {
  const { language, t, path } = props;
  const name = program ?? t.unknownDevice;
  const lastSeen = t.lastSeen({ at: formatInstant(language, lastSeenAt, timeZone) });
  return renderSettingsRow(
    name,
    [...(isSignedIn ? [t.signedIn] : []), lastSeen].join(' · '),
    renderButtonForm(props, `${path}/devices/end`, t.endDevice, {
      about: `${name}, ${lastSeen}`,
      fields: { device: id },
    }),
  );
}

async function renderPause(props: SettingProps): Promise<Html> {
  const { ctx, child, language, t, path, refused } = props;
  const { parts } = getMessages(language).panel;
  const pause = await findCurrentOrNextPause(ctx, child.id);
  const formatDate = (date: string) => formatLongDate(language, date);
  const until = pause?.until ? formatDate(pause.until) : 'none'; // `none` selects the text without an end
  const error = findFieldError('until', refused?.error);
  const form = pause
    ? html`<p>${t.paused({ from: formatDate(pause.from), until })}</p>${renderButtonForm(props, `${path}/resume`, t.endPause, { variant: 'secondary' })}`
    : html`<form method="post" action="${path}/pause">${renderCsrfField(props)}
${renderField(language, { id: 'until', label: t.until, error }, (attributes) => html`<input id="until" name="until" type="date" value="${refused?.values.until ?? ''}" ${attributes}>`)}
<button class="button secondary">${t.startPause}</button></form>`;
  return renderFoldedSetting(
    { title: t.pause, value: pause ? parts.on : parts.off, isOpen: error !== undefined },
    html`<p class="hint">${t.pauseHint}</p>${form}`,
  );
}

async function renderGuardians(props: SettingProps, isInviting: boolean): Promise<Html> {
  const { ctx, parent, child, language, t, path } = props;
  const guardians = await listGuardians(ctx, child.id);
  const invitations = await loadOpenInvitations(ctx, child.id);
  const isFirstGuardian = guardians[0]?.id === parent.profileId;
  const timeZone = await props.loadTimeZone();
  const guardianRows = guardians.map(({ id, email, rank, linked_at, leaves_at }) => {
    const since = t.since({ day: formatLongDate(language, linked_at) });
    const isSelf = id === parent.profileId;
    const leaving = leaves_at === null ? [] : [t.leaves({ at: formatInstant(language, leaves_at, timeZone) })];
    const details = [...(isSelf ? [t.you] : []), ...(rank === 1 ? [t.first] : []), since, ...leaving];
    const stay = isSelf && leaves_at !== null ? renderButtonForm(props, `${path}/stay`, t.stay) : undefined;
    const name = email === null ? t.noAddress : formatEmailForDisplay(email);
    const unlink = html`<a class="button outline" href="${path}/unlink?guardian=${id}" aria-label="${`${t.unlink}: ${name}`}">${t.unlink}</a>`;
    return renderSettingsRow(name, details.join(' · '), stay ?? (isFirstGuardian || isSelf ? unlink : ''));
  });
  const vouchingRows = await Promise.all(guardians.map((guardian) => renderVouching(props, guardian)));
  const invitationRows = invitations.map(({ id, email, expires_at }) => {
    const cancel = renderButtonForm(props, `${path}/invitations/cancel`, t.cancel, { fields: { invitation: id } });
    return renderSettingsRow(
      formatEmailForDisplay(email),
      t.invited({ until: formatLongDate(language, expires_at) }),
      cancel,
    );
  });
  return renderFoldedSetting(
    { id: 'guardians', title: t.guardians, value: guardians.length, isOpen: isInviting || hasError(props, 'email') },
    html`<ul class="settings-list">${guardianRows}${vouchingRows}${invitationRows}</ul>
${isDeletedRegardlessOfGuardians(props) ? '' : await renderInvitation(props)}
${guardians.length > 1 ? html`<p class="below"><a href="${path}/vouch">${t.vouch}</a></p>` : ''}`,
  );
}

async function renderVouching(props: SettingProps, guardian: Profile): Promise<Html | string> {
  const { ctx, language, t, path } = props;
  const vouching = await findVouching(ctx, guardian.id);
  if (!vouching) return '';
  const title = t.vouching({ email: formatEmailForDisplay(guardian.email) });
  const details = t.vouchingDetails({
    who: formatEmailForDisplay(vouching.voucher.email),
    email: formatEmailForDisplay(vouching.newEmail),
    at: formatInstant(language, vouching.opensAt, await props.loadTimeZone()),
  });
  const stop = renderButtonForm(props, `${path}/vouch/stop`, t.stopVouching, { fields: { guardian: guardian.id } });
  return renderSettingsRow(title, details, stop);
}

/**
 * Whether the deletion of this child was planned separately. A new guardian prevents only a deletion that was planned together
 * with the guardians' accounts.
 */
function isDeletedRegardlessOfGuardians({ deletion }: SettingProps): boolean {
  return deletion?.with_account === null;
}

async function renderInvitation(props: SettingProps): Promise<Html> {
  const isConfirmed = await isFreshlyConfirmed(props.ctx, props.parent);
  return html`<h2>${props.t.invite}</h2>
${isConfirmed ? await renderInvitationForm(props) : renderConfirmLink(props)}`;
}

async function renderInvitationForm(props: SettingProps): Promise<Html> {
  const { language, t, path, refused } = props;
  const error = findFieldError('email', refused?.error);
  const hasSiblings = (await props.loadFamily()).childrenWithoutDeletion.length > 1;
  return html`<form method="post" action="${path}/invitations">${renderCsrfField(props)}
${renderField(language, { id: 'email', label: t.inviteLabel, error, hint: t.inviteHint }, (attributes) => html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="off" value="${refused?.values.email ?? ''}" ${attributes}>`)}
${hasSiblings ? html`<label class="checkbox"><input type="checkbox" name="siblings" value="on" checked><span>${t.inviteSiblings}</span></label>` : ''}
<button class="button secondary">${t.send}</button></form>`;
}

/** Renders a link instead of the form until a fresh code is entered, so that a parent does not have to fill in the form twice. */
function renderConfirmLink({ t, path }: SettingProps): Html {
  const target = `/panel/confirm?${new URLSearchParams({ next: `${path}/settings` })}`;
  return html`<p class="hint">${t.inviteFirst}</p><a class="button outline" href="${target}">${t.confirmFirst}</a>`;
}

async function renderData(props: SettingProps): Promise<Html> {
  const { ctx, child, language, t, path } = props;
  const waitEnd = await findLinkWaitEnd(ctx, [child.id]);
  const at = waitEnd && formatInstant(language, waitEnd, await props.loadTimeZone());
  return html`${at ? html`<p class="hint">${t.linkWait({ at })}</p>` : ''}
${renderSettingsRows([
  renderSettingLink(`${path}/export`, { title: t.exportData }),
  isDeletedRegardlessOfGuardians(props)
    ? ''
    : renderSettingLink(`${path}/delete`, { title: t.deleteProfile }, 'danger'),
])}`;
}
