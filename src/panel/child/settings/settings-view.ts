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
import { findCurrentOrNextPause } from '../../../features/progress/index.ts';
import { areRewardsOn } from '../../../features/todos/index.ts';
import { getMessages } from '../../../locales/index.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { ChildPageRequest, PanelMessages } from '../../endpoints.ts';
import { formatInstant, formatLongDate } from '../../parts/format.ts';
import { renderLanguageOptions, renderSettingsRow, renderSwitchRow } from '../../parts/forms/controls.ts';
import { findShortFieldError, type RefusedForm, renderField, renderFormError } from '../../parts/forms/field.ts';
import { renderButtonForm, renderCsrfField } from '../../parts/forms/form.ts';

/** The request, and the values that all cards use. */
interface CardProps extends Omit<ChildPageRequest, 't'> {
  readonly t: PanelMessages['child']['settings'];
  readonly refused: RefusedForm | undefined;
}

export interface SettingsOptions {
  readonly refused?: RefusedForm;
  /** Which card is shown before the others. */
  readonly first?: 'devices';
}

/**
 * Renders all settings that a guardian may change for a child, with one card for each topic. While the child's deletion is
 * planned only the cards about devices, guardians and data are shown.
 */
export async function renderSettings(request: ChildPageRequest, { refused, first }: SettingsOptions): Promise<Html> {
  const { language } = request;
  const props = { ...request, t: request.t.child.settings, refused };
  const isFieldError = refused?.error.details.fields?.some((name) => FIELDS_WITH_ERRORS.includes(name));
  const renderEditableCards = () => [
    renderProfileCard(props),
    renderPermissionsCard(props),
    renderRewardsCard(props),
    renderPinCard(props),
    renderPauseCard(props),
  ];
  const editableCards = request.deletion ? [] : renderEditableCards();
  const devicesCard = renderDevicesCard(props);
  const cards = [
    ...(first === 'devices' ? [devicesCard, ...editableCards] : [...editableCards, devicesCard]),
    renderGuardiansCard(props),
  ];
  return html`${isFieldError ? '' : renderFormError(language, refused?.error)}
${renderDeletionCard(props)}
<div class="settings">${await Promise.all(cards)}${await renderDataCard(props)}</div>`;
}

/** The fields that have an error message next to them. */
const FIELDS_WITH_ERRORS = ['display_name', 'birth_year', 'language', 'until', 'email'];

/** Renders a notice while the child's deletion is planned. */
function renderDeletionCard(props: CardProps): Html | string {
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

function renderProfileCard(props: CardProps): Html {
  const { child, language, t, path, refused } = props;
  const name = refused?.values.display_name ?? child.display_name;
  return html`<section class="card"><h2>${t.profile}</h2>
<form method="post" action="${path}/settings">${renderCsrfField(props)}
${renderField(language, { id: 'display_name', label: t.name, error: findShortFieldError('display_name', refused?.error) }, (attributes) => html`<input id="display_name" name="display_name" required maxlength="80" autocomplete="off" value="${name}" ${attributes}>`)}
${renderField(language, { id: 'birth_year', label: t.birthYear, hint: t.birthYearHint, error: findShortFieldError('birth_year', refused?.error) }, (attributes) => html`<input id="birth_year" name="birth_year" required inputmode="numeric" maxlength="4" pattern="[0-9]{4}" autocomplete="off" value="${refused?.values.birth_year ?? child.birth_year ?? ''}" ${attributes}>`)}
${renderField(language, { id: 'language', label: t.language, error: findShortFieldError('language', refused?.error) }, (attributes) => html`<select id="language" name="language" ${attributes}>${renderLanguageOptions(child.language)}</select>`)}
${renderField(language, { id: 'reads', label: t.reads, hint: t.readsHint }, (attributes) => html`<select id="reads" name="reads" ${attributes}>${renderReadsOptions(props)}</select>`)}
<button class="button">${t.save}</button></form></section>`;
}

function renderReadsOptions({ child: { reads }, t }: CardProps): Html[] {
  const chosen = reads === null ? 'by-age' : reads === 'yes' ? 'yes' : 'no';
  const labels = { 'by-age': t.readsByAge, yes: t.readsYes, no: t.readsNo };
  return Object.entries(labels).map(
    ([value, label]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`,
  );
}

async function renderPermissionsCard(props: CardProps): Promise<Html> {
  const { ctx, child, t, path } = props;
  const { appearsOnLeaderboards, mayJoinPlanets, hasAutoApproval } = await getChildSettings(ctx, child.id);
  return html`<section class="card"><h2>${t.permissions}</h2>
<form method="post" action="${path}/permissions">${renderCsrfField(props)}
${renderSwitchRow('on_leaderboards', appearsOnLeaderboards, { label: t.leaderboards, hint: t.leaderboardsHint })}
${renderSwitchRow('on_planets', mayJoinPlanets, { label: t.planets, hint: t.planetsHint })}
${renderSwitchRow('auto_approval', hasAutoApproval, { label: t.autoApproval, hint: t.autoApprovalHint })}
<button class="button">${t.save}</button></form></section>`;
}

/** Leads to the rewards, where they are turned on and off. */
async function renderRewardsCard({ ctx, child, path, language }: CardProps): Promise<Html> {
  const t = getMessages(language).panel.child.rewards;
  const isOn = await areRewardsOn(ctx, child.id);
  return html`<section class="card"><h2>${t.title}</h2><p class="hint">${isOn ? t.settingsOn : t.settingsHint}</p>
<a class="button outline" href="${path}/rewards">${isOn ? t.open : t.turnOn}</a></section>`;
}

async function renderPinCard(props: CardProps): Promise<Html> {
  const { ctx, child, language, t, path } = props;
  const { wrongPinCount, waitEndsAt } = await findPinWait(ctx, child.id);
  const until = waitEndsAt && formatInstant(language, waitEndsAt, await props.loadTimeZone());
  const wait = until ? html`<p>${t.locked({ until })}</p>` : '';
  const wrongPins = html`${wait}<p>${t.wrongPins({ count: wrongPinCount })}</p>
${renderButtonForm(props, `${path}/unlock-pin`, t.unlock, { variant: 'secondary' })}`;
  const easyPin = (await hasEasyPin(ctx, child.id)) ? html`<p><b>${t.easyPin}</b> ${t.easyPinHint}</p>` : '';
  return html`<section class="card"><h2>${t.pin}</h2>${easyPin}${waitEndsAt || wrongPinCount > 0 ? wrongPins : ''}
<a class="button outline" href="${path}/pin">${t.newPin}</a><p class="hint">${t.pinHint}</p></section>`;
}

/** The number of devices that are shown; a child rarely has more, and ending one shows the next. */
const MAX_DEVICES = 20;

async function renderDevicesCard(props: CardProps): Promise<Html> {
  const { ctx, child, t } = props;
  const devices = await listChildDevices(ctx, child.id);
  const timeZone = await props.loadTimeZone();
  return html`<section class="card"><h2>${t.devices}</h2><p class="hint">${t.devicesHint}</p>
<ul class="settings-list">${devices.slice(0, MAX_DEVICES).map((device) => renderDeviceRow(props, device, timeZone))}</ul></section>`;
}

function renderDeviceRow(
  props: CardProps,
  { id, program, lastSeenAt, isSignedIn }: ChildDevice,
  timeZone: string,
): Html {
  const { language, t, path } = props;
  const name = program ?? t.unknownDevice;
  const lastSeen = t.lastSeen({ at: formatInstant(language, lastSeenAt, timeZone) });
  const label = html`${t.endDevice}<span class="visually-hidden">: ${name}, ${lastSeen}</span>`;
  return renderSettingsRow(
    name,
    [...(isSignedIn ? [t.signedIn] : []), lastSeen].join(' · '),
    renderButtonForm(props, `${path}/devices/end`, label, { fields: { device: id } }),
  );
}

async function renderPauseCard(props: CardProps): Promise<Html> {
  const { ctx, child, language, t, path, refused } = props;
  const pause = await findCurrentOrNextPause(ctx, child.id);
  const formatDate = (date: string) => formatLongDate(language, date);
  const until = pause?.until ? formatDate(pause.until) : 'none'; // `none` selects the text without an end
  const error = findShortFieldError('until', refused?.error);
  const form = pause
    ? html`<p>${t.paused({ from: formatDate(pause.from), until })}</p>${renderButtonForm(props, `${path}/resume`, t.endPause, { variant: 'secondary' })}`
    : html`<form method="post" action="${path}/pause">${renderCsrfField(props)}
${renderField(language, { id: 'until', label: t.until, error }, (attributes) => html`<input id="until" name="until" type="date" value="${refused?.values.until ?? ''}" ${attributes}>`)}
<button class="button secondary">${t.startPause}</button></form>`;
  return html`<section class="card"><h2>${t.pause}</h2><p class="hint">${t.pauseHint}</p>${form}</section>`;
}

async function renderGuardiansCard(props: CardProps): Promise<Html> {
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
  return html`<section class="card"><h2>${t.guardians}</h2><ul class="settings-list">${guardianRows}${vouchingRows}${invitationRows}</ul>
${isDeletedRegardlessOfGuardians(props) ? '' : await renderInvitation(props)}
${guardians.length > 1 ? html`<p class="below"><a href="${path}/vouch">${t.vouch}</a></p>` : ''}</section>`;
}

async function renderVouching(props: CardProps, guardian: Profile): Promise<Html | string> {
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
function isDeletedRegardlessOfGuardians({ deletion }: CardProps): boolean {
  return deletion?.with_account === null;
}

async function renderInvitation(props: CardProps): Promise<Html> {
  const isConfirmed = await isFreshlyConfirmed(props.ctx, props.parent);
  return html`<h3>${props.t.invite}</h3>
${isConfirmed ? await renderInvitationForm(props) : renderConfirmLink(props)}`;
}

async function renderInvitationForm(props: CardProps): Promise<Html> {
  const { language, t, path, refused } = props;
  const error = findShortFieldError('email', refused?.error);
  const hasSiblings = (await props.loadFamily()).childrenWithoutDeletion.length > 1;
  return html`<form method="post" action="${path}/invitations">${renderCsrfField(props)}
${renderField(language, { id: 'email', label: t.inviteLabel, error, hint: t.inviteHint }, (attributes) => html`<input id="email" name="email" type="email" required maxlength="254" autocomplete="off" value="${refused?.values.email ?? ''}" ${attributes}>`)}
${hasSiblings ? html`<label class="checkbox"><input type="checkbox" name="siblings" value="on" checked><span>${t.inviteSiblings}</span></label>` : ''}
<button class="button secondary">${t.send}</button></form>`;
}

/** Renders a link instead of the form until a fresh code is entered, so that a parent does not have to fill in the form twice. */
function renderConfirmLink({ t, path }: CardProps): Html {
  const target = `/panel/confirm?${new URLSearchParams({ next: `${path}/settings` })}`;
  return html`<p class="hint">${t.inviteFirst}</p><a class="button outline" href="${target}">${t.confirmFirst}</a>`;
}

async function renderDataCard(props: CardProps): Promise<Html> {
  const { ctx, child, language, t, path } = props;
  const waitEnd = await findLinkWaitEnd(ctx, [child.id]);
  const at = waitEnd && formatInstant(language, waitEnd, await props.loadTimeZone());
  const wait = at ? html`<p>${t.linkWait({ at })}</p>` : '';
  const deleteLink = html`<a class="button outline danger" href="${path}/delete">${t.deleteProfile}</a>`;
  return html`<section class="card"><h2>${t.dataAndDeletion}</h2>${wait}<div class="actions">
<a class="button outline" href="${path}/export">${t.exportData}</a>
${isDeletedRegardlessOfGuardians(props) ? '' : deleteLink}</div></section>`;
}
