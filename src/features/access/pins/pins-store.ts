import { addSeconds, type Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { PinRow } from '../../../schema/tables.ts';
import { computePinWaitSeconds, MAX_LOCK_SECONDS } from './pin-lock.ts';

export async function findPin(
  { db }: Context,
  profileId: string,
): Promise<Pick<PinRow, 'hash' | 'set_at'> | undefined> {
  return db.selectFrom('pins').select(['hash', 'set_at']).where('profile_id', '=', profileId).executeTakeFirst();
}

export async function insertPin({ db }: TxContext, profileId: string, hash: string, now: Instant): Promise<void> {
  await db.insertInto('pins').values({ profile_id: profileId, hash, set_at: now }).execute();
}

/**
 * Counts an attempt as a failure before the PIN is compared, and locks the device when there are too many failures. Because
 * an attempt is counted first, fifty concurrent attempts cause no more comparisons than fifty sequential attempts.
 * `refusedUntil` is set when the device was already locked, `lockedUntil` when this attempt has locked it.
 */
export async function countPinAttempt(
  ctx: TxContext,
  profileId: string,
  lockKey: string,
): Promise<{ refusedUntil?: Instant; lockedUntil?: Instant }> {
  const row = await ctx.db
    .insertInto('pin_locks')
    .values({ profile_id: profileId, lock_key: lockKey, failures: 1, locked_until: null })
    .onConflict((conflict) =>
      conflict
        .columns(['profile_id', 'lock_key'])
        .doUpdateSet((eb) => ({ failures: eb('pin_locks.failures', '+', 1) }))
        .where((eb) =>
          eb.or([
            eb('pin_locks.locked_until', 'is', null),
            eb('pin_locks.locked_until', '<=', ctx.now()),
            eb('pin_locks.locked_until', '>', addSeconds(ctx.now(), MAX_LOCK_SECONDS)),
          ]),
        ),
    )
    .returning('failures')
    .executeTakeFirst();
  // Without an updated row, the device is locked, so the end of its lock is found.
  if (!row) return { refusedUntil: (await findDeviceLockEnd(ctx, profileId, lockKey)) ?? ctx.now() };
  const waitSeconds = computePinWaitSeconds(row.failures, lockKey);
  if (waitSeconds === 0) return {};
  const lockedUntil = addSeconds(ctx.now(), waitSeconds);
  await updateLock(ctx, profileId, lockKey).set({ locked_until: lockedUntil }).execute();
  return { lockedUntil };
}

/**
 * Subtracts a counted attempt that could not be completed, for example because of an outage. `lockedUntil` is the end of the lock
 * that the attempt has set.
 */
export async function refundPinAttempt(
  ctx: TxContext,
  profileId: string,
  lockKey: string,
  lockedUntil: Instant | undefined,
): Promise<void> {
  await updateLock(ctx, profileId, lockKey)
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('failures', '>', 0)
    .execute();
  if (lockedUntil === undefined) return;
  await updateLock(ctx, profileId, lockKey)
    .set({ locked_until: null })
    .where('locked_until', '=', lockedUntil)
    .execute();
}

/** When the lock of the device ends; undefined when the device is not locked. */
export async function findDeviceLockEnd(
  { db, now }: Context,
  profileId: string,
  lockKey: string,
): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('pin_locks')
    .select('locked_until')
    .where('profile_id', '=', profileId)
    .where('lock_key', '=', lockKey)
    .where('locked_until', '>', now())
    .where('locked_until', '<=', addSeconds(now(), MAX_LOCK_SECONDS))
    .executeTakeFirst();
  return row?.locked_until ?? undefined;
}

function updateLock({ db }: TxContext, profileId: string, lockKey: string) {
  return db.updateTable('pin_locks').where('profile_id', '=', profileId).where('lock_key', '=', lockKey);
}

/** Clears the failures and the lock of one device after a correct PIN. The failures and locks of other devices remain. */
export async function clearDeviceLock({ db }: TxContext, profileId: string, lockKey: string): Promise<void> {
  await db.deleteFrom('pin_locks').where('profile_id', '=', profileId).where('lock_key', '=', lockKey).execute();
}

/** Clears the failures and the locks of all devices. */
export async function clearPinLocks({ db }: TxContext, profileId: string): Promise<void> {
  await db.deleteFrom('pin_locks').where('profile_id', '=', profileId).execute();
}

/** When the last lock of any device ends; undefined when no device is locked. */
export async function findLastPinLockEnd({ db, now }: Context, profileId: string): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('pin_locks')
    .select(({ fn }) => fn.max('locked_until').as('until'))
    .where('profile_id', '=', profileId)
    .where('locked_until', '>', now())
    .where('locked_until', '<=', addSeconds(now(), MAX_LOCK_SECONDS))
    .executeTakeFirst();
  return row?.until ?? undefined;
}

/** Replaces a child's PIN. */
export async function updatePin({ db, now }: TxContext, profileId: string, hash: string): Promise<void> {
  await db.updateTable('pins').set({ hash, set_at: now() }).where('profile_id', '=', profileId).execute();
}

/**
 * Locks the PIN row and returns its hash, or undefined if there is none. Other sign-ins and sign-outs of this child
 * wait until the transaction ends.
 */
export async function lockPinRow({ db }: TxContext, profileId: string): Promise<string | undefined> {
  const row = await db
    .updateTable('pins')
    .set((eb) => ({ set_at: eb.ref('set_at') }))
    .where('profile_id', '=', profileId)
    .returning('hash')
    .executeTakeFirst();
  return row?.hash;
}
