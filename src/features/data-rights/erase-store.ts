import { sql } from 'kysely';
import { deleteSelectedRows, type ExportedTable, type Tx } from '../../platform/database/index.ts';
import { EXPORTED_TABLES } from './exported-rows-store.ts';

/** The tables whose rows are deleted before the profile. The row in `deletions` is deleted together with the profile. */
export const ERASED_TABLES = EXPORTED_TABLES.filter(({ table }) => table !== 'profiles' && table !== 'deletions');

/** Deletes up to `limit` rows of a profile in one table and returns how many it deleted. */
export async function deleteRows(
  tx: Tx,
  { table, ownerColumn, sortColumns }: ExportedTable,
  profileId: string,
  limit: number,
): Promise<number> {
  // The names come from EXPORTED_TABLES, never from a request. The values of `sortColumns` are unique within the profile.
  return deleteSelectedRows(
    tx,
    { table, key: sortColumns, condition: sql`${sql.ref(ownerColumn)} = ${profileId}` },
    limit,
  );
}
