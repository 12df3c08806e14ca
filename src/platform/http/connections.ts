import type { Socket } from 'node:net';

/** Requests that a connection may send ahead of its answers: thousands fit into one packet, and their answers into no memory. */
const UNANSWERED = 8;

const unanswered = new WeakMap<Socket, number>();

/** Counts a request of a connection; false when it sends on and on without waiting for its answers. */
export function beginAnswer(socket: Socket): boolean {
  const count = (unanswered.get(socket) ?? 0) + 1;
  unanswered.set(socket, count);
  return count <= UNANSWERED;
}

export function endAnswer(socket: Socket): void {
  unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1);
}

/** What is not even HTTP gets the error body as well. */
export function answerBrokenHttp(socket: Socket, headers: Readonly<Record<string, string>>): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ error: { code: 'VALIDATION_ERROR', message: 'The request cannot be read.' } });
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), 1000).unref(); // whoever does not hang up now would keep the socket for good
}
