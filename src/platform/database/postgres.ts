import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type { Tables } from '../../schema/tables.ts';
import { type Database, errorCode, type Tx } from './database.ts';
import type { PoolOptions } from './postgres-pool.ts';
import { QueryCount, setPreparedRunner } from './prepared.ts';

const SERVING: PoolOptions = { connections: 10, statementMilliseconds: 10_000 };
/** A migration may rewrite a large table, or wait for a process that runs the same one. */
const MIGRATING: PoolOptions = { connections: 2, statementMilliseconds: 30 * 60_000 };

/** PostgreSQL. pg is loaded only here: a family's own machine, on SQLite, never pays for it. */
export async function openPostgres(url: string, { readOnly = false } = {}): Promise<Database> {
  const { openPool } = await import('./postgres-pool.ts');
  const pool = openPool(url, { ...SERVING, readOnly });
  const count = new QueryCount();
  const owner = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: count.log });
  setPreparedRunner(
    owner,
    count.counting(async (text, values) => (await pool.query({ name: nameOf(text), text, values: [...values] })).rows),
  );
  return {
    dialect: 'postgres',
    owner,
    reader: owner,
    write: (work) => retrying(owner, work),
    async migrating(work) {
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, MIGRATING) }) });
      try {
        return await work(db);
      } finally {
        await db.destroy();
      }
    },
    queries: () => count.total,
    isOutage,
    isMissingReference: (error) => errorCode(error) === '23503', // foreign_key_violation
    close: () => owner.destroy(),
  };
}

/** PostgreSQL may give up one of two transactions that wait for each other; that one is simply run again. */
async function retrying<T>(db: Kysely<Tables>, work: (tx: Tx) => Promise<T>, tries = 1): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (!['40001', '40P01'].includes(errorCode(error)) || tries >= 5) throw error;
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

/**
 * Whatever ends the connection (FATAL, PANIC), its class (08), out of resources (53), canceled or shut down (57), a broken
 * disk (58), locks that cannot be had (40001, 40P01, 55P03), a server that only reads (25006), and what the socket or the
 * pool says.
 */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')) return true;
  if (/^(08|53|57|58|40001|40P01|55P03|25006)/.test(errorCode(error))) return true;
  if (/^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT)/.test(errorCode(error)))
    return true;
  return /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/.test(
    error.message,
  );
}
