import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/index.ts';

/** One process's measurements, in the words of Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts a response by route pattern and status; `seconds` is how long it took. */
  countResponse(method: string, route: string, status: number, seconds: number): void;
  /** How many files without a row the last sweep refused to take; 0 when it took what there was. */
  setRefusedOrphans(count: number): void;
  /** Counts a try of an email by what came of it. */
  countEmail(kind: 'code' | 'other', outcome: 'sent' | 'deferred' | 'dropped'): void;
}

export function createMetrics(database: Pick<Database, 'queries'>): Metrics {
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
    help: 'Queries that have run, in transactions and outside',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(database.queries());
    },
  });
  const refusedOrphans = new Gauge({
    name: 'files_sweep_refused',
    help: 'Files without a row that the last sweep refused to take, because they were too many',
    registers: [registry],
  });
  const emails = new Counter({
    name: 'emails_total',
    help: 'Tries of emails by outcome: sent, deferred (to be tried again) or dropped (given up)',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  const labelled = new Map<string, ReturnType<typeof requests.labels>>();
  return {
    registry,
    setRefusedOrphans: (count) => refusedOrphans.set(count),
    countResponse(method, route, status, seconds) {
      const key = `${method} ${route} ${status}`;
      let counter = labelled.get(key);
      if (!counter) {
        counter = requests.labels(method, route, String(status));
        labelled.set(key, counter);
      }
      counter.observe(seconds);
    },
    countEmail: (kind, outcome) => emails.inc({ kind, outcome }),
  };
}
