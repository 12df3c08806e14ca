import { QUOTAS } from '../../../core/quotas.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { SavedProfileRow } from '../../../schema/tables.ts';

/** Finds which of a device's possible keys has been used to sign in to any profile. */
export async function findKnownDeviceKey({ db }: Context, deviceKeys: string[]): Promise<string | undefined> {
  if (deviceKeys.length === 0) return undefined;
  const row = await db
    .selectFrom('saved_profiles')
    .select('device_key')
    .where('device_key', 'in', deviceKeys)
    .limit(1)
    .executeTakeFirst();
  return row?.device_key;
}

/** Finds the key under which this profile has signed in on the device, and the time of the last sign-in. */
export async function findSavedDevice(
  { db }: Context,
  profileId: string,
  deviceKeys: readonly string[],
): Promise<Pick<SavedProfileRow, 'device_key' | 'saved_at' | 'connected_at'> | undefined> {
  if (deviceKeys.length === 0) return undefined;
  return db
    .selectFrom('saved_profiles')
    .select(['device_key', 'saved_at', 'connected_at'])
    .where('device_key', 'in', deviceKeys)
    .where('profile_id', '=', profileId)
    .orderBy('saved_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** When a profile first signed in on a device; undefined if it has not, even if a tablet code has saved it there. */
export async function findFirstSignIn(
  { db }: Context,
  profileId: string,
  deviceKeys: readonly string[],
): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('saved_profiles')
    .select(({ fn }) => fn.min<Instant | null>(fn.coalesce('first_saved_at', 'saved_at')).as('at'))
    .where('device_key', 'in', deviceKeys)
    .where('profile_id', '=', profileId)
    .where('connected_at', 'is', null)
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/**
 * Saves a profile on a device, under the newest of the device's keys. Deletes the rows under its older keys and, beyond the
 * quota, the devices on which the profile signed in longest ago, but never the first one: it can undo a link (decision 0065).
 */
export async function insertSavedProfile(
  ctx: TxContext,
  [deviceKey, ...olderKeys]: readonly string[],
  profileId: string,
  { firstSavedAt, connectedAt }: { readonly firstSavedAt: Instant; readonly connectedAt: Instant | null },
): Promise<void> {
  if (deviceKey === undefined) return;
  if (olderKeys.length > 0) {
    await ctx.db
      .deleteFrom('saved_profiles')
      .where('device_key', 'in', olderKeys)
      .where('profile_id', '=', profileId)
      .execute();
  }
  await ctx.db
    .insertInto('saved_profiles')
    .values({
      device_key: deviceKey,
      profile_id: profileId,
      saved_at: ctx.now(),
      first_saved_at: firstSavedAt,
      connected_at: connectedAt,
      panel_pin_hash: null,
      panel_pin_tries: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['device_key', 'profile_id'])
        .doUpdateSet({ saved_at: ctx.now(), first_saved_at: firstSavedAt, connected_at: connectedAt }),
    )
    .execute();
  const devices = await listSavedDevices(ctx, profileId);
  const removableDevices = devices
    .filter(({ device_key }, i) => i > 0 && device_key !== deviceKey)
    .sort((a, b) => (`${a.saved_at} ${a.device_key}` < `${b.saved_at} ${b.device_key}` ? -1 : 1));
  for (const { device_key } of removableDevices.slice(0, Math.max(0, devices.length - QUOTAS.devicesPerProfile)))
    await forgetDevice(ctx, profileId, device_key);
}

/** Locks a saved profile until the transaction ends. */
export async function lockSavedProfile(
  { db }: TxContext,
  { device_key, profile_id }: Pick<SavedProfileRow, 'device_key' | 'profile_id'>,
): Promise<void> {
  await db
    .updateTable('saved_profiles')
    .set((eb) => ({ saved_at: eb.ref('saved_at') }))
    .where('device_key', '=', device_key)
    .where('profile_id', '=', profile_id)
    .execute();
}

/**
 * When a profile last signed in; undefined if no session of it is stored and no device knows it. A sign-in without a device id is
 * forgotten after 120 days, when its session is deleted.
 */
export async function findLastSignIn({ db }: Context, profileId: string): Promise<Instant | undefined> {
  const findLatest = async (table: 'sessions' | 'saved_profiles', column: 'created_at' | 'saved_at') => {
    const query = db.selectFrom(table as 'sessions').where('profile_id', '=', profileId);
    return (await query.select(({ fn }) => fn.max<string | null>(column as 'created_at').as('at')).executeTakeFirst())
      ?.at;
  };
  const times = [await findLatest('sessions', 'created_at'), await findLatest('saved_profiles', 'saved_at')];
  return times
    .filter((time) => time != null)
    .sort()
    .at(-1);
}

/** Which of these profiles are saved on a device. */
export async function listIdsOfSavedProfiles({ db }: Context, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('saved_profiles')
    .select('profile_id')
    .distinct()
    .where('profile_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ profile_id }) => profile_id));
}

/** The profiles saved on a device, ordered by their last sign-in on it, the most recent first. */
export async function listProfilesSavedOnDevice({ db }: Context, deviceKeys: readonly string[]) {
  return db
    .selectFrom('saved_profiles')
    .innerJoin('profiles', 'profiles.id', 'saved_profiles.profile_id')
    .select(['id', 'display_name', 'pseudonym', 'language', 'role', 'skin', 'hair', 'hat', 'shirt', 'accessory'])
    .select(['device_key', 'saved_at', 'first_saved_at'])
    .where('device_key', 'in', deviceKeys)
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Deletes the record that a profile has signed in on a device, which makes the device unknown to the profile. */
export async function forgetDevice({ db }: TxContext, profileId: string, deviceKey: string): Promise<void> {
  await db
    .deleteFrom('saved_profiles')
    .where('device_key', '=', deviceKey)
    .where('profile_id', '=', profileId)
    .execute();
}

/**
 * Deletes a profile's record of every device on which `otherProfileId`, but none of `keptProfileIds`, has signed in, and of those that only
 * a tablet code has connected: whose code it was is not stored.
 */
export async function forgetDevicesOf(
  { db }: TxContext,
  profileId: string,
  otherProfileId: string,
  keptProfileIds: readonly string[],
): Promise<void> {
  const listDeviceKeys = async (ids: readonly string[]) => {
    const rows = await db.selectFrom('saved_profiles').select('device_key').where('profile_id', 'in', ids).execute();
    return rows.map(({ device_key }) => device_key);
  };
  const keptKeys = new Set(await listDeviceKeys(keptProfileIds));
  const deviceKeys = (await listDeviceKeys([otherProfileId])).filter((key) => !keptKeys.has(key));
  await db
    .deleteFrom('saved_profiles')
    .where('profile_id', '=', profileId)
    .where((eb) =>
      eb.or([
        eb('connected_at', 'is not', null),
        ...(deviceKeys.length > 0 ? [eb('device_key', 'in', deviceKeys)] : []),
      ]),
    )
    .execute();
}

/** Makes the devices unknown on which a profile first signed in after this instant. */
export async function forgetDevicesAfter({ db }: TxContext, profileId: string, at: Instant): Promise<void> {
  await db
    .deleteFrom('saved_profiles')
    .where('profile_id', '=', profileId)
    .where(({ eb, fn }) => eb(fn.coalesce('first_saved_at', 'saved_at'), '>', at))
    .execute();
}

/** The devices on which a profile is saved, the one on which it signed in first first. Those that only a code connected come last. */
export async function listSavedDevices({ db }: Context, profileId: string) {
  return db
    .selectFrom('saved_profiles')
    .select(['device_key', 'saved_at', 'connected_at'])
    .select(({ fn }) => fn.coalesce('first_saved_at', 'saved_at').as('first_saved_at'))
    .where('profile_id', '=', profileId)
    .orderBy(({ fn, val }) => fn.coalesce('connected_at', val('')))
    .orderBy(({ fn }) => fn.coalesce('first_saved_at', 'saved_at'))
    .orderBy('device_key')
    .execute();
}

/** Makes all devices unknown to the profile, except for the one with these keys, whose panel PIN is removed. */
export async function forgetDevices({ db }: TxContext, profileId: string, keptKeys: string[]): Promise<void> {
  const devices = db.deleteFrom('saved_profiles').where('profile_id', '=', profileId);
  await (keptKeys.length > 0 ? devices.where('device_key', 'not in', keptKeys) : devices).execute();
  await db.updateTable('saved_profiles').set({ panel_pin_hash: null }).where('profile_id', '=', profileId).execute();
}
