import { QUOTAS } from '../../core/quotas.ts';
import { ApiError, createFieldError } from '../../core/requests/api-error.ts';
import type { Client, PanelParent } from '../../core/requests/caller.ts';
import { addSeconds, DAY, HOUR } from '../../core/time/instant.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { hashToken } from '../../platform/secrets/secrets.ts';
import { ADDRESS_CHANGE_DAYS, ADDRESS_DISPUTE_DAYS } from '../../schema/retention.ts';
import {
  ADDRESS_CHANGE_LIMIT,
  type AddressChange,
  confirmPendingChange,
  countAgainstLimits,
  countMadeChanges,
  createWrongCodeError,
  deleteAddressChanges,
  deleteChangesSince,
  deletePasskeys,
  deletePendingChange,
  deleteRecoveryCodes,
  endParentSessions,
  findChangeByDigest,
  findPendingChange,
  insertAddressChange,
  type Kept,
  listUndoableChanges,
  listUndoneChanges,
  type Mailbox,
  notifyParent,
  redeemEmailCode,
  replacePendingChange,
  requireFreshCode,
  requireOpenSession,
  saveDispute,
  saveMadeChange,
  sendEmailCode,
} from '../access/index.ts';
import {
  clearEmail,
  deleteInvitationsToAddress,
  findParentByEmail,
  findProfile,
  insertPlannedDeletion,
  listChildren,
  lockProfile,
  normalizeEmail,
  type Profile,
  setEmail,
} from '../accounts/index.ts';
import { cancelDepartures } from './departures.ts';
import {
  composeAddressAddedEmail,
  composeAddressDisputedEmail,
  composeAddressDisputeEmail,
  composeAddressLeftEmail,
  composeAddressRemovedEmail,
  composeAddressRestoredEmail,
  composeAddressTakenEmail,
  composeEmailChangedEmail,
} from './emails.ts';
import { computeInvitedEmailKeys, decryptEmail } from './invitations.ts';
import { computeDeletionTime } from './planned-deletion.ts';
import { revokeParentAccess } from './sign-out-everywhere.ts';
import { loadVouching, stopVouching } from './vouching.ts';

/** How long a parent has to enter both codes, of which new ones can be requested. */
const PENDING_SECONDS = HOUR;

/** A change for which a code of at least one of the two mailboxes is missing. */
export interface PendingAddress {
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly isConfirmed: Readonly<Record<Mailbox, boolean>>;
  /** Whether a recovery code has replaced the code to the old address. */
  readonly isRecovery: boolean;
}

export async function findPendingAddress(ctx: Context, parentId: string): Promise<PendingAddress | undefined> {
  const pending = await loadPending(ctx, parentId);
  if (!pending) return undefined;
  const { change, emails } = pending;
  const isConfirmed = { old: change.old_confirmed_at !== null, new: change.new_confirmed_at !== null };
  return { oldEmail: emails.old, newEmail: emails.new, isConfirmed, isRecovery: change.session_id !== null };
}

/** Whether the caller's session was opened with a recovery code in order to change the address. */
export async function isRecovering(ctx: Context, { profileId, sessionId }: PanelParent): Promise<boolean> {
  return (await findPendingChange(ctx, profileId))?.session_id === sessionId;
}

/**
 * Sends a code to the old and to the new address. If another account has the new address, that mailbox gets an email that says
 * so in place of the code, and the parent sees no difference (gap 175). Sending codes for the same address again keeps what was confirmed. After
 * signing in with a recovery code, only the new address needs a code.
 */
export async function startAddressChange(
  ctx: Context,
  caller: PanelParent,
  enteredEmail: string,
  client: Client,
): Promise<void> {
  const email = normalizeEmail(enteredEmail);
  await ctx.write(async (ctx) => {
    await requireOpenSession(ctx, caller);
    const isRecovery = await isRecovering(ctx, caller);
    if (!isRecovery) await requireFreshCode(ctx, caller);
    if (email === undefined) throw createFieldError('email', localized.accounts.invalidEmail);
    const parent = await findProfile(ctx, caller.profileId);
    if (!parent?.email) throw createNotFoundError();
    if (email === parent.email) throw createFieldError('email', localized.guardianship.sameAddress);
    if ((await countMadeChanges(ctx, parent.id)) >= QUOTAS.addressChangesPerParent)
      throw new ApiError('CONFLICT', localized.guardianship.tooManyAddressChanges);
    const refusal = await countAgainstLimits(ctx, [ADDRESS_CHANGE_LIMIT], parent.id);
    if (refusal) throw refusal;
    await stopVouching(ctx, parent.id);
    const pending = await loadPending(ctx, parent.id);
    if (pending?.emails.new !== email)
      await replacePendingChange(ctx, buildPendingChange(ctx, email, { caller, isRecovery }));
    const isTaken = (await findParentByEmail(ctx, email)) !== undefined;
    if (!isRecovery) await sendEmailCode(ctx, { purpose: 'change-email', email: parent.email, client }, parent);
    await sendEmailCode(ctx, { purpose: 'change-email', email, client }, undefined, {
      language: parent.language,
      ...(isTaken && { composeInstead: (recipient) => composeAddressTakenEmail(ctx, recipient) }),
    });
  });
}

function buildPendingChange(
  ctx: TxContext,
  email: string,
  { caller, isRecovery }: { readonly caller: PanelParent; readonly isRecovery: boolean },
): AddressChange {
  return {
    id: ctx.random.timeOrderedId(),
    profile_id: caller.profileId,
    session_id: isRecovery ? caller.sessionId : null,
    voucher_id: null,
    sealed_new: ctx.secrets.encrypt(email),
    sealed_old: null,
    digest: null,
    confirm_digest: null,
    old_confirmed_at: isRecovery ? ctx.now() : null,
    new_confirmed_at: null,
    created_at: ctx.now(),
    opens_at: null,
    changed_at: null,
    undone_at: null,
    expires_at: addSeconds(ctx.now(), PENDING_SECONDS),
  };
}

/**
 * Redeems the codes of the two mailboxes, each in its own transaction, so that a right one counts even if the other one is wrong. The
 * second right one makes the change. Throws the error of the first wrong code.
 */
export async function enterAddressCodes(
  ctx: Context,
  caller: PanelParent,
  codes: Readonly<Record<Mailbox, string>>,
  client: Client,
): Promise<void> {
  const errors: ApiError[] = [];
  for (const mailbox of ['old', 'new'] as const) {
    const pending = await loadPending(ctx, caller.profileId);
    if (!pending) throw createNothingPendingError();
    if (pending.change[`${mailbox}_confirmed_at`] !== null) continue;
    const request = { purpose: 'change-email', email: pending.emails[mailbox], client } as const;
    try {
      await redeemEmailCode(ctx, request, codes[mailbox], async (ctx) => {
        await requireOpenSession(ctx, caller);
        const change = await confirmPendingChange(ctx, pending.change, mailbox);
        if (!change) throw createNothingPendingError();
        if (change.old_confirmed_at !== null && change.new_confirmed_at !== null)
          await makeAddressChange(ctx, change, { sessionId: caller.sessionId, client });
      });
    } catch (error) {
      if (!(error instanceof ApiError) || !['INVALID_CODE', 'RATE_LIMITED'].includes(error.code)) throw error;
      errors.push(new ApiError(error.code, error.text, { ...error.details, fields: [`${mailbox}_code`] }));
    }
  }
  if (errors[0]) throw errors[0];
}

/** Cancels a pending change of the caller's address, also one for which another guardian vouches. */
export async function cancelAddressChange(ctx: Context, { profileId }: PanelParent): Promise<void> {
  await ctx.write(async (ctx) => {
    await lockProfile(ctx, profileId);
    await stopVouching(ctx, profileId);
    await deletePendingChange(ctx, profileId);
  });
}

/**
 * Makes a pending change. What is `kept` remains; everywhere else the parent signs in with the new address. The old address gets a link that
 * undoes the change. If another guardian vouched for it, nobody knows who has had the account, so everything ends that could still open it.
 */
async function makeAddressChange(ctx: TxContext, change: AddressChange, kept?: Kept): Promise<void> {
  const parent = await findProfile(ctx, change.profile_id);
  const newEmail = decryptEmail(ctx, change.sealed_new ?? '');
  // Nobody was sent the code to an address that already had an account, but the account may be newer than the code.
  if (!parent?.email || !newEmail || (await findParentByEmail(ctx, newEmail))) throw createWrongCodeError();
  await (kept ? endParentSessions(ctx, parent.id, kept) : revokeAllAccess(ctx, parent.id));
  await deleteRecoveryCodes(ctx, parent.id); // somebody may have seen them where the old mailbox was read
  await moveToAddress(ctx, parent, newEmail);
  const token = ctx.random.bytes(16).toString('base64url');
  const isSaved = await saveMadeChange(ctx, change, {
    sealed_old: ctx.secrets.encrypt(parent.email),
    digest: hashToken(token),
    changed_at: ctx.now(),
    expires_at: addSeconds(ctx.now(), ADDRESS_CHANGE_DAYS * DAY),
  });
  if (!isSaved) throw createNothingPendingError(); // somebody has objected in the meantime, and no change is made without an undo
  await notifyParent(ctx, parent, { topic: 'email changed', kind: 'security' }, (recipient) =>
    composeAddressLeftEmail(ctx, recipient, { newEmail, token }),
  );
  await notifyParent(ctx, { ...parent, email: newEmail }, { topic: 'email changed', kind: 'security' }, (recipient) =>
    composeAddressAddedEmail(ctx, recipient),
  );
  ctx.logSecurity({ event: 'power-used', kind: 'change-address', subject: parent.id });
}

/** What the link in an email about a change of the address does. */
export interface AddressLink {
  /** Undoes the change, objects to its undo, stops a change for which another guardian vouches, or makes it. */
  readonly kind: 'undo' | 'dispute' | 'object' | 'confirm';
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly change: AddressChange;
}

/** Returns what a link does. Refuses a link that was used or has expired, and one for which nobody vouches anymore (404). */
export async function getAddressLink(ctx: Context, token: string): Promise<AddressLink> {
  const digest = hashToken(token);
  const change = await findChangeByDigest(ctx, digest);
  const link =
    change && (change.changed_at === null ? await loadVouchedLink(ctx, change, digest) : loadUndo(ctx, change));
  if (!link) throw new ApiError('NOT_FOUND', localized.guardianship.addressLinkInvalid);
  return link;
}

async function loadVouchedLink(ctx: Context, change: AddressChange, digest: string): Promise<AddressLink | undefined> {
  const vouching = await loadVouching(ctx, change);
  if (!vouching) return undefined;
  const kind = change.confirm_digest === digest ? 'confirm' : 'object';
  return { kind, oldEmail: vouching.parent.email ?? '', newEmail: vouching.newEmail, change };
}

function loadUndo(ctx: Context, change: AddressChange): AddressLink | undefined {
  const oldEmail = decryptEmail(ctx, change.sealed_old ?? '');
  if (!oldEmail) return undefined;
  const kind = change.undone_at === null ? 'undo' : 'dispute';
  return { kind, oldEmail, newEmail: decryptEmail(ctx, change.sealed_new ?? '') ?? '', change };
}

/** Does what a link says, which can be done once, and returns it. */
export async function followAddressLink(ctx: Context, token: string): Promise<AddressLink> {
  return ctx.write(async (ctx) => {
    const parentId = (await getAddressLink(ctx, token)).change.profile_id;
    await lockProfile(ctx, parentId);
    const link = await getAddressLink(ctx, token); // read again under the lock
    if (link.kind === 'undo') await undoAddressChange(ctx, link);
    else if (link.kind === 'dispute') await disputeUndo(ctx, link);
    else if (link.kind === 'object') await stopVouching(ctx, parentId);
    else if (await findParentByEmail(ctx, link.newEmail))
      throw new ApiError('CONFLICT', localized.guardianship.newAddressTaken);
    else await makeAddressChange(ctx, link.change);
    return link;
  });
}

/**
 * Restores the address before a change, and undoes the later changes with it. Everything ends that could open the account, and invitations,
 * because whoever made the change may have created them. Whoever has the old mailbox may not be the parent, so for seven days
 * nothing that needs a fresh proof is possible, and the address that loses the account gets a link that objects (decision 0079).
 */
async function undoAddressChange(ctx: TxContext, { oldEmail, change }: AddressLink): Promise<void> {
  const parent = await findProfile(ctx, change.profile_id);
  if (!parent) throw createNotFoundError();
  const hasItAlready = parent.email === oldEmail; // the parent has changed it back
  const isDisplaced = !hasItAlready && (await freeAddress(ctx, oldEmail, change));
  await revokeAllAccess(ctx, parent.id);
  await moveToAddress(ctx, parent, oldEmail);
  await deleteChangesSince(ctx, parent.id, change.changed_at ?? '');
  const token = ctx.random.bytes(16).toString('base64url');
  const notice = { topic: 'email restored', kind: 'security' } as const;
  await notifyParent(ctx, { ...parent, email: oldEmail }, notice, (recipient) =>
    composeAddressRestoredEmail(ctx, recipient, { isDisplaced, waits: !hasItAlready }),
  );
  if (!hasItAlready) {
    await insertAddressChange(ctx, {
      ...change,
      sealed_new: parent.email && ctx.secrets.encrypt(parent.email),
      digest: hashToken(token),
      session_id: null,
      opens_at: null,
      undone_at: ctx.now(),
      expires_at: addSeconds(ctx.now(), ADDRESS_CHANGE_DAYS * DAY),
    });
    await notifyParent(ctx, parent, notice, (recipient) => composeAddressRemovedEmail(ctx, recipient, { token }));
  }
  ctx.logSecurity({ event: 'power-used', kind: 'undo-address-change', subject: parent.id });
}

/** Prolongs the wait after an undo until the operator, who gets both addresses, can have decided. */
async function disputeUndo(ctx: TxContext, { oldEmail, newEmail, change }: AddressLink): Promise<void> {
  const { profile_id, undone_at } = change;
  const endsAt = addSeconds(undone_at ?? '', ADDRESS_DISPUTE_DAYS * DAY);
  await saveDispute(ctx, change, endsAt);
  const { operatorContact } = ctx.settings;
  if (operatorContact !== null)
    await ctx.outbox.enqueue(ctx, composeAddressDisputeEmail(operatorContact, { id: profile_id, oldEmail, newEmail }), {
      topic: `address dispute ${ctx.random.timeOrderedId()}`,
      now: ctx.now(),
      expiresAt: addSeconds(ctx.now(), ADDRESS_CHANGE_DAYS * DAY),
      kind: 'other',
    });
  const parent = await findProfile(ctx, profile_id);
  if (parent)
    await notifyParent(ctx, parent, { topic: 'address dispute', kind: 'security' }, (recipient) =>
      composeAddressDisputedEmail(recipient, { newEmail, endsAt }),
    );
  ctx.logSecurity({ event: 'power-used', kind: 'dispute-address-undo', subject: profile_id });
}

/** Ends sessions, codes of all kinds, passkeys, known devices, invitations and departures of a parent. */
async function revokeAllAccess(ctx: TxContext, parentId: string): Promise<void> {
  await revokeParentAccess(ctx, parentId);
  await deletePasskeys(ctx, parentId);
  await deleteRecoveryCodes(ctx, parentId);
  await cancelDepartures(ctx, parentId);
}

/**
 * Takes an address from the account that has it by now: whoever lost an account may have signed in with the old address, which the app
 * answers with a new account, and a thief may have made one in order to prevent the undo. An account without children is deleted. One
 * with children stays, and nobody can sign in to it until an operator gives it an address. Returns whether there is such an account.
 * Refuses (409) if that account got the address back in the same way and had it first.
 */
async function freeAddress(ctx: TxContext, email: string, { changed_at }: AddressChange): Promise<boolean> {
  const owner = await findParentByEmail(ctx, email);
  if (!owner) return false;
  await lockProfile(ctx, owner.id);
  const hadItFirst = (await listUndoneChanges(ctx, owner.id)).some(
    (undone) => decryptEmail(ctx, undone.sealed_old ?? '') === email && (undone.changed_at ?? '') <= (changed_at ?? ''),
  );
  if (hadItFirst) throw new ApiError('CONFLICT', localized.guardianship.oldAddressTaken);
  await revokeAllAccess(ctx, owner.id);
  await deletePendingChange(ctx, owner.id);
  await clearEmail(ctx, owner.id);
  ctx.logSecurity({ event: 'power-used', kind: 'lose-address', subject: owner.id });
  if ((await listChildren(ctx, owner.id)).length > 0) return true;
  const plan = { planned_by: owner.id, with_account: null, due_at: computeDeletionTime(ctx) };
  await insertPlannedDeletion(ctx, { profile_id: owner.id, planned_at: ctx.now(), ...plan });
  return false;
}

/**
 * Changes a parent's address for an operator, signs the parent out everywhere, and notifies both addresses. It cannot be undone, and no other
 * account can take the address by undoing its own change.
 */
export async function changeParentEmail(ctx: TxContext, parent: Profile, email: string): Promise<void> {
  await revokeAllAccess(ctx, parent.id); // somebody else may have had the account
  await moveToAddress(ctx, parent, email);
  await deleteAddressChanges(ctx, parent.id);
  for (const { profile_id, changed_at, sealed_old } of await listUndoableChanges(ctx))
    if (decryptEmail(ctx, sealed_old ?? '') === email) await deleteChangesSince(ctx, profile_id, changed_at ?? '');
  for (const recipient of [parent, { ...parent, email }])
    await notifyParent(ctx, recipient, { topic: 'email changed', kind: 'security' }, (to) =>
      composeEmailChangedEmail(ctx, to, email),
    );
}

/**
 * Gives a parent another address. Codes and sessions must have ended before, because codes are stored under the old address.
 * Invitations to the old address end: it may belong to somebody else now.
 */
async function moveToAddress(ctx: TxContext, parent: Profile, email: string): Promise<void> {
  if (parent.email) await deleteInvitationsToAddress(ctx, computeInvitedEmailKeys(ctx, parent.email));
  await setEmail(ctx, parent.id, email);
}

async function loadPending(ctx: Context, parentId: string) {
  const change = await findPendingChange(ctx, parentId);
  if (change?.opens_at) return undefined; // another guardian vouches for it, and no code can be entered
  const email = decryptEmail(ctx, change?.sealed_new ?? '');
  const oldEmail = (await findProfile(ctx, parentId))?.email;
  return change && email && oldEmail ? { change, emails: { old: oldEmail, new: email } } : undefined;
}

function createNothingPendingError(): ApiError {
  return new ApiError('CONFLICT', localized.guardianship.noAddressChange);
}
