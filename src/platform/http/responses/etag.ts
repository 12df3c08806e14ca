import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import fresh from 'fresh';
import { addVary } from './responses.ts';

/**
 * Adds an ETag to a response that clients may cache: a private response of an endpoint with `isCacheable`, or a public response. A
 * client that already has this response receives 304 instead (RFC 9110, 13.1.2).
 */
export const revalidateCache: onSendHookHandler = (request, reply, payload, done) => {
  if (reply.statusCode !== 200 || !(typeof payload === 'string' || Buffer.isBuffer(payload)))
    return done(null, payload);
  const isPrivate = request.routeOptions.config.route?.endpoint.isCacheable === true;
  if (isPrivate) addVary(reply.header('cache-control', 'private, no-cache'), 'Authorization');
  if (!isPrivate && !isPublicResponse(reply)) return done(null, payload);
  const etag = computeEtag(payload);
  reply.header('etag', etag);
  if (!isFresh(request, etag)) return done(null, payload);
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return done(null, request.method === 'HEAD' ? payload : null); // Fastify removes the body of HEAD, and reads its length first
};

/** Whether the response is the same for everybody. */
export function isPublicResponse(reply: FastifyReply): boolean {
  return String(reply.getHeader('cache-control') ?? '').startsWith('public');
}

const etagByBuffer = new WeakMap<Buffer, string>();

/** The ETag is weak, because it is the same for every content encoding of a body (RFC 9110, 8.8.3). */
function computeEtag(body: string | Buffer): string {
  if (typeof body === 'string') return `W/"${hash('sha1', body, 'base64url')}"`;
  const etag = etagByBuffer.get(body) ?? `W/"${hash('sha1', body, 'base64url')}"`;
  etagByBuffer.set(body, etag); // all responses with the same asset or picture share a buffer
  return etag;
}

/** The length up to which If-None-Match is read. A client that sends back one or several ETags of the service needs far less. */
const MAX_HEADER_LENGTH = 1000;

/**
 * Whether the client already has the body with this ETag. Cache-Control of the request is ignored, because it is meant for
 * intermediate caches, and `fetch` adds `no-cache` if a script sets If-None-Match.
 */
function isFresh({ headers }: FastifyRequest, etag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match']?.slice(0, MAX_HEADER_LENGTH) }, { etag });
}
