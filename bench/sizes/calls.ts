import { surface } from '../../src/app/surface.ts';
import { ACTIVE_PARENT_ID } from '../data/history.ts';
import { ANSWERS } from '../load/calls.ts';

/**
 * Who sends a call: one of many children with little activity, a child with three years of activity, its parent with a token, or
 * the same parent in the panel.
 */
export type Caller = 'child' | 'active child' | 'parent' | 'panel';

export interface SizesCall {
  readonly name: string;
  readonly caller: Caller;
  readonly method: string;
  /** `{created}` is the id from the caller's last response to a call with `createsId`, and `{round}` the number of the request. */
  readonly path: string;
  /** JSON of the app, or the fields of a form of the panel. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly createsId?: true;
  /** The maximum number of requests, for a call that takes long or that the data does not allow more often. */
  readonly maxRequests?: number;
}

/** Parts of paths with a parameter, and the same parts with a value. */
const PATH_PARAMETERS: readonly (readonly [string, string])[] = [
  ['/worlds/:id', '/worlds/number-garden'],
  ['/locations/:id', '/locations/garden-gate'],
  ['/tasks/:id', '/tasks/first-sums'],
];
/** The callers of each auth policy whose routes are measured. */
const CALLERS: Readonly<Record<string, readonly Caller[]>> = {
  bearer: ['child', 'active child', 'parent'],
  child: ['child', 'active child'],
  parent: ['parent'],
  session: ['panel'],
};
/** Queries of `/app/rankings` for leaderboards other than the default one. */
const LEADERBOARDS = ['scope=global&period=week', 'scope=global&period=month', 'scope=global&period=all'];
const MAX_EXPORTS = 10;

/**
 * Lists every GET route that reads data of a family, for each kind of caller. Routes without such data (content, assets, pages
 * before the sign-in) are left out, and so are those with a token from an email.
 */
export function listReads(activeChildId: string): SizesCall[] {
  const parameters = [
    ...PATH_PARAMETERS,
    ['/children/:id', `/children/${activeChildId}`],
    ['/unlink', `/unlink?guardian=${ACTIVE_PARENT_ID}`],
  ] as const;
  return surface
    .filter(({ method, path }) => method === 'GET' && path !== '/files/:name')
    .flatMap(({ path, auth }) => {
      const filledPath = parameters.reduce((filled, [parameter, value]) => filled.replace(parameter, value), path);
      const paths =
        path === '/app/rankings' ? [path, ...LEADERBOARDS.map((query) => `${path}?${query}`)] : [filledPath];
      const maxRequests = path.endsWith('.zip') ? { maxRequests: MAX_EXPORTS } : {};
      return (CALLERS[auth] ?? []).flatMap((caller) =>
        paths.map((path) => ({ name: `GET ${path} (${caller})`, caller, method: 'GET', path, ...maxRequests })),
      );
    });
}

/** The number of to-dos of the active child that wait for a review: those of the last four days (`fillHistory`). */
const MAX_REVIEWS = 4;
/** A planet has room for 100 children. */
const MAX_JOINS = 90;
/** A task of the starter pack. `n8` is the correct answer to its item `beetles`. */
const TASK_PATH = '/app/tasks/counting-in-the-clearing';

/**
 * Lists writes in an order in which each child can send all of them. Writes that need a code from an email, that end the session
 * or that delete the account are left out.
 */
export function listWrites(activeChildId: string): SizesCall[] {
  const createCall = (
    caller: Caller,
    method: string,
    path: string,
    body: SizesCall['body'] = {},
    options = {},
  ): SizesCall => {
    return { name: `${method} ${path} (${caller})`, caller, method, path, body, ...options };
  };
  const createFormCall = (path: string, body: SizesCall['body'], options = {}) =>
    createCall('panel', 'POST', path, body, options);
  const childPath = `/panel/children/${activeChildId}`;
  const item_id = 'beetles';
  return [
    createCall('child', 'PATCH', '/app/users/me', { display_name: 'Sea Otter' }),
    createCall('child', 'PATCH', '/app/avatar', { skin: 'skin-honey' }),
    createCall('child', 'POST', '/app/onboarding/complete'),
    createCall('child', 'POST', `${TASK_PATH}/start`),
    createCall('child', 'PATCH', `${TASK_PATH}/attempt`, { answers: [] }),
    createCall('child', 'POST', `${TASK_PATH}/hint`, { item_id }),
    createCall('child', 'POST', `${TASK_PATH}/answer`, { item_id, response: 'n8' }),
    createCall('child', 'POST', '/app/tasks/first-sums/complete', { answers: ANSWERS }),
    createCall('child', 'POST', '/app/todos', { title: 'Feed the cat' }, { createsId: true }),
    createCall('child', 'PATCH', '/app/todos/{created}', { status: 'done' }),
    createCall('child', 'DELETE', '/app/todos/{created}'),
    createCall('child', 'POST', '/app/planets/star-gazers/join', {}, { maxRequests: MAX_JOINS }),
    createCall('child', 'POST', '/app/planets/star-gazers/leave', {}, { maxRequests: MAX_JOINS }),
    createCall('parent', 'POST', '/app/auth/link/generate'),
    createCall('parent', 'POST', '/app/auth/manager-code'),
    createFormCall(`${childPath}/settings`, { display_name: 'Sea Otter', language: 'en' }),
    createFormCall(`${childPath}/switches`, { on_boards: 'on', on_planets: 'on' }),
    createFormCall(`${childPath}/todos`, { title: 'Feed the cat', child_ids: activeChildId }, { maxRequests: 20 }),
    createFormCall(
      '/panel/todos/todo-active-child1-{round}/decide',
      { decision: 'approved' },
      { maxRequests: MAX_REVIEWS },
    ),
    createFormCall('/panel/account/language', { language: 'en' }),
    createFormCall('/panel/account/letters', { weekly: 'on' }),
    createFormCall('/panel/privacy', {}),
  ];
}
