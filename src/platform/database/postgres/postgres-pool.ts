import pg from 'pg';
import { UnavailableError } from '../../../core/requests/api-error.ts';
import { currentWork } from '../../concurrency/current-work.ts';
import { getIpSite } from '../../concurrency/ip-site.ts';
import { RoundRobinQueue } from '../../concurrency/round-robin-queue.ts';
import { computeMaxWaitMs } from '../../concurrency/wait-limit.ts';
import type { DatabaseLoad } from '../database.ts';

/** The id of the type int8 (bigint) in PostgreSQL. */
const INT8 = 20;
const CONNECTION_TIMEOUT_MS = 3000;
/** How long a request may wait for its first connection: long enough for a burst of requests on a busy machine. */
const MAX_WAIT_TO_BEGIN_MS = 5000;
/**
 * The share of the connections that one network site (`getIpSite`) may use while other sites use the pool, so that the other sites
 * find a free connection. The event loop parses one result after another, so a site with fewer connections also delays the other
 * sites less.
 */
const SHARE_PER_SITE = 0.2;
/**
 * The share that a site may use while no other site uses the pool, so that the first request of another site finds a connection.
 */
const SHARE_OF_ONLY_SITE = 0.5;
/** How long SHARE_PER_SITE applies after a different site has requested a connection. */
const OTHER_SITES_WINDOW_MS = 1000;

export interface PoolOptions {
  readonly maxConnections: number;
  /** After this time, the server cancels a statement, and closes a connection with an idle transaction. */
  readonly statementTimeoutMs: number;
  /** Makes writes fail. Has no effect behind pgbouncer. */
  readonly readOnly?: boolean;
}

/** Opens a pool of connections. A broken connection does not end the process. */
export function openPool(url: string, { maxConnections, statementTimeoutMs, readOnly = false }: PoolOptions): FairPool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number); // all values of this type are counts, far below 2^53
  const pool = new FairPool({
    connectionString: url,
    types,
    Client: PgClient,
    max: maxConnections,
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
 * Whether the URL belongs to pgbouncer in transaction mode (decision 0043): each transaction may run on a different connection to
 * PostgreSQL, so session settings and named statements do not work.
 */
export function isPgbouncer(url: string): boolean {
  return URL.parse(url)?.searchParams.get('pgbouncer') === 'true';
}

type ConnectCallback = (error: Error | undefined, connection: pg.PoolClient | undefined, release: () => void) => void;

/**
 * A connection pool in which waiting clients take turns and no network site (`getIpSite`) uses more than its share. In an ordinary
 * pool, one client with hundreds of concurrent requests would delay all other clients: each of their statements would wait for a
 * statement of that client to end. The client is the IP address from which the current request was sent (`currentWork`).
 *
 * Work that has already had a connection receives the next one before work that has had none. If the service is overloaded,
 * requests are therefore rejected before they have done anything, and requests that have begun are finished.
 */
export class FairPool extends pg.Pool {
  readonly #waitingToContinue = new RoundRobinQueue<() => void>();
  readonly #waitingToBegin = new RoundRobinQueue<() => void>();
  readonly #usedConnectionsBySite = new Map<string, number>();
  readonly #limitPerSite: number;
  readonly #limitOfOnlySite: number;
  readonly #maxConnections: number;
  #lastSite: string | undefined;
  /** When a site last requested a connection after a different site had requested the previous one. Jobs are ignored. */
  #siteChangedAt = Number.NEGATIVE_INFINITY;
  #freeConnections: number;

  constructor(config: pg.PoolConfig & { readonly max: number }) {
    super(config);
    this.#freeConnections = config.max;
    this.#maxConnections = config.max;
    this.#limitPerSite = Math.max(1, Math.floor(config.max * SHARE_PER_SITE));
    this.#limitOfOnlySite = Math.max(1, Math.floor(config.max * SHARE_OF_ONLY_SITE));
  }

  getLoad(): DatabaseLoad {
    return {
      busyConnectionCount: this.#maxConnections - this.#freeConnections,
      idleConnectionCount: this.idleCount,
      waitingCount: this.#waitingToContinue.size + this.#waitingToBegin.size,
    };
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> {
    const promise = this.#connectInTurn();
    if (callback)
      promise.then(
        (connection) => callback(undefined, connection, connection.release),
        (error: Error) => callback(error, undefined, () => {}),
      );
    return promise;
  }

  async #connectInTurn(): Promise<pg.PoolClient> {
    const work = currentWork.getStore();
    const client = work?.client ?? '';
    const site = getIpSite(client);
    if (site !== '' && site !== this.#lastSite) {
      if (this.#lastSite !== undefined) this.#siteChangedAt = performance.now();
      this.#lastSite = site;
    }
    if (this.#freeConnections > 0 && this.#isBelowLimit(site)) this.#occupy(site);
    else await this.#wait(client, work === undefined || work.hasHadConnection === true);
    if (work) work.hasHadConnection = true;
    try {
      const connection = await super.connect();
      const release = connection.release;
      connection.release = (error) => {
        release(error);
        this.#release(site);
      };
      return connection;
    } catch (error) {
      this.#release(site);
      throw error;
    }
  }

  readonly #isBelowLimit = (site: string): boolean =>
    (this.#usedConnectionsBySite.get(site) ?? 0) < this.#getLimit(site);

  #getLimit(site: string): number {
    if (performance.now() - this.#siteChangedAt <= OTHER_SITES_WINDOW_MS) return this.#limitPerSite;
    return site === '' ? this.#maxConnections : this.#limitOfOnlySite; // jobs may use all connections
  }

  #occupy(site: string): void {
    this.#freeConnections -= 1;
    this.#usedConnectionsBySite.set(site, (this.#usedConnectionsBySite.get(site) ?? 0) + 1);
  }

  #wait(client: string, hasBegun: boolean): Promise<void> {
    const queue = hasBegun ? this.#waitingToContinue : this.#waitingToBegin;
    const maxWaitMs = hasBegun
      ? CONNECTION_TIMEOUT_MS
      : computeMaxWaitMs(MAX_WAIT_TO_BEGIN_MS, queue.getWaitingSince(client));
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        this.#occupy(getIpSite(client));
        resolve();
      };
      const giveUp = () => {
        queue.delete(client, start);
        reject(new UnavailableError('All connections to the database are in use.'));
      };
      const timer = setTimeout(giveUp, maxWaitMs);
      queue.add(client, start);
    });
  }

  #release(site: string): void {
    this.#freeConnections += 1;
    const usedCount = (this.#usedConnectionsBySite.get(site) ?? 1) - 1;
    if (usedCount > 0) this.#usedConnectionsBySite.set(site, usedCount);
    else this.#usedConnectionsBySite.delete(site);
    while (this.#freeConnections > 0) {
      const start =
        this.#waitingToContinue.takeNext(this.#isBelowLimit) ?? this.#waitingToBegin.takeNext(this.#isBelowLimit);
      if (!start) return;
      start();
    }
  }
}

class PgClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // The pool handles only the errors of idle connections, but a connection can also break within a transaction.
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

/** Ignores an error of a connection: the query on the broken connection reports it, and the pool replaces the connection. */
function ignoreError(): void {}
