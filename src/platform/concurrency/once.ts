/** Makes `work` run once for all calls and keeps its result. A failure is not kept: the next call runs it again. */
export function runOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
