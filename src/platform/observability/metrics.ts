import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/index.ts';
import type { RequestCounts } from '../http/security/request-counts.ts';

/** The metrics of one process, for Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** Returns all metrics in the format of Prometheus. Where there are several workers, these are the metrics of all of them. */
  collect(): Promise<string>;
  /** Counts a response by route pattern and status; `seconds` is how long it took. */
  countResponse(method: string, route: string, status: number, seconds: number): void;
  /** Sets how many orphans (files that no row refers to) the last cleanup did not quarantine because there were too many. */
  setRefusedOrphans(count: number): void;
  /** Counts a try to send an email, by its outcome. */
  countEmail(kind: 'code' | 'security' | 'other', outcome: 'sent' | 'deferred' | 'dropped'): void;
}

export function createMetrics(
  database: Pick<Database, 'getQueryCount'>,
  requestCounts: Pick<RequestCounts, 'getCountedAlone'>,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route pattern and status, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  new Counter({
    name: 'database_queries_total',
    help: 'Database queries, in transactions and outside',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(database.getQueryCount());
    },
  });
  new Counter({
    name: 'rate_limits_counted_alone_total',
    help: 'Requests that this process counted alone for the rate limits, because Redis did not respond',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(requestCounts.getCountedAlone());
    },
  });
  const refusedOrphans = new Gauge({
    name: 'files_sweep_refused',
    help: 'Files without a row that the last cleanup did not quarantine because there were too many',
    aggregator: 'max', // of several workers
    registers: [registry],
  });
  const emails = new Counter({
    name: 'emails_total',
    help: 'Tries to send an email by outcome: sent, deferred (will be retried) or dropped',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  const histograms = new Map<string, ReturnType<typeof requests.labels>>();
  return {
    registry,
    collect: () => registry.metrics(),
    setRefusedOrphans: (count) => refusedOrphans.set(count),
    countResponse(method, route, status, seconds) {
      const key = `${method} ${route} ${status}`;
      let histogram = histograms.get(key);
      if (!histogram) {
        histogram = requests.labels(method, route, String(status));
        histograms.set(key, histogram);
      }
      histogram.observe(seconds);
    },
    countEmail: (kind, outcome) => emails.inc({ kind, outcome }),
  };
}
