import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** One process's measurements, in the words of Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route pattern and status, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  return { registry, requests };
}

export function countResponse(
  { requests }: Metrics,
  { method, route, status, seconds }: { method: string; route: string; status: number; seconds: number },
): void {
  requests.observe({ method, route, status }, seconds);
}
