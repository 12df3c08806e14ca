import { addSeconds, DAY, type Instant } from './instant.ts';

/** For this long, what a guardian has planned for a to-do in the panel can be undone. It is carried out afterward (gap 201). */
export const UNDO_SECONDS = 10;

/** Splits the keys of what is undone, "<id> <decision>", into the ids and the decisions. */
export function parseUndoKeys(keys: readonly string[]): ReadonlyMap<string, string | undefined> {
  return new Map(
    keys.map((key) => {
      const [id = '', decision] = key.split(' ');
      return [id, decision];
    }),
  );
}

const UNDO_WINDOW_SECONDS = DAY;

/** The earliest instant of what can still be undone: what a child has finished, and what a guardian has decided (gap 229). */
export function getUndoStart(now: Instant): Instant {
  return addSeconds(now, -UNDO_WINDOW_SECONDS);
}
