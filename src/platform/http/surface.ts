import type { AuthPolicy, Caller, Callers } from '../../core/caller.ts';
import type { Endpoint } from './endpoint.ts';
import type { ErrorResponse } from './responses/error-response.ts';
import type { Html } from './responses/responses.ts';
import type { Authenticator } from './security/auth.ts';
import type { RateLimit } from './security/rate-limiter.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * What a panel session has to show before a row runs: that it is open, or that a code was typed in it just now. The
 * second is for what hands power over a child or an account to somebody, gives data out, or cannot be undone.
 */
export type Step = 'session' | 'fresh-code';

/** One row of the surface table: what may be called, by whom, how often, and what runs. */
export interface SurfaceRow<Group extends string = string> {
  readonly method: Method;
  readonly path: string;
  readonly auth: AuthPolicy;
  /** The limit group, and an endpoint's own tighter limit after it; empty where nothing is counted. */
  readonly limits: readonly Group[];
  readonly endpoint: Endpoint<never>;
  /** Rows of the panel alone have one, and each of them has. */
  readonly step?: Step;
}

/** Whether programs are answered here, in JSON. */
export function respondsWithJson({ endpoint }: SurfaceRow): boolean {
  return endpoint.format === 'json' || endpoint.format === 'table';
}

const BEARERS: readonly AuthPolicy[] = ['child', 'parent', 'bearer'];

/** Whether an Idempotency-Key means something here: writes under a bearer token, except /app/auth/* (gap 27). */
export function acceptsIdempotencyKey({ method, path, auth: who, endpoint }: SurfaceRow): boolean {
  const isWrite = method !== 'GET' && endpoint.format === 'json' && BEARERS.includes(who);
  return isWrite && path.startsWith('/app/') && !path.startsWith('/app/auth/');
}

const KIBIBYTE = 1024;

/** The groups of sign-in: their bodies hold an address and a code. */
const AUTH_GROUPS: readonly string[] = ['app-auth', 'panel-auth'];

/** The most bytes that the body of a request to a row may have; files of a multipart body have bounds of their own. */
export function bodyLimitOf({ endpoint, limits }: SurfaceRow): number {
  const isAuth = limits.some((group) => AUTH_GROUPS.includes(group));
  return endpoint.bodyLimit ?? (isAuth ? 8 : 64) * KIBIBYTE;
}

/** The group that counts a multipart request to a row that takes one, instead of the row's own: one group a request. */
export const UPLOAD_GROUP = 'upload';

/** The groups that count a request to a row, by the type of its body. */
export function limitsOf({ limits, endpoint }: SurfaceRow, isMultipart: boolean): readonly string[] {
  return isMultipart && endpoint.multipart ? [UPLOAD_GROUP] : limits;
}

/**
 * A row, in which an endpoint that wants another caller than `who` lets in does not compile, nor a row of the panel that
 * does not say which step it needs.
 */
export function surfaceRow<W extends AuthPolicy, Group extends string>(
  method: Method,
  path: string,
  who: W,
  limits: readonly Group[],
  endpoint: Endpoint<Callers[W]>,
  ...[step]: W extends 'session' ? [step: Step] : []
): SurfaceRow<Group> {
  return { method, path, auth: who, limits, endpoint, ...(step && { step }) };
}

/** Everything that a service answers, and what it needs to know for it. */
export interface Surface {
  readonly rows: readonly SurfaceRow[];
  readonly limits: Readonly<Record<string, RateLimit>>;
  readonly identity: Authenticator;
  /** How a page says no. */
  readonly errorPage: (verdict: ErrorResponse, caller: Caller | undefined, locale: string) => Html;
  /** The same in a sentence, within the page that shows. */
  readonly errorFragment: (verdict: ErrorResponse, locale: string) => Html;
}
