import { sql } from 'kysely';
import type { TxContext } from '../../platform/context.ts';
import { deleteSelectedRows } from '../../platform/database/index.ts';
import { PERSONAL_DATA_TABLES, type PersonalDataTable } from './personal-data-tables.ts';

/**
 * The tables whose rows are deleted before the profile. The planned deletion is kept until then, so that an interrupted
 * erasure can be continued; a foreign key deletes it with the profile.
 */
export const ERASED_TABLES = PERSONAL_DATA_TABLES.filter(({ table }) => table !== 'profiles' && table !== 'deletions');

/** Deletes up to `limit` rows of a profile in one table and returns the number of deleted rows. */
export async function deleteRows(
  ctx: TxContext,
  { table, ownerColumn, sortColumns }: PersonalDataTable,
  profileId: string,
  limit: number,
): Promise<number> {
  // The names come from PERSONAL_DATA_TABLES, never from a request. The values of `sortColumns` are unique within the profile.
  return deleteSelectedRows(
    ctx,
    { table, keyColumns: sortColumns, condition: sql`${sql.ref(ownerColumn)} = ${profileId}` },
    limit,
  );
}
