import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema/tables.ts';

/** The part of Kysely that reads. Code outside a transaction uses only this part, so that it cannot write by mistake. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'executeQuery' | 'fn'>;
export type Tx = Transaction<Tables>;

/** Where queries run: a database or, as `Handle<Tx>`, an open transaction. `Context` is a handle with everything else that requests use. */
export interface Handle<Db extends Reader = Reader> {
  readonly db: Db;
}

export interface Database extends Handle {
  readonly dialect: 'sqlite' | 'postgres';
  /** Returns the reader of a replica if a replica exists and is current, otherwise `db`. For lists that may be a second old. */
  getReplicaOrPrimary(): Reader;
  /**
   * Runs `work` in one transaction, which is committed when `work` returns and rolled back when it throws. PostgreSQL may abort a
   * transaction because of a deadlock; `work` then runs again.
   */
  write<T>(work: (transaction: Handle<Tx>) => Promise<T>): Promise<T>;
  /** The complete query builder, which can also write. Requests use `db` and `write` instead. */
  readonly kysely: Kysely<Tables>;
  /** Runs `work`, such as migrations, on a connection whose statements may take longer than those of requests. */
  runMaintenance<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Rewrites the database file without the remains of deleted rows. Reads continue, and writes wait. Only SQLite has this method:
   * PostgreSQL overwrites the space of deleted rows itself (autovacuum).
   */
  rebuildFile?(): Promise<void>;
  getLoad(): DatabaseLoad;
  /** The number of queries so far, inside and outside of transactions. */
  getQueryCount(): number;
  /** Whether an error means that the database is unavailable, and not that a query is wrong. */
  isOutage(error: unknown): boolean;
  /** Whether a write failed because a row that it refers to does not exist, for example because it was deleted. */
  isMissingReference(error: unknown): boolean;
  close(): Promise<void>;
}

export interface DatabaseLoad {
  /** Connections that are running a query or a transaction; 0 with SQLite. */
  readonly busyConnectionCount: number;
  /** Open connections that are running nothing; 0 with SQLite. */
  readonly idleConnectionCount: number;
  /** Transactions that wait for their turn, and with PostgreSQL also single queries. */
  readonly waitingCount: number;
}
