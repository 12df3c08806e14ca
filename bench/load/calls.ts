/** A kind of request that the app sends for a child, such as reading a task. */
export interface BenchCall {
  readonly name: string;
  readonly path: string;
  /** A call with a body is a POST. Each child sends it only once, because a second one would do different work. */
  readonly body?: object;
}

/** Answers to the task first-sums: ids of options, a number and a text. */
const ANSWERS = [
  { item_id: 'seven-and-five', response: 'twelve' },
  { item_id: 'even-eight', response: 'so' },
  { item_id: 'nine-and-six', response: 15 },
  { item_id: 'eight-in-letters', response: 'eight' },
];

/** The calls that the benchmark measures. */
export const CALLS: readonly BenchCall[] = [
  { name: 'me', path: '/app/users/me' },
  { name: 'stats', path: '/app/users/me/stats' },
  { name: 'badges', path: '/app/users/me/badges' },
  { name: 'todos', path: '/app/todos' },
  { name: 'rankings', path: '/app/rankings?scope=global&period=week' },
  { name: 'worlds', path: '/app/worlds' },
  { name: 'world', path: '/app/worlds/number-garden' },
  { name: 'task', path: '/app/tasks/first-sums' },
  { name: 'add-todo', path: '/app/todos', body: { title: 'Feed the cat', notes: 'The food is on the shelf' } },
  { name: 'start', path: '/app/tasks/counting-in-the-clearing/start', body: {} },
  { name: 'complete', path: '/app/tasks/first-sums/complete', body: { answers: ANSWERS } },
];

export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Builds the request of a child. */
export function buildRequest({ path, body }: BenchCall, token: string): BenchRequest {
  const headers = { authorization: `Bearer ${token}` };
  if (!body) return { method: 'GET', path, headers };
  const type = { 'content-type': 'application/json' };
  return { method: 'POST', path, headers: { ...headers, ...type }, body: JSON.stringify(body) };
}
