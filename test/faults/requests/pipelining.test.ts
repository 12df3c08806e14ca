import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertError, testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

/** About as many requests as Node reads from a socket at once (64 KB). */
const REQUEST_COUNT = 2000;

testWithApp(
  'a connection that pipelines too many requests is closed, whether their path exists, is unknown or is malformed',
  async (app) => {
    const { hostname, port } = new URL(app.url);
    for (const request of ['GET /healthz', 'GET /nowhere', 'GET /%zz', 'PUT /healthz', 'POST /app/nowhere']) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {}); // the server may reset the connection
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.write(`${request} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(REQUEST_COUNT));
      while (!socket.closed && countResponses(chunks) < REQUEST_COUNT) await sleep(20);
      const responseCount = countResponses(chunks);
      socket.destroy();
      assert.ok(responseCount < REQUEST_COUNT / 10, `${request}: ${responseCount} responses`);
    }
    const response = await app.call('GET', '/healthz');
    assert.equal(response.status, 200);
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'of many pipelined requests that arrive at once, only a few are parsed',
  async (app) => {
    const { hostname, port } = new URL(app.url);
    let parsedCount = 0;
    app.fastify.server.on('request', () => (parsedCount += 1));
    const socket = connect(Number(port), hostname).resume();
    socket.on('error', () => {}); // the server may reset the connection
    socket.write('GET /login HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(REQUEST_COUNT));
    while (!socket.closed) await sleep(10);
    // One request runs, three wait, and the fifth closes the connection. The other three are a margin.
    assert.ok(parsedCount > 0 && parsedCount <= 8, `${parsedCount} requests were parsed`);
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp('a request with more than 100 headers gets 400', async (app) => {
  // `call` adds a few headers.
  const createHeaders = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, '1']));
  assert.equal((await app.call('GET', '/healthz', { headers: createHeaders(80) })).status, 200);
  assertError(await app.call('GET', '/healthz', { headers: createHeaders(110) }), 400, 'VALIDATION_ERROR');
});

function countResponses(chunks: readonly Buffer[]): number {
  return Buffer.concat(chunks).toString().split('HTTP/1.1 ').length - 1;
}
