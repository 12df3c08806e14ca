import type { Language } from '../../core/text/languages.ts';
import { formatTimeWithOffset, getDateFormatter } from '../../core/time/date-formats.ts';
import type { Instant } from '../../core/time/instant.ts';
import { getMessages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { composeEmail, type EmailRecipient } from '../../platform/email/compose.ts';
import type { Button } from '../../platform/email/parts.ts';
import type { Email } from '../../platform/email/transport.ts';
import { type ChildDevice, describeDevices } from '../access/index.ts';
import { formatEmailForDisplay, formatNameForEmail, maskEmail, type Profile } from '../accounts/index.ts';

type Child = Pick<Profile, 'id' | 'display_name' | 'pseudonym'>;

/** An action of a parent, and the recipient's children whom it affects. */
export interface GuardianAction {
  readonly actorEmail: string;
  /** Whether the recipient is the parent in whose session the action happened. */
  readonly isOwn: boolean;
  readonly children: readonly Child[];
}

/**
 * Invites a person to become another guardian. The person may not know this service, so the email contains nothing that its sender
 * or a child has chosen: no name and no address (decision 0066). The pseudonym is made by the server.
 */
export function composeInvitationEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { pseudonym, token }: { pseudonym: string; token: string },
): Email {
  const t = getMessages(recipient.language).emails.guardianship.invitation;
  const button = { label: t.button, url: `${settings.baseUrl}/invitations/${token}` };
  const parts = [t.body({ name: pseudonym }), t.expiry, button];
  return composeEmail(recipient, { subject: t.subject, parts, footer: [t.notExpected] });
}

/** Notifies a guardian of a new guardian. */
export function composeNewGuardianEmail(
  ctx: Context,
  recipient: EmailRecipient,
  { child, guardianEmail }: { child: Child; guardianEmail: string },
): Email {
  const t = getMessages(recipient.language).emails.guardianship.newGuardian;
  const parts = [
    t.body({ who: formatEmailForDisplay(guardianEmail), name: formatNameForEmail(child) }),
    createSettingsButton(ctx, t.button, child),
  ];
  return composeEmail(recipient, { subject: t.subject, parts });
}

/** Notifies a parent that the account was signed out everywhere, and of what can still sign in. It contains no name that somebody has chosen. */
export function composeSignedOutEmail(
  { settings, now }: Context,
  recipient: EmailRecipient,
  { program, passkeys, recoveryCodes }: SignedOut,
): Email {
  const { language, timeZone } = recipient;
  const { signedOut: t, device } = getMessages(language).emails.security;
  const format = (at: Instant) => formatTimeWithOffset(language, at, timeZone);
  const lines = [
    t.code,
    ...passkeys.map(({ created_at }) => t.passkey({ at: format(created_at) })),
    ...(recoveryCodes.length > 0 ? [t.recoveryCodes({ count: recoveryCodes.length })] : []),
  ];
  const body = t.body({ at: format(now()), program: program ?? device.unknown });
  const button = { label: t.button, url: `${settings.baseUrl}/panel/account` };
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [body, { heading: t.list, lines }, t.ifUnknown, button],
  });
}

/** What can still sign in after a sign-out, besides emailed codes. */
interface SignedOut {
  readonly program: string | undefined;
  readonly passkeys: readonly { readonly created_at: Instant }[];
  readonly recoveryCodes: readonly unknown[];
}

/** Notifies the old and the new address that the operator has changed the address of the account. Only the new one signs in. */
export function composeEmailChangedEmail({ settings }: Context, recipient: EmailRecipient, newEmail: string): Email {
  const { addressChange, guardianship } = getMessages(recipient.language).emails;
  const t = guardianship.emailChanged;
  const button = { label: addressChange.undone.button, url: `${settings.baseUrl}/login` };
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [
      t.body({ email: formatEmailForDisplay(newEmail) }),
      t.help,
      ...(recipient.email === newEmail ? [button] : []),
    ],
  });
}

/** Tells the owner of a mailbox, whose address somebody wants to use for another account, that it has an account already. */
export function composeAddressTakenEmail({ settings }: Context, recipient: EmailRecipient): Email {
  const t = getMessages(recipient.language).emails.addressChange.taken;
  const button = { label: t.button, url: `${settings.baseUrl}/login` };
  return composeEmail(recipient, { subject: t.subject, parts: [t.body, t.help, button] });
}

/** Notifies the old address of a change that it can undo. */
export function composeAddressLeftEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { newEmail, token }: { newEmail: string; token: string },
): Email {
  const t = getMessages(recipient.language).emails.addressChange.left;
  const button = { label: t.button, url: `${settings.baseUrl}/address-changes/${token}` };
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [t.body({ email: maskEmail(newEmail) }), t.help, button],
  });
}

/** Notifies the new address of a change. */
export function composeAddressAddedEmail({ settings }: Context, recipient: EmailRecipient): Email {
  const t = getMessages(recipient.language).emails.addressChange.added;
  const button = { label: t.button, url: `${settings.baseUrl}/panel/account` };
  return composeEmail(recipient, { subject: t.subject, parts: [t.body, t.undo, button] });
}

interface Vouched {
  readonly parent: Pick<Profile, 'email'>;
  readonly voucher: Pick<Profile, 'email'>;
  readonly newEmail: string;
}

/** Notifies a guardian, or the old address, that another guardian vouches for a new address. The link in it stops that. */
export function composeVouchingEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  {
    parent,
    voucher,
    newEmail,
    opensAt,
    token,
    isOldAddress,
  }: Vouched & { opensAt: Instant; token: string; isOldAddress: boolean },
): Email {
  const { language, timeZone } = recipient;
  const t = getMessages(language).emails.addressChange.vouching;
  const at = formatTimeWithOffset(language, opensAt, timeZone);
  const addresses = { who: maskEmail(voucher.email), email: maskEmail(newEmail) };
  const body = isOldAddress ? t.bodyForOld(addresses) : t.body({ ...addresses, parent: maskEmail(parent.email) });
  const button = { label: t.button, url: `${settings.baseUrl}/address-changes/${token}` };
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [body, t.wait({ email: addresses.email, at }), t.help, button],
  });
}

/** Notifies the parent and the voucher that the address stays. */
export function composeVouchingStoppedEmail(recipient: EmailRecipient, { parent, newEmail }: Vouched): Email {
  const t = getMessages(recipient.language).emails.addressChange.stopped;
  const body = t.body({ parent: maskEmail(parent.email), email: maskEmail(newEmail) });
  return composeEmail(recipient, { subject: t.subject, parts: [body, t.help] });
}

/** Sends the new address, for which another guardian has vouched, the link that makes the change. */
export function composeVouchedLinkEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { parent, token }: Vouched & { token: string },
): Email {
  const t = getMessages(recipient.language).emails.addressChange.vouched;
  const button = { label: t.button, url: `${settings.baseUrl}/address-changes/${token}` };
  const body = t.body({ parent: maskEmail(parent.email) });
  return composeEmail(recipient, { subject: t.subject, parts: [body, button], footer: [t.notExpected] });
}

/** Notifies the restored address that a change was undone. */
export function composeAddressRestoredEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  {
    isDisplaced,
    waits,
  }: { /** Whether another account has lost this address. */ isDisplaced: boolean; waits: boolean },
): Email {
  const t = getMessages(recipient.language).emails.addressChange.undone;
  const button = { label: t.button, url: `${settings.baseUrl}/login` };
  const parts = [t.restored, ...(waits ? [t.wait] : []), ...(isDisplaced ? [t.displaced] : []), button];
  return composeEmail(recipient, { subject: t.subject, parts });
}

/** Notifies an address that a change was undone, and that it lost the account. The link in it objects. */
export function composeAddressRemovedEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { token }: { token: string },
): Email {
  const t = getMessages(recipient.language).emails.addressChange.undone;
  const button = { label: t.dispute, url: `${settings.baseUrl}/address-changes/${token}` };
  return composeEmail(recipient, { subject: t.subject, parts: [t.removed, t.disputeHint, button] });
}

/** Notifies the restored address that the other one has objected. */
export function composeAddressDisputedEmail(
  recipient: EmailRecipient,
  { newEmail, endsAt }: { newEmail: string; endsAt: Instant },
): Email {
  const t = getMessages(recipient.language).emails.addressChange.disputed;
  const parts = [t.body({ email: maskEmail(newEmail) }), t.wait({ day: formatDay(recipient.language, endsAt) })];
  return composeEmail(recipient, { subject: t.subject, parts });
}

/** Asks the operator to decide who owns an account, in English, because the operator's language is not known. */
export function composeAddressDisputeEmail(
  operatorContact: string,
  { id, oldEmail, newEmail }: { id: string; oldEmail: string; newEmail: string },
): Email {
  const t = getMessages('en').emails.reports.dispute;
  const addresses = { old: formatEmailForDisplay(oldEmail), email: formatEmailForDisplay(newEmail) };
  const commands = [`npm run admin -- family show ${id}`, `npm run admin -- parent change-email ${id} NEW`];
  const parts = [t.body(addresses), t.wait(addresses), { heading: t.act, lines: commands }];
  return composeEmail({ email: operatorContact, language: 'en' }, { subject: t.subject, parts });
}

/** Notifies a guardian that the operator erases a child, or a parent that the operator erases the account. */
export function composeErasedEmail(recipient: EmailRecipient, profile: Pick<Profile, keyof Child | 'role'>): Email {
  const { erased: t, emailChanged } = getMessages(recipient.language).emails.guardianship;
  const text = profile.role === 'child' ? t.child({ name: formatNameForEmail(profile) }) : t.account;
  return composeEmail(recipient, { subject: t.subject, parts: [text, emailChanged.help] });
}

/**
 * Notifies a remaining guardian, or the former guardian, that a guardian's link has ended. The email advises a remaining
 * guardian to set a new PIN, and lists the devices that know the child: the former guardian may have one of them.
 */
export function composeGuardianRemovedEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  {
    child,
    guardianEmail,
    devices,
  }: { child: Child; guardianEmail: string /** Only for a remaining guardian. */; devices?: readonly ChildDevice[] },
): Email {
  const t = getMessages(recipient.language).emails.guardianship.guardianRemoved;
  const name = formatNameForEmail(child);
  const button = { label: t.button, url: `${settings.baseUrl}/panel/children/${child.id}/pin` };
  const list = devices?.length
    ? [{ heading: t.devices({ name }), lines: describeDevices(recipient, devices) }, t.remove]
    : [];
  const parts = [
    t.body({ who: formatEmailForDisplay(guardianEmail), name }),
    ...(devices ? [t.pin, ...list, button] : []),
  ];
  return composeEmail(recipient, { subject: t.subject, parts });
}

/** Notifies a guardian who is leaving. The link in the email lets the guardian stay. */
export function composeLeavingEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { child, leavesAt, token }: { child: Child; leavesAt: Instant; token: string },
): Email {
  const { language, timeZone } = recipient;
  const t = getMessages(language).emails.guardianship.leaving;
  const at = formatTimeWithOffset(language, leavesAt, timeZone);
  const button = { label: t.button, url: `${settings.baseUrl}/departures/${token}` };
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [t.body({ name: formatNameForEmail(child), at }), t.help, button],
  });
}

/** Notifies a former guardian that the link was undone on a device of the child. */
export function composeLinkUndoneEmail({ settings }: Context, recipient: EmailRecipient, child: Child): Email {
  const t = getMessages(recipient.language).emails.guardianship.linkUndone;
  const button = { label: t.button, url: `${settings.baseUrl}/panel/add-child` };
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [t.body({ name: formatNameForEmail(child) }), t.again, button],
  });
}

/**
 * Notifies a guardian, or a former guardian, that a child will be deleted because all guardians are deleting their accounts.
 * The email to a guardian explains how to cancel the deletion.
 */
export function composeGuardiansLeavingEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { child, dueAt, isGuardian }: { child: Child; dueAt: Instant; isGuardian: boolean },
): Email {
  const t = getMessages(recipient.language).emails.guardianship.guardiansLeaving;
  const undoParts = [t.undo, { label: t.button, url: `${settings.baseUrl}/panel/account` }];
  const day = formatDay(recipient.language, dueAt);
  const parts = [t.body({ name: formatNameForEmail(child), day }), ...(isGuardian ? undoParts : [])];
  return composeEmail(recipient, { subject: t.subject, parts });
}

/** Notifies a guardian of a child's planned deletion, and explains how to cancel it. */
export function composeChildDeletionEmail(
  ctx: Context,
  recipient: EmailRecipient,
  { child, dueAt, actorEmail }: { child: Child; dueAt: Instant; actorEmail: string },
): Email {
  const t = getMessages(recipient.language).emails.guardianship.childDeletion;
  const day = formatDay(recipient.language, dueAt);
  const who = formatEmailForDisplay(actorEmail);
  const parts = [
    t.body({ name: formatNameForEmail(child), day, who }),
    t.undo,
    createSettingsButton(ctx, t.button, child),
  ];
  return composeEmail(recipient, { subject: t.subject, parts });
}

/** Notifies a parent of the account's planned deletion, lists the children deleted with it, and explains how to cancel that. */
export function composeAccountDeletionEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { deletedChildren, dueAt }: { deletedChildren: readonly Child[]; dueAt: Instant },
): Email {
  const t = getMessages(recipient.language).emails.guardianship.accountDeletion;
  const children = { heading: t.children, lines: deletedChildren.map(formatNameForEmail) };
  const button = { label: t.button, url: `${settings.baseUrl}/panel/account` };
  const parts = [
    t.body({ day: formatDay(recipient.language, dueAt) }),
    ...(deletedChildren.length > 0 ? [children] : []),
    t.undo,
    button,
  ];
  return composeEmail(recipient, { subject: t.subject, parts });
}

/** Notifies a guardian that a parent set a new PIN for the child. */
export function composeNewPinEmail(
  ctx: Context,
  recipient: EmailRecipient,
  child: Child,
  action: Omit<GuardianAction, 'children'>,
): Email {
  const t = getMessages(recipient.language).emails.guardianship.newPin;
  const text = t.body({ who: formatEmailForDisplay(action.actorEmail), name: formatNameForEmail(child) });
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [
      text,
      ...adviseIfUnexpected(ctx, recipient, action, t.notExpected, createSettingsButton(ctx, t.button, child)),
    ],
  });
}

/** Notifies a guardian that a parent has invited somebody to be a guardian of the child. */
export function composeInvitationSentEmail(
  ctx: Context,
  recipient: EmailRecipient,
  { child, invitedEmail }: { child: Child; invitedEmail: string },
): Email {
  const t = getMessages(recipient.language).emails.guardianship.invitationSent;
  const text = t.body({ who: formatEmailForDisplay(invitedEmail), name: formatNameForEmail(child) });
  const advice = getMessages(recipient.language).emails.security.device.ifUnexpected;
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [text, advice, createSettingsButton(ctx, t.button, child)],
  });
}

/** Notifies a guardian that a parent downloaded the stored data of children. */
export function composeExportEmail(ctx: Context, recipient: EmailRecipient, action: GuardianAction): Email {
  const { children, actorEmail } = action;
  const { subject, body, notExpected, button } = getMessages(recipient.language).emails.guardianship.export;
  const who = formatEmailForDisplay(actorEmail);
  const lines = children.length > 0 ? children.map(formatNameForEmail) : [who];
  const parts = [
    { heading: body({ who }), lines },
    ...adviseIfUnexpected(ctx, recipient, action, notExpected, { label: button, url: `${ctx.settings.baseUrl}/panel` }),
  ];
  return composeEmail(recipient, { subject, parts });
}

/**
 * What to do about an unexpected action, and where: `advice` and `button` for another guardian, and for the parent in whose session it
 * happened, signing out.
 */
function adviseIfUnexpected(
  { settings }: Context,
  { language }: EmailRecipient,
  { isOwn }: Pick<GuardianAction, 'isOwn'>,
  advice: string,
  button: Button,
): [string, Button] {
  if (!isOwn) return [advice, button];
  const t = getMessages(language).emails.security.device;
  return [t.ifUnexpected, { label: t.button, url: `${settings.baseUrl}/panel/account/sign-out-everywhere` }];
}

function createSettingsButton({ settings }: Context, label: string, { id }: Child) {
  return { label, url: `${settings.baseUrl}/panel/children/${id}/settings` };
}

function formatDay(language: Language, instant: Instant): string {
  return getDateFormatter(language, 'longDate').format(Date.parse(instant));
}
