import { setImmediate } from 'node:timers/promises';

/**
 * Calls `act` for one item after another, in jobs of any length, and lets requests run between two items. SQLite responds
 * synchronously, so a plain loop would block the event loop until its end.
 */
export async function forEachYielding<T>(items: Iterable<T>, act: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items) {
    await act(item);
    await setImmediate();
  }
}

/** Does the same for groups of up to `size` items. */
export async function forEachGroupYielding<T>(
  items: readonly T[],
  size: number,
  act: (group: readonly T[]) => Promise<unknown>,
): Promise<void> {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, i) => i * size);
  await forEachYielding(starts, (start) => act(items.slice(start, start + size)));
}
