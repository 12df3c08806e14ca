import { QUOTAS } from '../../../core/quotas.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { localized } from '../../../locales/index.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { listGuardianIds } from '../../accounts/index.ts';
import {
  findFirstSignIn,
  findSavedDevice,
  forgetDevice,
  insertSavedProfile,
  listProfilesSavedOnDevice,
  lockSavedProfile,
} from './devices-store.ts';

type SavedProfile = Awaited<ReturnType<typeof listProfilesSavedOnDevice>>[number];

/**
 * Lists the profiles that are saved on a device. Whoever knows the Device-Id can read this list, so profiles that share no
 * guardian with the first profile of the device have their pseudonyms as names (decision 0066).
 */
export async function listNamedProfiles(ctx: Context, deviceKeys: readonly string[]) {
  const profiles = await listProfilesSavedOnDevice(ctx, deviceKeys);
  const isFamily = await loadFamilyCheck(ctx, profiles);
  return profiles.map(({ pseudonym, language, ...profile }) => ({
    ...profile,
    display_name: isFamily(profile.id)
      ? profile.display_name
      : (pseudonym ?? localized.accounts.parent[toLanguage(language)]),
  }));
}

/**
 * Saves a profile on a device. If the device is full, a profile of the family replaces the one of another family that signed in longest
 * ago, and any other profile is not saved. So nobody can remove a family's profiles from its device by registering others.
 */
export async function saveProfileOnDevice(
  ctx: TxContext,
  deviceKeys: readonly string[],
  profileId: string,
): Promise<void> {
  if (deviceKeys.length === 0) return;
  const isSaved = (await findSavedDevice(ctx, profileId, deviceKeys)) !== undefined;
  if (!isSaved && !(await makeRoom(ctx, deviceKeys, profileId))) return;
  const firstSignInAt = await findFirstSignIn(ctx, profileId, deviceKeys);
  await insertSavedProfile(ctx, deviceKeys, profileId, { firstSavedAt: firstSignInAt ?? ctx.now(), connectedAt: null });
}

/**
 * Saves a profile on a device on which nobody has signed in to it (decision 0074). A device that knows the profile already stays as it is,
 * and a full device forgets nothing.
 */
export async function connectProfileToDevice(
  ctx: TxContext,
  deviceKeys: readonly string[],
  profileId: string,
): Promise<void> {
  if ((await findSavedDevice(ctx, profileId, deviceKeys)) !== undefined) return;
  if (!(await makeRoom(ctx, deviceKeys, profileId))) return;
  await insertSavedProfile(ctx, deviceKeys, profileId, { firstSavedAt: ctx.now(), connectedAt: ctx.now() });
}

/** Returns false if there is no room on the device. Locks the first profile of the device, so that two sign-ins count one after the other. */
async function makeRoom(ctx: TxContext, deviceKeys: readonly string[], profileId: string): Promise<boolean> {
  const first = findFirst(await listProfilesSavedOnDevice(ctx, deviceKeys));
  if (!first) return true;
  await lockSavedProfile(ctx, { device_key: first.device_key, profile_id: first.id });
  const profiles = await listProfilesSavedOnDevice(ctx, deviceKeys);
  if (profiles.length < QUOTAS.profilesPerDevice) return true;
  const isFamily = await loadFamilyCheck(ctx, profiles, profileId);
  const oldestStranger = profiles.findLast(({ id }) => !isFamily(id));
  if (!oldestStranger || !isFamily(profileId)) return false;
  await forgetDevice(ctx, oldestStranger.id, oldestStranger.device_key);
  return true;
}

/**
 * Returns a function that tells whether a profile shares a guardian with the first profile of the device. A parent counts as its own
 * guardian, and so does a child without a guardian.
 */
async function loadFamilyCheck(
  ctx: Context,
  profiles: readonly SavedProfile[],
  ...otherIds: string[]
): Promise<(id: string) => boolean> {
  const first = findFirst(profiles);
  if (!first) return () => false;
  const guardianIds = await listGuardianIds(ctx, [...profiles.map(({ id }) => id), ...otherIds]);
  const getGuardianIds = (id: string) => guardianIds.get(id) ?? [id];
  const ownGuardianIds = new Set(getGuardianIds(first.id));
  return (id) => getGuardianIds(id).some((guardianId) => ownGuardianIds.has(guardianId));
}

function findFirst(profiles: readonly SavedProfile[]): SavedProfile | undefined {
  const getSortKey = ({ first_saved_at, saved_at, id }: SavedProfile) => `${first_saved_at ?? saved_at} ${id}`;
  return [...profiles].sort((a, b) => (getSortKey(a) < getSortKey(b) ? -1 : 1))[0];
}
