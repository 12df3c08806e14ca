import { setImmediate } from 'node:timers/promises';

/**
 * Does `extendStreak` with one item after another, for jobs of any length. Requests have their turn between two items: SQLite
 * answers without giving anybody one, so a plain loop over it would hold the event loop to its end.
 */
export async function oneByOne<T>(items: Iterable<T>, act: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items) {
    await act(item);
    await setImmediate();
  }
}
