import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema/tables.ts';

/** The part of Kysely that reads. Code outside a transaction has only this, so it cannot write by mistake. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'executeQuery' | 'fn'>;
export type Tx = Transaction<Tables>;

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  readonly reader: Reader;
  /** For lists that may be a second old: a replica if there is one that is current, otherwise `reader`. */
  replica(): Reader;
  /** Runs `work` in one transaction, which is committed when it returns and rolled back when it throws. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The whole of Kysely, only for tests and tools. */
  readonly owner: Kysely<Tables>;
  /** Runs migrations, whose statements have longer time limits. */
  migrating<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** The number of queries so far, in transactions and outside. */
  queries(): number;
  /** Whether an error means that the database is unavailable, and not that a query is wrong. */
  isOutage(error: unknown): boolean;
  /** Whether a write was refused because a row that it refers to does not exist (any more). */
  isMissingReference(error: unknown): boolean;
  close(): Promise<void>;
}

/** The `code` property of an error, or '' if it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
