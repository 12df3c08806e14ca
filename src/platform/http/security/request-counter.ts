import { createWindowCounter, type RateLimit, type RateLimitStatus } from './fixed-window.ts';

/** Counts requests per key in fixed windows, for the rate limits. */
export interface RequestCounter {
  /** Counts a request. `nowMs` comes from the monotonic clock of this process. */
  count(key: string, limit: RateLimit, nowMs: number): RateLimitStatus | Promise<RateLimitStatus>;
  /** The number of requests that only this process has counted, because Redis did not respond. */
  getLocalOnlyCount(): number;
  close(): Promise<void>;
}

/** Counts requests in the memory of this process. */
export function createLocalCounter(): RequestCounter {
  return { count: createWindowCounter(), getLocalOnlyCount: () => 0, close: async () => {} };
}
