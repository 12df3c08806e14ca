import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Instant, toEpochSeconds } from '../../core/time/instant.ts';
import { listQueueLoads } from '../concurrency/queue.ts';
import type { Database } from '../database/index.ts';
import { readOutboxStats } from '../email/outbox-store.ts';
import type { RequestCounter } from '../request-counter/request-counter.ts';
import { readDisk } from './disk.ts';
import { BACKUP_JOB, listJobRuns } from './operations-store.ts';
import type { CheckReadiness } from './readiness.ts';

/** The metrics of one process, for Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** Returns all metrics in the text format of Prometheus. With several workers, it combines the metrics of all of them. */
  collect(): Promise<string>;
  /** Counts a response by route pattern and status; `durationSeconds` is the time that the request took. */
  countResponse(method: string, route: string, status: number, durationSeconds: number): void;
  /** Sets how many orphans (files that no row refers to) the last cleanup did not quarantine because there were too many. */
  setRefusedOrphans(count: number): void;
  /** Counts one try at sending an email, by its outcome. */
  countEmail(kind: 'code' | 'security' | 'other', outcome: 'sent' | 'deferred' | 'dropped'): void;
  /** Counts one try at sending a push message, by its outcome. */
  countPush(outcome: 'sent' | 'deferred' | 'dropped' | 'gone'): void;
  /** Counts an event of the security log. */
  countSecurityEvent(event: string, kind: string): void;
}

interface Sources {
  readonly database: Pick<Database, 'getQueryCount' | 'getLoad' | 'db'>;
  readonly requestCounter: Pick<RequestCounter, 'getLocalOnlyCount'>;
  readonly checkReadiness: CheckReadiness;
  readonly dataDir: string;
  readonly now: () => Instant;
}

export function createMetrics({ database, requestCounter, checkReadiness, dataDir, now }: Sources): Metrics {
  const registry = new Registry();
  registerProcessMetrics(registry);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route pattern and status, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  registerTotal(registry, 'database_queries_total', 'Database queries, in transactions and outside', () =>
    database.getQueryCount(),
  );
  registerTotal(
    registry,
    'rate_limits_counted_alone_total',
    'Requests that only this process counted for the rate limits, because Redis did not respond',
    () => requestCounter.getLocalOnlyCount(),
  );
  const refusedOrphans = new Gauge({
    name: 'files_sweep_refused',
    help: 'Files without a row that the last cleanup did not quarantine because there were too many',
    aggregator: 'max', // how the values of several workers are combined
    registers: [registry],
  });
  const emails = new Counter({
    name: 'emails_total',
    help: 'Tries to send an email by outcome: sent, deferred (will be retried) or dropped',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  const pushMessages = new Counter({
    name: 'push_messages_total',
    help: 'Tries to send a push message by outcome: sent, deferred (will be retried), dropped, or gone (the browser was removed)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const securityEvents = new Counter({
    name: 'security_events_total',
    help: 'Events of the security log, such as failed sign-ins',
    labelNames: ['event', 'kind'],
    registers: [registry],
  });
  registerStateMetrics(registry, checkReadiness, dataDir);
  registerDatabaseMetrics(registry, database);
  registerQueueMetrics(registry);
  registerCacheMetrics(registry);
  registerOutboxMetrics(registry, database, now);
  registerJobMetrics(registry, database);
  // Cached, because `labels` would check and hash the labels again for each response.
  const histogramsByResponse = new Map<string, ReturnType<typeof requests.labels>>();
  return {
    registry,
    collect: () => registry.metrics(),
    setRefusedOrphans: (count) => refusedOrphans.set(count),
    countResponse(method, route, status, durationSeconds) {
      const key = `${method} ${route} ${status}`;
      let histogram = histogramsByResponse.get(key);
      if (!histogram) {
        histogram = requests.labels(method, route, String(status));
        histogramsByResponse.set(key, histogram);
      }
      histogram.observe(durationSeconds);
    },
    countEmail: (kind, outcome) => emails.inc({ kind, outcome }),
    countPush: (outcome) => pushMessages.inc({ outcome }),
    countSecurityEvent: (event, kind) => securityEvents.inc({ event, kind }),
  };
}

let processRegistry: Registry | undefined;

/**
 * Registers the metrics of the process. They are created once, because the one about garbage collection keeps its registry, and all
 * that this refers to, until the process ends: tests create many apps in one process.
 */
function registerProcessMetrics(registry: Registry): void {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  for (const { name } of processRegistry.getMetricsAsArray()) {
    const metric = processRegistry.getSingleMetric(name);
    if (metric) registry.registerMetric(metric);
  }
}

/** Registers a counter whose total something else counts. */
function registerTotal(registry: Registry, name: string, help: string, getTotal: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(getTotal());
    },
  });
}

function registerStateMetrics(registry: Registry, checkReadiness: CheckReadiness, dataDir: string): void {
  new Gauge({
    name: 'service_ready',
    help: 'Whether the database can be read and written, as in /readyz: 1 or 0',
    aggregator: 'min',
    registers: [registry],
    async collect() {
      const isReady = await checkReadiness().then(
        () => true,
        () => false,
      );
      this.set(isReady ? 1 : 0);
    },
  });
  new Gauge({
    name: 'disk_free_bytes',
    help: 'Free space for the service on the disk of DATA_DIR',
    aggregator: 'min',
    registers: [registry],
    async collect() {
      this.set((await readDisk(dataDir)).freeBytes);
    },
  });
}

function registerDatabaseMetrics(registry: Registry, database: Pick<Database, 'getLoad'>): void {
  new Gauge({
    name: 'database_connections',
    help: 'Open connections to PostgreSQL by state: busy or idle',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { busyConnectionCount, idleConnectionCount } = database.getLoad();
      this.set({ state: 'busy' }, busyConnectionCount);
      this.set({ state: 'idle' }, idleConnectionCount);
    },
  });
  new Gauge({
    name: 'database_waiting',
    help: 'Transactions (with PostgreSQL also single queries) that wait for the database',
    registers: [registry],
    collect() {
      this.set(database.getLoad().waitingCount);
    },
  });
}

function registerQueueMetrics(registry: Registry): void {
  new Gauge({
    name: 'queue_jobs',
    help: 'CPU-intensive jobs by queue and state: running or waiting',
    labelNames: ['queue', 'state'],
    registers: [registry],
    collect() {
      for (const [queue, { runningCount, waitingCount }] of listQueueLoads()) {
        this.set({ queue, state: 'running' }, runningCount);
        this.set({ queue, state: 'waiting' }, waitingCount);
      }
    },
  });
  new Counter({
    name: 'queue_refusals_total',
    help: 'Jobs that were refused with 503, because too many were waiting or they waited too long',
    labelNames: ['queue'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [queue, { rejectedCount }] of listQueueLoads()) this.inc({ queue }, rejectedCount);
    },
  });
}

function registerCacheMetrics(registry: Registry): void {
  new Counter({
    name: 'cache_reads_total',
    help: 'Reads of caches by result: hit or miss',
    labelNames: ['cache', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cache, { hits, misses }] of countsByCache) {
        this.inc({ cache, result: 'hit' }, hits);
        this.inc({ cache, result: 'miss' }, misses);
      }
    },
  });
}

/**
 * Registers the metrics of the outbox. All workers read the same table, so the metrics of one worker apply to all of them. The
 * metrics are omitted while the database is not reachable, so that all other metrics can still be read.
 */
function registerOutboxMetrics(registry: Registry, database: Pick<Database, 'db'>, now: () => Instant): void {
  const readStats = shareRun(() => readOutboxStats(database).catch(() => undefined));
  const register = (
    name: string,
    help: string,
    getValue: (stats: Awaited<ReturnType<typeof readOutboxStats>>) => number,
  ) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const stats = await readStats();
        if (stats) this.set(getValue(stats));
        else this.remove();
      },
    });
  register('emails_waiting', 'Emails in the outbox, including those that will be retried', (stats) => stats.emailCount);
  register(
    'emails_oldest_seconds',
    'The age of the oldest email in the outbox, in seconds; 0 if there is none',
    ({ oldestCreatedAt }) =>
      oldestCreatedAt === null ? 0 : Math.max(0, toEpochSeconds(now()) - toEpochSeconds(oldestCreatedAt)),
  );
}

/** Registers the times of the scheduled jobs and of the newest backup. They are omitted while the database is not reachable. */
function registerJobMetrics(registry: Registry, database: Pick<Database, 'db'>): void {
  const toSeconds = (at: Instant | null) => (at === null ? 0 : toEpochSeconds(at));
  const listRuns = shareRun(() => listJobRuns(database).catch(() => []));
  new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When each scheduled job last succeeded; 0 if it never has',
    labelNames: ['name'], // Prometheus itself sets `job`
    aggregator: 'max',
    registers: [registry],
    async collect() {
      this.reset();
      for (const { job, succeeded_at } of await listRuns()) this.set({ name: job }, toSeconds(succeeded_at));
    },
  });
  new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the newest backup began, as the hourly job last saw it; 0 if there is none',
    aggregator: 'max',
    registers: [registry],
    async collect() {
      this.remove();
      for (const { job, result } of await listRuns()) if (job === BACKUP_JOB) this.set(toSeconds(result));
    },
  });
}

/** Wraps a read so that calls share one that is running: metrics are collected at the same time. */
function shareRun<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** How often reads of each cache in this process found the value (hits) or did not find it (misses). */
const countsByCache = new Map<string, { hits: number; misses: number }>();

/**
 * Creates a function that counts a read of a cache as a hit or a miss and returns the found value unchanged. `name` is the
 * label of the cache in the metrics.
 */
export function createReadCounter(name: string): <T>(found: T | undefined) => T | undefined {
  const counts = { hits: 0, misses: 0 };
  countsByCache.set(name, counts);
  return (found) => {
    if (found === undefined) counts.misses += 1;
    else counts.hits += 1;
    return found;
  };
}
