import type { MetricObject } from 'prom-client';

/** The messages that a worker process sends to the primary process. */
export type WorkerMessage =
  | { readonly type: 'ready'; readonly startupInfo: object }
  | { readonly type: 'metrics request'; readonly requestId: number }
  | { readonly type: 'metrics'; readonly requestId: number; readonly metrics: MetricObject[] };

/** The messages that the primary process sends to a worker process. */
export type PrimaryMessage =
  | { readonly type: 'metrics request'; readonly requestId: number }
  | { readonly type: 'all metrics'; readonly requestId: number; readonly text: string };
