import type { Todo } from '../../../typescript/src/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The to-dos on which a parent has decided within a day before `now`, in milliseconds since 1970. */
export function listRecentlyDecided<T extends Pick<Todo, 'decided_at'>>(todos: readonly T[], now: number): T[] {
  return todos.filter(({ decided_at }) => decided_at !== null && now - Date.parse(decided_at) < DAY_MS);
}
