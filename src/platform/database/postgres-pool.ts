import pg from 'pg';

const INT8 = 20;
const CONNECTING_MILLISECONDS = 3000;

export interface PoolOptions {
  readonly connections: number;
  /** After this the server ends a statement, or a transaction in which nothing happens. */
  readonly statementMilliseconds: number;
  readonly readOnly?: boolean;
}

/** A pool of clients that survive whatever happens to their connection. */
export function openPool(url: string, { connections, statementMilliseconds, readOnly = false }: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number); // counts: far below 2^53
  const pool = new pg.Pool({
    connectionString: url,
    types,
    Client,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTING_MILLISECONDS,
    statement_timeout: statementMilliseconds,
    idle_in_transaction_session_timeout: statementMilliseconds,
    query_timeout: statementMilliseconds + 1000, // for a server or a network that is silent
    ...(readOnly && { options: '-c default_transaction_read_only=on' }),
  });
  pool.on('error', ignore);
  return pool;
}

class Client extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // The pool listens only while a client is idle, but a connection can also break between two queries of a transaction.
    this.on('error', ignore);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const endingWhenSilent = (...args: unknown[]) => {
      const result = query(...args);
      if (result instanceof Promise) result.catch((error: unknown) => this.#endIfSilent(error));
      return result;
    };
    this.query = endingWhenSilent as typeof this.query; // the same arguments and results, whatever they are
  }

  /** The answer to a query that timed out may still come: nothing else may be asked on this connection. */
  #endIfSilent(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout') void this.end();
  }
}

/** Whoever uses a broken connection hears of it from the query, and the pool replaces the connection. */
function ignore(): void {}
