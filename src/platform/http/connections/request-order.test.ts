import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { createRequestOrder } from './request-order.ts';
import { RequestTurns } from './turns.ts';

const MAX_WAIT_MS = 100;
const WORK_MS = 30;
const REQUEST_COUNT = 20;

test('requests that have waited too long for their turn are rejected without being run, and later requests are run', async () => {
  const app = Fastify();
  const requestOrder = createRequestOrder(app, new RequestTurns(MAX_WAIT_MS));
  app.addHook('onRequest', requestOrder.begin);
  app.addHook('onResponse', async (request) => requestOrder.startNext(request.raw.socket));
  app.setErrorHandler((error: Error, _request, reply) => reply.code(503).send(error.message));
  let runCount = 0;
  app.get('/', () => {
    runCount += 1;
    const endsAt = performance.now() + WORK_MS;
    while (performance.now() < endsAt); // blocks the event loop, as most requests do on SQLite
    return 'done';
  });
  after(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  const responses = await Promise.all(Array.from({ length: REQUEST_COUNT }, () => fetch(url)));
  const statuses = responses.map(({ status }) => status);
  const okCount = statuses.filter((status) => status === 200).length;
  assert.equal(runCount, okCount);
  assert.ok(okCount > 0 && okCount < REQUEST_COUNT, String(statuses));
  assert.equal(statuses.filter((status) => status === 503).length, REQUEST_COUNT - okCount);
  assert.equal(await responses.at(-1)?.text(), 'Too many requests are waiting.');
  assert.equal((await fetch(url)).status, 200);
});
