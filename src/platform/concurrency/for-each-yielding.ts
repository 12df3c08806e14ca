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
