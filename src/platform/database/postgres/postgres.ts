import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { getErrorCode } from '../../../core/error-code.ts';
import type { Tables } from '../../../schema/tables.ts';
import type { Database } from '../database.ts';
import { createTransactionFactory, QueryCounter, setPreparedQueryDriver } from '../prepared.ts';
import type { PoolOptions } from './postgres-pool.ts';
import { type CreateQuery, createTransactionRunner } from './postgres-transaction.ts';

const STATEMENT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_CONNECTIONS = 10;
/** How many times a transaction is run at most, if PostgreSQL aborts it each time. */
const MAX_ATTEMPTS = 5;
/** Maintenance, such as a migration, has more time: it may rewrite a large table, or wait for another process that does the same. */
const MAINTENANCE_POOL: PoolOptions = { maxConnections: 2, statementTimeoutMs: 30 * 60_000 };

/** Behind pgbouncer, the time limits cannot be session settings, so each transaction sets them. */
const BEGIN_WITH_LIMITS =
  `begin; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}; ` +
  `set local idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS}`;

export interface PostgresOptions {
  readonly readOnly?: boolean;
  /** The maximum number of connections of this process. */
  readonly maxConnections?: number;
  /** The URL of a replica, for lists that may be a second old. */
  readonly replicaUrl?: string | null;
  /** Receives a message when the service begins or stops reading from the replica. */
  readonly log?: Logger;
}

/** Opens a PostgreSQL database. Only this function loads the library pg, so that a service on SQLite needs no memory for it. */
export async function openPostgres(
  url: string,
  { readOnly = false, maxConnections = DEFAULT_MAX_CONNECTIONS, replicaUrl = null, log }: PostgresOptions = {},
): Promise<Database> {
  const { openPool, isPgbouncer, supportsNamedStatements } = await import('./postgres-pool.ts');
  const pool = openPool(url, { maxConnections, statementTimeoutMs: STATEMENT_TIMEOUT_MS, readOnly });
  const queryCounter = new QueryCounter();
  const dialect = new PostgresDialect({ pool });
  const kysely = new Kysely<Tables>({ dialect, log: queryCounter.increment });
  const createQuery = supportsNamedStatements(url) ? createNamedQuery : createUnnamedQuery;
  const beginSql = isPgbouncer(url) ? BEGIN_WITH_LIMITS : 'begin';
  const run = queryCounter.countRuns(async (text, values) => (await pool.query(createQuery(text, values))).rows);
  setPreparedQueryDriver({ db: kysely }, { dialect: 'postgres', run });
  const replica =
    replicaUrl === null
      ? undefined
      : await openReplica(replicaUrl, { primaryPool: pool, maxConnections, queryCounter, log });
  const createTransaction = createTransactionFactory(kysely, dialect);
  const write = createTransactionRunner({ pool, createTransaction, queryCounter, createQuery, beginSql });
  return {
    dialect: 'postgres',
    kysely,
    db: kysely, // PostgreSQL needs no separate connection for reading
    getReplicaOrPrimary: () => replica?.getReader() ?? kysely,
    write: (work) => runWithRetry(() => write(work)),
    async runMaintenance(work) {
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, MAINTENANCE_POOL) }) });
      try {
        return await work(db);
      } finally {
        await db.destroy();
      }
    },
    getLoad: () => ({
      busyConnectionCount: pool.totalCount - pool.idleCount,
      idleConnectionCount: pool.idleCount,
      waitingCount: pool.waitingCount,
    }),
    getQueryCount: () => queryCounter.total,
    isOutage,
    isMissingReference: (error) => getErrorCode(error) === '23503', // foreign_key_violation
    async close() {
      await replica?.close();
      await kysely.destroy();
    },
  };
}

interface ReplicaOptions {
  readonly primaryPool: pg.Pool;
  readonly maxConnections: number;
  readonly queryCounter: QueryCounter;
  readonly log: Logger | undefined;
}

/** Opens a replica. `getReader` returns undefined while the replica is not current. */
async function openReplica(url: string, { primaryPool, maxConnections, queryCounter, log }: ReplicaOptions) {
  const { openPool, supportsNamedStatements } = await import('./postgres-pool.ts');
  const { watchReplica } = await import('./postgres-replica.ts');
  const replicaPool = openPool(url, { maxConnections, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const reader = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: replicaPool }),
    log: queryCounter.increment,
  });
  const createQuery = supportsNamedStatements(url) ? createNamedQuery : createUnnamedQuery;
  const run = queryCounter.countRuns(async (text, values) => (await replicaPool.query(createQuery(text, values))).rows);
  setPreparedQueryDriver({ db: reader }, { dialect: 'postgres', run });
  const replica = watchReplica(primaryPool, replicaPool, log);
  return {
    getReader: () => (replica.isCurrent() ? reader : undefined),
    async close() {
      replica.stop();
      await reader.destroy();
    },
  };
}

/**
 * Runs a transaction again when PostgreSQL aborted it because of a deadlock, a serialization failure, or a row that another transaction
 * has inserted since this one checked that it does not exist (a unique violation): the next attempt finds that row.
 */
async function runWithRetry<T>(transaction: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!['40001', '40P01', '23505'].includes(getErrorCode(error)) || attempt >= MAX_ATTEMPTS) throw error;
    await sleep(10 * attempt * Math.random()); // random, so that two transactions do not collide again
    return runWithRetry(transaction, attempt + 1);
  }
}

const statementNames = new Map<string, string>();

/** Gives each statement a name, so that a connection parses it only once. */
const createNamedQuery: CreateQuery = (text, values) => {
  const name = statementNames.get(text) ?? `prepared ${statementNames.size + 1}`;
  statementNames.set(text, name);
  return { name, text, values: [...values] };
};

const createUnnamedQuery: CreateQuery = (text, values) => ({ text, values: [...values] });

/**
 * Whether an error is reported as an outage (503), because the same request may succeed later: an error that ends the connection
 * (FATAL, PANIC, class 08), insufficient resources (53), cancellation and shutdown (57), system errors (58), serialization failures
 * and deadlocks (40001, 40P01), locks that are not available (55P03), a read-only server (25006), or an error of the socket or the
 * pool. A server that asks others, as with Citus, passes on what its own client says about their connections.
 */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')) return true;
  if (/^(08|53|57|58|40001|40P01|55P03|25006)/.test(getErrorCode(error))) return true;
  if (/^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT)/.test(getErrorCode(error)))
    return true;
  return /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout|server closed the connection|SSL SYSCALL/.test(
    error.message,
  );
}
