import { closeSync, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from '../../schema/tables.ts';
import { restrictToOwner } from '../files/owner-only.ts';
import { type Database, errorCode } from './database.ts';
import { QueryCount, type RunPrepared, setPreparedDriver } from './prepared.ts';

const WRITER =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;';
/** 16 MB of cached pages instead of 2: most pages that requests read stay in the process. */
const READER = 'PRAGMA query_only = ON; PRAGMA busy_timeout = 5000; PRAGMA cache_size = -16000;';

/**
 * Opens the embedded database. One connection writes and one reads. With WAL they work at the same time, so that a read
 * never waits for a commit to reach the disk. Only one process can open the file; a second one is refused.
 */
export function openSqlite(path: string): Database {
  const file = prepareFile(path);
  const lock = lockFile(file);
  const queryCount = new QueryCount();
  const { kysely: owner, run: runInTransaction } = connect(file, WRITER, queryCount);
  const { kysely: reader, run } = connect(file, READER, queryCount);
  setPreparedDriver(reader, { dialect: 'sqlite', run });
  return {
    dialect: 'sqlite',
    owner,
    reader,
    write: (work) =>
      owner.transaction().execute((tx) => {
        setPreparedDriver(tx, { dialect: 'sqlite', run: runInTransaction });
        return work(tx);
      }),
    migrating: (work) => work(owner),
    queries: () => queryCount.total,
    isOutage,
    isMissingReference,
    async close() {
      await reader.destroy();
      await owner.destroy();
      lock.close();
    },
  };
}

/** Opens the file read-only, even if another process has it open. Each write fails. */
export function openSqliteReadOnly(path: string): Database {
  if (!existsSync(path)) throw new Error(`There is no database ${path}.`);
  const queryCount = new QueryCount();
  const { kysely: reader } = connect(realpathSync(path), READER, queryCount);
  return {
    dialect: 'sqlite',
    owner: reader,
    reader,
    write: (work) => reader.transaction().execute(work),
    queries: () => queryCount.total,
    migrating: (work) => work(reader),
    isOutage,
    isMissingReference,
    close: () => reader.destroy(),
  };
}

/** Copies the database to a new file, even while another process writes to it. The caller has to sync the file. */
export function copySqlite(path: string, target: string): void {
  if (!existsSync(path)) throw new Error(`There is no database ${path}.`);
  const database = open(realpathSync(path), 'PRAGMA busy_timeout = 5000');
  try {
    database.prepare('vacuum into ?').run(target);
  } finally {
    database.close();
  }
  restrictToOwner(target);
}

/** Throws unless the integrity check of SQLite passes. */
export function checkSqlite(path: string): void {
  const database = open(path, READER);
  try {
    const result = database.prepare('pragma integrity_check(1)').get()?.integrity_check;
    if (result !== 'ok') throw new Error(`${path} is damaged: ${result}.`);
  } finally {
    database.close();
  }
}

/**
 * Creates the file if it does not exist, restricts it to its owner, and returns its path without symbolic links. SQLite
 * gives `-wal` and `-shm` the permissions of the file, but those of an earlier release may have more.
 */
function prepareFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  const file = realpathSync(path);
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}.lock`]) restrictToOwner(each);
  return file;
}

/** Takes an exclusive lock. The operating system releases it when the process ends, for whatever reason. */
function lockFile(file: string): DatabaseSync {
  const path = `${file}.lock`;
  let lock: DatabaseSync | undefined;
  try {
    closeSync(openSync(path, 'a', 0o600));
    lock = new DatabaseSync(path);
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    throw new Error(`${file} ${resultCode(error) === BUSY ? IN_USE : `cannot be locked: ${reasonOf(error)}.`}`, {
      cause: error,
    });
  }
}

const BUSY = 5;
const IN_USE = 'is in use by another process of this service. Stop that process or use another DATA_DIR.';

function connect(file: string, pragmas: string, queryCount: QueryCount) {
  const database = new PreparedStatements(open(file, pragmas));
  const kysely = new Kysely<Tables>({ dialect: new Dialect({ database }), log: queryCount.log });
  const run: RunPrepared = (sql, parameters) => database.prepare(sql).all(parameters);
  return { kysely, run: queryCount.counting(run) };
}

/** By default Kysely migrates SQLite without a transaction, so a process that dies would leave half a migration. */
class Dialect extends SqliteDialect {
  override createAdapter() {
    return new Adapter();
  }
}

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

function open(file: string, pragmas: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file);
    database.exec(pragmas);
    return database;
  } catch (error) {
    throw new Error(`${file} cannot be opened: ${reasonOf(error)}.`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Adapts node:sqlite to Kysely's SqliteDialect. Each statement is prepared once. */
class PreparedStatements {
  readonly #database: DatabaseSync;
  readonly #statements = new LRUCache<string, Statement>({ max: 500 });

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string): Statement | typeof NO_OP {
    // SQLite rolls back by itself, for example when the disk is full. A second rollback would fail and hide that error.
    if (sql === 'rollback' && !this.#database.isTransaction) return NO_OP;
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    // Locks the database at once: a deferred transaction could fail at its first write.
    const statement = new Statement(this.#database.prepare(sql === 'begin' ? 'begin immediate' : sql));
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

const NO_OP = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

class Statement {
  readonly #statement: StatementSync;
  readonly reader: boolean;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  // The parameters are text, numbers and nulls: the stores pass values of the types of the columns.
  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...(parameters as SQLInputValue[]));
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#statement.run(...(parameters as SQLInputValue[]));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...(parameters as SQLInputValue[]));
  }
}

/** SQLITE_BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB: problems of the file or its disk, not of the query. */
const OUTAGES = new Set([5, 8, 10, 11, 13, 14, 26]);

function isOutage(error: unknown): boolean {
  if (errorCode(error) === 'ERR_INVALID_STATE') return true; // the connection is closed
  return OUTAGES.has(resultCode(error));
}

/** SQLITE_CONSTRAINT_FOREIGNKEY */
function isMissingReference(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 787;
}

/** The primary result code of SQLite; NaN for any other error. */
function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : Number.NaN;
}
