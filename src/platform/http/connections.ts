import type { Socket } from 'node:net';

/** The maximum of pipelined requests per connection. Thousands fit into one packet, but their responses would fill the memory. */
const MAX_PENDING = 8;

const pendingRequests = new WeakMap<Socket, number>();

/** Counts a request of a connection. Returns false when too many requests wait for their responses. */
export function beginResponse(socket: Socket): boolean {
  const count = (pendingRequests.get(socket) ?? 0) + 1;
  pendingRequests.set(socket, count);
  return count <= MAX_PENDING;
}

export function endResponse(socket: Socket): void {
  pendingRequests.set(socket, (pendingRequests.get(socket) ?? 1) - 1);
}

/** Sends the error body to a request that is not valid HTTP or is too long; a HEAD request (see `packet`) gets only the head. */
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
  const isHeadRequest = Buffer.isBuffer(packet) && packet.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHeadRequest ? '' : body}`);
  setTimeout(() => socket.destroy(), 1000).unref(); // a client that does not hang up would keep the socket open forever
}
