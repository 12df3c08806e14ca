/** Returns a function that computes the result for a key only once. */
export function memoize<K, T>(compute: (key: K) => T): (key: K) => T {
  const results = new Map<K, T>();
  return (key) => {
    if (!results.has(key)) results.set(key, compute(key));
    return results.get(key) as T; // it was set above
  };
}
