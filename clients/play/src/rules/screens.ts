/** The path of each screen below `/play`. Some are followed by an id. */
const PATHS = {
  profiles: '',
  new: 'new',
  join: 'join',
  pin: 'pin',
  undo: 'undo',
  home: 'home',
  world: 'world',
  task: 'task',
  draw: 'draw',
  todos: 'todos',
  rewards: 'todos/rewards',
  me: 'me',
  dress: 'me/dress',
  badges: 'me/badges',
  skills: 'me/skills',
  calendar: 'me/calendar',
  levels: 'me/levels',
  planets: 'me/planets',
  family: 'me/family',
  gallery: 'me/gallery',
  settings: 'me/settings',
} as const;
export type ScreenName = keyof typeof PATHS | 'notFound';
/** The screens whose path ends with an id. */
const SCREENS_WITH_ID: readonly ScreenName[] = ['join', 'pin', 'undo', 'world', 'task', 'draw'];

/** Finds the screen of a path, such as `/play/world/numberwood` or `/play/me/badges`, and the id in the path. */
export function findScreen(path: string): { readonly name: ScreenName; readonly id: string } {
  const [first = '', id = ''] = path.split('/').slice(2);
  const names = Object.keys(PATHS) as (keyof typeof PATHS)[]; // the type of Object.keys is wider
  const name = names.find((name) => PATHS[name] === (id === '' ? first : `${first}/${id}`));
  const nameWithId = names.find((name) => PATHS[name] === first && SCREENS_WITH_ID.includes(name));
  return { name: name ?? nameWithId ?? 'notFound', id };
}
