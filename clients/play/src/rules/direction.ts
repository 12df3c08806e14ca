/**
 * The position of a screen relative to the previous screen: `forward` is deeper in the app, `back` is less deep, and
 * `beside` has the same depth, such as another tab.
 */
export type Direction = 'forward' | 'back' | 'beside';

/** The depth of each screen, by the first part of its path after `/play/`. */
const SCREEN_DEPTHS: Readonly<Record<string, number>> = {
  '': 0,
  pin: 1,
  new: 1,
  home: 2,
  todos: 2,
  me: 2,
  world: 3,
  task: 4,
};

/** The direction from one path of the app to another. From a task to another task, it is `forward`. */
export function getDirection(from: string, to: string): Direction {
  const difference = getDepth(to) - getDepth(from);
  if (difference === 0) return to.startsWith('/play/task/') ? 'forward' : 'beside';
  return difference > 0 ? 'forward' : 'back';
}

function getDepth(path: string): number {
  const [screen = '', id] = path.split('/').slice(2);
  return (SCREEN_DEPTHS[screen] ?? 0) + (screen === 'me' && id ? 1 : 0);
}
