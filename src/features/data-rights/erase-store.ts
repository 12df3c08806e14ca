import { sql } from 'kysely';
import { deleteSelectedRows, type ExportedTable, type Tx } from '../../platform/database/index.ts';
import { EXPORTED_TABLES } from './exported-rows-store.ts';

/** The tables whose rows are deleted before a profile: its deletion plan is deleted together with it. */
export const ERASED_TABLES = EXPORTED_TABLES.filter(({ table }) => table !== 'profiles' && table !== 'deletions');

/** Deletes up to `limit` rows of a profile in one table and returns how many there were. */
export async function deleteRows(
  tx: Tx,
  { table, owner, order }: ExportedTable,
  id: string,
  limit: number,
): Promise<number> {
  // The names come from the features' lists, never from a request. `order` is unique within the profile.
  return deleteSelectedRows(tx, { table, key: order, condition: sql`${sql.ref(owner)} = ${id}` }, limit);
}
