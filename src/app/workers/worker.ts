import type { MetricObject, Registry } from 'prom-client';
import { UnavailableError } from '../../core/requests/api-error.ts';
import { limitTime } from '../../platform/concurrency/time-limit.ts';

/** Longer than the primary process waits for the metrics of each worker. */
const METRICS_TIMEOUT_MS = 3000;
const RETRY_AFTER_SECONDS = 2;

/** The connection of a worker process to the primary process. */
export interface PrimaryConnection {
  /** Reports that this worker is ready. After that, the primary process can request the metrics of `registry`. */
  reportReady(startupInfo: object, registry: Registry): void;
  /** Returns the metrics of all workers, as one text. Throws UnavailableError if the primary process does not respond in time. */
  collectMetrics(): Promise<string>;
}

/** Connects a worker process to the primary process, which collects the metrics of all workers. */
export function connectToPrimary(): PrimaryConnection {
  let workerRegistry: Registry | undefined;
  const pendingRequests = new Map<number, (text: string) => void>();
  let nextRequestId = 0;
  const send = (message: WorkerMessage) => {
    if (process.connected) process.send?.(message);
  };
  process.on('message', (message: PrimaryMessage) => {
    const { requestId } = message;
    if (message.type === 'all metrics') pendingRequests.get(requestId)?.(message.text);
    else void workerRegistry?.getMetricsAsJSON().then((metrics) => send({ type: 'metrics', requestId, metrics }));
  });
  return {
    reportReady(startupInfo, registry) {
      workerRegistry = registry;
      send({ type: 'ready', startupInfo });
    },
    async collectMetrics() {
      const requestId = nextRequestId++;
      const text = new Promise<string>((resolve) => pendingRequests.set(requestId, resolve));
      send({ type: 'metrics request', requestId });
      try {
        return await limitTime(METRICS_TIMEOUT_MS, text);
      } catch (error) {
        throw new UnavailableError('The metrics of the workers could not be collected.', RETRY_AFTER_SECONDS, error);
      } finally {
        pendingRequests.delete(requestId);
      }
    },
  };
}

/** The messages that a worker process sends to the primary process. */
export type WorkerMessage =
  | { readonly type: 'ready'; readonly startupInfo: object }
  | { readonly type: 'metrics request'; readonly requestId: number }
  | { readonly type: 'metrics'; readonly requestId: number; readonly metrics: MetricObject[] };

/** The messages that the primary process sends to a worker process. */
export type PrimaryMessage =
  | { readonly type: 'metrics request'; readonly requestId: number }
  | { readonly type: 'all metrics'; readonly requestId: number; readonly text: string };
