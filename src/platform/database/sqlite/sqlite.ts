import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { restrictToOwner } from '../../files/owner-only.ts';
import type { Database, DatabaseLoad } from '../database.ts';
import { QueryCounter, setPreparedQueryDriver } from '../prepared.ts';
import { createGroupCommit, type GroupCommitOptions } from './group-commit.ts';
import { createWriter, openConnection, openFile } from './sqlite-connection.ts';
import { getErrorMessage, isBusy, isMissingReference, isOutage } from './sqlite-errors.ts';

/**
 * With `secure_delete`, SQLite overwrites deleted rows with zeros (decision 0067).
 *
 * While these pragmas run, SQLite itself waits for a locked file. The last pragma ends this: after that, while another program
 * locks the file, `createGroupCommit` waits without blocking the event loop.
 */
const WRITER_PRAGMAS = `PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON; PRAGMA busy_timeout = 0;`;
/** The page cache has 16 MB instead of 2 MB, so that most pages that requests read are already in memory. */
const READER_PRAGMAS = 'PRAGMA query_only = ON; PRAGMA busy_timeout = 5000; PRAGMA cache_size = -16000;';

const NO_LOAD: DatabaseLoad = { busyConnectionCount: 0, idleConnectionCount: 0, waitingCount: 0 };

export interface SqliteOptions extends GroupCommitOptions {
  /** For short commands of an operator, which may run while the service uses the file: each waits for the other's transactions. */
  readonly isBesideService?: boolean;
}

/**
 * Opens the embedded database. One connection writes and one reads. With WAL they work at the same time, so that a read never
 * waits for a commit to reach the disk. Throws if another process has opened the same file with this function and has not closed
 * it. Other programs can open the file.
 */
export function openSqlite(path: string, { isBesideService = false, ...options }: SqliteOptions = {}): Database {
  const file = prepareFile(path);
  const lock = isBesideService ? undefined : lockFile(file);
  const queryCounter = new QueryCounter();
  const writerConnection = openConnection(file, WRITER_PRAGMAS, queryCounter);
  const writer = createWriter(writerConnection);
  const { write, waitUntilIdle, countWaiting } = createGroupCommit(writer, options);
  const { kysely } = writerConnection;
  const { kysely: reader, runPrepared } = openConnection(file, READER_PRAGMAS, queryCounter);
  setPreparedQueryDriver({ db: reader }, { dialect: 'sqlite', run: runPrepared });
  return {
    dialect: 'sqlite',
    kysely,
    db: reader,
    getReplicaOrPrimary: () => reader,
    write,
    async runMaintenance(work) {
      await sql`pragma busy_timeout = 5000`.execute(kysely);
      try {
        return await work(kysely);
      } finally {
        await sql`pragma busy_timeout = 0`.execute(kysely);
      }
    },
    rebuildFile: () => writer.runExclusively(() => rebuildInWorker(file)),
    getLoad: () => ({ ...NO_LOAD, waitingCount: countWaiting() }),
    getQueryCount: () => queryCounter.total,
    isOutage,
    isMissingReference,
    async close() {
      await waitUntilIdle();
      await reader.destroy();
      await kysely.destroy();
      lock?.close();
    },
  };
}

/** Opens the database read-only, even while the service uses it. Throws if the file does not exist. Every write fails. */
export function openSqliteReadOnly(path: string): Database {
  if (!existsSync(path)) throw new Error(`There is no database ${path}.`);
  const queryCounter = new QueryCounter();
  const { kysely: reader } = openConnection(realpathSync(path), READER_PRAGMAS, queryCounter);
  return {
    dialect: 'sqlite',
    kysely: reader,
    db: reader,
    getReplicaOrPrimary: () => reader,
    write: (work) => reader.transaction().execute((tx) => work({ db: tx })),
    getLoad: () => NO_LOAD,
    getQueryCount: () => queryCounter.total,
    runMaintenance: (work) => work(reader),
    isOutage,
    isMissingReference,
    close: () => reader.destroy(),
  };
}

/** Rebuilds the file in a worker thread, because `vacuum` takes eight seconds for a gigabyte and would block the event loop. */
async function rebuildInWorker(file: string): Promise<void> {
  const worker = new Worker(new URL(`./rebuild-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: file,
  });
  await once(worker, 'exit'); // rejects with the error of the worker
}

/** Copies the database to a new file, even while another process writes to the database. The caller has to sync the new file. */
export function copySqlite(path: string, target: string): void {
  if (!existsSync(path)) throw new Error(`There is no database ${path}.`);
  const database = openFile(realpathSync(path), 'PRAGMA busy_timeout = 5000');
  try {
    database.prepare('vacuum into ?').run(target);
  } finally {
    database.close();
  }
  restrictToOwner(target);
}

/** Throws unless the integrity check of SQLite passes. */
export function checkSqlite(path: string): void {
  const database = openFile(path, READER_PRAGMAS);
  try {
    const result = database.prepare('pragma integrity_check(1)').get()?.integrity_check;
    if (result !== 'ok') throw new Error(`${path} is damaged: ${result}.`);
  } finally {
    database.close();
  }
}

/**
 * Creates the file if it does not exist, restricts it to its owner, and returns its path without symbolic links. SQLite
 * gives new `-wal` and `-shm` files the permissions of the file, but files of an earlier release may have more permissions.
 */
function prepareFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  const file = realpathSync(path);
  for (const ownFile of [file, `${file}-wal`, `${file}-shm`, `${file}.lock`]) restrictToOwner(ownFile);
  return file;
}

/**
 * Acquires an exclusive lock on a file: an exclusive transaction in the database `<file>.lock`, which is empty. The operating
 * system releases the lock when the process ends, for whatever reason.
 */
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
    throw new Error(`${file} ${isBusy(error) ? IN_USE : `cannot be locked: ${getErrorMessage(error)}.`}`, {
      cause: error,
    });
  }
}

const IN_USE = 'is in use by another process of this service. Stop that process or use another DATA_DIR.';
