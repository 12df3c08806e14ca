import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../schema/tables.ts';
import { runInBatches } from '../concurrency/run-in-batches.ts';
import type { Database, Handle, Tx } from './database.ts';

/** The rows of a table for which `condition` is true. `keyColumns` identify each of these rows. */
export interface RowSelection {
  readonly table: keyof Tables;
  readonly keyColumns: readonly string[];
  readonly condition: RawBuilder<unknown>;
}

/** Deletes up to `limit` of the selected rows and returns how many it deleted. */
export async function deleteSelectedRows(
  { db }: Handle<Tx>,
  { table, keyColumns, condition }: RowSelection,
  limit: number,
): Promise<number> {
  // The names come from code, never from a request. The outer `where` repeats the condition, so that PostgreSQL checks it again once
  // it has locked a row.
  const key = sql.join(keyColumns.map((column) => sql.ref(column)));
  const fromWhere = sql`from ${sql.table(table)} where ${condition}`;
  const selectKeys = sql`select ${key} ${fromWhere} limit ${limit}`;
  const { numAffectedRows } = await sql`delete ${fromWhere} and (${key}) in (${selectKeys})`.execute(db);
  return Number(numAffectedRows);
}

/** Deletes all selected rows, one batch in each transaction. */
export async function deleteInBatches({ write }: Pick<Database, 'write'>, selection: RowSelection): Promise<void> {
  await runInBatches((limit) => write((ctx) => deleteSelectedRows(ctx, selection, limit)));
}
