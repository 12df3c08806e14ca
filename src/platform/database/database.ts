import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema/tables.ts';

/** What a plain read needs: outside a transaction nothing else is possible, so no write escapes one. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'executeQuery' | 'fn'>;
export type Tx = Transaction<Tables>;

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  readonly reader: Reader;
  /** Runs `work` in one transaction; what it returns is committed, what it throws is rolled back. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The whole of Kysely, for tests and tools alone. */
  readonly owner: Kysely<Tables>;
  /** Runs migrations: their statements have time limits of their own. */
  migrating<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** How many queries have run so far, in transactions and outside. */
  queries(): number;
  /** Whether an error says that the database is out of reach, rather than that a query is wrong. */
  isOutage(error: unknown): boolean;
  /** Whether a write was refused because a row that it refers to does not exist (any more). */
  isMissingReference(error: unknown): boolean;
  close(): Promise<void>;
}

/** The `code` of an error as libraries set it, or ''. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
