/** A limit of `requests` requests in a window of `seconds` seconds, which begins with the first request. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/**
 * The state of a window after a request. `remaining` is the number of requests that the window still allows, and `resetSeconds` is
 * the number of whole seconds until it ends.
 */
export interface RateLimitStatus {
  readonly isAllowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

const CLEANUP_INTERVAL_MS = 60_000;

/**
 * Creates a function that counts requests per key in fixed windows, in the memory of this process. `nowMs` comes from a
 * monotonic clock.
 */
export function createWindowCounter(): (key: string, limit: RateLimit, nowMs: number) => RateLimitStatus {
  const windows = new Map<string, { count: number; endsAtMs: number }>();
  let cleanedUpAtMs = 0;
  return (key, limit, nowMs) => {
    if (nowMs - cleanedUpAtMs > CLEANUP_INTERVAL_MS) {
      for (const [expiredKey, window] of windows) if (window.endsAtMs <= nowMs) windows.delete(expiredKey);
      cleanedUpAtMs = nowMs;
    }
    let window = windows.get(key);
    if (!window || window.endsAtMs <= nowMs) {
      window = { count: 0, endsAtMs: nowMs + limit.seconds * 1000 };
      windows.set(key, window);
    }
    window.count += 1;
    return computeRateLimitStatus(limit, window.count, window.endsAtMs - nowMs);
  };
}

/** The state of a window with `count` requests that ends in `remainingMs` milliseconds. */
export function computeRateLimitStatus({ requests }: RateLimit, count: number, remainingMs: number): RateLimitStatus {
  return {
    isAllowed: count <= requests,
    remaining: Math.max(0, requests - count),
    resetSeconds: Math.ceil(remainingMs / 1000),
  };
}

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
