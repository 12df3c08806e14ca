import { addSeconds, type Instant } from '../../../core/instant.ts';
import type { Reader, Tx } from '../../../platform/database/index.ts';
import { pinWait } from '../rules.ts';

export async function findPinHash(db: Reader, profileId: string): Promise<string | undefined> {
  const row = await db.selectFrom('pins').select('hash').where('profile_id', '=', profileId).executeTakeFirst();
  return row?.hash;
}

export async function insertPin(tx: Tx, profileId: string, hash: string, now: Instant): Promise<void> {
  await tx.insertInto('pins').values({ profile_id: profileId, hash, set_at: now }).execute();
}

/**
 * Counts a try as a failure before the PIN is looked at, and shuts the place when that makes too many: of fifty tries at
 * once no more get through than one after another would. `refusedUntil` when the place was shut already, `shutUntil`
 * when this try, should it be wrong, is the one that shuts it.
 */
export async function countPinAttempt(
  tx: Tx,
  profileId: string,
  place: string,
  now: Instant,
): Promise<{ refusedUntil?: Instant; shutUntil?: Instant }> {
  const counted = await tx
    .insertInto('pin_locks')
    .values({ profile_id: profileId, place, failures: 1, locked_until: null })
    .onConflict((conflict) =>
      conflict
        .columns(['profile_id', 'place'])
        .doUpdateSet((set) => ({ failures: set('pin_locks.failures', '+', 1) }))
        .where((where) =>
          where.or([where('pin_locks.locked_until', 'is', null), where('pin_locks.locked_until', '<=', now)]),
        ),
    )
    .returning('failures')
    .executeTakeFirst();
  if (!counted) return { refusedUntil: (await findLock(tx, profileId, place, now)) ?? now };
  const wait = pinWait(counted.failures, place);
  if (wait === 0) return {};
  const shutUntil = addSeconds(now, wait);
  await setLock(tx, profileId, place, shutUntil);
  return { shutUntil };
}

/** Takes back a try that was counted but could not be compared, and the wait that it began. */
export async function giveBackPinTry(
  tx: Tx,
  profileId: string,
  place: string,
  shutUntil: Instant | undefined,
): Promise<void> {
  const ofPlace = () => tx.updateTable('pin_locks').where('profile_id', '=', profileId).where('place', '=', place);
  await ofPlace()
    .set((set) => ({ failures: set('failures', '-', 1) }))
    .where('failures', '>', 0)
    .execute();
  if (shutUntil === undefined) return;
  await ofPlace().set({ locked_until: null }).where('locked_until', '=', shutUntil).execute();
}

/** Until when a place is shut; undefined when a PIN may be tried there. */
export async function findLock(
  db: Reader,
  profileId: string,
  place: string,
  now: Instant,
): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('pin_locks')
    .select('locked_until')
    .where('profile_id', '=', profileId)
    .where('place', '=', place)
    .where('locked_until', '>', now)
    .executeTakeFirst();
  return row?.locked_until ?? undefined;
}

async function setLock(tx: Tx, profileId: string, place: string, until: Instant): Promise<void> {
  await tx
    .updateTable('pin_locks')
    .set({ locked_until: until })
    .where('profile_id', '=', profileId)
    .where('place', '=', place)
    .execute();
}

/** A right PIN: this place's failures are forgotten, other places' are not. */
export async function clearPinFailures(tx: Tx, profileId: string, place: string): Promise<void> {
  await tx.deleteFrom('pin_locks').where('profile_id', '=', profileId).where('place', '=', place).execute();
}

/** Forgets the wrong PINs of every place. */
export async function clearPinLocks(tx: Tx, profileId: string): Promise<void> {
  await tx.deleteFrom('pin_locks').where('profile_id', '=', profileId).execute();
}

/** The end of the longest wait that any place has after wrong PINs; undefined when nobody waits. */
export async function findPinLockEnd(db: Reader, profileId: string, now: Instant): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('pin_locks')
    .select(({ fn }) => fn.max('locked_until').as('until'))
    .where('profile_id', '=', profileId)
    .where('locked_until', '>', now)
    .executeTakeFirst();
  return row?.until ?? undefined;
}

/** Gives a child another PIN. */
export async function updatePin(tx: Tx, profileId: string, hash: string, now: Instant): Promise<void> {
  await tx.updateTable('pins').set({ hash, set_at: now }).where('profile_id', '=', profileId).execute();
}

/** Makes whoever signs this child in, or ends its sign-ins, wait until this transaction ends. */
export async function lockPinRow(tx: Tx, profileId: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('pins')
    .set((set) => ({ set_at: set.ref('set_at') }))
    .where('profile_id', '=', profileId)
    .returning('hash')
    .executeTakeFirst();
  return row?.hash;
}
