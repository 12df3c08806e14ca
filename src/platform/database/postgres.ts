import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Tables } from '../../schema/tables.ts';
import { codeOf, type Database, type Tx } from './database.ts';
import { preparesWith, QueryCount } from './prepared.ts';

const INT8 = 20;

/** PostgreSQL. pg is loaded only here: a family's own machine, on SQLite, never pays for it. */
export async function openPostgres(url: string, { readOnly = false } = {}): Promise<Database> {
  const { default: pg } = await import('pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number); // counts: far below 2^53
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: 10,
    connectionTimeoutMillis: 3000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    ...(readOnly && { options: '-c default_transaction_read_only=on' }),
  });
  pool.on('error', () => {}); // an idle connection that breaks is replaced; whoever needs one next learns of an outage
  const count = new QueryCount();
  const owner = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: count.log });
  preparesWith(
    owner,
    count.counting(async (text, values) => (await pool.query({ name: nameOf(text), text, values: [...values] })).rows),
  );
  return {
    dialect: 'postgres',
    owner,
    reader: owner,
    write: (work) => retrying(owner, work),
    queries: () => count.total,
    ping: async () => void (await sql`select 1`.execute(owner)),
    isOutage,
    close: () => owner.destroy(),
  };
}

/** PostgreSQL may give up one of two transactions that wait for each other; that one is simply run again. */
async function retrying<T>(db: Kysely<Tables>, work: (tx: Tx) => Promise<T>, tries = 1): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (!['40001', '40P01'].includes(codeOf(error)) || tries >= 5) throw error;
    await sleep(10 * tries * Math.random());
    return retrying(db, work, tries + 1);
  }
}

const names = new Map<string, string>();

/** PostgreSQL knows a prepared statement of a connection by its name. */
function nameOf(sql: string): string {
  const name = names.get(sql) ?? `prepared ${names.size + 1}`;
  names.set(sql, name);
  return name;
}

/** Whatever ends the connection (FATAL), its class (08, 57P), out of resources (53), and what the socket or the pool says. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('severity' in error && error.severity === 'FATAL') return true;
  if (/^(08|53|57P)/.test(codeOf(error))) return true;
  if (/^(ECONN|EPIPE|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|ENOENT)/.test(codeOf(error))) return true;
  return /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/.test(
    error.message,
  );
}
