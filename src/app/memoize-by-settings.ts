import type { Settings } from '../platform/settings.ts';

/** Wraps `compute` so that it runs only once for the same settings object. */
export function memoizeBySettings<T>(compute: (settings: Settings) => T): (settings: Settings) => T {
  const cache = new WeakMap<Settings, T>();
  return (settings) => {
    const cached = cache.get(settings);
    if (cached !== undefined) return cached;
    const value = compute(settings);
    cache.set(settings, value);
    return value;
  };
}
