import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The hook of a route whose answers a client may keep and ask for again: whoever holds this very answer hears 304
 * instead (RFC 9110, 13.1.2). It saves the way to a phone, not the work.
 */
export const etag = {
  async onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const tag = `"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'authorization');
    if (!holds(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  },
};

/** Room for more tags than any client keeps. */
const LONGEST_LIST = 1000;

function holds(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '')
    .slice(0, LONGEST_LIST)
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
