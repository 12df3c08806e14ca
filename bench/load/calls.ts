/** A kind of request that the app sends for a child, such as reading a task. */
export interface BenchCall {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Builds the body that a child sends. */
  readonly body?: (profileId: string) => object;
  /** Each child sends the request only once, because a second request would do different work. */
  readonly oncePerChild?: true;
  /** The service verifies a PIN, so the baseline verifies one too. The request needs no token. */
  readonly verifiesPin?: true;
}

export const PIN = '4821';

/** Answers to the task first-sums: ids of options, a number and a text. */
export const ANSWERS = [
  { item_id: 'seven-and-five', response: 'twelve' },
  { item_id: 'even-eight', response: 'so' },
  { item_id: 'nine-and-six', response: 15 },
  { item_id: 'eight-in-letters', response: 'eight' },
];

const NEW_TODO = { title: 'Feed the cat', notes: 'The food is on the shelf', priority: 'normal' };

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
  { name: 'add-todo', method: 'POST', path: '/app/todos', body: () => NEW_TODO, oncePerChild: true },
  {
    name: 'start',
    method: 'POST',
    path: '/app/tasks/counting-in-the-clearing/start',
    body: () => ({}),
    oncePerChild: true,
  },
  {
    name: 'complete',
    method: 'POST',
    path: '/app/tasks/first-sums/complete',
    body: () => ({ answers: ANSWERS }),
    oncePerChild: true,
  },
  {
    name: 'sign-in',
    method: 'POST',
    path: '/app/auth/login/child',
    body: (profile_id) => ({ profile_id, pin: PIN }),
    oncePerChild: true,
    verifiesPin: true,
  },
];

/** Builds the request of a child, without a token if the call needs none. */
export function buildRequest(
  { method, path, body, verifiesPin }: BenchCall,
  profileId: string,
  token: string,
): BenchRequest {
  return {
    method,
    path,
    headers: {
      ...(!verifiesPin && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body(profileId)) }),
  };
}

export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}
