import { closeSync, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from '../../schema/tables.ts';
import { restrictToOwner } from '../files/owner-only.ts';
import { type Database, errorCode } from './database.ts';
import { QueryCount, setPreparedRunner } from './prepared.ts';

const WRITER =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;';
const READER = 'PRAGMA query_only = ON; PRAGMA busy_timeout = 5000;';

/**
 * The embedded database: one connection writes, one reads (WAL lets them at the same time), so that a read never waits
 * for a commit to reach the disk. One process owns the file: a second one is refused.
 */
export function openSqlite(path: string): Database {
  const file = ownFile(path);
  const lock = lockFile(file);
  const count = new QueryCount();
  const { kysely: owner } = connect(file, WRITER, count);
  const { kysely: reader, statements } = connect(file, READER, count);
  setPreparedRunner(
    reader,
    count.counting((sql, parameters) => statements.prepare(sql).all(parameters)),
  );
  return {
    dialect: 'sqlite',
    owner,
    reader,
    write: (work) => owner.transaction().execute(work),
    migrating: (work) => work(owner),
    queries: () => count.total,
    isOutage,
    isMissingReference,
    async close() {
      await reader.destroy();
      await owner.destroy();
      lock.close();
    },
  };
}

/** The file, which another process may have open; each write fails. */
export function openSqliteToRead(path: string): Database {
  if (!existsSync(path)) throw new Error(`There is no database ${path}.`);
  const count = new QueryCount();
  const { kysely: reader } = connect(realpathSync(path), READER, count);
  return {
    dialect: 'sqlite',
    owner: reader,
    reader,
    write: (work) => reader.transaction().execute(work),
    queries: () => count.total,
    migrating: (work) => work(reader),
    isOutage,
    isMissingReference,
    close: () => reader.destroy(),
  };
}

/** Writes the database as it is now to a new file, beside whoever writes to it. It reaches the disk when its caller sees to that. */
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

/** Throws unless every page of a database is in order. */
export function checkSqlite(path: string): void {
  const database = open(path, READER);
  try {
    const found = database.prepare('pragma integrity_check(1)').get()?.integrity_check;
    if (found !== 'ok') throw new Error(`${path} is damaged: ${found}.`);
  } finally {
    database.close();
  }
}

/**
 * The file itself, whatever links lead to it, open to its owner alone. SQLite gives `-wal` and `-shm` the rights that the
 * file has; those of an earlier release may have more.
 */
function ownFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  const file = realpathSync(path);
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}.lock`]) restrictToOwner(each);
  return file;
}

/** An exclusive lock for the life of the process: the system drops it when the process dies, however it dies. */
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
const IN_USE = 'is in use by another process of this service. Stop that one, or use another DATA_DIR.';

function connect(file: string, pragmas: string, { log }: QueryCount) {
  const database = open(file, pragmas);
  const statements = new PreparedStatements(database);
  return { kysely: new Kysely<Tables>({ dialect: new Dialect({ database: statements }), log }), statements };
}

/** Kysely migrates SQLite outside of a transaction: a process that dies half way would leave half a migration. */
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

/** node:sqlite as Kysely's SqliteDialect wants it, with each statement prepared once. */
class PreparedStatements {
  readonly #database: DatabaseSync;
  readonly #statements = new LRUCache<string, Statement>({ max: 500 });

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string): Statement | typeof NOTHING_TO_DO {
    // SQLite itself has rolled back when, say, the disk is full; doing it again would hide the reason.
    if (sql === 'rollback' && !this.#database.isTransaction) return NOTHING_TO_DO;
    const known = this.#statements.get(sql);
    if (known) return known;
    // A transaction that will write takes the writer's place at once: a deferred one can fail half way.
    const statement = new Statement(this.#database.prepare(sql === 'begin' ? 'begin immediate' : sql));
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

const NOTHING_TO_DO = {
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

  // Kysely hands over what the stores gave it, typed there by the table's columns: text, numbers and nulls.
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

/** SQLITE_BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB: the file or its disk is the trouble, not the query. */
const OUTAGES = new Set([5, 8, 10, 11, 13, 14, 26]);

function isOutage(error: unknown): boolean {
  if (errorCode(error) === 'ERR_INVALID_STATE') return true; // the connection is closed
  return OUTAGES.has(resultCode(error));
}

/** SQLITE_CONSTRAINT_FOREIGNKEY */
function isMissingReference(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 787;
}

/** SQLite's primary result code; NaN for an error that is not SQLite's. */
function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : Number.NaN;
}
