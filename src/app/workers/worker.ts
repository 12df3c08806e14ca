import type { Registry } from 'prom-client';
import { UnavailableError } from '../../core/requests/api-error.ts';
import { limitTime } from '../../platform/concurrency/time-limit.ts';
import type { FromPrimary, FromWorker } from './messages.ts';

const METRICS_TIMEOUT_MS = 3000;

/** The connection of a worker process to the primary process. */
export interface PrimaryConnection {
  /** Reports that this worker is ready. From now on the primary process may ask for the metrics of `registry`. */
  reportReady(info: object, registry: Registry): void;
  /** The metrics of all workers, as one text. */
  collectMetrics(): Promise<string>;
}

/** Connects a worker process to the primary process, which collects the metrics of all workers. */
export function connectToPrimary(): PrimaryConnection {
  let ownRegistry: Registry | undefined;
  const pendingRequests = new Map<number, (text: string) => void>();
  let requestCount = 0;
  const send = (message: FromWorker) => {
    if (process.connected) process.send?.(message);
  };
  process.on('message', (message: FromPrimary) => {
    const { request } = message;
    if (message.type === 'all metrics') pendingRequests.get(request)?.(message.text);
    else void ownRegistry?.getMetricsAsJSON().then((metrics) => send({ type: 'metrics', request, metrics }));
  });
  return {
    reportReady(info, registry) {
      ownRegistry = registry;
      send({ type: 'ready', info });
    },
    async collectMetrics() {
      const request = requestCount++;
      const text = new Promise<string>((resolve) => pendingRequests.set(request, resolve));
      send({ type: 'metrics request', request });
      try {
        return await limitTime(METRICS_TIMEOUT_MS, text);
      } catch (error) {
        throw new UnavailableError('The metrics of the workers could not be collected.', 2, error);
      } finally {
        pendingRequests.delete(request);
      }
    },
  };
}
