import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fillTodos } from '../../support/family/full-lists.ts';
import { measureEventLoopLoad } from '../../support/service/event-loop-load.ts';
import { type TestApp, testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

const CONNECTION_COUNT = 45;
/**
 * The maximum number of open connections that do not read their responses. Each response is a list of more than a million
 * characters, and the service closes connections when all waiting responses together have more than 24 million. The rest is a
 * margin, for example for other connections of the test.
 */
const MAX_UNREAD = 30;

testWithApp(
  'a pipelined request is started only after the client has read the previous response',
  async (app) => {
    const { child, path, cookie } = await createFamilyWithLongList(app);
    const body = JSON.stringify({ title: 'Feed the cat' });
    const socket = await openUnreadSocket(app);
    socket.write(formatGetRequest(path, cookie).repeat(3)); // more data than the operating system buffers
    socket.write(
      `POST /app/todos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${child.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const countBefore = await app.countRows('todos');
    await sleep(1500); // long enough to run the request, if it did not wait
    assert.equal(await app.countRows('todos'), countBefore);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    while (!text.slice(-2000).includes('HTTP/1.1 201')) await sleep(20);
    assert.equal(text.split('HTTP/1.1 200').length - 1, 3, 'all responses arrive, in order');
    assert.equal(await app.countRows('todos'), countBefore + 1);
    socket.destroy();
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'clients that request long lists without reading them neither use up memory nor block other requests',
  async (app) => {
    const { path, cookie } = await createFamilyWithLongList(app);
    const sockets = await Promise.all(Array.from({ length: CONNECTION_COUNT }, () => openUnreadSocket(app)));
    const { server } = app.fastify;
    const countOpen = promisify(server.getConnections.bind(server));
    while ((await countOpen()) < CONNECTION_COUNT) await sleep(10);
    let openConnectionCount = CONNECTION_COUNT;
    const { longestTurnMs } = await measureEventLoopLoad(async () => {
      for (const socket of sockets) socket.write(formatGetRequest(path, cookie).repeat(4)); // all requests arrive in one turn of the event loop
      for (let polls = 0; openConnectionCount > MAX_UNREAD && polls < 600; polls += 1) {
        assert.equal((await app.call('GET', '/healthz')).status, 200);
        openConnectionCount = await countOpen();
        await sleep(50);
      }
    });
    for (const socket of sockets) socket.destroy();
    assert.ok(longestTurnMs < 300, `the event loop was blocked for ${longestTurnMs} ms`);
    assert.ok(openConnectionCount <= MAX_UNREAD, `${openConnectionCount} connections are open`);
  },
  WITHOUT_RATE_LIMITS,
);

async function createFamilyWithLongList(app: TestApp) {
  const { child, parent } = await app.registerFamily();
  await fillTodos(app, child);
  const cookie = await app.openPanelSession(parent.token);
  return { child, cookie, path: `/api/children/${child.id}/todos?per_page=100` };
}

/** Opens a connection that reads nothing until the caller listens to `data`. */
async function openUnreadSocket(app: TestApp): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}); // the server may reset the connection
  await once(socket, 'connect');
  return socket;
}

function formatGetRequest(path: string, cookie: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nAccept: application/json\r\n\r\n`;
}
