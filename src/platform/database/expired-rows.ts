import { sql } from 'kysely';
import { addSeconds, DAY, type Instant } from '../../core/time/instant.ts';
import { TABLE_RETENTION } from '../../schema/retention.ts';
import type { Tables } from '../../schema/tables.ts';
import type { Database } from './database.ts';
import { deleteInBatches, type RowSelection } from './delete-rows.ts';

/** Deletes the rows of every table whose time is over, as `schema/retention.ts` says. */
export async function sweepExpiredRows({
  database,
  now,
}: {
  readonly database: Pick<Database, 'write'>;
  readonly now: () => Instant;
}): Promise<void> {
  for (const selection of selectExpiredRows(now())) await deleteInBatches(database, selection);
}

function selectExpiredRows(now: Instant): RowSelection[] {
  const tables = Object.entries(TABLE_RETENTION) as [keyof Tables, (typeof TABLE_RETENTION)[keyof Tables]][];
  return tables.flatMap(([table, { keep }]) => {
    if (typeof keep === 'string' || !('expiry' in keep)) return [];
    const { column, key, days } = keep.expiry;
    return [{ table, keyColumns: key, condition: sql`${sql.ref(column)} <= ${addSeconds(now, -days * DAY)}` }];
  });
}
