import { brotliCompressSync, constants } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { acceptsBrotli } from './negotiation.ts';

/** A page with fewer characters fits into one or two packets uncompressed. */
const MIN_LENGTH = 1500;

/** Sends HTML, compressed if it is long enough and the client accepts Brotli (decision 0013). */
export function sendHtml(reply: FastifyReply, text: string) {
  reply.type('text/html; charset=utf-8').header('vary', 'Accept-Encoding, Accept, HX-Request');
  if (text.length < MIN_LENGTH || !acceptsBrotli(reply.request.headers)) return reply.send(text);
  return reply.header('content-encoding', 'br').send(brotliCompressSync(text, FAST));
}

/** Takes a fraction of a millisecond per page and reduces it to a fifth of its size. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
