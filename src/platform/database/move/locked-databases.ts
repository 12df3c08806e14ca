import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ControlledTransaction, Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import { getErrorCode } from '../../../core/error-code.ts';
import type { Tables } from '../../../schema/tables.ts';
import type { Database } from '../database.ts';
import { getSqliteFile, openDatabase } from '../index.ts';
import { assertSameSchema } from '../migrate.ts';
import type { MovedTable } from './moved-tables.ts';

/** An open database with the schema that this code expects. No process of the service can change it until it is closed. */
export type LockedSource = Pick<Database, 'kysely' | 'db' | 'close'>;

/** How long to wait for a lock, or until the connections of a process that has just been stopped are closed. */
const MAX_WAIT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 30 * 60_000;
/** The key of the PostgreSQL advisory lock that a move acquires, chosen at random. */
const MOVE_LOCK = 7_304_118_265;

/**
 * Opens a database to read all of its rows. Throws if the service is using it. On PostgreSQL all rows are read from one
 * snapshot, and writes to the tables wait until the source is closed.
 */
export async function openSource(url: string, tables: readonly MovedTable[]): Promise<LockedSource> {
  const file = getSqliteFile(url);
  if (file !== undefined && !existsSync(file)) throw new Error(`There is no database ${file}.`);
  if (file === undefined) return openPostgresSource(url, tables);
  const database = await openDatabase(url);
  try {
    await assertSameSchema(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens the database that a move fills. Creates the file of a SQLite database. Throws if another process is filling the database.
 */
export async function openTarget(url: string): Promise<Database> {
  const database = await openDatabase(url);
  if (getSqliteFile(url) !== undefined) return database;
  const connection = await openConnection(url);
  const closeConnections = async () => {
    await connection.destroy();
    await database.close();
  };
  try {
    // Not "repeatable read": `vacuumTables` marks pages as visible only if no transaction has an older snapshot.
    const tx = await beginWithLock(connection, {
      lock: sql`select pg_advisory_xact_lock(${MOVE_LOCK})`,
      isolationLevel: 'read committed',
      messageIfInUse: IN_USE_BY_MOVE,
    });
    const close = async () => {
      await rollBack(tx);
      await closeConnections();
    };
    return { ...database, close };
  } catch (error) {
    await closeConnections();
    throw error;
  }
}

const IN_USE_BY_MOVE = 'Another process is moving rows into the target.';
const IN_USE_BY_SERVICE =
  'The PostgreSQL database is in use by other connections. Stop every process of the service and close all other programs that are connected to it.';

async function openPostgresSource(url: string, tables: readonly MovedTable[]): Promise<LockedSource> {
  const connection = await openConnection(url);
  try {
    await assertNoOtherConnections(connection);
    await assertSameSchema({ kysely: connection, db: connection });
    const tableNames = sql.join(tables.map(({ name }) => sql.table(name)));
    const tx = await beginWithLock(connection, {
      lock: sql`lock table ${tableNames} in share mode`,
      isolationLevel: 'repeatable read',
      messageIfInUse: IN_USE_BY_SERVICE,
    });
    const close = async () => {
      await rollBack(tx);
      await connection.destroy();
    };
    return { kysely: tx, db: tx, close };
  } catch (error) {
    await connection.destroy();
    throw error;
  }
}

/** Opens a single connection whose statements may take much longer than those of requests. */
async function openConnection(url: string): Promise<Kysely<Tables>> {
  const { openPool } = await import('../postgres/postgres-pool.ts');
  const pool = openPool(url, { maxConnections: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

interface LockOptions {
  readonly lock: RawBuilder<unknown>;
  readonly isolationLevel: 'read committed' | 'repeatable read';
  readonly messageIfInUse: string;
}

/**
 * Begins a transaction and runs the statement `lock` in it. A `lock table` statement takes no snapshot, so the first query after it
 * sees everything that was committed before the lock was acquired.
 */
async function beginWithLock(connection: Kysely<Tables>, { lock, isolationLevel, messageIfInUse }: LockOptions) {
  const tx = await connection.startTransaction().setIsolationLevel(isolationLevel).execute();
  try {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`set local lock_timeout = ${sql.lit(MAX_WAIT_MS)}`.execute(tx);
    await lock.execute(tx);
    await sql`set local lock_timeout = 0`.execute(tx); // also releases the snapshot of the previous statement at "read committed"
    return tx;
  } catch (error) {
    await rollBack(tx);
    throw getErrorCode(error) === LOCK_NOT_AVAILABLE ? new Error(messageIfInUse, { cause: error }) : error;
  }
}

/** The error code of PostgreSQL when `lock_timeout` has expired. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Ends a transaction that has changed nothing. Ignores errors, such as a broken connection. */
async function rollBack(tx: ControlledTransaction<Tables>): Promise<void> {
  await tx
    .rollback()
    .execute()
    .catch(() => {});
}

/**
 * Throws if other programs are connected to the database. A running service is always connected, because every second it looks
 * for emails to send. Waits a few seconds until the connections of a process that has just been stopped are closed.
 */
async function assertNoOtherConnections(connection: Kysely<Tables>): Promise<void> {
  const giveUpAt = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const { rows } = await sql<{ connectionCount: number }>`
      select count(*) as "connectionCount" from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
      connection,
    );
    if (rows[0]?.connectionCount === 0) return;
    if (performance.now() > giveUpAt) throw new Error(IN_USE_BY_SERVICE);
    await sleep(200);
  }
}
