import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { PinRow } from '../../../schema/tables.ts';

export async function findPin(
  { db }: Context,
  profileId: string,
): Promise<Pick<PinRow, 'hash' | 'set_at'> | undefined> {
  return db.selectFrom('pins').select(['hash', 'set_at']).where('profile_id', '=', profileId).executeTakeFirst();
}

export async function insertPin({ db }: TxContext, profileId: string, hash: string, now: Instant): Promise<void> {
  await db.insertInto('pins').values({ profile_id: profileId, hash, set_at: now }).execute();
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
