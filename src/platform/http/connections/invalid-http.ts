import type { Socket } from 'node:net';

/** How long the client may take to read the response and close the connection. */
const CLOSE_TIMEOUT_MS = 1000;

/**
 * Responds with 400 and the error body to a request that is not valid HTTP or is too long. `packet` contains the received bytes. If
 * they begin with HEAD, the response has no body.
 */
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
  setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref(); // a client that does not close the connection would keep the socket open forever
}
