/** At most `requests` in `seconds`, counted from the first one. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** Where a client stands in its window after one more request. `resetSeconds` is whole seconds until the window ends. */
export interface RateLimitStatus {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Counts requests per key in fixed windows, in this process's memory. `nowMs` is of a monotonic clock. */
export function createRateLimiter(): (key: string, limit: RateLimit, nowMs: number) => RateLimitStatus {
  const windows = new Map<string, { count: number; endsAt: number }>();
  let sweptAt = 0;
  return (key, { requests, seconds }, nowMs) => {
    if (nowMs - sweptAt > 60_000) {
      for (const [old, window] of windows) if (window.endsAt <= nowMs) windows.delete(old);
      sweptAt = nowMs;
    }
    let window = windows.get(key);
    if (!window || window.endsAt <= nowMs) {
      window = { count: 0, endsAt: nowMs + seconds * 1000 };
      windows.set(key, window);
    }
    window.count += 1;
    const remaining = Math.max(0, requests - window.count);
    return { allowed: window.count <= requests, remaining, resetSeconds: Math.ceil((window.endsAt - nowMs) / 1000) };
  };
}
