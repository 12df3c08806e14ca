import { setImmediate } from 'node:timers/promises';

/**
 * Calls `action` for one item after another, and lets other work run between two items. Long jobs need this, because queries on
 * SQLite are synchronous: a plain loop would block the event loop until all items are done.
 */
export async function forEachYieldingToEventLoop<T>(
  items: Iterable<T>,
  action: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    await action(item);
    await setImmediate();
  }
}

/** Like `forEachYieldingToEventLoop`, but calls `action` for batches of up to `batchSize` items. */
export async function forEachBatchYielding<T>(
  items: readonly T[],
  batchSize: number,
  action: (batch: readonly T[]) => Promise<unknown>,
): Promise<void> {
  const startIndexes = Array.from({ length: Math.ceil(items.length / batchSize) }, (_, i) => i * batchSize);
  await forEachYieldingToEventLoop(startIndexes, (start) => action(items.slice(start, start + batchSize)));
}
