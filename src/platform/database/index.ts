import type { Settings } from '../settings.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type { Database, Reader, Tx } from './database.ts';
export { assertMigrated, migrate } from './migrate.ts';
export { prepared } from './prepared.ts';

/** Opens the database that DATABASE_URL names. */
export async function openDatabase(url: Settings['databaseUrl']): Promise<Database> {
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url);
}
