import type { AuthPolicy, Caller, Callers } from '../../core/requests/caller.ts';
import type { Endpoint } from './endpoint.ts';
import type { ErrorResponse } from './responses/error-response.ts';
import type { Html } from './responses/responses.ts';
import type { Authenticator } from './security/auth.ts';
import type { RateLimit } from './security/fixed-window.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * What a panel session needs before a row runs: an open session, or a one-time code that was entered in it recently. The
 * second is for actions that give somebody control over a child or an account, export data, or cannot be undone.
 */
export type SessionPolicy = 'session' | 'fresh-code';

/** One row of the surface table: the route, its auth policy, its rate limits and its endpoint. */
export interface SurfaceRow<Group extends string = string> {
  readonly method: Method;
  readonly path: string;
  readonly auth: AuthPolicy;
  /** The rate limit group, then an endpoint's own lower limit if it has one. Empty where no limit applies. */
  readonly limits: readonly Group[];
  readonly endpoint: Endpoint<never>;
  /** Set for every row of the panel and for no other row. */
  readonly sessionPolicy?: SessionPolicy;
}

/** Whether the endpoint responds with JSON. */
export function respondsWithJson({ endpoint }: SurfaceRow): boolean {
  return endpoint.format === 'json' || endpoint.format === 'table';
}

const BEARERS: readonly AuthPolicy[] = ['child', 'parent', 'bearer'];

/** Whether a row accepts an Idempotency-Key: writes with a bearer token, except /app/auth/* (gap 27). */
export function acceptsIdempotencyKey({ method, path, auth, endpoint }: SurfaceRow): boolean {
  const isWrite = method !== 'GET' && endpoint.format === 'json' && BEARERS.includes(auth);
  return isWrite && path.startsWith('/app/') && !path.startsWith('/app/auth/');
}

const KIBIBYTE = 1024;

/** The rate limit groups of sign-in: their bodies hold only an email address and a code. */
const AUTH_GROUPS: readonly string[] = ['app-auth', 'panel-auth'];

/** The maximum size of a request body in bytes. Files in a multipart body have their own limits. */
export function getBodyLimit({ endpoint, limits }: SurfaceRow): number {
  const isAuth = limits.some((group) => AUTH_GROUPS.includes(group));
  return endpoint.bodyLimit ?? (isAuth ? 8 : 64) * KIBIBYTE;
}

/** The rate limit group for multipart requests. It replaces the row's own group, so that each request counts in one group. */
export const UPLOAD_GROUP = 'upload';

/** The rate limit groups that apply to a request, depending on the type of its body. */
export function getRateLimitNames({ limits, endpoint }: SurfaceRow, isMultipart: boolean): readonly string[] {
  return isMultipart && endpoint.multipart ? [UPLOAD_GROUP] : limits;
}

/**
 * Creates a row. It does not compile if the endpoint expects a caller that `auth` does not admit, or if a panel row does
 * not name its session policy.
 */
export function surfaceRow<W extends AuthPolicy, Group extends string>(
  method: Method,
  path: string,
  auth: W,
  limits: readonly Group[],
  endpoint: Endpoint<Callers[W]>,
  ...[sessionPolicy]: W extends 'session' ? [step: SessionPolicy] : []
): SurfaceRow<Group> {
  return { method, path, auth, limits, endpoint, ...(sessionPolicy && { sessionPolicy }) };
}

/** Everything that the service serves, with the parts of the application that the HTTP layer needs. */
export interface Surface {
  readonly rows: readonly SurfaceRow[];
  readonly limits: Readonly<Record<string, RateLimit>>;
  readonly authenticator: Authenticator;
  /** Renders an error as a whole page. */
  readonly errorPage: (error: ErrorResponse, caller: Caller | undefined, locale: string) => Html;
  /** Renders an error as a fragment for the page that is already open. */
  readonly errorFragment: (error: ErrorResponse, locale: string) => Html;
}
