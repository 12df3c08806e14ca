import type { Socket } from 'node:net';

/** Requests that a connection may send ahead of its answers: thousands fit into one packet, and their answers into no memory. */
const UNANSWERED = 8;

const unanswered = new WeakMap<Socket, number>();

/** Counts a request of a connection; false when it sends on and on without waiting for its answers. */
export function beginResponse(socket: Socket): boolean {
  const count = (unanswered.get(socket) ?? 0) + 1;
  unanswered.set(socket, count);
  return count <= UNANSWERED;
}

export function endResponse(socket: Socket): void {
  unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1);
}

/** What is not even HTTP, or too long for it, gets the error body as well; who asks for a head (`packet` says) a head. */
export function respondToInvalidHttp(socket: Socket, headers: Readonly<Record<string, string>>, packet: unknown): void {
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
  const asksForHead = Buffer.isBuffer(packet) && packet.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(`${head.join('\r\n')}\r\n\r\n${asksForHead ? '' : body}`);
  setTimeout(() => socket.destroy(), 1000).unref(); // whoever does not hang up now would keep the socket for good
}
