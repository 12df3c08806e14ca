import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { ApiError } from '../../../core/requests/api-error.ts';
import { localized } from '../../../locales/index.ts';
import { readClient } from '../client.ts';
import { limitChunks } from './limit-chunks.ts';
import { RequestTurns } from './turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request was received, in milliseconds of `performance.now()`. */
    receivedAt: number;
    /** Whether the request has waited for its body or for Redis, so that the turn in which it began may be over. */
    hasWaited: boolean;
    /** Calls `run` now or in a later turn of the event loop, as a request begins (decision 0034). */
    takeTurn(run: () => void): void;
  }
}

/** How many requests of a connection may wait for the responses before them. Thousands fit into one packet. */
const MAX_WAITING = 3;
/** Browsers and proxies send about 20. Node reads thousands, and each takes time before a request gets its turn. */
const MAX_HEADERS = 100;

interface Connection {
  isResponding: boolean;
  readonly waiting: (() => void)[];
}

/**
 * Creates hooks that let a request begin when all earlier responses of its connection have been sent, so that a client that
 * does not read responses causes work, and uses memory, for one response only. Clients take turns.
 */
export function createRequestOrder(app: FastifyInstance) {
  const connections = new WeakMap<Socket, Connection>();
  const turns = new RequestTurns();
  app.server.on('connection', (socket) => {
    turns.recordConnection();
    limitChunks(socket);
    limitPipelining(socket, () => (connections.get(socket)?.waiting.length ?? 0) >= MAX_WAITING);
  });
  app.server.maxHeadersCount = MAX_HEADERS + 1; // the others are dropped, and the request is refused

  /** Calls `begin` now or later. */
  function beginInTurn(request: FastifyRequest, begin: () => void): void {
    if (turns.isFree) begin();
    else turns.enqueue(readClient(request).address, begin);
  }

  app.decorateRequest('takeTurn', function takeTurn(this: FastifyRequest, run: () => void): void {
    beginInTurn(this, run);
  });
  return {
    /** An onRequest hook, which begins the request now or later. */
    begin(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
      request.receivedAt = performance.now();
      const { raw } = request;
      const { socket } = raw;
      const begin = () => {
        const isClosed = socket.destroyed || socket.writableEnded; // an earlier response may have been the last one
        if (isClosed) reply.hijack();
        else if (raw.rawHeaders.length > 2 * MAX_HEADERS) done(createTooManyHeadersError());
        else done();
      };
      const connection = connections.get(socket);
      if (!connection?.isResponding) {
        if (connection) connection.isResponding = true;
        else connections.set(socket, { isResponding: true, waiting: [] });
        beginInTurn(request, begin);
      } else connection.waiting.push(() => beginInTurn(request, begin));
    },
    /**
     * A preHandler hook, which runs the endpoint now or in a later turn. The bodies of hundreds of requests, or what Redis has counted for
     * them, may arrive in one turn of the event loop, long after they have begun. Redis answers all of them in one callback, so
     * none may run at once: their work would begin only after all of them had been let through.
     */
    resume(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
      if (request.hasWaited) turns.enqueue(readClient(request).address, done);
      else done();
    },
    /** Begins the next request of a connection after a response has been sent. */
    startNext(socket: Socket): void {
      const connection = connections.get(socket);
      if (!connection) return;
      const beginNext = connection.waiting.shift();
      if (beginNext) beginNext();
      else connection.isResponding = false;
    },
  };
}

function createTooManyHeadersError(): ApiError {
  return new ApiError('VALIDATION_ERROR', localized.http.tooManyHeaders);
}

interface Parser {
  onIncoming(request: IncomingMessage, isKeptAlive: boolean): number;
}
/** The return value that makes Node's parser treat the rest of a packet as another protocol than HTTP. */
const UPGRADE = 2;

/**
 * Closes a connection as soon as a further request arrives while `isFull`. Node would parse the rest of the packet, up to
 * thousands of requests, before anything else runs, and has no setting against it. It ends only when a request asks for
 * another protocol; as the server supports none, Node closes the connection.
 */
function limitPipelining(socket: Socket, isFull: () => boolean): void {
  const { parser } = socket as Socket & { readonly parser: Parser }; // undocumented, but pipelining.test.ts would notice
  const onIncoming = parser.onIncoming;
  parser.onIncoming = (request, isKeptAlive) => {
    if (!isFull()) return onIncoming(request, isKeptAlive);
    Object.assign(request, { upgrade: true });
    return UPGRADE;
  };
}
