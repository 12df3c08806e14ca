import type { AuthPolicy, CallerByAuthPolicy } from '../../core/requests/caller.ts';
import type { RateLimit } from '../request-counter/request-counter.ts';
import type { Endpoint } from './endpoint.ts';
import type { ErrorResponse } from './responses/error-response.ts';
import type { Html } from './responses/responses.ts';
import type { Authenticator } from './security/auth.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Whether a route of the panel requires only an open session (`session`), also that it has been used without a pause of half an hour
 * (`presence`), or that a one-time code was entered recently in it (`fresh-code`). The latter is for actions that give somebody control over a child or an account, export data,
 * or cannot be undone.
 */
export type SessionPolicy = 'session' | 'presence' | 'fresh-code';

/** An entry of the surface table (`src/app/surface.ts`): a method and path with an auth policy, rate limits and an endpoint. */
export interface Route<Group extends string = string> {
  readonly method: Method;
  readonly path: string;
  readonly auth: AuthPolicy;
  /** The rate limit group of the route, followed by the stricter limit of the endpoint if it has one. Empty if no limit applies. */
  readonly rateLimitGroups: readonly Group[];
  /** The type of the caller is `never`, because the routes of a table have callers of different types. */
  readonly endpoint: Endpoint<never>;
  /** Set for every route with the auth policy `session`, and for no other route. */
  readonly sessionPolicy?: SessionPolicy;
}

/** Whether the endpoint can respond with JSON. Lists of the panel have other formats as well. */
export function respondsWithJson({ endpoint }: Route): boolean {
  return endpoint.kind === 'json' || endpoint.kind === 'offset-list';
}

const BEARER_POLICIES: readonly AuthPolicy[] = ['child', 'parent', 'bearer'];

/** Whether a route accepts an Idempotency-Key: every write with a bearer token does, except those of /app/auth/* (gap 27). */
export function acceptsIdempotencyKey({ method, path, auth, endpoint }: Route): boolean {
  const isWrite = method !== 'GET' && endpoint.kind === 'json' && BEARER_POLICIES.includes(auth);
  // These check a PIN or a code, and count the attempt in a transaction of its own.
  const checksSecret = path.startsWith('/app/auth/') || (method === 'DELETE' && path === '/app/users/me');
  return isWrite && path.startsWith('/app/') && !checksSecret;
}

/** The rate limit groups of registration and sign-in. Their request bodies are short: names, email addresses, PINs and codes. */
const AUTH_GROUPS: readonly string[] = ['app-auth', 'panel-auth'];

/** The maximum size of a request body in bytes. Files in a multipart body have their own limits. */
export function getBodyLimit({ endpoint, rateLimitGroups }: Route): number {
  const isAuth = rateLimitGroups.some((group) => AUTH_GROUPS.includes(group));
  return endpoint.bodyLimit ?? (isAuth ? 8 * 1024 : 64 * 1024);
}

/** The rate limit group of multipart requests, except forms. It replaces the groups of the route, so that each request counts in one group. */
export const UPLOAD_GROUP = 'upload';

/** The names of the rate limits that apply to a request, depending on the type of its body. */
export function getRateLimitNames({ rateLimitGroups, endpoint }: Route, isMultipart: boolean): readonly string[] {
  return isMultipart && endpoint.multipart && endpoint.kind !== 'page' ? [UPLOAD_GROUP] : rateLimitGroups;
}

/**
 * Creates a route. The call does not compile if the endpoint expects a caller that `auth` does not admit, or if `auth` is
 * `session` and the session policy is missing.
 */
export function defineRoute<Policy extends AuthPolicy, Group extends string>(
  method: Method,
  path: string,
  auth: Policy,
  rateLimitGroups: readonly Group[],
  endpoint: Endpoint<CallerByAuthPolicy[Policy]>,
  ...[sessionPolicy]: Policy extends 'session' ? [sessionPolicy: SessionPolicy] : []
): Route<Group> {
  return { method, path, auth, rateLimitGroups, endpoint, sessionPolicy };
}

/** All routes of the service, and the functions of the application that the HTTP layer calls. */
export interface Surface {
  readonly routes: readonly Route[];
  /** The rate limits by name. */
  readonly rateLimits: Readonly<Record<string, RateLimit>>;
  readonly authenticator: Authenticator;
  /** Renders an error as a whole page. */
  readonly renderErrorPage: (error: ErrorResponse, locale: string) => Html;
  /** Renders an error as a fragment for the page that is already open. */
  readonly renderErrorFragment: (error: ErrorResponse, locale: string) => Html;
}
