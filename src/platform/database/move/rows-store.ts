import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../database.ts';
import { prepareMultiRowQuery } from '../prepared.ts';
import type { MovedTable } from './moved-tables.ts';
import { type PartProgress, recordProgress } from './progress-store.ts';
import { type Row, RowChecksum } from './row-checksum.ts';

/** The number of rows in a batch. It limits the memory that a move needs, and the work that is repeated after a crash. */
const BATCH_ROWS = 200;

/** Called after each batch with its number of rows. */
export type BatchCallback = (rowCount: number) => void;

export async function countRows(db: Reader, { name }: MovedTable): Promise<number> {
  // Kysely's types need the name of a table at compile time, so any name, such as 'todos', replaces the real one in the type.
  const query = db.selectFrom(name as 'todos').select(db.fn.countAll<number>().as('rowCount'));
  return (await query.executeTakeFirstOrThrow()).rowCount;
}

/** Returns the name of the first of these tables that exists and has rows, or undefined if there is none. */
export async function findNonEmptyTable(
  { kysely, db }: Database,
  tables: readonly MovedTable[],
): Promise<string | undefined> {
  const existingTables = new Set((await kysely.introspection.getTables()).map(({ name }) => name));
  for (const { name } of tables) {
    const query = db.selectFrom(name as 'todos').select(sql<number>`1`.as('found'));
    if (existingTables.has(name) && (await query.limit(1).executeTakeFirst())) return name;
  }
  return undefined;
}

/** Copies the rows that have not been copied yet. Each batch and its progress are stored in one transaction. */
export async function copyRows(
  source: Reader,
  target: Pick<Database, 'write'>,
  table: MovedTable,
  { copied, last_key }: PartProgress,
  onBatch: BatchCallback,
): Promise<void> {
  const insert = prepareMultiRowQuery<Row, never, Tx>((db, rows) =>
    db.insertInto(table.name as 'todos').values(rows as never),
  );
  let copiedCount = copied;
  let lastKey = last_key;
  for await (const rows of readBatches(source, table, lastKey === null ? undefined : JSON.parse(lastKey))) {
    const nextCount = copiedCount + rows.length;
    const nextKey = JSON.stringify(getKey(table, rows.at(-1)));
    try {
      await target.write(async ({ db: tx }) => {
        await insert(tx, rows);
        await recordProgress(tx, { part: table.name, copied: nextCount, last_key: nextKey });
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      const failedRows = lastKey === null ? 'first rows' : `rows after ${lastKey}`;
      throw new Error(`The ${failedRows} of the table ${table.name} could not be copied: ${reason}`, { cause: error });
    }
    copiedCount = nextCount;
    lastKey = nextKey;
    onBatch(rows.length);
  }
}

/** Counts all rows of a table and computes their checksum. */
export async function computeChecksum(db: Reader, table: MovedTable, onBatch: BatchCallback): Promise<RowChecksum> {
  const checksum = new RowChecksum();
  for await (const rows of readBatches(db, table)) {
    for (const row of rows) checksum.add(table, row);
    onBatch(rows.length);
  }
  return checksum;
}

type Key = readonly (string | number | null | undefined)[];

/** Reads the rows of a table after `startKey`, in the order in which this database sorts the primary key. */
async function* readBatches(db: Reader, table: MovedTable, startKey?: Key): AsyncGenerator<Row[]> {
  const keyColumns = table.primaryKey.map((column) => sql.ref(column));
  for (let lastKey = startKey; ; ) {
    const isAfter = lastKey && sql<boolean>`(${sql.join(keyColumns)}) > (${sql.join([...lastKey])})`;
    const query = db
      .selectFrom(table.name as 'todos')
      .selectAll()
      .$if(isAfter !== undefined, (all) => all.where(isAfter ?? sql<boolean>`true`));
    const sortedQuery = keyColumns.reduce((ordered, column) => ordered.orderBy(column), query);
    const rows = (await sortedQuery.limit(BATCH_ROWS).execute()) as unknown as Row[]; // rows of `table`, not of 'todos'
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) return;
    lastKey = getKey(table, rows.at(-1));
  }
}

function getKey({ primaryKey }: MovedTable, row: Row | undefined): Key {
  return primaryKey.map((column) => row?.[column]);
}

/**
 * On PostgreSQL, updates the statistics of the query planner, and marks all pages as visible to all transactions, so that an
 * index-only scan does not have to read the rows. Autovacuum would do this later.
 */
export async function vacuumTables({ dialect, runMaintenance }: Database): Promise<void> {
  if (dialect === 'postgres') await runMaintenance((db) => sql`vacuum (analyze)`.execute(db));
}
