import { setImmediate } from 'node:timers/promises';

/**
 * Calls `action` for one item after another, and lets requests run between two items. Long jobs need this, because queries on
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

/** Like `forEachYieldingToEventLoop`, but calls `action` for groups of up to `size` items. */
export async function forEachGroupYielding<T>(
  items: readonly T[],
  size: number,
  action: (group: readonly T[]) => Promise<unknown>,
): Promise<void> {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, i) => i * size);
  await forEachYieldingToEventLoop(starts, (start) => action(items.slice(start, start + size)));
}
