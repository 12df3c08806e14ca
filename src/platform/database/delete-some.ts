import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../core/time/instant.ts';
import type { Tables } from '../../schema/tables.ts';
import { inBatches } from '../concurrency/in-batches.ts';
import type { Database, Tx } from './database.ts';

/** The rows of a table for which `condition` holds. Among them, the columns `key` are unique. */
export interface SomeRows {
  readonly table: keyof Tables;
  readonly key: readonly string[];
  readonly condition: RawBuilder<unknown>;
}

/** The rows whose column `time` is `until` or earlier. An index begins with that column. */
export function rowsUntil<T extends keyof Tables>(
  table: T,
  key: readonly (keyof Tables[T] & string)[],
  time: keyof Tables[T] & string,
  until: Instant,
): SomeRows {
  return { table, key, condition: sql`${sql.ref(time)} <= ${until}` };
}

/** Deletes up to `limit` of these rows and returns how many there were. */
export async function deleteSome(tx: Tx, { table, key, condition }: SomeRows, limit: number): Promise<number> {
  // The names come from code, never from a request. The condition is checked again under the lock on each row.
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const rows = sql`from ${sql.table(table)} where ${condition}`;
  const some = sql`select ${columns} ${rows} limit ${limit}`;
  const { numAffectedRows } = await sql`delete ${rows} and (${columns}) in (${some})`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes all of these rows, a batch in each transaction. */
export async function deleteInBatches({ write }: Pick<Database, 'write'>, rows: SomeRows): Promise<void> {
  await inBatches((limit) => write((tx) => deleteSome(tx, rows, limit)));
}
