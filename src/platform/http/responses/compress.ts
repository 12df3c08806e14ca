import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createReadCounter } from '../../observability/metrics.ts';
import { type Encoding, negotiateEncoding } from './negotiation.ts';
import { addVary, isPublicResponse } from './responses.ts';

/** The minimum size of a body that is compressed. A smaller one fits into one packet without compression. */
const MIN_BODY_BYTES = 1024;
/** Compressing a body of up to this size takes less than a millisecond, so it may block the event loop. */
const MAX_SYNC_BYTES = 64 * 1024;

/** The media types of text. Pictures (other than SVG), fonts, sound and archives are already compressed. */
const COMPRESSIBLE = /^(text\/|application\/json|image\/svg)/;

/** The maximum length of a query with which a page is compressed. It is enough for a page number and a notice. */
const MAX_QUERY_LENGTH = 32;

/** How many bodies the thread pool may compress at a time. Reading files, hashing PINs and rendering pictures need its threads, too. */
const MAX_CONCURRENT_COMPRESSIONS = 2;
let compressionCount = 0;

/**
 * The compressed bodies of responses with an ETag. Most of these bodies are the same for many callers: assets, levels, avatar
 * items.
 */
const compressedBodies = new LRUCache<string, Buffer>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (bytes) => bytes.length + 200, // about 200 bytes for the key and the entry
});
const countRead = createReadCounter('compressed bodies');

/** The quality of Brotli and the level of gzip: high for bodies that are compressed once for all callers, low for all others. */
const STRONG_COMPRESSION = { br: 10, gzip: 9 };
const FAST_COMPRESSION = { br: 3, gzip: 4 };

/**
 * Compresses a text of at least 1 KB in an encoding that the client accepts (decision 0032). Runs after `revalidateCache`. A long
 * body is compressed in the thread pool, or not at all while the pool is busy. A short one is compressed in this thread, unless it
 * is the same for all callers and the pool has time to compress it more strongly.
 */
export const compressResponse: onSendHookHandler = (request, reply, payload, done) => {
  if (!isCompressible(reply, payload) || mayRevealSecrets(request)) return done(null, payload);
  addVary(reply, 'Accept-Encoding');
  const encoding = negotiateEncoding(request.headers);
  if (!encoding) return done(null, payload);
  const etag = reply.getHeader('etag');
  const key = etag === undefined ? undefined : `${encoding} ${etag}`;
  const cached = key === undefined ? undefined : countRead(compressedBodies.get(key));
  const isBusy = compressionCount >= MAX_CONCURRENT_COMPRESSIONS;
  const isShort = Buffer.byteLength(payload) <= MAX_SYNC_BYTES;
  if (!cached && isBusy && !isShort) return done(null, payload);
  reply.header('content-encoding', encoding).removeHeader('content-length');
  if (cached) return done(null, cached);
  const finish = (bytes: Buffer) => {
    if (key !== undefined) compressedBodies.set(key, bytes);
    done(null, bytes);
  };
  const isSameForAll = isPublicResponse(reply);
  if (isShort && (isBusy || !isSameForAll)) return finish(compressInThisThread(payload, encoding));
  compressInThreadPool(payload, encoding, isSameForAll ? STRONG_COMPRESSION : FAST_COMPRESSION).then(finish, done);
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
