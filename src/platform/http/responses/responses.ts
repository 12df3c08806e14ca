import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
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
