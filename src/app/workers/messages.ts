import type { MetricObject } from 'prom-client';

/** The messages that a worker process sends to the primary process. */
export type FromWorker =
  | { readonly type: 'ready'; readonly info: object }
  | { readonly type: 'metrics request'; readonly request: number }
  | { readonly type: 'metrics'; readonly request: number; readonly metrics: MetricObject[] };

/** The messages that the primary process sends to a worker process. */
export type FromPrimary =
  | { readonly type: 'metrics request'; readonly request: number }
  | { readonly type: 'all metrics'; readonly request: number; readonly text: string };
