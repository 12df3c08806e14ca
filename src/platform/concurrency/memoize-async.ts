/** Wraps `work` so that all calls share one run and its result. A failed run is not cached: the next call runs `work` again. */
export function memoizeAsync<T>(work: () => Promise<T>): () => Promise<T> {
  let cachedResult: Promise<T> | undefined;
  return () => {
    cachedResult ??= work().catch((error: unknown) => {
      cachedResult = undefined;
      throw error;
    });
    return cachedResult;
  };
}
