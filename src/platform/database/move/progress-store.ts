import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../schema/tables.ts';
import type { Database, Tx } from '../database.ts';

/**
 * A table in the target database that stores the progress of a move. It is created before the first row is copied, and dropped
 * after both databases have been compared. While it exists, the service does not start with this database. It is not part of the
 * schema, because only moves use it.
 */
const UNFINISHED_MOVE = 'unfinished_move';

/** The progress of one part of a move: a table, or all files. */
export interface PartProgress {
  readonly part: string;
  readonly total: number;
  readonly copied: number;
  /** The primary key of the last row that was copied, as JSON, or the name of the last file; null if nothing has been copied. */
  readonly last_key: string | null;
}

export interface MoveProgress {
  /** The id of the installation that is being moved. */
  readonly sourceId: string;
  readonly parts: readonly PartProgress[];
}

/** Whether a move into this database has begun but has not been completed. */
export async function hasUnfinishedMove({ kysely }: { readonly kysely: Kysely<Tables> }): Promise<boolean> {
  return (await kysely.introspection.getTables()).some(({ name }) => name === UNFINISHED_MOVE);
}

export async function findUnfinishedMove({ kysely }: Database): Promise<MoveProgress | undefined> {
  if (!(await hasUnfinishedMove({ kysely }))) return undefined;
  const { rows } = await sql<PartProgress & { source_id: string }>`
    select part, source_id, total, copied, last_key from ${sql.table(UNFINISHED_MOVE)}`.execute(kysely);
  return { sourceId: rows[0]?.source_id ?? '', parts: rows };
}

/** Creates the table with a row for each part. No part has been copied yet. */
export async function beginMove(
  tx: Tx,
  sourceId: string,
  parts: readonly Pick<PartProgress, 'part' | 'total'>[],
): Promise<void> {
  await tx.schema
    .createTable(UNFINISHED_MOVE)
    .addColumn('part', 'text', (column) => column.primaryKey())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('total', 'bigint', (column) => column.notNull())
    .addColumn('copied', 'bigint', (column) => column.notNull())
    .addColumn('last_key', 'text')
    .execute();
  const rows = parts.map(({ part, total }) => sql`(${part}, ${sourceId}, ${total}, 0)`);
  await sql`insert into ${sql.table(UNFINISHED_MOVE)} (part, source_id, total, copied) values ${sql.join(rows)}`.execute(
    tx,
  );
}

/** Records that everything up to `last_key` has been copied. Rows are copied in the same transaction. */
export async function recordProgress(tx: Tx, { part, copied, last_key }: Omit<PartProgress, 'total'>): Promise<void> {
  await sql`update ${sql.table(UNFINISHED_MOVE)} set copied = ${copied}, last_key = ${last_key} where part = ${part}`.execute(
    tx,
  );
}

export async function endMove(tx: Tx): Promise<void> {
  await tx.schema.dropTable(UNFINISHED_MOVE).execute();
}
