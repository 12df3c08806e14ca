import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { ApiError, UnavailableError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import { readClient } from '../client.ts';
import { limitChunks } from './limit-chunks.ts';
import { RequestTurns } from './turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request was received, in milliseconds of `performance.now()`. */
    receivedAt: number;
    /** Whether the request has waited for its body or for Redis. The turn in which it began may then be over. */
    hasWaited: boolean;
    /** Calls `run` now or in a later turn of the event loop. These calls and new requests share one queue (decision 0034). */
    takeTurn(run: () => void): void;
  }
}

/** How many requests of a connection may wait for the responses to earlier ones. A packet can contain thousands of requests. */
const MAX_WAITING_REQUESTS = 3;
/**
 * The maximum number of headers of a request. Browsers and proxies send about 20. By default, Node accepts 2,000, and it parses
 * them before a request takes its turn.
 */
const MAX_HEADERS = 100;

interface Connection {
  isResponding: boolean;
  /** The functions that begin the waiting requests. */
  readonly waitingRequests: (() => void)[];
}

/**
 * Creates hooks that delay a request until all earlier responses of its connection have been sent, so that a client that does
 * not read responses causes work and uses memory for only one response. Waiting clients take turns.
 */
export function createRequestOrder(app: FastifyInstance, turns = new RequestTurns()) {
  const connections = new WeakMap<Socket, Connection>();
  app.server.on('connection', (socket) => {
    turns.recordConnection();
    limitChunks(socket);
    limitPipelining(socket, () => (connections.get(socket)?.waitingRequests.length ?? 0) >= MAX_WAITING_REQUESTS);
  });
  app.server.maxHeadersCount = MAX_HEADERS + 1; // Node drops further headers, and `begin` rejects the request

  /** Calls `begin` now or in a later turn of the event loop. */
  function beginInTurn(request: FastifyRequest, begin: (hasWaitedTooLong: boolean) => void): void {
    if (turns.canBeginNow) begin(false);
    else turns.enqueue(readClient(request).address, begin);
  }

  app.decorateRequest('takeTurn', function takeTurn(this: FastifyRequest, run: () => void): void {
    beginInTurn(this, () => run());
  });
  return {
    /** An onRequest hook that begins the request now or in a later turn. */
    begin(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
      request.receivedAt = performance.now();
      const { raw } = request;
      const { socket } = raw;
      const headerCount = raw.rawHeaders.length / 2; // `rawHeaders` contains the names and the values
      const beginOrReject = (hasWaitedTooLong: boolean) => {
        const isClosed = socket.destroyed || socket.writableEnded; // an earlier response may have been the last one
        if (isClosed) reply.hijack();
        else if (hasWaitedTooLong) done(createOverloadedError());
        else if (headerCount > MAX_HEADERS) done(createTooManyHeadersError());
        else done();
      };
      const connection = connections.get(socket);
      if (!connection?.isResponding) {
        if (connection) connection.isResponding = true;
        else connections.set(socket, { isResponding: true, waitingRequests: [] });
        beginInTurn(request, beginOrReject);
      } else connection.waitingRequests.push(() => beginInTurn(request, beginOrReject));
    },
    /**
     * A preHandler hook that runs the endpoint now or in a later turn. The bodies of hundreds of requests, or the responses of
     * Redis for them, may arrive in one turn of the event loop, long after the requests have begun. Every request that has
     * waited is queued, even if the turn has time left: the responses of Redis arrive in one callback, so all requests would
     * begin in this turn before the first of them had used any time.
     */
    resume(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
      const run = (hasWaitedTooLong: boolean) => done(hasWaitedTooLong ? createOverloadedError() : undefined);
      if (request.hasWaited) turns.enqueue(readClient(request).address, run);
      else run(false);
    },
    /** Begins the next request of a connection after a response has been sent. */
    startNext(socket: Socket): void {
      const connection = connections.get(socket);
      if (!connection) return;
      const beginNext = connection.waitingRequests.shift();
      if (beginNext) beginNext();
      else connection.isResponding = false;
    },
  };
}

function createOverloadedError(): UnavailableError {
  return new UnavailableError('Too many requests are waiting.');
}

function createTooManyHeadersError(): ApiError {
  return new ApiError('VALIDATION_ERROR', localized.http.tooManyHeaders);
}

/** Node's HTTP parser. This interface is undocumented, but pipelining.test.ts would fail if it changed. */
interface Parser {
  onIncoming(request: IncomingMessage, isKeptAlive: boolean): number;
}
/** The return value of `onIncoming` that makes Node's parser treat the rest of a packet as a protocol other than HTTP. */
const UPGRADE = 2;

/**
 * Closes a connection as soon as a further request arrives while `isFull` returns true. Node would parse the rest of the packet, up
 * to thousands of requests, before anything else runs, and has no setting that prevents this. Its parser stops only at a request
 * that asks for another protocol (an upgrade). The server supports no other protocol, so Node then closes the connection.
 */
function limitPipelining(socket: Socket, isFull: () => boolean): void {
  const { parser } = socket as Socket & { readonly parser: Parser };
  const onIncoming = parser.onIncoming;
  parser.onIncoming = (request, isKeptAlive) => {
    if (!isFull()) return onIncoming(request, isKeptAlive);
    Object.assign(request, { upgrade: true });
    return UPGRADE;
  };
}
