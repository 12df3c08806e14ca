import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Callers, Who } from '../../core/caller.ts';
import type { Text } from '../../core/languages.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Context } from '../context.ts';
import { isLoopback } from '../settings.ts';
import { type Client, cookieOf, isDeviceId, SESSION_COOKIE } from './client.ts';
import { same } from './forms.ts';
import type { Limit, Standing } from './limits.ts';

/** How a feature tells who calls; the platform itself knows no families. */
export interface Identity {
  bearer(ctx: Context, token: string): Promise<Callers['any'] | undefined>;
  session(ctx: Context, cookie: string): Promise<Callers['cookie'] | undefined>;
  /** A key for the device if somebody has signed in on it before. */
  knownDevice(ctx: Context, client: Client): Promise<string | undefined>;
}

/**
 * Who a request's credentials say it is: the bearer token for the app, the cookie for the panel, for a holder either;
 * undefined for nobody.
 */
export function identify(
  ctx: Context,
  identity: Identity,
  request: FastifyRequest,
  who: Who,
): Promise<Caller | undefined> | undefined {
  // Where nobody has to sign in a token is worth nothing, not even a limit of its own.
  if (who === 'operator' || who === 'none') return undefined;
  const token = bearerOf(request);
  if (who === 'cookie' || who === 'visitor' || (who === 'holder' && !token)) {
    const cookie = cookieOf(request, SESSION_COOKIE);
    return cookie ? identity.session(ctx, cookie) : undefined;
  }
  return token ? identity.bearer(ctx, token) : undefined;
}

/** Refuses whoever may not call: 401 without a good credential, 403 with one of the wrong role (gap 4). */
export function admit(
  ctx: Context,
  request: FastifyRequest,
  who: Who,
  caller: Caller | undefined,
  client: Client,
): void {
  if (who === 'none' || who === 'visitor' || who === 'holder') return;
  if (who === 'operator') {
    admitOperator(ctx, request, client);
    return;
  }
  if (!caller) throw signInFirst();
  if (who === 'any' || who === 'cookie' || who === caller.role) return;
  throw new Refusal('FORBIDDEN', who === 'child' ? CHILDREN_ONLY : PARENTS_ONLY);
}

function admitOperator({ settings }: Context, request: FastifyRequest, { address }: Client): void {
  const allowed =
    settings.metricsToken === null
      ? isLoopback(address) && !isForwarded(settings, request)
      : same(bearerOf(request) ?? '', settings.metricsToken);
  if (!allowed) throw signInFirst();
}

/** Behind a proxy that TRUST_PROXY does not name, everybody seems to be on loopback. */
function isForwarded({ trustProxy }: Context['settings'], { headers }: FastifyRequest): boolean {
  return trustProxy.length === 0 && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
}

/** Any device of one address together may not pass this in a minute: made-up Device-Ids open no door (gap 19). */
const BACKSTOP: Limit = { requests: 300, seconds: 60 };

export type Windows = (key: string, limit: Limit, nowMs: number) => Standing;

/** Counts a request against `name` for whoever sends it, and refuses it when it is one too many. */
export async function countRequest(
  ctx: Context,
  identity: Identity,
  windows: Windows,
  reply: FastifyReply,
  [name, limit]: readonly [string, Limit],
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
  if (!standing.allowed) throw tooMany(standing.resetSeconds);
}

async function keyOf(ctx: Context, identity: Identity, caller: Caller | undefined, client: Client): Promise<string> {
  if (caller) return caller.role === 'panel' ? `session ${caller.sessionId}` : `profile ${caller.profileId}`;
  const hinted = client.panelDevice !== undefined || (client.deviceId !== undefined && isDeviceId(client.deviceId));
  const device = hinted ? await identity.knownDevice(ctx, client) : undefined;
  return device ? `device ${device}` : `address ${client.address}`;
}

/** The refusal for doing something too often; `seconds` is when it may be tried again. */
export function tooMany(seconds: number): Refusal {
  return new Refusal('RATE_LIMITED', tooManyText(seconds), { retry_after: seconds });
}

function tooManyText(seconds: number): Text {
  const minutes = Math.ceil(seconds / 60);
  return seconds <= 90
    ? {
        en: `Too many tries. Please try again in ${seconds} s.`,
        es: `Demasiados intentos. Inténtalo de nuevo en ${seconds} s.`,
        uk: `Забагато спроб. Спробуйте ще раз через ${seconds} с.`,
        pl: `Zbyt wiele prób. Spróbuj ponownie za ${seconds} s.`,
      }
    : {
        en: `Too many tries. Please try again in ${minutes} min.`,
        es: `Demasiados intentos. Inténtalo de nuevo en ${minutes} min.`,
        uk: `Забагато спроб. Спробуйте ще раз через ${minutes} хв.`,
        pl: `Zbyt wiele prób. Spróbuj ponownie za ${minutes} min.`,
      };
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1];
}

/** The refusal for whoever is not signed in, or not any more. */
export function signInFirst(): Refusal {
  return new Refusal('UNAUTHORIZED', SIGN_IN);
}

const SIGN_IN: Text = {
  en: 'Please sign in first.',
  es: 'Inicia sesión primero.',
  uk: 'Спочатку увійдіть.',
  pl: 'Najpierw się zaloguj.',
};
const CHILDREN_ONLY: Text = {
  en: 'Only a child can do this.',
  es: 'Solo un niño o una niña puede hacer esto.',
  uk: 'Це може зробити лише дитина.',
  pl: 'Może to zrobić tylko dziecko.',
};
const PARENTS_ONLY: Text = {
  en: 'Only a parent can do this.',
  es: 'Solo un padre o una madre puede hacer esto.',
  uk: 'Це може зробити лише хтось із батьків.',
  pl: 'Może to zrobić tylko rodzic.',
};
