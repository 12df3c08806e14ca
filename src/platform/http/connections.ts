import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests that a connection may send ahead of its answers: thousands fit into one packet, and their answers into no memory. */
const UNANSWERED = 8;

/** Hangs up on a connection that sends on and on without waiting for its answers. */
export function limitUnanswered(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    if (count <= UNANSWERED) return done();
    socket.destroy();
    reply.hijack(); // nothing more is done for it
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1);
    done();
  });
}

/** What is not even HTTP gets the error body as well. */
export function answerBrokenHttp(_error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ error: { code: 'VALIDATION_ERROR', message: 'The request cannot be read.' } });
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), 1000).unref(); // whoever does not hang up now would keep the socket for good
}
