import { sql } from 'kysely';
import type { ExportedTable, Tx } from '../../platform/database/index.ts';
import { EXPORTED_TABLES } from './exported-rows-store.ts';

/** The tables whose rows are deleted before a profile: the plan of its deletion is deleted with it, in the end. */
export const ERASED_TABLES = EXPORTED_TABLES.filter(({ table }) => table !== 'profiles' && table !== 'deletions');

/** Deletes up to `limit` rows of a profile in one table and returns how many there were. */
export async function deleteRows(
  tx: Tx,
  { table, owner, order }: ExportedTable,
  id: string,
  limit: number,
): Promise<number> {
  // The names come from the features' lists, never from a request. `order` is unique within the profile.
  const key = sql.join(order.map((column) => sql.ref(column)));
  const rows = sql`from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`;
  const some = sql`select ${key} ${rows} order by ${key} limit ${limit}`;
  const { numAffectedRows } = await sql`delete ${rows} and (${key}) in (${some})`.execute(tx);
  return Number(numAffectedRows);
}
