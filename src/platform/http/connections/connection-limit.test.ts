import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { test } from 'node:test';
import { limitConnections } from './connection-limit.ts';

/** Opens connections one after another and returns how many of them the server does not close. */
async function countOpenConnections(trustedProxies: readonly string[], connectionCount: number): Promise<number> {
  const server = createServer();
  limitConnections(server, trustedProxies);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // the type for a TCP server
  const sockets: Socket[] = [];
  for (let i = 0; i < connectionCount; i += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket.resume());
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  }
  const lastSocket = sockets.at(-1);
  // Without trusted proxies, the last connection exceeds the limit, so the server closes it.
  if (trustedProxies.length === 0 && lastSocket && !lastSocket.closed) await once(lastSocket, 'close');
  const openCount = sockets.filter((socket) => !socket.closed).length;
  for (const socket of sockets) socket.destroy();
  server.close();
  return openCount;
}

test('an IP address can have up to 256 connections', async () => {
  assert.equal(await countOpenConnections([], 260), 256);
});

test('a trusted proxy can have any number of connections', async () => {
  assert.equal(await countOpenConnections(['loopback'], 260), 260);
  assert.equal(await countOpenConnections(['10.0.0.0/8', '127.0.0.1'], 260), 260);
});

test('a connection that the client reset before the server accepted it is closed', () => {
  const server = new Server();
  limitConnections(server, []);
  const socket = new Socket(); // has no remote address, as after a reset
  server.emit('connection', socket);
  assert.ok(socket.destroyed);
});
