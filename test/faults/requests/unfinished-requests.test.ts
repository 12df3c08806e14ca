import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { limitRunningRequests } from '../../../src/platform/http/connections/running-requests.ts';
import type { Route } from '../../../src/platform/http/route.ts';
import { waitFor } from '../../support/service/wait-for.ts';
import { assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

const JSON_TYPE = 'Content-Type: application/json';

testWithApp('a request gets 401 if its session ends or its profile is deleted while the body arrives', async (app) => {
  const [signedOutChild, deletedChild] = [await app.registerChild(), await app.registerChild()];
  const text = JSON.stringify({ title: 'Feed the cat' });
  const requests = [];
  for (const { token } of [signedOutChild, deletedChild]) {
    const headers = [`Authorization: Bearer ${token}`, JSON_TYPE, `Content-Length: ${text.length}`];
    requests.push(await beginRequest(app, 'POST /app/todos', headers, text.slice(0, 9)));
  }
  await sleep(600); // when a body takes this long, the service authenticates the caller again
  await app.call('POST', '/app/auth/logout', { token: signedOutChild.token });
  await app.ctx.database.kysely.deleteFrom('profiles').where('id', '=', deletedChild.id).execute();
  for (const { socket } of requests) socket.write(text.slice(9));
  for (const { getText } of requests) await waitFor(() => getText().includes('"error"'));
  for (const { getText } of requests) assert.match(getText(), /^HTTP\/1\.1 401 /);
  for (const { socket } of requests) socket.destroy();
  assert.equal(await app.countRows('todos'), 0);
});

testWithApp(
  'a request to an unknown path gets 404, and one with an unsupported method gets 405, before the body is read',
  async (app) => {
    for (const [requestLine, status] of [
      ['POST /app/nowhere', 404],
      ['PUT /healthz', 405],
      ['DELETE /', 405],
    ] as const) {
      const request = await beginRequest(app, requestLine, [JSON_TYPE, 'Content-Length: 7000'], '{');
      await waitFor(() => request.getText().includes('\r\n\r\n'));
      assert.ok(request.getText().startsWith(`HTTP/1.1 ${status} `), requestLine);
      request.socket.destroy();
    }
  },
);

testWithApp('a request with more than 100 headers gets 400', async (app) => {
  // `call` adds a few headers.
  const createHeaders = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, '1']));
  assert.equal((await app.call('GET', '/healthz', { headers: createHeaders(80) })).status, 200);
  assertError(await app.call('GET', '/healthz', { headers: createHeaders(110) }), 400, 'VALIDATION_ERROR');
});

test('16 requests of an address run at a time, further ones begin in order, and disconnected ones do not run', async () => {
  const app = Fastify({ forceCloseConnections: true });
  limitRunningRequests(app);
  const begun: string[] = [];
  const finishes: (() => void)[] = [];
  const route = { endpoint: { kind: 'json' } } as Route; // the hook reads nothing else
  app.get<{ Params: { name: string } }>('/:name', { config: { route } }, async ({ params }) => {
    begun.push(params.name);
    await new Promise<void>((resolve) => finishes.push(resolve));
    return params.name;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const controller = new AbortController();
  const names = Array.from({ length: 20 }, (_, i) => `${i}`);
  const responses: Promise<Response | undefined>[] = [];
  for (const name of names) {
    const init = name === '16' ? { signal: controller.signal } : {};
    responses.push(fetch(`${url}/${name}`, init).catch(() => undefined));
    await sleep(20); // so that the requests arrive in this order
  }
  assert.deepEqual(begun, names.slice(0, 16));
  controller.abort();
  await sleep(50);
  for (let i = 0; i < 19; i += 1) (await waitFor(() => finishes[i]))();
  await Promise.all(responses);
  assert.deepEqual(
    begun,
    names.filter((name) => name !== '16'),
  );
  await app.close();
});

/** Sends the headers and the start of the body of a request. */
async function beginRequest(app: TestApp, requestLine: string, headers: readonly string[], bodyStart: string) {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {}); // the server may reset the connection
  await once(socket, 'connect');
  socket.write(`${requestLine} HTTP/1.1\r\nHost: localhost\r\n${headers.join('\r\n')}\r\n\r\n${bodyStart}`);
  return { socket, getText: () => text };
}
