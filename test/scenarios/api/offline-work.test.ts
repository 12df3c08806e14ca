import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { isRetryable, sendWork, type Work } from '../../../clients/play/src/offline/writes.ts';
import { createResponseError } from '../../../clients/typescript/src/errors.ts';
import { createClient, isRequestError } from '../../../clients/typescript/src/index.ts';
import { HOUR } from '../../../src/core/time/instant.ts';
import { CREATIVE_TASK_ID } from '../../support/learning/submissions.ts';
import { testWithApp } from '../../support/test-app.ts';

// The child's app may repeat a request a day after the first try. By then, the service no longer stores the Idempotency-Key.

testWithApp('work first sent a day ago is sent again unless the service has received the same work', async (app) => {
  const client = createClient({ baseUrl: app.url, token: (await app.registerChild()).token });
  const newTodo = { kind: 'new-todo', body: { title: 'Feed the cat' } } as const;
  const createSubmission = (text: string): Work => ({
    kind: 'submission',
    taskId: CREATIVE_TASK_ID,
    previousId: undefined,
    body: { text },
  });
  let keyCount = 0;
  /** Sends work that was first sent 24 hours ago. */
  const send = (work: Work) => {
    mock.timers.enable({ apis: ['Date'], now: new Date(app.ctx.now()) });
    const firstTriedAt = Date.now() - 24 * HOUR * 1000;
    return sendWork(client, work, { key: `key-of-the-test-${keyCount++}`, firstTriedAt }).finally(() =>
      mock.timers.reset(),
    );
  };

  await client.post('/app/todos', { body: { title: 'Feed the cat' } });
  app.advance(25 * HOUR);
  assert.notEqual(await send(newTodo), 'already-received'); // the existing to-do is older than the work
  assert.equal(await send(newTodo), 'already-received');

  assert.notEqual(await send(createSubmission('The fox comes home.')), 'already-received');
  assert.equal(await send(createSubmission(' The fox comes home. ')), 'already-received');
  const isRefused = (error: unknown) => isRequestError(error, 'CONFLICT');
  await assert.rejects(
    send(createSubmission('Another text')),
    isRefused,
    'a different text is not mistaken for the submission that the service has received',
  );
});

test('a write whose first attempt is still in progress is sent again', () => {
  const createError = (reason: string) =>
    createResponseError(
      { error: { code: 'CONFLICT', message: '', details: { reason } } },
      new Response(null, { status: 409 }),
    );
  assert.ok(isRetryable(createError('in_progress')));
  assert.ok(!isRetryable(createError('list_full')));
});

test('a write that is too large for a proxy is not sent again, but a write that a proxy could not forward is', () => {
  const createProxyError = (status: number) =>
    createResponseError(undefined, new Response('<html></html>', { status }));
  assert.ok(!isRetryable(createProxyError(413)));
  assert.ok(isRetryable(createProxyError(502)));
});
