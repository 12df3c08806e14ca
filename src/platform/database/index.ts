import type { Settings } from '../settings.ts';
import type { Database } from './database.ts';
import { openPostgres, type PostgresOptions } from './postgres/postgres.ts';
import { openSqlite, openSqliteReadOnly, type SqliteOptions } from './sqlite/sqlite.ts';

export type { Database, Handle, Reader, Tx } from './database.ts';
export { deleteSelectedRows } from './delete-rows.ts';
export { sweepExpiredRows } from './expired-rows.ts';
export { lockNames } from './lock-names.ts';
export { assertMigrated, migrate, PendingMigrationsError } from './migrate.ts';
export {
  getDialect,
  type JsonRows,
  lockRows,
  parseJsonRows,
  prepareMultiRowQuery,
  prepareQuery,
  selectJsonRows,
} from './prepared.ts';
export { checkSqlite, copySqlite } from './sqlite/sqlite.ts';

/** Opens the database that DATABASE_URL names. */
export async function openDatabase(
  url: Settings['databaseUrl'],
  options: SqliteOptions & PostgresOptions = {},
): Promise<Database & AsyncDisposable> {
  const file = getSqliteFile(url);
  return makeDisposable(file === undefined ? await openPostgres(url, options) : openSqlite(file, options));
}

/** Opens the database read-only, for commands that change nothing. On SQLite this works while the service is running. */
export async function openDatabaseReadOnly(url: Settings['databaseUrl']): Promise<Database & AsyncDisposable> {
  const file = getSqliteFile(url);
  return makeDisposable(file === undefined ? await openPostgres(url, { readOnly: true }) : openSqliteReadOnly(file));
}

/** Lets commands close the database with `await using`. */
function makeDisposable(database: Database): Database & AsyncDisposable {
  return { ...database, [Symbol.asyncDispose]: database.close };
}

/** The file of an embedded database, or undefined for a database server. */
export function getSqliteFile(url: Settings['databaseUrl']): string | undefined {
  return url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;
}

/** The URL of the database without user and password, for logs and messages. */
export function redactDatabaseUrl(url: Settings['databaseUrl']): string {
  if (getSqliteFile(url) !== undefined) return url;
  const server = URL.parse(url);
  return server ? `${server.protocol}//${server.host}${server.pathname}` : 'PostgreSQL';
}
