import { createFixedWindows, type RateLimit, type RateLimitStatus } from './fixed-window.ts';

/** Counts requests per key in fixed windows, for the rate limits. */
export interface RequestCounts {
  /** Counts a request. `nowMs` comes from the monotonic clock of this process. */
  count(key: string, limit: RateLimit, nowMs: number): RateLimitStatus | Promise<RateLimitStatus>;
  /** How many requests this process has counted alone because Redis did not respond. */
  countedAlone(): number;
  close(): Promise<void>;
}

/** Counts in the memory of this process. */
export function createLocalCounts(): RequestCounts {
  return { count: createFixedWindows(), countedAlone: () => 0, close: async () => {} };
}
