import type { SecurityEventRow } from '../../schema/tables.ts';
import type { Handle, Tx } from '../database/index.ts';

export async function insertSecurityEvents({ db }: Handle<Tx>, rows: readonly SecurityEventRow[]): Promise<void> {
  await db.insertInto('security_events').values(rows).execute();
}

/** The newest events, the newest first; with `pseudonyms`, only those that concern these. */
export async function listSecurityEvents(
  { db }: Handle,
  { limit, pseudonyms }: { readonly limit: number; readonly pseudonyms?: readonly string[] },
): Promise<SecurityEventRow[]> {
  return db
    .selectFrom('security_events')
    .selectAll()
    .$if(pseudonyms !== undefined, (events) => events.where('subject', 'in', pseudonyms ?? []))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Deletes up to `limit` events that concern a pseudonym or that it has caused. Returns how many it deleted. */
export async function deleteSecurityEvents({ db }: Handle<Tx>, pseudonym: string, limit: number): Promise<number> {
  const ids = db
    .selectFrom('security_events')
    .select('id')
    .where((eb) => eb.or([eb('subject', '=', pseudonym), eb('actor', '=', pseudonym)]))
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('security_events').where('id', 'in', ids).executeTakeFirst();
  return Number(numDeletedRows);
}
