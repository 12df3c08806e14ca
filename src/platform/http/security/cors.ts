import type { FastifyReply } from 'fastify';
import type { Settings } from '../../settings.ts';
import { addVary } from '../responses/responses.ts';

/**
 * The paths that an app on another origin may read. Their responses do not depend on cookies. The panel's paths are not included.
 */
const CROSS_ORIGIN_PATHS = /^\/(app|files|avatars|pictures|media|drawn)\//;

/** The response headers that a script of another origin may read. */
const EXPOSED_HEADERS =
  'ETag, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';
/** The request headers that a script of another origin may send. */
const ALLOWED_HEADERS =
  'Accept-Language, Authorization, Content-Type, Device-Id, Idempotency-Key, If-None-Match, X-Timezone';
const PREFLIGHT_MAX_AGE_SECONDS = 7200; // Chrome caches the result of a preflight request for at most two hours

/** Lets the pages of the origins in CORS_ORIGINS read the response (decision 0045). */
export function allowOrigin({ corsOrigins }: Settings, reply: FastifyReply): void {
  const { url, headers } = reply.request;
  if (corsOrigins.length === 0 || !CROSS_ORIGIN_PATHS.test(url)) return;
  const allowsAll = corsOrigins.includes('*');
  if (!allowsAll) addVary(reply, 'Origin');
  if (!allowsAll && !corsOrigins.includes(headers.origin ?? '')) return;
  reply.headers({
    'access-control-allow-origin': allowsAll ? '*' : headers.origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  });
}

/**
 * Responds to OPTIONS with the methods of the path, and to a preflight request also with the headers that another origin may send.
 */
export function sendOptions({ corsOrigins }: Settings, reply: FastifyReply, methods: readonly string[]): FastifyReply {
  const isPreflight = reply.request.headers['access-control-request-method'] !== undefined;
  if (isPreflight && corsOrigins.length > 0 && CROSS_ORIGIN_PATHS.test(reply.request.url))
    reply.headers({
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
    });
  return reply.code(204).header('allow', methods.join(', ')).send();
}
