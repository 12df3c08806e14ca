import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';

/**
 * The hook of a route whose responses a client may cache: a client that already has this response gets 304 instead (RFC
 * 9110, 13.1.2). This saves bandwidth, not work.
 */
export const etag = {
  async onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const tag = `"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'authorization');
    if (!isFresh(request, tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  },
};

/** Longer than the tags that any client sends. */
const MAX_HEADER_LENGTH = 1000;

/** Cache-Control of the request is for caches on the way and is ignored: fetch adds `no-cache` to a conditional request. */
function isFresh({ headers }: FastifyRequest, tag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match']?.slice(0, MAX_HEADER_LENGTH) }, { etag: tag });
}
