import { type Instant, plusSeconds } from '../../core/instant.ts';
import type { Reader, Tx } from '../../platform/database/index.ts';
import { pinWait } from './rules.ts';

export async function findPinHash(db: Reader, profileId: string): Promise<string | undefined> {
  const row = await db.selectFrom('pins').select('hash').where('profile_id', '=', profileId).executeTakeFirst();
  return row?.hash;
}

export async function insertPin(tx: Tx, profileId: string, hash: string, now: Instant): Promise<void> {
  await tx.insertInto('pins').values({ profile_id: profileId, hash, set_at: now }).execute();
}

/**
 * Counts a try as a failure before the PIN is looked at, and shuts the place when that makes too many: of fifty tries at
 * once no more get through than one after another would. Gives the end of the wait when the place is shut already.
 */
export async function countPinTry(
  tx: Tx,
  profileId: string,
  place: string,
  now: Instant,
): Promise<Instant | undefined> {
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
  if (!counted) return (await findLock(tx, profileId, place)) ?? now;
  const wait = pinWait(counted.failures, place);
  if (wait > 0) await setLock(tx, profileId, place, plusSeconds(now, wait));
  return undefined;
}

async function findLock(tx: Tx, profileId: string, place: string): Promise<Instant | null> {
  const row = await tx
    .selectFrom('pin_locks')
    .select('locked_until')
    .where('profile_id', '=', profileId)
    .where('place', '=', place)
    .executeTakeFirst();
  return row?.locked_until ?? null;
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
export async function clearPinTries(tx: Tx, profileId: string, place: string): Promise<void> {
  await tx.deleteFrom('pin_locks').where('profile_id', '=', profileId).where('place', '=', place).execute();
}
