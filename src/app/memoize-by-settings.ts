import type { Settings } from '../platform/settings.ts';

/** Computes a value only once for the same settings. Used for long public responses without a rate limit. */
export function memoize<T>(compute: (settings: Settings) => T): (settings: Settings) => T {
  const cache = new WeakMap<Settings, T>();
  return (settings) => {
    const cached = cache.get(settings);
    if (cached !== undefined) return cached;
    const value = compute(settings);
    cache.set(settings, value);
    return value;
  };
}
