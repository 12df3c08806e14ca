import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthPolicy, Caller, Callers } from '../../../core/caller.ts';
import type { LocalizedText } from '../../../core/languages.ts';
import { Refusal } from '../../../core/refusal.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../context.ts';
import { isLoopback } from '../../settings.ts';
import { type Client, isDeviceId, readCookie, SESSION_COOKIE } from '../client.ts';
import { timingSafeEquals } from './csrf.ts';
import type { RateLimit, RateLimitStatus } from './rate-limiter.ts';

/** How a feature tells who calls; the platform itself knows no families. */
export interface Authenticator {
  bearer(ctx: Context, token: string): Promise<Callers['bearer'] | undefined>;
  session(ctx: Context, cookie: string): Promise<Callers['session'] | undefined>;
  /** A key for the device if somebody has signed in on it before. */
  knownDevice(ctx: Context, client: Client): Promise<string | undefined>;
}

/**
 * Who a request's credentials say it is: the bearer token for the app, the cookie for the panel, for a holder either;
 * undefined for nobody.
 */
export function authenticate(
  ctx: Context,
  identity: Authenticator,
  request: FastifyRequest,
  who: AuthPolicy,
): Promise<Caller | undefined> | undefined {
  // Where nobody has to sign in a token is worth nothing, not even a limit of its own.
  if (who === 'metrics' || who === 'public') return undefined;
  const token = bearerOf(request);
  if (who === 'session' || who === 'optional-session' || (who === 'bearer-or-session' && !token)) {
    const cookie = readCookie(request, SESSION_COOKIE);
    return cookie ? identity.session(ctx, cookie) : undefined;
  }
  return token ? identity.bearer(ctx, token) : undefined;
}

/** Refuses whoever may not call: 401 without a good credential, 403 with one of the wrong role (gap 4). */
export function authorize(
  ctx: Context,
  request: FastifyRequest,
  who: AuthPolicy,
  caller: Caller | undefined,
  client: Client,
): void {
  if (who === 'public' || who === 'optional-session' || who === 'bearer-or-session') return;
  if (who === 'metrics') {
    admitOperator(ctx, request, client);
    return;
  }
  if (!caller) throw signInFirst();
  if (who === 'bearer' || who === 'session' || who === caller.role) return;
  throw new Refusal('FORBIDDEN', who === 'child' ? localized.http.childrenOnly : localized.http.parentsOnly);
}

function admitOperator({ settings }: Context, request: FastifyRequest, { address }: Client): void {
  const allowed =
    settings.metricsToken === null
      ? isLoopback(address) && !isForwarded(settings, request)
      : timingSafeEquals(bearerOf(request) ?? '', settings.metricsToken);
  if (!allowed) throw signInFirst();
}

/** Behind a proxy that TRUST_PROXY does not name, everybody seems to be on loopback. */
function isForwarded({ trustProxy }: Context['settings'], { headers }: FastifyRequest): boolean {
  return trustProxy.length === 0 && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
}

/** Any device of one address together may not pass this in a minute: made-up Device-Ids open no door (gap 19). */
const BACKSTOP: RateLimit = { requests: 300, seconds: 60 };

export type RateLimiter = (key: string, limit: RateLimit, nowMs: number) => RateLimitStatus;

/** Counts a request against `name` for whoever sends it, and refuses it when it is one too many. */
export async function rateLimit(
  ctx: Context,
  identity: Authenticator,
  windows: RateLimiter,
  reply: FastifyReply,
  [name, limit]: readonly [string, RateLimit],
  caller: Caller | undefined,
  client: Client,
): Promise<void> {
  const nowMs = ctx.monotonicMs();
  const key = await keyOf(ctx, identity, caller, client);
  let standing = windows(`${name} ${key}`, limit, nowMs);
  if (key.startsWith('device ') && standing.allowed) {
    const together = windows(`${name} devices at ${client.address}`, BACKSTOP, nowMs);
    if (!together.allowed) standing = together;
  }
  reply.header('ratelimit-policy', `"${name}";q=${limit.requests};w=${limit.seconds}`);
  reply.header('ratelimit', `"${name}";r=${standing.remaining};t=${standing.resetSeconds}`);
  if (!standing.allowed) throw rateLimited(standing.resetSeconds);
}

async function keyOf(
  ctx: Context,
  identity: Authenticator,
  caller: Caller | undefined,
  client: Client,
): Promise<string> {
  if (caller) return caller.role === 'panel' ? `session ${caller.sessionId}` : `profile ${caller.profileId}`;
  const hinted = client.panelDevice !== undefined || (client.deviceId !== undefined && isDeviceId(client.deviceId));
  const device = hinted ? await identity.knownDevice(ctx, client) : undefined;
  return device ? `device ${device}` : `address ${client.address}`;
}

/** The refusal for doing something too often; `seconds` is when it may be tried again. */
export function rateLimited(seconds: number): Refusal {
  return new Refusal('RATE_LIMITED', tooManyText(seconds), { retry_after: seconds });
}

function tooManyText(seconds: number): LocalizedText {
  const minutes = Math.ceil(seconds / 60);
  return seconds <= 90
    ? localized.http.rateLimitedSeconds({ seconds })
    : localized.http.rateLimitedMinutes({ minutes });
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1];
}

/** The refusal for whoever is not signed in, or not any more. */
export function signInFirst(): Refusal {
  return new Refusal('UNAUTHORIZED', localized.http.signIn);
}
