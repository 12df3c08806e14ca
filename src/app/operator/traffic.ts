import type { Instant } from '../../core/time/instant.ts';
import type { Context } from '../../platform/context.ts';

// What the operator's page draws of the last hour. Each process keeps it in memory; the metrics are those of all processes of the machine.

export const TRAFFIC_INTERVAL_MS = 60_000;
const MAX_MINUTES = 60;

/** The requests of one minute, without those of health checks and monitoring. */
export interface TrafficMinute {
  readonly at: Instant;
  readonly requests: number;
  /** Responses with a 5xx. */
  readonly errors: number;
  /** The duration in milliseconds that half of the requests, or 95 % of them, did not exceed; null without requests. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/** Totals since the start: `counts` are the requests that took at most each of `limits`, in seconds. */
interface Totals {
  readonly errors: number;
  readonly limits: readonly number[];
  readonly counts: readonly number[];
}

interface Traffic {
  totals: Totals;
  readonly minutes: TrafficMinute[];
}

const trafficByMetrics = new WeakMap<Context['metrics'], Traffic>();

/** The last minutes, the oldest first. */
export function listTraffic({ metrics }: Pick<Context, 'metrics'>): readonly TrafficMinute[] {
  return trafficByMetrics.get(metrics)?.minutes ?? [];
}

/** Adds the requests since the last call, which a job makes every minute. */
export async function sampleTraffic({ metrics, now }: Context): Promise<void> {
  const totals = parseTotals(await metrics.collect());
  const traffic = trafficByMetrics.get(metrics);
  if (!traffic) {
    trafficByMetrics.set(metrics, { totals, minutes: [] });
    return;
  }
  traffic.minutes.push(compareTotals(traffic.totals, totals, now()));
  if (traffic.minutes.length > MAX_MINUTES) traffic.minutes.shift();
  traffic.totals = totals;
}

const BUCKET = /^http_request_duration_seconds_bucket\{(.*)\} (\d+)$/gm;
const MONITORING = /route="\/(healthz|readyz|metrics|operator.*)"/;

/** Adds up the histogram of all routes in the text format of Prometheus. */
export function parseTotals(text: string): Totals {
  const countsByLimit = new Map<number, number>();
  let errors = 0;
  for (const [, labels = '', value] of text.matchAll(BUCKET)) {
    if (MONITORING.test(labels)) continue;
    const limit = /le="([^"]+)"/.exec(labels)?.[1] ?? '';
    const seconds = limit === '+Inf' ? Number.POSITIVE_INFINITY : Number(limit);
    countsByLimit.set(seconds, (countsByLimit.get(seconds) ?? 0) + Number(value));
    if (limit === '+Inf' && /status="5/.test(labels)) errors += Number(value);
  }
  const limits = [...countsByLimit.keys()].sort((a, b) => a - b);
  return { errors, limits, counts: limits.map((limit) => countsByLimit.get(limit) ?? 0) };
}

/** The requests between two totals. After a process was replaced, totals can be less than before, which counts as none. */
export function compareTotals(before: Totals, after: Totals, at: Instant): TrafficMinute {
  const counts = after.counts.map((count, i) => Math.max(0, count - (before.counts[i] ?? 0)));
  const requests = counts.at(-1) ?? 0;
  return {
    at,
    requests,
    errors: Math.max(0, after.errors - before.errors),
    p50: findQuantile(after.limits, counts, requests * 0.5),
    p95: findQuantile(after.limits, counts, requests * 0.95),
  };
}

/** The duration within which `rank` of the requests ended, interpolated within its bucket; the last limit if it is longer. */
function findQuantile(limits: readonly number[], counts: readonly number[], rank: number): number | null {
  if (rank === 0) return null;
  const i = counts.findIndex((count) => count >= rank);
  const [from = 0, to = 0] = [limits[i - 1], limits[i]];
  if (!Number.isFinite(to)) return from * 1000;
  const [countBefore = 0, count = 0] = [counts[i - 1], counts[i]];
  const seconds = from + ((to - from) * (rank - countBefore)) / (count - countBefore);
  return Math.round(seconds * 10_000) / 10;
}
