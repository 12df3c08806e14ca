import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../core/time/instant.ts';
import type { Tables } from '../../schema/tables.ts';
import { runInBatches } from '../concurrency/run-in-batches.ts';
import type { Database, Tx } from './database.ts';

/** The rows of a table for which `condition` is true. The columns in `key` identify each of these rows. */
export interface RowSelection {
  readonly table: keyof Tables;
  readonly key: readonly string[];
  readonly condition: RawBuilder<unknown>;
}

/** Selects the rows whose `timeColumn` is `until` or earlier. The table needs an index that begins with that column. */
export function selectRowsUpTo<T extends keyof Tables>(
  table: T,
  key: readonly (keyof Tables[T] & string)[],
  timeColumn: keyof Tables[T] & string,
  until: Instant,
): RowSelection {
  return { table, key, condition: sql`${sql.ref(timeColumn)} <= ${until}` };
}

/** Deletes up to `limit` of the selected rows and returns how many it deleted. */
export async function deleteSelectedRows(
  tx: Tx,
  { table, key, condition }: RowSelection,
  limit: number,
): Promise<number> {
  // The names come from code, never from a request. `delete` repeats the condition, so that it is checked again once a row is
  // locked.
  const keyColumns = sql.join(key.map((column) => sql.ref(column)));
  const fromWhere = sql`from ${sql.table(table)} where ${condition}`;
  const selectKeys = sql`select ${keyColumns} ${fromWhere} limit ${limit}`;
  const { numAffectedRows } = await sql`delete ${fromWhere} and (${keyColumns}) in (${selectKeys})`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes all selected rows, one batch in each transaction. */
export async function deleteInBatches({ write }: Pick<Database, 'write'>, rows: RowSelection): Promise<void> {
  await runInBatches((limit) => write((tx) => deleteSelectedRows(tx, rows, limit)));
}
