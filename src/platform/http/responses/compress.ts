import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createReadCounter } from '../../observability/metrics.ts';
import { isPublicResponse } from './etag.ts';
import { type Encoding, negotiateEncoding } from './negotiation.ts';
import { addVary } from './vary.ts';

/** The minimum size of a body that is compressed. A smaller one fits into one packet without compression. */
const MIN_BODY_BYTES = 1024;
/** Compressing a body of up to this size takes less than a millisecond, so it may block the event loop. */
const MAX_SYNC_BYTES = 64 * 1024;

/** The media types of text. Pictures (other than SVG), fonts, sound and archives are already compressed. */
const COMPRESSIBLE = /^(text\/|application\/json|image\/svg)/;

/** The maximum length of a query with which a page is compressed. It is enough for a page number and a notice. */
const MAX_QUERY_LENGTH = 32;

/** Compresses a text of at least 1 KB in an encoding that the client accepts (decision 0032). Runs after `revalidateCache`. */
export const compressResponse: onSendHookHandler = (request, reply, payload, done) => {
  if (!isCompressible(reply, payload) || mayRevealSecrets(request)) return done(null, payload);
  addVary(reply, 'Accept-Encoding');
  const encoding = negotiateEncoding(request.headers);
  if (!encoding || isTooBusy(payload)) return done(null, payload);
  reply.header('content-encoding', encoding).removeHeader('content-length');
  const compressedBody = compress(payload, encoding, reply);
  if (!(compressedBody instanceof Promise)) return done(null, compressedBody);
  compressedBody.then((bytes) => done(null, bytes), done);
};

/**
 * Whether an attacker could have put text into the query of a page. If the page repeats that text, its compressed size reveals
 * whether the text resembles something private on the page (BREACH).
 */
function mayRevealSecrets({ url, routeOptions }: FastifyRequest): boolean {
  const queryStart = url.indexOf('?') + 1;
  return (
    queryStart > 0 && url.length - queryStart > MAX_QUERY_LENGTH && routeOptions.config.route?.endpoint.kind === 'page'
  );
}

/** Whether a body can be compressed. A partial response (206) cannot: its range refers to bytes of the uncompressed body. */
function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (reply.statusCode === 206 || reply.hasHeader('content-encoding')) return false;
  if (!COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''))) return false;
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= MIN_BODY_BYTES;
}

/** How many bodies the thread pool may compress at a time. Reading files, hashing PINs and rendering pictures need its threads, too. */
const MAX_CONCURRENT_COMPRESSIONS = 2;
let compressionCount = 0;

/** Whether a long body is sent uncompressed, because too many other bodies are being compressed. */
function isTooBusy(body: string | Buffer): boolean {
  return compressionCount >= MAX_CONCURRENT_COMPRESSIONS && Buffer.byteLength(body) > MAX_SYNC_BYTES;
}

/** The memory for cached bodies. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024;

/**
 * The compressed bodies of responses with an ETag. Most of these bodies are the same for many callers: assets, levels, avatar
 * items.
 */
const compressedBodies = new LRUCache<string, Buffer>({
  maxSize: MAX_CACHED_BYTES,
  sizeCalculation: (bytes) => bytes.length + 200, // about 200 bytes for the key and the entry
});
const pendingCompressions = new Map<string, Promise<Buffer>>();
const countRead = createReadCounter('compressed bodies');

function compress(body: string | Buffer, encoding: Encoding, reply: FastifyReply): Buffer | Promise<Buffer> {
  const isSameForAll = isPublicResponse(reply);
  // A small body is compressed in this thread, unless it is the same for all callers and the thread pool has time to compress it
  // more strongly.
  const usesThisThread =
    Buffer.byteLength(body) <= MAX_SYNC_BYTES && (!isSameForAll || compressionCount >= MAX_CONCURRENT_COMPRESSIONS);
  const etag = reply.getHeader('etag');
  if (etag === undefined)
    return usesThisThread
      ? compressInThisThread(body, encoding)
      : compressInThreadPool(body, encoding, FAST_COMPRESSION);
  const key = `${encoding} ${etag}`;
  const cached = countRead(compressedBodies.get(key) ?? pendingCompressions.get(key));
  if (cached) return cached;
  if (!usesThisThread)
    return compressOnce(key, () =>
      compressInThreadPool(body, encoding, isSameForAll ? STRONG_COMPRESSION : FAST_COMPRESSION),
    );
  const bytes = compressInThisThread(body, encoding);
  compressedBodies.set(key, bytes);
  return bytes;
}

/** Compresses a body only once, even if several requests wait for the result. */
async function compressOnce(key: string, compressBody: () => Promise<Buffer>): Promise<Buffer> {
  const compression = compressBody();
  pendingCompressions.set(key, compression);
  try {
    const bytes = await compression;
    compressedBodies.set(key, bytes);
    return bytes;
  } finally {
    pendingCompressions.delete(key);
  }
}

/** The quality of Brotli and the level of gzip: high for bodies that are compressed once for all callers, low for all others. */
const STRONG_COMPRESSION = { br: 10, gzip: 9 };
const FAST_COMPRESSION = { br: 3, gzip: 4 };

function compressInThisThread(body: string | Buffer, encoding: Encoding): Buffer {
  return encoding === 'br'
    ? brotliCompressSync(body, toBrotliOptions(FAST_COMPRESSION.br))
    : gzipSync(body, { level: FAST_COMPRESSION.gzip });
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify<string | Buffer, { level: number }, Buffer>(gzip);

async function compressInThreadPool(
  body: string | Buffer,
  encoding: Encoding,
  compression: typeof FAST_COMPRESSION,
): Promise<Buffer> {
  compressionCount += 1;
  try {
    return await (encoding === 'br'
      ? brotliAsync(body, toBrotliOptions(compression.br))
      : gzipAsync(body, { level: compression.gzip }));
  } finally {
    compressionCount -= 1;
  }
}

function toBrotliOptions(quality: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}
