import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isPublic } from './etag.ts';
import { type Encoding, preferredEncoding } from './negotiation.ts';
import { addVary } from './vary.ts';

/** A shorter body fits into one packet in any case. */
const MIN_BYTES = 1024;
/** Up to this size compressing takes less than a millisecond, and less time than handing it to another thread takes. */
const MAX_SYNC_BYTES = 64 * 1024;

/** Text. Pictures (other than SVG), fonts, sound and archives are compressed already. */
const COMPRESSIBLE = /^(text\/|application\/json|image\/svg)/;

/** The length of the longest query with which pages are compressed: enough for the number of a page and a notice. */
const MAX_QUERY_LENGTH = 32;

/** Compresses a text of at least 1 KB in an encoding that the client accepts (decision 0032). Runs after validateCache. */
export const compressResponse: onSendHookHandler = (request, reply, payload, done) => {
  if (!isCompressible(reply, payload) || mayReveal(request)) return done(null, payload);
  addVary(reply, 'Accept-Encoding');
  const encoding = preferredEncoding(request.headers);
  if (!encoding || isTooBusy(reply, payload)) return done(null, payload);
  reply.header('content-encoding', encoding).removeHeader('content-length');
  const compressed = compress(payload, encoding, reply);
  if (!(compressed instanceof Promise)) return done(null, compressed);
  compressed.then((bytes) => done(null, bytes), done);
};

/**
 * Whether somebody else may have put a text into the query of a page. If the page repeats it, the compressed size reveals
 * whether it resembles something private on that page (BREACH).
 */
function mayReveal({ url, routeOptions }: FastifyRequest): boolean {
  const query = url.indexOf('?') + 1;
  return query > 0 && url.length - query > MAX_QUERY_LENGTH && routeOptions.config.route?.endpoint.kind === 'page';
}

/** A part (206) cannot be compressed: its range counts the bytes of the plain body. */
function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (reply.statusCode === 206 || reply.hasHeader('content-encoding')) return false;
  if (!COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''))) return false;
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= MIN_BYTES;
}

/** How many bodies are compressed in other threads at a time. Each takes memory meanwhile. */
const MAX_COMPRESSING = 4;
let compressing = 0;

/** Whether a long body is sent uncompressed, because many others are being compressed. */
function isTooBusy(reply: FastifyReply, body: string | Buffer): boolean {
  return compressing >= MAX_COMPRESSING && !reply.hasHeader('etag') && Buffer.byteLength(body) > MAX_SYNC_BYTES;
}

/** The compressed bodies of responses with an ETag. Most are the same for many callers: assets, levels, avatar items. */
const compressedBodies = new LRUCache<string, Buffer>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (bytes) => bytes.length + 200,
});
const pending = new Map<string, Promise<Buffer>>();

function compress(body: string | Buffer, encoding: Encoding, reply: FastifyReply): Buffer | Promise<Buffer> {
  const isForAll = isPublic(reply);
  const isSmall = Buffer.byteLength(body) <= MAX_SYNC_BYTES && !isForAll;
  const tag = reply.getHeader('etag');
  if (tag === undefined) return isSmall ? inThisThread(body, encoding) : compressInThreadPool(body, encoding, FAST);
  const key = `${encoding} ${tag}`;
  const known = compressedBodies.get(key) ?? pending.get(key);
  if (known) return known;
  if (!isSmall) return once(key, () => compressInThreadPool(body, encoding, isForAll ? SMALL : FAST));
  const bytes = inThisThread(body, encoding);
  compressedBodies.set(key, bytes);
  return bytes;
}

/** Compresses once, however many requests wait for the result. */
async function once(key: string, compressBody: () => Promise<Buffer>): Promise<Buffer> {
  const result = compressBody();
  pending.set(key, result);
  try {
    const bytes = await result;
    compressedBodies.set(key, bytes);
    return bytes;
  } finally {
    pending.delete(key);
  }
}

/** The quality of Brotli and the level of gzip, for bodies that are compressed once and at each request. */
const SMALL = { br: 10, gzip: 9 };
const FAST = { br: 3, gzip: 4 };

function inThisThread(body: string | Buffer, encoding: Encoding): Buffer {
  return encoding === 'br' ? brotliCompressSync(body, brotli(FAST.br)) : gzipSync(body, { level: FAST.gzip });
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify<string | Buffer, { level: number }, Buffer>(gzip);

async function compressInThreadPool(body: string | Buffer, encoding: Encoding, level: typeof FAST): Promise<Buffer> {
  compressing += 1;
  try {
    return await (encoding === 'br' ? brotliAsync(body, brotli(level.br)) : gzipAsync(body, { level: level.gzip }));
  } finally {
    compressing -= 1;
  }
}

function brotli(quality: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}
