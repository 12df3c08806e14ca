import { sql } from 'kysely';
import type { Database, Handle, Tx } from './database.ts';

/**
 * Makes other transactions that lock one of these names wait until this transaction ends. With SQLite there is nothing to do,
 * because write transactions run one at a time.
 */
export async function lockNames(
  { db, database }: Handle<Tx> & { readonly database: Pick<Database, 'dialect'> },
  names: readonly string[],
): Promise<void> {
  if (database.dialect === 'sqlite') return;
  const keys = sql.join([...names].sort().map((name) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`));
  await sql`select ${keys}`.execute(db);
}
