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
  /** The whole of Kysely, for migrations alone. */
  readonly owner: Kysely<Tables>;
  /** How many queries have run so far, in transactions and outside. */
  queries(): number;
  /** Asks the database for a sign of life; throws when there is none. */
  ping(): Promise<void>;
  /** Whether an error says that the database is out of reach, rather than that a query is wrong. */
  isOutage(error: unknown): boolean;
  close(): Promise<void>;
}

/** The `code` of an error as libraries set it, or ''. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
