/** Wraps `work` so that all calls share one run and its result. A failed run is not cached: the next call runs `work` again. */
export function memoizeAsync<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
