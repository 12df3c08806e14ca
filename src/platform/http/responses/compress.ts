import { brotliCompressSync, constants } from 'node:zlib';
import type { FastifyReply } from 'fastify';

/** A page with fewer characters fits into one or two packets uncompressed. */
const MIN_LENGTH = 1500;

/** Sends HTML, compressed if it is long enough and the client accepts Brotli (decision 0013). */
export function sendHtml(reply: FastifyReply, text: string) {
  reply.type('text/html; charset=utf-8').header('vary', 'Accept-Encoding, Accept, HX-Request');
  if (text.length < MIN_LENGTH || !acceptsBrotli(reply)) return reply.send(text);
  return reply.header('content-encoding', 'br').send(brotliCompressSync(text, FAST));
}

/** Whether the client accepts Brotli. */
export function acceptsBrotli({ request }: FastifyReply): boolean {
  return /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
}

/** Takes a fraction of a millisecond per page and reduces it to a fifth of its size. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
