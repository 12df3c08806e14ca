import pg from 'pg';

/** The id of the type int8 (bigint) in PostgreSQL. */
const INT8 = 20;
/** How long a query waits for a connection that another one uses, or for a new connection. Then it fails as an outage (503). */
const CONNECTION_TIMEOUT_MS = 5000;

export interface PoolOptions {
  readonly maxConnections: number;
  /** After this time, the server cancels a statement, and closes a connection with an idle transaction. */
  readonly statementTimeoutMs: number;
  /** Makes writes fail. Has no effect behind pgbouncer. */
  readonly readOnly?: boolean;
}

/** Opens a pool of connections. A broken connection does not end the process. */
export function openPool(url: string, { maxConnections, statementTimeoutMs, readOnly = false }: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number); // all values of this type are counts, far below 2^53
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: maxConnections,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    ...(!isPgbouncer(url) && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      ...(readOnly && { options: '-c default_transaction_read_only=on' }),
    }),
    pipeline: true, // sends queries before the results of earlier ones arrive
    query_timeout: statementTimeoutMs + 1000, // in case the server or the network does not respond
  });
  pool.on('error', ignoreError);
  // The pool handles only the errors of idle connections, but a connection can also break within a transaction.
  pool.on('connect', (client) => client.on('error', ignoreError));
  // The client closes a connection on which a query has timed out, but the pool would use it once more.
  pool.on('release', (_error, client) => {
    if (client.connection.stream.destroyed) void client.end();
  });
  return pool;
}

/**
 * Whether the URL belongs to pgbouncer in transaction mode (decision 0043): each transaction may run on a different connection to
 * PostgreSQL, so session settings do not work.
 */
export function isPgbouncer(url: string): boolean {
  return ['true', 'named'].includes(getPgbouncer(url));
}

/** Whether a statement that was prepared on a connection can be run by its name. Only newer versions of pgbouncer can do this. */
export function supportsNamedStatements(url: string): boolean {
  return getPgbouncer(url) !== 'true';
}

function getPgbouncer(url: string): string {
  return URL.parse(url)?.searchParams.get('pgbouncer') ?? '';
}

/** Ignores an error of a connection: the query on the broken connection reports it, and the pool replaces the connection. */
function ignoreError(): void {}
