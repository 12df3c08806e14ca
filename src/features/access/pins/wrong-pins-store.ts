import { addSeconds, type Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { lockNames } from '../../../platform/database/index.ts';
import type { WrongPinRow } from '../../../schema/tables.ts';
import {
  findPinWaitEnd,
  LONGEST_PIN_WINDOW_SECONDS,
  listSpentBudgets,
  type PinBudgetName,
  type PinSource,
  type WrongPin,
} from './pin-budgets.ts';

/** A PIN that counts as wrong until it has been compared, or the end of the wait that refuses it. */
type CountedPin =
  | {
      readonly id: string;
      /** The budgets that are spent if it is wrong. */
      readonly spentBudgets: readonly PinBudgetName[];
      readonly waitEndsAt?: undefined;
    }
  | { readonly waitEndsAt: Instant };

/**
 * Counts a PIN as wrong before it is compared, unless a budget is spent. Attempts that count for the same profile, device or address
 * wait for each other here, so fifty concurrent attempts cause no more comparisons than fifty sequential ones.
 */
export async function countPin(ctx: TxContext, source: PinSource): Promise<CountedPin> {
  const { profileId, lockKey, deviceKeys, siteKey } = source;
  const deviceKey = deviceKeys[0] ?? null;
  await lockNames(ctx, [`pins of ${profileId}`, ...[deviceKey, siteKey].filter((key) => key !== null)]);
  const now = ctx.now();
  const wrongPins = await listWrongPins(ctx, source);
  const waitEndsAt = findPinWaitEnd(wrongPins, source, now);
  if (waitEndsAt !== undefined) return { waitEndsAt };
  const id = ctx.random.timeOrderedId();
  const row: WrongPinRow = {
    id,
    profile_id: profileId,
    lock_key: lockKey,
    device_key: deviceKey,
    site_key: siteKey,
    entered_at: now,
    excused_at: null,
  };
  await ctx.db.insertInto('wrong_pins').values(row).execute();
  return { id, spentBudgets: listSpentBudgets([...wrongPins, row], source, now) };
}

/** Lists the wrong PINs of the last day that count for a source. */
export async function listWrongPins(
  { db, now }: Context,
  { profileId, deviceKeys, siteKey }: Omit<PinSource, 'lockKey'>,
): Promise<WrongPin[]> {
  return db
    .selectFrom('wrong_pins')
    .select(['profile_id', 'lock_key', 'device_key', 'site_key', 'entered_at', 'excused_at'])
    .where('entered_at', '>', addSeconds(now(), -LONGEST_PIN_WINDOW_SECONDS))
    .where((eb) =>
      eb.or([
        eb('profile_id', '=', profileId),
        ...(deviceKeys.length > 0 ? [eb('device_key', 'in', deviceKeys)] : []),
        ...(siteKey !== null ? [eb('site_key', '=', siteKey)] : []),
      ]),
    )
    .execute();
}

/** Deletes a counted PIN that turned out to be right, or that could not be compared, for example because of an outage. */
export async function deleteWrongPin({ db }: TxContext, id: string): Promise<void> {
  await db.deleteFrom('wrong_pins').where('id', '=', id).execute();
}

/** Ends a device's wait of minutes after a right PIN. The wrong PINs still count for the budgets of a day. */
export async function excuseWrongPins({ db, now }: TxContext, profileId: string, lockKey: string): Promise<void> {
  await db
    .updateTable('wrong_pins')
    .set({ excused_at: now() })
    .where('profile_id', '=', profileId)
    .where('lock_key', '=', lockKey)
    .where('excused_at', 'is', null)
    .execute();
}

/**
 * Deletes all wrong PINs that were entered for the profiles, and so gives them back to the profiles and to the devices and addresses
 * for which they counted.
 */
export async function clearWrongPins({ db }: TxContext, profileIds: readonly string[]): Promise<void> {
  if (profileIds.length > 0) await db.deleteFrom('wrong_pins').where('profile_id', 'in', profileIds).execute();
}

/** Deletes all wrong PINs that were entered on the devices, for any profile. */
export async function clearWrongPinsOfDevices({ db }: TxContext, deviceKeys: readonly string[]): Promise<void> {
  if (deviceKeys.length > 0) await db.deleteFrom('wrong_pins').where('device_key', 'in', deviceKeys).execute();
}
