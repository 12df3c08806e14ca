import { QUOTAS } from '../../core/quotas.ts';
import { ApiError, createFieldError } from '../../core/requests/api-error.ts';
import type { PanelParent } from '../../core/requests/caller.ts';
import { addSeconds, DAY, HOUR, type Instant } from '../../core/time/instant.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import { forEachYieldingToEventLoop } from '../../platform/concurrency/for-each-yielding.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { hashToken } from '../../platform/secrets/secrets.ts';
import { ADDRESS_CHANGE_DAYS } from '../../schema/retention.ts';
import {
  type AddressChange,
  countAgainstLimits,
  countMadeChanges,
  deletePendingChange,
  findPendingChange,
  listOpenVouchings,
  listVouchingsAmongGuardians,
  notifyParent,
  replacePendingChange,
  requireFreshCode,
  saveConfirmDigest,
  VOUCHING_LIMIT,
} from '../access/index.ts';
import {
  findParentByEmail,
  findProfile,
  listChildren,
  listGuardians,
  lockProfile,
  normalizeEmail,
  type Profile,
} from '../accounts/index.ts';
import { updateAsGuardian } from './child-settings.ts';
import {
  composeAddressTakenEmail,
  composeVouchedLinkEmail,
  composeVouchingEmail,
  composeVouchingStoppedEmail,
} from './emails.ts';
import { decryptEmail } from './invitations.ts';

/** How long everybody can object before the new address gets its link. */
const OBJECTION_SECONDS = 72 * HOUR;
/** How long a guardian has to be one before vouching for another. */
const VOUCHER_SECONDS = 7 * DAY;

/** What a guardian vouches for: the new address of a guardian who has lost the mailbox. */
interface Voucher {
  readonly guardianId: string;
  readonly email: string;
}

/**
 * Vouches for the new address of another guardian of the child, who has lost the mailbox. All guardians of that person's children, and the
 * old address, get an email with a link that stops it. After 72 hours, the new address gets a link that makes the change
 * (`sendVouchedLinks`). Requires a fresh code.
 */
export async function vouchForAddress(ctx: Context, caller: PanelParent, childId: string, voucher: Voucher) {
  await requireFreshCode(ctx, caller);
  const email = normalizeEmail(voucher.email);
  if (email === undefined) throw createFieldError('email', localized.accounts.invalidEmail);
  const token = ctx.random.bytes(16).toString('base64url');
  const { guardians, change } = await updateAsGuardian(ctx, caller, childId, async (ctx) => {
    const guardians = await listGuardians(ctx, childId);
    const self = guardians.find(({ id }) => id === caller.profileId);
    const parent = guardians.find(({ id }) => id === voucher.guardianId);
    if (!self || !parent?.email || parent === self) throw createNotFoundError();
    if (addSeconds(self.linked_at, VOUCHER_SECONDS) > ctx.now())
      throw new ApiError('CONFLICT', localized.guardianship.tooNewToVouch);
    if (guardians.some((guardian) => guardian.email === email))
      throw createFieldError('email', localized.guardianship.alreadyGuardian);
    await lockProfile(ctx, parent.id);
    if ((await findPendingChange(ctx, parent.id)) || (await hasTooManyChanges(ctx, parent.id)))
      throw new ApiError('CONFLICT', localized.guardianship.addressChangePending);
    // The key is hashed because the id of a deleted profile must not remain anywhere (gap 96).
    const limitKey = ctx.secrets.hashWithPepper('vouching', `${parent.id} ${self.id}`);
    const refusal = await countAgainstLimits(ctx, [VOUCHING_LIMIT], limitKey);
    if (refusal) throw refusal;
    const change = buildVouching(ctx, { parentId: parent.id, voucherId: self.id, email, token });
    await replacePendingChange(ctx, change);
    for (const guardian of guardians) await notifyOfVouching(ctx, guardian, change, token);
    ctx.logSecurity({ event: 'power-used', kind: 'vouch', subject: parent.id, actor: self.id });
    return { guardians, change };
  });
  // In separate transactions, because the other children of this person may have 150 guardians.
  const others = await listOtherGuardians(ctx, change.profile_id, guardians);
  await forEachYieldingToEventLoop(others, (guardian) =>
    ctx.write((ctx) => notifyOfVouching(ctx, guardian, change, token)),
  );
}

async function hasTooManyChanges(ctx: Context, parentId: string): Promise<boolean> {
  return (await countMadeChanges(ctx, parentId)) >= QUOTAS.addressChangesPerParent;
}

function buildVouching(
  ctx: TxContext,
  { parentId, voucherId, email, token }: { parentId: string; voucherId: string; email: string; token: string },
): AddressChange {
  const opens_at = addSeconds(ctx.now(), OBJECTION_SECONDS);
  return {
    id: ctx.random.timeOrderedId(),
    profile_id: parentId,
    session_id: null,
    voucher_id: voucherId,
    sealed_new: ctx.secrets.encrypt(email),
    sealed_old: null,
    digest: hashToken(token),
    confirm_digest: null,
    old_confirmed_at: null,
    new_confirmed_at: null,
    created_at: ctx.now(),
    opens_at,
    changed_at: null,
    undone_at: null,
    expires_at: addSeconds(opens_at, ADDRESS_CHANGE_DAYS * DAY),
  };
}

async function notifyOfVouching(ctx: TxContext, guardian: Profile, change: AddressChange, token: string) {
  const vouching = await loadVouching(ctx, change);
  if (!vouching) return;
  await notifyParent(ctx, guardian, { topic: 'vouching', kind: 'security' }, (recipient) =>
    composeVouchingEmail(ctx, recipient, { ...vouching, token, isOldAddress: guardian.id === vouching.parent.id }),
  );
}

/** The guardians of a parent's children who are not among `known`. */
async function listOtherGuardians(ctx: Context, parentId: string, known: readonly Profile[]): Promise<Profile[]> {
  const others = new Map<string, Profile>();
  for (const child of await listChildren(ctx, parentId))
    for (const guardian of await listGuardians(ctx, child.id)) others.set(guardian.id, guardian);
  for (const { id } of known) others.delete(id);
  return [...others.values()];
}

/** A pending change of a parent's address that another guardian vouches for. */
export interface Vouching {
  readonly parent: Profile;
  readonly voucher: Profile;
  readonly newEmail: string;
  /** When the new address gets its link. */
  readonly opensAt: Instant;
}

export async function findVouching(ctx: Context, parentId: string): Promise<Vouching | undefined> {
  const change = await findPendingChange(ctx, parentId);
  return change && loadVouching(ctx, change);
}

/** The vouchings for a parent and for the other guardians of the parent's children, each with one of these children. */
export async function listVouchingsAround(ctx: Context, parentId: string): Promise<(Vouching & { childId: string })[]> {
  const vouchings: (Vouching & { childId: string })[] = [];
  for (const change of await listVouchingsAmongGuardians(ctx, parentId)) {
    const vouching = await loadVouching(ctx, change);
    const child = await findCommonChild(ctx, change.profile_id, parentId);
    if (vouching && child) vouchings.push({ ...vouching, childId: child.id });
  }
  return vouchings;
}

/** Returns undefined for a change for which nobody vouches, or nobody anymore: the voucher must still be a guardian of the same child. */
export async function loadVouching(ctx: Context, change: AddressChange): Promise<Vouching | undefined> {
  const { profile_id, voucher_id, opens_at } = change;
  const newEmail = decryptEmail(ctx, change.sealed_new ?? '');
  if (voucher_id === null || opens_at === null || !newEmail) return undefined;
  const [parent, voucher] = [await findProfile(ctx, profile_id), await findProfile(ctx, voucher_id)];
  if (!parent || !voucher || !(await findCommonChild(ctx, profile_id, voucher_id))) return undefined;
  return { parent, voucher, newEmail, opensAt: opens_at };
}

async function findCommonChild(ctx: Context, parentId: string, otherId: string): Promise<Profile | undefined> {
  const ids = new Set((await listChildren(ctx, parentId)).map(({ id }) => id));
  return (await listChildren(ctx, otherId)).find(({ id }) => ids.has(id));
}

/** Stops the vouching for another guardian of the child. */
export async function stopVouchingAsGuardian(ctx: Context, caller: PanelParent, childId: string, guardianId: string) {
  await updateAsGuardian(ctx, caller, childId, async (ctx) => {
    const guardians = await listGuardians(ctx, childId);
    if (!guardians.some(({ id }) => id === guardianId)) throw createNotFoundError();
    await stopVouching(ctx, guardianId);
  });
}

/** Ends a pending vouching for a parent, if there is one, and notifies the parent and the voucher. */
export async function stopVouching(ctx: TxContext, parentId: string): Promise<void> {
  await lockProfile(ctx, parentId);
  const vouching = await findVouching(ctx, parentId);
  if (!vouching) return;
  await deletePendingChange(ctx, parentId);
  for (const recipient of [vouching.parent, vouching.voucher])
    await notifyParent(ctx, recipient, { topic: 'vouching stopped', kind: 'security' }, (to) =>
      composeVouchingStoppedEmail(to, vouching),
    );
  ctx.logSecurity({ event: 'power-used', kind: 'object-to-vouching', subject: parentId });
}

/** Sends the new addresses their links when nobody has objected for 72 hours. An address that has an account by now is told so instead. */
export async function sendVouchedLinks(ctx: Context): Promise<void> {
  await forEachYieldingToEventLoop(await listOpenVouchings(ctx), (change) =>
    ctx.write(async (ctx) => {
      await lockProfile(ctx, change.profile_id);
      const pending = await findPendingChange(ctx, change.profile_id); // somebody may have objected in the meantime
      if (pending?.id !== change.id || pending.confirm_digest !== null) return;
      const vouching = await loadVouching(ctx, change);
      if (!vouching || (await findParentByEmail(ctx, vouching.newEmail))) {
        await deletePendingChange(ctx, change.profile_id);
        if (vouching) await notifyNewAddress(ctx, vouching, (to) => composeAddressTakenEmail(ctx, to));
        return;
      }
      const token = ctx.random.bytes(16).toString('base64url');
      await saveConfirmDigest(ctx, change, hashToken(token));
      await notifyNewAddress(ctx, vouching, (to) => composeVouchedLinkEmail(ctx, to, { ...vouching, token }));
    }),
  );
}

async function notifyNewAddress(
  ctx: TxContext,
  { parent, newEmail }: Vouching,
  compose: Parameters<typeof notifyParent>[3],
): Promise<void> {
  await notifyParent(ctx, { ...parent, email: newEmail }, { topic: 'vouched address', kind: 'security' }, compose);
}
