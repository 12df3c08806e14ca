import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { AuthPolicy, Caller, Client, PanelParent, User } from '../../../core/requests/caller.ts';
import { localized } from '../../../locales/index.ts';
import { createSignInRequiredError } from '../../api-errors.ts';
import type { Context } from '../../context.ts';
import { isEqualInConstantTime } from '../../secrets/secrets.ts';
import { isLoopback } from '../../settings.ts';
import { readClient } from '../client.ts';

/** Identifies callers. A feature implements this interface, because the platform does not depend on features. */
export interface Authenticator {
  authenticateBearer(ctx: Context, token: string): Promise<User | undefined>;
  authenticatePanelSession(ctx: Context, client: Client): Promise<PanelParent | undefined>;
  /** Returns the rate limit key of the device if somebody has signed in on it before. */
  findKnownDeviceKey(ctx: Context, client: Client): Promise<string | undefined>;
}

/**
 * Identifies the caller by the request's credentials: a bearer token in the app, a cookie in the panel, or either of them for
 * `optional-bearer-or-session`. Returns undefined without valid credentials.
 */
export function authenticate(
  ctx: Context,
  authenticator: Authenticator,
  request: FastifyRequest,
  policy: AuthPolicy,
): Promise<Caller | undefined> | undefined {
  // A public endpoint ignores tokens, so requests with a token count against the rate limit of their device or IP address.
  if (policy === 'metrics' || policy === 'public') return undefined;
  const token = parseBearerToken(request);
  if (policy === 'session' || policy === 'optional-session' || (policy === 'optional-bearer-or-session' && !token)) {
    return authenticator.authenticatePanelSession(ctx, readClient(request));
  }
  return token ? authenticator.authenticateBearer(ctx, token) : undefined;
}

/** Throws UNAUTHORIZED for a request without valid credentials, and FORBIDDEN for a caller with the wrong role (gap 4). */
export function authorize(ctx: Context, request: FastifyRequest, policy: AuthPolicy): void {
  const { caller } = request;
  if (policy === 'public' || policy === 'optional-session' || policy === 'optional-bearer-or-session') return;
  if (policy === 'metrics') {
    authorizeOperator(ctx, request);
    return;
  }
  if (!caller) throw createSignInRequiredError();
  if (policy === 'bearer' || policy === 'session' || policy === caller.role) return;
  throw new ApiError('FORBIDDEN', policy === 'child' ? localized.http.childrenOnly : localized.http.parentsOnly);
}

/** Builds the WWW-Authenticate header of a 401 (RFC 6750, 3). Routes that accept only the panel's cookie have none. */
export function buildBearerChallenge(request: FastifyRequest): { 'www-authenticate'?: string } {
  const policy = request.routeOptions.config.route?.auth;
  if (policy === undefined || policy === 'session' || policy === 'optional-session') return {};
  const error = parseBearerToken(request) === undefined ? '' : ', error="invalid_token"';
  return { 'www-authenticate': `Bearer realm="family-learning"${error}` };
}

function authorizeOperator({ settings }: Context, request: FastifyRequest): void {
  const { address } = readClient(request);
  const isAllowed =
    settings.metricsToken === null
      ? isLoopback(address) && !isForwarded(settings, request)
      : isEqualInConstantTime(parseBearerToken(request) ?? '', settings.metricsToken);
  if (!isAllowed) throw createSignInRequiredError();
}

/**
 * Whether a proxy that TRUST_PROXY does not name has forwarded the request. Behind such a proxy, every client seems to be on
 * loopback.
 */
function isForwarded({ trustProxy }: Context['settings'], { headers }: FastifyRequest): boolean {
  return trustProxy.length === 0 && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
}

function parseBearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1];
}
