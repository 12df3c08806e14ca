import type { Settings } from '../platform/settings.ts';

/** Computes a value once per settings. It is for long public responses that no rate limit protects. */
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
