import pg from 'pg';
import { currentWork } from '../../concurrency/current-work.ts';
import { RoundRobinQueue } from '../../concurrency/round-robin-queue.ts';
import { getSite } from '../../concurrency/site.ts';
import type { DatabaseLoad } from '../database.ts';

const INT8 = 20;
const CONNECTION_TIMEOUT_MS = 3000;
/**
 * The share of the connections that one site may hold while others use the pool, so that the others find a free one.
 * Results are also parsed one after the other, so one site delays others less if it gets few at a time.
 */
const SHARE_PER_SITE = 0.2;
/** The share that it may hold while no other site uses the pool, so that the first request of another finds a connection. */
const SHARE_OF_ONLY_SITE = 0.5;
/** How long the smaller share still applies after the last request of another site for a connection. */
const OTHER_SITES_WINDOW_MS = 1000;

export interface PoolOptions {
  readonly connections: number;
  /** The time after which the server ends a statement or an idle transaction. */
  readonly statementTimeoutMs: number;
  readonly readOnly?: boolean;
}

/** Opens a pool of connections. An error of a connection does not end the process. */
export function openPool(url: string, { connections, statementTimeoutMs, readOnly = false }: PoolOptions): FairPool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number); // all values of this type are counts, far below 2^53
  const pool = new FairPool({
    connectionString: url,
    types,
    Client,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    ...(!isPgbouncer(url) && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      ...(readOnly && { options: '-c default_transaction_read_only=on' }),
    }),
    query_timeout: statementTimeoutMs + 1000, // in case the server or the network does not respond
  });
  pool.on('error', ignoreError);
  return pool;
}

/**
 * Whether the URL is that of a pgbouncer in transaction mode (decision 0043): each transaction may run on another connection to
 * PostgreSQL, so there are no settings of a session and no named statements.
 */
export function isPgbouncer(url: string): boolean {
  return URL.parse(url)?.searchParams.get('pgbouncer') === 'true';
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/**
 * A connection pool that clients use in turns, and in which no site holds more than its share. The client is that of the
 * current work. Otherwise one client with hundreds of concurrent requests would delay all other clients: each of their
 * statements would wait until one of its statements ends.
 */
export class FairPool extends pg.Pool {
  readonly #waiting = new RoundRobinQueue<() => void>();
  readonly #heldCounts = new Map<string, number>();
  readonly #limit: number;
  readonly #limitOfOnlySite: number;
  readonly #max: number;
  #lastSite: string | undefined;
  #siteChangedAt = Number.NEGATIVE_INFINITY; // when a different site than before last asked for a connection; jobs do not count
  #freeConnections: number;

  constructor(config: pg.PoolConfig & { readonly max: number }) {
    super(config);
    this.#freeConnections = config.max;
    this.#max = config.max;
    this.#limit = Math.max(1, Math.floor(config.max * SHARE_PER_SITE));
    this.#limitOfOnlySite = Math.max(1, Math.floor(config.max * SHARE_OF_ONLY_SITE));
  }

  getLoad(): DatabaseLoad {
    return {
      busyConnections: this.#max - this.#freeConnections,
      idleConnections: this.idleCount,
      waitingCount: this.#waiting.size,
    };
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> {
    const connected = this.#connectInTurn(currentWork.getStore()?.client ?? '');
    if (callback)
      connected.then(
        (client) => callback(undefined, client, client.release),
        (error: Error) => callback(error, undefined, ignoreError),
      );
    return connected;
  }

  async #connectInTurn(client: string): Promise<pg.PoolClient> {
    const site = getSite(client);
    if (site !== '' && site !== this.#lastSite) {
      if (this.#lastSite !== undefined) this.#siteChangedAt = performance.now();
      this.#lastSite = site;
    }
    if (this.#freeConnections > 0 && this.#isBelowLimit(client)) this.#take(site);
    else await this.#wait(client);
    try {
      const connection = await super.connect();
      const release = connection.release;
      connection.release = (error) => {
        release(error);
        this.#giveBack(site);
      };
      return connection;
    } catch (error) {
      this.#giveBack(site);
      throw error;
    }
  }

  readonly #isBelowLimit = (client: string): boolean =>
    (this.#heldCounts.get(getSite(client)) ?? 0) < this.#getLimit(client);

  #getLimit(client: string): number {
    if (performance.now() - this.#siteChangedAt <= OTHER_SITES_WINDOW_MS) return this.#limit;
    return client === '' ? this.#max : this.#limitOfOnlySite; // jobs may use all of them
  }

  #take(site: string): void {
    this.#freeConnections -= 1;
    this.#heldCounts.set(site, (this.#heldCounts.get(site) ?? 0) + 1);
  }

  #wait(client: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        this.#take(getSite(client));
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(client, start);
        reject(new Error('timeout exceeded when trying to connect')); // the message of the pool itself
      };
      const timer = setTimeout(giveUp, CONNECTION_TIMEOUT_MS);
      this.#waiting.add(client, start);
    });
  }

  #giveBack(site: string): void {
    this.#freeConnections += 1;
    const heldCount = (this.#heldCounts.get(site) ?? 1) - 1;
    if (heldCount > 0) this.#heldCounts.set(site, heldCount);
    else this.#heldCounts.delete(site);
    while (this.#freeConnections > 0) {
      const start = this.#waiting.takeNext(this.#isBelowLimit);
      if (!start) return;
      start();
    }
  }
}

class Client extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // The pool handles errors only while a client is idle, but a connection can also break within a transaction.
    this.on('error', ignoreError);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const queryOrEnd = (...args: unknown[]) => {
      const result = query(...args);
      if (result instanceof Promise) result.catch((error: unknown) => this.#endAfterTimeout(error));
      return result;
    };
    this.query = queryOrEnd as typeof this.query; // passes all arguments and results through unchanged
  }

  /** The result of a query that timed out may still arrive, so this connection must not be used again. */
  #endAfterTimeout(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout') void this.end();
  }
}

/** The query on a broken connection reports the error, and the pool replaces the connection. */
function ignoreError(): void {}
