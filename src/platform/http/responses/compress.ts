import { brotliCompressSync, constants } from 'node:zlib';
import type { FastifyReply } from 'fastify';

/** Below this many characters a page fits into a packet or two as it is. */
const WORTH_IT = 1500;

/** Text for a browser, made small where that is worth it (decision 0013). */
export function sendHtml(reply: FastifyReply, text: string) {
  reply.type('text/html; charset=utf-8').header('vary', 'Accept-Encoding, Accept, HX-Request');
  if (text.length < WORTH_IT || !acceptsBrotli(reply)) return reply.send(text);
  return reply.header('content-encoding', 'br').send(brotliCompressSync(text, QUICKLY));
}

/** Whether the client that asked takes Brotli. */
export function acceptsBrotli({ request }: FastifyReply): boolean {
  return /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
}

/** A fraction of a millisecond for a page, and a fifth of its size. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
