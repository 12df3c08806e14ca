import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { readClient } from '../client.ts';
import { RequestTurns } from './turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request was received, in milliseconds of `performance.now()`. */
    receivedAt: number;
  }
}

/** How many requests of a connection may wait for earlier responses. One packet can contain many pipelined requests. */
const MAX_WAITING = 7;

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
  app.server.on('connection', () => turns.noteConnection());

  /** Calls `begin` now or later. Never calls it once the connection is closed. */
  function beginInTurn(request: FastifyRequest, begin: () => void): void {
    if (turns.isFree) begin();
    else turns.enqueue(readClient(request).address, begin);
  }

  return {
    /** An onRequest hook, which begins the request now or later. */
    begin(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
      request.receivedAt = performance.now();
      const { socket } = request.raw;
      const begin = () => {
        const isClosed = socket.destroyed || socket.writableEnded; // an earlier response may have been the last one
        if (isClosed) reply.hijack();
        else done();
      };
      const connection = connections.get(socket);
      if (!connection?.isResponding) {
        if (connection) connection.isResponding = true;
        else connections.set(socket, { isResponding: true, waiting: [] });
        beginInTurn(request, begin);
      } else if (connection.waiting.push(() => beginInTurn(request, begin)) > MAX_WAITING) {
        socket.destroy();
        reply.hijack(); // send no response
      }
    },
    /** Begins the next request of a connection after a response has been sent. */
    startNext(socket: Socket): void {
      const connection = connections.get(socket);
      if (!connection) return;
      if (connection.waiting.length === 0) connection.isResponding = false;
      else connection.waiting.shift()?.();
    },
  };
}
