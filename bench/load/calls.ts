/** A kind of request that the app sends for a child, such as reading a task. */
export interface BenchCall {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** Each child sends the request only once, because a second request would do different work. */
  readonly oncePerChild?: true;
}

/** Answers to the task first-sums: ids of options, a number and a text. */
const ANSWERS = [
  { item_id: 'seven-and-five', response: 'twelve' },
  { item_id: 'even-eight', response: 'so' },
  { item_id: 'nine-and-six', response: 15 },
  { item_id: 'eight-in-letters', response: 'eight' },
];

const NEW_TODO = { title: 'Feed the cat', notes: 'The food is on the shelf', priority: 'normal' };

const toWrite = (name: string, path: string, body: object): BenchCall => ({
  name,
  method: 'POST',
  path,
  body,
  oncePerChild: true,
});

/** The calls that the benchmark measures. */
export const CALLS: readonly BenchCall[] = [
  { name: 'me', method: 'GET', path: '/app/users/me' },
  { name: 'stats', method: 'GET', path: '/app/users/me/stats' },
  { name: 'badges', method: 'GET', path: '/app/users/me/badges' },
  { name: 'todos', method: 'GET', path: '/app/todos' },
  { name: 'rankings', method: 'GET', path: '/app/rankings?scope=global&period=week' },
  { name: 'worlds', method: 'GET', path: '/app/worlds' },
  { name: 'world', method: 'GET', path: '/app/worlds/number-garden' },
  { name: 'task', method: 'GET', path: '/app/tasks/first-sums' },
  toWrite('add-todo', '/app/todos', NEW_TODO),
  toWrite('start', '/app/tasks/counting-in-the-clearing/start', {}),
  toWrite('complete', '/app/tasks/first-sums/complete', { answers: ANSWERS }),
];

export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Builds the request of a child. */
export function buildRequest({ method, path, body }: BenchCall, token: string): BenchRequest {
  const headers = { authorization: `Bearer ${token}` };
  if (!body) return { method, path, headers };
  return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
