/**
 * The position of a screen relative to the previous screen: `forward` is on a deeper level, `back` is on a higher level,
 * and `beside` is on the same level, such as another tab.
 */
export type Direction = 'forward' | 'back' | 'beside';

/** The levels of the screens in the order in which a child goes through them. */
const LEVELS: Readonly<Record<string, number>> = { '': 0, pin: 1, new: 1, home: 2, todos: 2, me: 2, world: 3, task: 4 };

/** The direction from one path of the app to another. From a task to another task, it is `forward`. */
export function getDirection(from: string, to: string): Direction {
  const difference = getLevel(to) - getLevel(from);
  if (difference === 0) return to.startsWith('/play/task/') ? 'forward' : 'beside';
  return difference > 0 ? 'forward' : 'back';
}

function getLevel(path: string): number {
  const [screen = '', id] = path.split('/').slice(2);
  return (LEVELS[screen] ?? 0) + (screen === 'me' && id ? 1 : 0);
}
