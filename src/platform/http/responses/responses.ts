import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import fresh from 'fresh';
import type { HtmlEscapedString } from 'hono/utils/html';
import { Type } from 'typebox';
import { LenientText } from '../../../core/requests/json-schema.ts';
import type { StoredBytes } from '../../files/local-files.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Data with response headers (cookies, caching), and a status if it differs from the usual status of the endpoint. */
export class ResponseWithHeaders<T> {
  readonly data: T;
  readonly headers: Record<string, string | string[]>;
  readonly status: number | undefined;

  constructor(data: T, headers: Record<string, string | string[]>, status?: number) {
    this.data = data;
    this.headers = headers;
    this.status = status;
  }
}

/** A redirect (303) to another page of the service; `path` is the path of that page. */
export class Redirect {
  readonly path: string;
  readonly headers: Record<string, string | string[]>;

  constructor(path: string, headers: Record<string, string | string[]> = {}) {
    this.path = path;
    this.headers = headers;
  }
}

/**
 * A file: its media type, and its bytes or text. A large file should be a stream. Only stored bytes support range requests,
 * which audio players send.
 */
export interface FileResponse {
  readonly type: string;
  readonly body: string | Buffer | Readable | StoredBytes;
  readonly headers?: Record<string, string>;
}

/** Sends HTML. Vary states that the response depends on Accept and on whether htmx sent the request. */
export function sendHtml(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('vary', 'Accept, HX-Request').send(text);
}

/** Adds the name of a request header to Vary, because the response depends on that header. */
export function addVary(reply: FastifyReply, name: string): void {
  const currentValue = reply.getHeader('vary');
  reply.header('vary', currentValue === undefined ? name : `${currentValue}, ${name}`);
}

/**
 * Returns the caching headers for a body that is the same for everybody and whose URL may contain a version. If the URL has the
 * current version, its body never changes. Otherwise a client has to revalidate its copy, and receives 304 if nothing has changed.
 */
export function getPublicCacheHeaders(
  version: string,
  requestedVersion: string | undefined,
): { 'cache-control': string } {
  return { 'cache-control': requestedVersion === version ? 'public, max-age=31536000, immutable' : 'public, no-cache' };
}

/** The query parameter that contains the version. */
export const VersionParam = Type.Optional(LenientText({ description: 'The version of the content.' }));

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
