import type { Settings } from '../platform/settings.ts';

/** What depends on the settings alone is worked out once: these answers are long, public, and counted against no limit. */
export function memoize<T>(make: (settings: Settings) => T): (settings: Settings) => T {
  const made = new WeakMap<Settings, T>();
  return (settings) => {
    const known = made.get(settings);
    if (known !== undefined) return known;
    const fresh = make(settings);
    made.set(settings, fresh);
    return fresh;
  };
}
