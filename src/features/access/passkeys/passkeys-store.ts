import type { Context, TxContext } from '../../../platform/context.ts';
import type { PasskeyRow } from '../../../schema/tables.ts';

/** The passkeys of a parent, the oldest first. */
export async function listPasskeys({ db }: Context, profileId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'transports', 'created_at', 'last_used_at'])
    .where('profile_id', '=', profileId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findPasskey({ db }: Context, profileId: string, id: string) {
  return db
    .selectFrom('passkeys')
    .select(['profile_id', 'id', 'public_key', 'counter'])
    .where('profile_id', '=', profileId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Stores a passkey. Returns false if the parent has it already. */
export async function insertPasskey({ db, now }: TxContext, passkey: Omit<PasskeyRow, 'created_at' | 'last_used_at'>) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values({ ...passkey, created_at: now(), last_used_at: null })
    .onConflict((conflict) => conflict.columns(['profile_id', 'id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Stores that a passkey was used. Returns false if it has been removed, or used by another request, since it was read. */
export async function updatePasskeyUse(
  { db, now }: TxContext,
  { profile_id, id, counter }: Pick<PasskeyRow, 'profile_id' | 'id' | 'counter'>,
  newCounter: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: now() })
    .where('profile_id', '=', profile_id)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a passkey of a parent. Returns false if there is none. */
export async function deletePasskey({ db }: TxContext, profileId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('profile_id', '=', profileId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes the passkeys of a parent, all or those with these ids. Returns how many there were. */
export async function deletePasskeys({ db }: TxContext, profileId: string, ids?: readonly string[]): Promise<number> {
  const query = db.deleteFrom('passkeys').where('profile_id', '=', profileId);
  const { numDeletedRows } = await (ids ? query.where('id', 'in', ids) : query).executeTakeFirst();
  return Number(numDeletedRows);
}
