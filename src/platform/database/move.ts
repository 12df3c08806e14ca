import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IsolationLevel, Kysely, PostgresDialect, sql } from 'kysely';
import { getErrorCode } from '../../core/error-code.ts';
import type { Tables } from '../../schema/tables.ts';
import type { Database, Handle, Tx } from './database.ts';
import { getSqliteFile, openDatabase } from './index.ts';
import { assertSameSchema, runMigrations } from './migrate.ts';
import { prepareMultiRowQuery, QueryCounter } from './prepared.ts';
import { openConnection } from './sqlite/sqlite-connection.ts';

/** The part of a database that a move reads. */
export type MovedDatabase = Pick<Database, 'kysely' | 'db'>;

/** A table whose rows a move copies. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
}

export type Row = Readonly<Record<string, string | number | null>>;

/** The number of rows in a batch. It limits the memory that a move needs, and the work that is repeated after a crash. */
const BATCH_ROWS = 200;
/** How long to wait for a lock, or until the connections of a process that has just been stopped are closed. */
const MAX_WAIT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 30 * 60_000;
/** The key of the PostgreSQL advisory lock that a move acquires, chosen at random. */
const MOVE_LOCK = 7_304_118_265;
/** The error code of PostgreSQL when `lock_timeout` has expired. */
const LOCK_NOT_AVAILABLE = '55P03';
const IN_USE_BY_MOVE = 'Another process is moving rows into the target.';
const IN_USE_BY_SERVICE =
  'The PostgreSQL database is in use by other connections. Stop every process of the service and close all other programs that are connected to it.';

/**
 * Lists the tables that a move copies, each after the tables that it refers to. They are read from an empty database in memory
 * after all migrations, so that the list includes every new table and is the same for SQLite and PostgreSQL. Tables that
 * migrations fill are the same in every database and are left out.
 */
export async function listMovedTables(): Promise<MovedTable[]> {
  const { kysely } = openConnection(':memory:', '', new QueryCounter());
  try {
    await runMigrations(kysely);
    const { rows } = await sql<{ name: string; columns: string; key: string }>`
      select t.name, json_group_array(c.name) as columns,
        json_group_array(c.name order by c.pk) filter (where c.pk > 0) as key
      from sqlite_schema t, pragma_table_info(t.name) c
      where t.type = 'table' and t.name not like 'kysely_%' and t.name <> 'schema_compatibility'
      group by t.rowid order by t.rowid`.execute(kysely);
    return rows.map(({ name, columns, key }) => ({ name, columns: JSON.parse(columns), primaryKey: JSON.parse(key) }));
  } finally {
    await kysely.destroy();
  }
}

/**
 * Opens a database to read all of its rows. Throws if the service is using it. Until `resources` are disposed, no process of the
 * service can change it. On PostgreSQL all rows are read from one snapshot, and writes to the tables wait.
 */
export async function openSource(
  resources: AsyncDisposableStack,
  url: string,
  tables: readonly MovedTable[],
): Promise<MovedDatabase> {
  const file = getSqliteFile(url);
  if (file !== undefined) {
    if (!existsSync(file)) throw new Error(`There is no database ${file}.`);
    const database = resources.use(await openDatabase(url));
    await assertSameSchema(database);
    return database;
  }
  const connection = await openLongConnection(resources, url);
  await assertNoOtherConnections(connection);
  await assertSameSchema({ kysely: connection, db: connection });
  // This statement takes no snapshot, so the first query sees everything that was committed before the tables were locked.
  const lock = sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in share mode`;
  const tx = await beginWithLock(resources, connection, 'repeatable read', lock, IN_USE_BY_SERVICE);
  return { kysely: tx, db: tx };
}

/**
 * Opens a snapshot of a PostgreSQL database that a running service may go on using, unless the database is split. It ends when `resources`
 * are disposed.
 */
export async function openSnapshot(resources: AsyncDisposableStack, url: string): Promise<MovedDatabase> {
  const connection = await openLongConnection(resources, url);
  if (await isSplit(connection)) await assertNoOtherConnections(connection);
  const tx = await begin(resources, connection, 'repeatable read');
  await assertSameSchema({ kysely: tx, db: tx });
  return { kysely: tx, db: tx };
}

/** Opens or creates the database that a move fills. Throws if another process is filling it. */
export async function openTarget(resources: AsyncDisposableStack, url: string): Promise<Database> {
  const database = resources.use(await openDatabase(url));
  if (database.dialect === 'sqlite') return database;
  const connection = await openLongConnection(resources, url);
  const lock = sql`select pg_advisory_xact_lock(${MOVE_LOCK})`;
  // Not "repeatable read": `vacuum` marks pages as visible only if no transaction has an older snapshot.
  await beginWithLock(resources, connection, 'read committed', lock, IN_USE_BY_MOVE);
  return database;
}

/** Opens a single connection whose statements may take much longer than those of requests. */
async function openLongConnection(resources: AsyncDisposableStack, url: string): Promise<Kysely<Tables>> {
  const { openPool } = await import('./postgres/postgres-pool.ts');
  const pool = openPool(url, { maxConnections: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  return resources.adopt(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), (opened) => opened.destroy());
}

/** Begins a transaction that holds a lock until `resources` are disposed. */
async function beginWithLock(
  resources: AsyncDisposableStack,
  connection: Kysely<Tables>,
  isolationLevel: IsolationLevel,
  lock: ReturnType<typeof sql>,
  messageIfInUse: string,
): Promise<Tx> {
  const tx = await begin(resources, connection, isolationLevel);
  await sql`set local lock_timeout = ${sql.lit(MAX_WAIT_MS)}`.execute(tx);
  await lock.execute(tx).catch((error: unknown) => {
    throw getErrorCode(error) === LOCK_NOT_AVAILABLE ? new Error(messageIfInUse, { cause: error }) : error;
  });
  await sql`set local lock_timeout = default`.execute(tx); // also releases the snapshot of the lock at "read committed"
  return tx;
}

/** Begins a transaction that lasts until `resources` are disposed. It changes nothing, so errors at its end are ignored. */
async function begin(
  resources: AsyncDisposableStack,
  connection: Kysely<Tables>,
  isolationLevel: IsolationLevel,
): Promise<Tx> {
  const tx = await connection.startTransaction().setIsolationLevel(isolationLevel).execute();
  resources.defer(() =>
    tx
      .rollback()
      .execute()
      .catch(() => {}),
  );
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  return tx;
}

/** Whether Citus splits the database over several machines. It has no snapshot of all of them. */
async function isSplit(connection: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(connection);
  return rows.length > 0;
}

/** Throws if others are connected. A running service always is, because every second it looks for emails to send. */
async function assertNoOtherConnections(connection: Kysely<Tables>): Promise<void> {
  for (const giveUpAt = performance.now() + MAX_WAIT_MS; ; await sleep(200)) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        and application_name not like 'citus_%'`.execute(connection);
    if (rows.length === 0) return;
    if (performance.now() > giveUpAt) throw new Error(IN_USE_BY_SERVICE);
  }
}

/** The source of a move that has begun: the id of its installation, and the number of rows in each table. */
export interface MoveSource {
  readonly id: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Whether a table exists. This also works before the migrations have run. */
export async function hasTable({ kysely }: Pick<Database, 'kysely'>, name: string): Promise<boolean> {
  return (await kysely.introspection.getTables()).some((table) => table.name === name);
}

/** Whether a move into this database has begun but has not been completed. The service does not start with such a database. */
export function hasUnfinishedMove(database: Pick<Database, 'kysely'>): Promise<boolean> {
  return hasTable(database, 'unfinished_move');
}

export async function findUnfinishedMove({ kysely }: Pick<Database, 'kysely'>): Promise<MoveSource | undefined> {
  if (!(await hasUnfinishedMove({ kysely }))) return undefined;
  const { rows } = await sql<{ source: string }>`select source from unfinished_move`.execute(kysely);
  return JSON.parse(rows[0]?.source ?? '{}');
}

/** Creates the table `unfinished_move`, which is not part of the schema. It is dropped when both databases are equal. */
export async function beginMove(database: Database, source: MoveSource): Promise<void> {
  await database.write(async ({ db: tx }) => {
    await sql`create table unfinished_move (source text not null)`.execute(tx);
    await sql`insert into unfinished_move values (${JSON.stringify(source)})`.execute(tx);
  });
}

/**
 * Ends a move. Before that, PostgreSQL updates its statistics and marks all pages as visible to all transactions, so that an
 * index-only scan does not have to read the rows. Autovacuum would do this later. Empty tables are left out: a connection that plans a named
 * statement for a table known to be empty keeps to scan it while it grows.
 */
export async function endMove({ dialect, runMaintenance, write }: Database, { counts }: MoveSource): Promise<void> {
  const filled = Object.keys(counts).filter((name) => counts[name]);
  if (dialect === 'postgres')
    await runMaintenance((db) => sql`vacuum (analyze) ${sql.join(filled.map(sql.table))}`.execute(db));
  await write(({ db: tx }) => sql`drop table unfinished_move`.execute(tx));
}

/** Counts the rows of each of these tables that exists. */
export async function countRows({ kysely }: Pick<Database, 'kysely'>, tables: readonly MovedTable[]) {
  const existingTables = new Set((await kysely.introspection.getTables()).map(({ name }) => name));
  const counts: Record<string, number> = {};
  for (const { name } of tables.filter((table) => existingTables.has(table.name))) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(kysely);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

/**
 * Copies the rows after the first `copied` rows. Each batch is one transaction and follows the order of the source, so the rows
 * of the target are always the first rows of the source, and their number is the progress of the move.
 */
export async function copyRows(
  source: MovedDatabase,
  target: Database,
  table: MovedTable,
  copied: number,
  onBatch: (rowCount: number) => void,
): Promise<void> {
  // Kysely's types need the name of a table at compile time, so any name, such as 'todos', replaces the real one in the type.
  const insert = prepareMultiRowQuery<Row, never, Handle<Tx>>(({ db }, rows) =>
    db.insertInto(table.name as 'todos').values(rows as never),
  );
  let lastKey: string | undefined;
  for await (const rows of readBatches(source, table, copied)) {
    await target
      .write((tx) => insert(tx, rows))
      .catch((error: Error) => {
        const failedRows = lastKey ? `rows after ${lastKey}` : copied ? `rows after row ${copied}` : 'first rows';
        const message = `The ${failedRows} of the table ${table.name} could not be copied: ${error.message}`;
        throw new Error(message, { cause: error });
      });
    lastKey = JSON.stringify(table.primaryKey.map((column) => rows.at(-1)?.[column]));
    onBatch(rows.length);
  }
}

/**
 * Reads the rows of a table after the first `skippedCount` rows, in the order in which this database sorts the primary key. The
 * other database may sort texts differently, so its order is not used.
 */
export async function* readBatches({ kysely }: MovedDatabase, table: MovedTable, skippedCount = 0) {
  const key = sql.join(table.primaryKey.map((column) => sql.ref(column)));
  for (let last: Row | undefined; ; ) {
    const isAfter = last
      ? sql`where (${key}) > (${sql.join(table.primaryKey.map((column) => last?.[column]))})`
      : sql``;
    const page = sql`order by ${key} limit ${BATCH_ROWS} offset ${last ? 0 : skippedCount}`;
    const { rows } = await sql<Row>`select * from ${sql.table(table.name)} ${isAfter} ${page}`.execute(kysely);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) return;
    last = rows.at(-1);
  }
}

/**
 * Returns the number of rows and a checksum that does not depend on their order, because databases sort texts differently: the
 * sum of the first 128 bits of the SHA-256 hashes of all rows. A row is hashed as JSON, in which each number and text has only one
 * form.
 */
export async function summarizeRows(
  { columns }: Pick<MovedTable, 'columns'>,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Promise<string> {
  let count = 0;
  let sum = 0n;
  for await (const rows of batches) {
    count += rows.length;
    for (const row of rows)
      sum += BigInt(`0x${hash('sha256', JSON.stringify(columns.map((column) => row[column]))).slice(0, 32)}`);
  }
  const checksum = BigInt.asUintN(128, sum).toString(16).padStart(32, '0');
  return `${count.toLocaleString('en').padStart(12)} rows  ${checksum}`;
}
