import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

/** About as many requests as fit into one packet. */
const REQUESTS = 2000;

testWithApp(
  'a connection that pipelines requests without waiting is closed, whether their path exists, does not, or is malformed',
  async (app) => {
    const { hostname, port } = new URL(app.url);
    for (const request of ['GET /healthz', 'GET /nowhere', 'GET /%zz', 'PUT /healthz', 'POST /app/nowhere']) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {}); // a reset is one way to close
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.write(`${request} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(REQUESTS));
      while (!socket.closed && countResponses(chunks) < REQUESTS) await sleep(20);
      const responses = countResponses(chunks);
      socket.destroy();
      assert.ok(responses < REQUESTS / 10, `${request}: ${responses} responses`);
    }
    const after = await app.call('GET', '/healthz');
    assert.equal(after.status, 200);
  },
  WITHOUT_RATE_LIMITS,
);

function countResponses(chunks: readonly Buffer[]): number {
  return Buffer.concat(chunks).toString().split('HTTP/1.1 ').length - 1;
}
