import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../core/requests/api-error.ts';
import type { AuthPolicy, Caller, Client, Operator, PanelParent, User } from '../../../core/requests/caller.ts';
import { localized } from '../../../locales/index.ts';
import { createSignInRequiredError } from '../../api-errors.ts';
import type { Context } from '../../context.ts';
import { authenticateOperator } from '../../operator.ts';
import { readClient } from '../client.ts';

/** Identifies callers. A feature implements this interface, because the platform does not depend on features. */
export interface Authenticator {
  authenticateBearer(ctx: Context, token: string): Promise<User | undefined>;
  authenticatePanelSession(ctx: Context, client: Client): Promise<PanelParent | undefined>;
  /** Returns the rate limit key of the device if somebody has signed in on it before. */
  findKnownDeviceKey(ctx: Context, client: Client): Promise<string | undefined>;
}

/**
 * Identifies the caller by the request's credentials: a bearer token in the app, a cookie in the panel, either of them for
 * `optional-bearer-or-session`, or a token of the operator. Returns undefined without valid credentials.
 */
export function authenticate(
  ctx: Context,
  authenticator: Authenticator,
  request: FastifyRequest,
  policy: AuthPolicy,
): Promise<Caller | undefined> | Operator | undefined {
  // A public endpoint ignores tokens, so requests with a token count against the rate limit of their device or IP address.
  if (policy === 'public') return undefined;
  const client = readClient(request);
  if (policy === 'metrics' || policy === 'operator')
    return authenticateOperator(ctx.settings, policy, { headers: request.headers, address: client.address });
  const token = parseBearerToken(request);
  if (policy === 'session' || policy === 'optional-session' || (policy === 'optional-bearer-or-session' && !token)) {
    return authenticator.authenticatePanelSession(ctx, client);
  }
  return token ? authenticator.authenticateBearer(ctx, token) : undefined;
}

/** Throws UNAUTHORIZED for a request without valid credentials, and FORBIDDEN for a caller with the wrong role (gap 4). */
export function authorize({ caller }: FastifyRequest, policy: AuthPolicy): void {
  if (policy === 'public' || policy === 'optional-session' || policy === 'optional-bearer-or-session') return;
  if (!caller) throw createSignInRequiredError();
  if (['bearer', 'session', 'metrics', caller.role].includes(policy)) return;
  throw new ApiError('FORBIDDEN', policy === 'child' ? localized.http.childrenOnly : localized.http.parentsOnly);
}

/** Builds the WWW-Authenticate header of a 401 (RFC 6750, 3; RFC 7617, 2). Routes that accept only the panel's cookie have none. */
export function buildChallenge(request: FastifyRequest): { 'www-authenticate'?: string } {
  const policy = request.routeOptions.config.route?.auth;
  if (policy === undefined || policy === 'session' || policy === 'optional-session') return {};
  if (policy === 'operator') return { 'www-authenticate': 'Basic realm="operator", charset="UTF-8"' };
  const error = parseBearerToken(request) === undefined ? '' : ', error="invalid_token"';
  return { 'www-authenticate': `Bearer realm="family-learning"${error}` };
}

function parseBearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1];
}
