import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import type { PinRow } from '../../../schema/tables.ts';

export async function findPin({ db }: Context, profileId: string): Promise<Omit<PinRow, 'profile_id'> | undefined> {
  return db
    .selectFrom('pins')
    .select(['hash', 'set_at', 'easy_to_guess'])
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
}

export async function insertPin({ db }: TxContext, pin: PinRow): Promise<void> {
  await db.insertInto('pins').values(pin).execute();
}

/** Replaces a child's PIN with one that is not easy to guess. */
export async function updatePin(
  { db, now }: TxContext,
  profileId: string,
  hash: string,
  set_at: Instant = now(),
): Promise<void> {
  await db.updateTable('pins').set({ hash, set_at, easy_to_guess: 0 }).where('profile_id', '=', profileId).execute();
}

/** Records whether the current PIN is easy to guess. */
export async function markPin({ db }: TxContext, profileId: string, isEasy: boolean): Promise<void> {
  await db
    .updateTable('pins')
    .set({ easy_to_guess: Number(isEasy) })
    .where('profile_id', '=', profileId)
    .execute();
}

/** Whether a child's PIN is known to be easy to guess. */
export async function hasEasyPin(ctx: Context, profileId: string): Promise<boolean> {
  return (await findPin(ctx, profileId))?.easy_to_guess === 1;
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
