import { ApiError } from '../../../core/requests/api-error.ts';
import type { Client } from '../../../core/requests/caller.ts';
import { addSeconds, DAY, HOUR, type Instant } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { FIRST_LINK_DAYS } from '../../../schema/retention.ts';
import type { FirstLinkRow } from '../../../schema/tables.ts';
import { listGuardians } from '../../accounts/index.ts';
import { countAgainstLimits } from '../codes/email-codes.ts';
import { comparisonQueue, isCorrectPin } from '../pins/pin-hash.ts';
import { findPin } from '../pins/pins-store.ts';
import { isPin, UNDO_DEVICE_LIMIT, UNDO_LIMITS } from '../rules.ts';
import { computeDeviceKeys, hasUnguessableDevice } from '../sessions/devices.ts';
import { findFirstSignIn, listProfilesSavedOnDevice, listSavedDevices } from '../sessions/devices-store.ts';
import { listFirstLinks, saveFirstLink } from './first-links-store.ts';

export type FirstLink = FirstLinkRow;

/** How long a first guardian waits before exporting or deleting a child or removing other guardians (decision 0065). */
const WAIT_SECONDS = 72 * HOUR;
/** After this time, a device is one of the family's: it can undo a link, and a guardian does not wait after a code on it. */
const TRUSTED_DEVICE_SECONDS = 7 * DAY;

/**
 * Stores a first link that the child has just made on the client's device, together with the PIN that undoes it. After another first
 * link in the last seven days, the PIN before that one still undoes it, because whoever made or undid that link may have set the
 * present one, and the guardian waits in any case.
 */
export async function recordFirstLink(ctx: TxContext, childId: string, client: Client): Promise<void> {
  const pin = await findPin(ctx, childId);
  if (!pin) return;
  const now = ctx.now();
  const [earlierLink] = await listFirstLinks(ctx, [childId]);
  const firstSignInAt = hasOwnDevice(client)
    ? await findFirstSignIn(ctx, childId, computeDeviceKeys(ctx, client))
    : undefined;
  const isTrusted =
    !earlierLink && firstSignInAt !== undefined && addSeconds(firstSignInAt, TRUSTED_DEVICE_SECONDS) <= now;
  await saveFirstLink(ctx, {
    profile_id: childId,
    linked_at: now,
    waits_until: isTrusted ? null : addSeconds(now, WAIT_SECONDS),
    pin_hash: earlierLink?.pin_hash ?? pin.hash,
    pin_set_at: earlierLink?.pin_set_at ?? pin.set_at,
    undone_at: null,
  });
}

/** When the guardians of these children may export and delete them and remove other guardians; undefined if they may do so now. */
export async function findLinkWaitEnd(ctx: Context, childIds: readonly string[]): Promise<Instant | undefined> {
  const now = ctx.now();
  const waits = (await listFirstLinks(ctx, childIds)).flatMap(({ waits_until }) => waits_until ?? []);
  return waits
    .filter((until) => until > now)
    .sort()
    .at(-1);
}

/** Refuses an act (409) while one of these children has been linked to its first guardian for less than 72 hours. */
export async function requireNoLinkWait(ctx: Context, ...childIds: string[]): Promise<void> {
  if ((await findLinkWaitEnd(ctx, childIds)) !== undefined)
    throw new ApiError('CONFLICT', localized.access.waitAfterLink, { reason: 'first_link_wait' });
}

/** The first links that can be undone on the client's device. */
export async function listUndoableLinks(ctx: Context, client: Client): Promise<FirstLink[]> {
  if (!hasOwnDevice(client)) return [];
  const deviceKeys = computeDeviceKeys(ctx, client);
  const profiles = await listProfilesSavedOnDevice(ctx, deviceKeys);
  const links = await listFirstLinks(ctx, [...new Set(profiles.map(({ id }) => id))]);
  const undoableLinks: FirstLink[] = [];
  for (const link of links)
    if ((await listUndoDevices(ctx, link)).some((key) => deviceKeys.includes(key))) undoableLinks.push(link);
  return undoableLinks;
}

/**
 * The keys of the devices on which a first link can be undone: the one on which the child signed in first, and those on which it had
 * signed in for a week before the link. A stranger who knows the PIN can sign in on any number of others, and a tablet code of an earlier
 * guardian connects devices on which nobody has signed in.
 */
async function listUndoDevices(ctx: Context, { profile_id, linked_at, undone_at }: FirstLink): Promise<string[]> {
  if (undone_at !== null) return [];
  const devices = await listSavedDevices(ctx, profile_id);
  const [first, ...others] = devices.filter(({ connected_at }) => connected_at === null);
  const trustedSince = addSeconds(linked_at, -TRUSTED_DEVICE_SECONDS);
  const undoDevices = others.filter(({ first_saved_at }) => first_saved_at <= trustedSince);
  return first && first.first_saved_at <= linked_at ? [first, ...undoDevices].map(({ device_key }) => device_key) : [];
}

/** Whether the first link of a child can be undone on a device, which its guardian therefore cannot make unknown. */
export async function canUndoLink(ctx: Context, childId: string, deviceKey: string): Promise<boolean> {
  const [link] = await listFirstLinks(ctx, [childId]);
  return link !== undefined && (await listUndoDevices(ctx, link)).includes(deviceKey);
}

/** The first guardian of a child and until when a link can be undone, for the child's earlier devices. */
export async function describeFirstLink(ctx: Context, link: FirstLink) {
  const [firstGuardian] = await listGuardians(ctx, link.profile_id);
  return { firstGuardian, undoUntil: addSeconds(link.linked_at, FIRST_LINK_DAYS * DAY) };
}

/**
 * Returns the first link of a child after checking the PIN that was valid before it. Refuses a device on which it cannot be undone
 * (404), a wrong PIN (401), and too many attempts on the device, which are not compared (429).
 */
export async function requireEarlierPin(
  ctx: Context,
  { profileId, pin, client }: { readonly profileId: string; readonly pin: string; readonly client: Client },
): Promise<FirstLink> {
  const link = (await listUndoableLinks(ctx, client)).find(({ profile_id }) => profile_id === profileId);
  if (!link) throw createNotFoundError();
  if (!isPin(pin)) throw createWrongPinError();
  const [deviceKey = ''] = computeDeviceKeys(ctx, client);
  const refusal = await ctx.write(
    async (ctx) =>
      (await countAgainstLimits(ctx, UNDO_LIMITS, `${link.profile_id} ${deviceKey}`)) ??
      (await countAgainstLimits(ctx, [UNDO_DEVICE_LIMIT], deviceKey)),
  );
  if (refusal) throw refusal;
  const options = { client: client.address, waitedMs: client.msSinceArrival };
  if (!(await comparisonQueue(() => isCorrectPin(ctx, pin, link.pin_hash), options))) throw createWrongPinError();
  return link;
}

function createWrongPinError(): ApiError {
  return new ApiError('INVALID_PIN', localized.access.wrongPin);
}

function hasOwnDevice(client: Client): boolean {
  return client.deviceId !== undefined && hasUnguessableDevice(client);
}
