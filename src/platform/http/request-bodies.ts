import type { IncomingMessage, Server } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal, Unavailable } from '../../core/refusal.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../context.ts';

import { bodyTooLarge, unreadableBody } from './responses/error-response.ts';

/** What the bodies that are arriving may hold of the memory, all together. */
const MOST_HELD = 64 * 1024 * 1024;
/** A body may take as long as this, and a second more for as many bytes as come. */
const GRACE_SECONDS = 10;
const BYTES_A_SECOND = 500;
const CHECK_MILLISECONDS = 1000;

let held = 0;

/** Bytes of a body as they come: in one buffer, so that a thousand small pieces take no more room than a large one. */
class Arriving {
  readonly #most: number;
  #buffer = Buffer.alloc(0);
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#most) throw bodyTooLarge();
    if (length > this.#buffer.length) this.#grow(Math.min(this.#most, Math.max(1024, 2 * length)));
    chunk.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  #grow(size: number): void {
    const more = size - this.#buffer.length;
    if (held + more > MOST_HELD) throw new Unavailable('Too many bodies are arriving.', 2);
    held += more;
    const larger = Buffer.allocUnsafeSlow(size);
    this.bytes.copy(larger);
    this.#buffer = larger;
  }

  letGo(): void {
    held -= this.#buffer.length;
    this.#buffer = Buffer.alloc(0);
  }
}

/** How to tell whoever reads a body that it comes too slowly. */
const readers = new WeakMap<IncomingMessage, (refusal: Refusal) => void>();

/** A body as text, of at most the bytes that its route allows. */
function readText({ raw, routeOptions }: FastifyRequest): Promise<string> {
  const most = routeOptions.bodyLimit;
  const arriving = new Arriving(most);
  return new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      try {
        arriving.add(chunk);
      } catch (error) {
        stop(error);
      }
    };
    const stop = (error: unknown) => {
      raw.off('data', take);
      raw.resume(); // what we do not want to read must not stand in the way of the answer
      reject(error);
    };
    if (raw.destroyed && !raw.readableEnded) return stop(unreadableBody()); // its sender has gone meanwhile
    readers.set(raw, stop);
    if (Number(raw.headers['content-length']) > most) return stop(bodyTooLarge());
    raw.on('data', take);
    raw.once('end', () => resolve(arriving.bytes.toString()));
    for (const broken of ['error', 'close']) raw.once(broken, () => stop(unreadableBody()));
  }).finally(() => {
    readers.delete(raw);
    arriving.letGo();
  });
}

/** Reads what endpoints take as text: JSON everywhere, plain forms where pages are. */
export function readJson(app: FastifyInstance): void {
  // `__proto__` in a body is refused by the parser.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const text = await readText(request);
    request.bodyText = text;
    if (text.length === 0) return undefined; // zero bytes of JSON are no body at all (gap 6)
    return new Promise((resolve, reject) => {
      parse(request, text, (error, body) => (error ? reject(error) : resolve(body)));
    });
  });
}

export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) =>
    parseForm(await readText(request)),
  );
}

/** Takes a body of any type, whose words mean nothing. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    await readText(request);
  });
}

interface Watched {
  readonly since: number;
  readonly bytesBefore: number;
}

/**
 * Ends requests whose bodies come more slowly than they may, whoever reads them and whether anybody does: a few hundred
 * connections could be held for as long as somebody likes. Only a body that is being read is still answered.
 */
export function refuseSlowBodies(app: FastifyInstance, { monotonicMs }: Context): void {
  const watched = new Map<IncomingMessage, Watched>();
  const server: Server = app.server;
  server.on('request', (request) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && Number(length ?? 0) === 0) return;
    watched.set(request, { since: monotonicMs(), bytesBefore: request.socket.bytesRead });
    request.once('close', () => watched.delete(request));
  });
  const check = () => {
    for (const [request, { since, bytesBefore }] of watched) {
      const { socket } = request;
      if (request.complete || socket.destroyed) watched.delete(request);
      else if (isTooSlow(monotonicMs() - since, socket.bytesRead - bytesBefore)) {
        watched.delete(request);
        end(request);
      }
    }
  };
  const checking = setInterval(check, CHECK_MILLISECONDS).unref();
  app.addHook('onClose', async () => clearInterval(checking));
}

function isTooSlow(milliseconds: number, bytes: number): boolean {
  return milliseconds > (GRACE_SECONDS + bytes / BYTES_A_SECOND) * 1000;
}

function end(request: IncomingMessage): void {
  const refuse = readers.get(request);
  if (refuse) refuse(new Refusal('VALIDATION_ERROR', localized.http.bodyTooSlow, { reason: 'body_too_slow' }));
  else request.socket.destroy();
}
