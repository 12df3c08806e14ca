import type { IncomingMessage, Server } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/requests/api-error.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../context.ts';
import { ByteQuota } from './byte-quota.ts';
import { createBodyTooLargeError, createMalformedRequestError } from './responses/error-response.ts';

const MIB = 1024 ** 2;
const RETRY_AFTER_SECONDS = 5;
/** Routes whose body limit is at most this, such as sign-in, have a separate quota, so that large bodies do not block them. */
const SMALL_BODY_BYTES = 8 * 1024;
/** The memory for the bodies of these routes that are arriving. */
const SMALL_BODY_QUOTA = new ByteQuota({ total: 16 * MIB, perAddress: MIB, retryAfterSeconds: RETRY_AFTER_SECONDS });
/** The memory for all other bodies that are arriving, and for the fields of multipart bodies. */
export const LARGE_BODY_QUOTA = new ByteQuota({
  total: 48 * MIB,
  perAddress: 4 * MIB,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
});
/**
 * A body may take this long, plus one second for every MIN_BYTES_PER_SECOND bytes that arrive. Even a slow mobile connection is
 * faster.
 */
const GRACE_SECONDS = 10;
const MIN_BYTES_PER_SECOND = 2000;
const CHECK_INTERVAL_MS = 1000;

/** The bytes of an arriving body in one buffer, so that a thousand small chunks use no more memory than one large chunk. */
class BodyBuffer {
  readonly #maxBytes: number;
  readonly #address: string;
  readonly #quota: ByteQuota;
  #buffer = Buffer.alloc(0);
  #length = 0;

  constructor(maxBytes: number, address: string) {
    this.#maxBytes = maxBytes;
    this.#address = address;
    this.#quota = maxBytes <= SMALL_BODY_BYTES ? SMALL_BODY_QUOTA : LARGE_BODY_QUOTA;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#maxBytes) throw createBodyTooLargeError();
    if (length > this.#buffer.length) this.#grow(Math.min(this.#maxBytes, Math.max(1024, 2 * length)));
    chunk.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  #grow(size: number): void {
    this.#quota.reserve(this.#address, size - this.#buffer.length);
    const largerBuffer = Buffer.allocUnsafeSlow(size);
    this.bytes.copy(largerBuffer);
    this.#buffer = largerBuffer;
  }

  release(): void {
    this.#quota.release(this.#address, this.#buffer.length);
    this.#buffer = Buffer.alloc(0);
  }
}

/** For each request whose body is being read, the function that stops the reading with an error. */
const bodyRejections = new WeakMap<IncomingMessage, (error: ApiError) => void>();

/**
 * Reads a body as text. Throws if the body exceeds the limit of its route or a quota, arrives too slowly or is
 * incomplete.
 */
function readText(request: FastifyRequest): Promise<string> {
  const { raw, routeOptions, client } = request;
  request.hasWaited = true; // so that the handler waits for a turn when the body has arrived (request-order.ts)
  const maxBytes = routeOptions.bodyLimit;
  const buffer = new BodyBuffer(maxBytes, client?.address ?? '');
  return new Promise<string>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      try {
        buffer.add(chunk);
      } catch (error) {
        fail(error);
      }
    };
    const fail = (error: unknown) => {
      raw.off('data', onData);
      raw.resume(); // unread bytes must not block the response
      reject(error);
    };
    if (raw.destroyed && !raw.readableEnded) return fail(createMalformedRequestError()); // the client has disconnected
    bodyRejections.set(raw, fail);
    if (Number(raw.headers['content-length']) > maxBytes) return fail(createBodyTooLargeError());
    raw.on('data', onData);
    raw.once('end', () => resolve(buffer.bytes.toString()));
    const failUnlessComplete = () => {
      if (!raw.readableEnded) fail(createMalformedRequestError());
    };
    raw.once('error', failUnlessComplete);
    raw.once('close', failUnlessComplete);
  }).finally(() => {
    bodyRejections.delete(raw);
    buffer.release();
  });
}

/** Bodies with up to this many characters are parsed immediately, because that takes only microseconds. */
const SHORT_BODY_LENGTH = 1024;

/** Waits for a turn before a long body is parsed, because many bodies may end in the same turn of the event loop. */
async function waitForTurn(request: FastifyRequest, text: string): Promise<void> {
  if (text.length > SHORT_BODY_LENGTH) await new Promise<void>((resolve) => request.takeTurn(resolve));
}

/** Registers the parser of JSON bodies. It also stores the text of the body, for idempotency. */
export function registerJsonParser(app: FastifyInstance): void {
  // The parser rejects a body that contains `__proto__` or `constructor.prototype`.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const text = await readText(request);
    request.bodyFingerprint = text;
    if (text.length === 0) return undefined; // an empty body counts as no body (gap 6)
    await waitForTurn(request, text);
    return new Promise((resolve, reject) => {
      parse(request, text, (error, body) => (error ? reject(error) : resolve(body)));
    });
  });
}

/** Registers the parser of URL-encoded forms. */
export function registerFormParser(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => {
    const text = await readText(request);
    await waitForTurn(request, text);
    return parseForm(text);
  });
}

/** Accepts bodies of any type, and reads and discards them. */
export function discardBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    await readText(request);
  });
}

interface WatchedBody {
  readonly startedAtMs: number;
  /** The number of bytes that the connection had received when the request began. */
  readonly bytesReadBefore: number;
}

/**
 * Ends requests whose bodies arrive too slowly, whether or not the bodies are being read: otherwise an attacker could keep a few
 * hundred connections open indefinitely. Only a request whose body is being read receives a response.
 */
export function rejectSlowBodies(app: FastifyInstance, { monotonicMs }: Context): void {
  const watchedBodies = new Map<IncomingMessage, WatchedBody>();
  const server: Server = app.server;
  server.on('request', (request) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && Number(length ?? 0) === 0) return;
    watchedBodies.set(request, { startedAtMs: monotonicMs(), bytesReadBefore: request.socket.bytesRead });
    request.once('close', () => watchedBodies.delete(request));
  });
  const endSlowRequests = () => {
    for (const [request, { startedAtMs, bytesReadBefore }] of watchedBodies) {
      const { socket } = request;
      if (request.complete || socket.destroyed) watchedBodies.delete(request);
      else if (isTooSlow(monotonicMs() - startedAtMs, socket.bytesRead - bytesReadBefore)) {
        watchedBodies.delete(request);
        endSlowRequest(request);
      }
    }
  };
  const timer = setInterval(endSlowRequests, CHECK_INTERVAL_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function isTooSlow(elapsedMs: number, receivedBytes: number): boolean {
  return elapsedMs > (GRACE_SECONDS + receivedBytes / MIN_BYTES_PER_SECOND) * 1000;
}

function endSlowRequest(request: IncomingMessage): void {
  const rejectBody = bodyRejections.get(request);
  if (rejectBody) rejectBody(new ApiError('VALIDATION_ERROR', localized.http.bodyTooSlow, { reason: 'body_too_slow' }));
  else request.socket.destroy();
}
