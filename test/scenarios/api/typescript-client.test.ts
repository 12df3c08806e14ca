import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runExampleApp } from '../../../clients/typescript/examples/example-app.ts';
import {
  type AnswerInput,
  type ClientOptions,
  createClient,
  type FamilyClient,
  isRequestError,
  type RequestErrorCode,
  randomId,
} from '../../../clients/typescript/src/index.ts';
import { supportsIdempotencyKey } from '../../../clients/typescript/src/operations.ts';
import { surface } from '../../../src/app/surface.ts';
import { acceptsIdempotencyKey, type Method } from '../../../src/platform/http/route.ts';
import { createPicture } from '../../support/files/media.ts';
import { getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { CREATIVE_TASK_ID } from '../../support/learning/submissions.ts';
import { type TestApp, testWithApp, testWithRateLimits } from '../../support/test-app.ts';

const CHILD = { birth_year: 2017, language: 'en', avatar_id: 'fox', pin: '4071' };
const QUIZ = { path: { id: 'first-sums' } };

testWithApp(
  'with the TypeScript client, a family can register, link, complete a task, submit a drawing and join a planet',
  async (app) => {
    const client = createAppClient(app);
    const { id, token } = await client.post('/app/auth/register/child', { body: CHILD });
    const child = client.withToken(token);
    const parent = await signInParent(app, client);
    const { linking_code } = await parent.post('/app/auth/link/generate');
    const link = await child.post('/app/auth/link/redeem', { body: { code: linking_code } });
    assert.equal(link.linked_child.id, id);
    const saved = await client.get('/app/auth/profiles');
    assert.deepEqual(saved.map(({ role }) => role).sort(), ['child', 'parent']);

    await listWorlds(app, child);
    await completeTask(app, child);
    await submitDrawing(child);

    const todo = await child.post('/app/todos', { body: { title: 'Feed the cat' } });
    const updatedTodo = await child.patch('/app/todos/{id}', { path: { id: todo.id }, body: { status: 'done' } });
    assert.equal(updatedTodo.status, 'done');
    await child.delete('/app/todos/{id}', { path: { id: todo.id } });

    const openPlanets = await child.get('/app/planets/open', { query: { limit: 5 } });
    const planet = openPlanets.data.find(({ lock }) => lock === null);
    assert.ok(planet);
    await child.post('/app/planets/{id}/join', { path: { id: planet.id } });
    const joinedPlanets = await child.get('/app/planets/mine');
    assert.deepEqual(
      joinedPlanets.data.map((joinedPlanet) => joinedPlanet.id),
      [planet.id],
    );
    const rankings = await child.get('/app/rankings', { query: { scope: 'family' } });
    assert.ok((rankings.meta.me?.xp ?? 0) > 0);

    await child.post('/app/auth/logout');
    await assertRejects(child.get('/app/users/me'), 'UNAUTHORIZED');
  },
);

testWithApp(
  'the example app gives wrong and correct answers to items of every kind, submits a drawing and joins a planet',
  async (app) => {
    const summary = await runExampleApp(app.url, (task, item) => {
      const answers = getCorrectAnswers(app, task.id) as AnswerInput[]; // see the comment in completeTask
      return answers.find(({ item_id }) => item_id === item.id)?.response;
    });
    assert.equal(summary.kinds.filter((kind) => kind !== 'info').length, 9, summary.kinds.join());
    assert.ok(summary.wrongCount >= 5 && summary.rightCount >= 9, JSON.stringify(summary));
    assert.ok(summary.xp_total > 100);
    assert.equal(summary.rank, 1);
    assert.deepEqual(
      [await app.countRows('submissions'), await app.countRows('planet_members')].map((n) => n > 0),
      [true, true],
    );
  },
);

async function signInParent(app: TestApp, client: FamilyClient): Promise<FamilyClient> {
  const body = { email: 'parent@example.org' };
  await client.post('/app/auth/register/parent', { body });
  const code = await app.fetchEmailedCode(body.email);
  const { token } = await client.post('/app/auth/verify-email', { body: { ...body, code } });
  return client.withToken(token);
}

/** Lists all worlds, one on each page. */
async function listWorlds(app: TestApp, child: FamilyClient): Promise<void> {
  const worldIds = [];
  for await (const world of child.entries('/app/worlds', { query: { limit: 1 } })) worldIds.push(world.id);
  assert.deepEqual(worldIds, [...new Set(worldIds)]);
  assert.equal(worldIds.length, app.ctx.content.current.worlds.size);
}

/** Completes a quiz twice, first without some of the answers. */
async function completeTask(app: TestApp, child: FamilyClient): Promise<void> {
  const attempt = await child.post('/app/tasks/{id}/start', QUIZ);
  assert.equal(attempt.status, 'in_progress');
  const task = await child.get('/app/tasks/{id}', QUIZ);
  assert.ok(task.items.some((item) => item.kind === 'single_choice' && item.options.length > 1));
  app.advance(60);
  // The answers have the type that each kind of item requires, but TypeScript cannot know this.
  const answers = getCorrectAnswers(app, QUIZ.path.id) as AnswerInput[];
  const firstCompletion = await child.post('/app/tasks/{id}/complete', {
    ...QUIZ,
    body: { answers: answers.slice(2) },
  });
  assert.ok(firstCompletion.score < 1);
  await child.post('/app/tasks/{id}/start', QUIZ);
  app.advance(60);
  const secondCompletion = await child.post('/app/tasks/{id}/complete', { ...QUIZ, body: { answers } });
  assert.equal(secondCompletion.score, 1);
  const { xp_total } = await child.get('/app/users/me/stats');
  assert.ok(xp_total > 0);
}

async function submitDrawing(child: FamilyClient): Promise<void> {
  const drawing = new Blob([new Uint8Array(await createPicture('png'))], { type: 'image/png' });
  const progress: number[] = [];
  const submission = await child.post('/app/tasks/{id}/submit-creative', {
    path: { id: CREATIVE_TASK_ID },
    body: { caption: 'Our dragon', files: [drawing] },
    onProgress: ({ sentBytes, totalBytes }) => progress.push(sentBytes / totalBytes),
  });
  assert.equal(submission.media.length, 1);
  assert.equal(submission.caption, 'Our dragon');
  assert.deepEqual(progress, [1]);
}

testWithApp('the TypeScript client repeats a write with the same key when the response was lost', async (app) => {
  const { token } = await app.registerChild();
  const keys: (string | null)[] = [];
  const child = createAppClient(app, {
    token,
    fetch: async (request, init) => {
      const response = await fetch(request, init);
      keys.push((request as Request).headers.get('idempotency-key'));
      if (keys.length === 1) throw new TypeError('The connection was lost');
      return response;
    },
  });
  const changes = await app.diffRowCounts(() => child.post('/app/todos', { body: { title: 'Feed the cat' } }));
  assert.equal(changes.todos, 1);
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
  await child.post('/app/todos', { body: { title: 'Feed the dog' } });
  assert.notEqual(keys[2], keys[0]);
});

testWithRateLimits(
  'the TypeScript client retries neither a registration nor a request whose Retry-After is too long',
  async (app) => {
    let requestCount = 0;
    const options: Partial<ClientOptions> = {
      fetch: async () => {
        requestCount += 1;
        throw new TypeError('The connection failed');
      },
    };
    await assertRejects(createAppClient(app, options).post('/app/auth/register/child', { body: CHILD }), 'NO_RESPONSE');
    assert.equal(requestCount, 1);

    const { token } = await app.registerChild();
    const child = createAppClient(app, { token });
    const addTodo = () => child.post('/app/todos', { body: { title: 'Feed the cat' } });
    for (let i = 0; i < 30; i += 1) await addTodo(); // the rate limit of app-write
    const error = await addTodo().catch((thrown: unknown) => thrown);
    assert.ok(isRequestError(error, 'RATE_LIMITED'));
    assert.equal(error.status, 429);
    assert.ok((error.retryAfterSeconds ?? 0) > 30);
  },
);

testWithRateLimits('the TypeScript client waits as long as Retry-After says, or until a cancellation', async (app) => {
  const { token } = await app.registerChild();
  let requestCount = 0;
  /** A fetch function whose first response asks the client to wait. */
  const createBusyFetch =
    (seconds: number): typeof fetch =>
    (request, init) => {
      requestCount += 1;
      if (requestCount > 1) return fetch(request, init);
      return Promise.resolve(new Response('', { status: 503, headers: { 'retry-after': String(seconds) } }));
    };
  const startedAt = performance.now();
  await createAppClient(app, { token, fetch: createBusyFetch(1) }).get('/app/users/me');
  assert.equal(requestCount, 2);
  assert.ok(performance.now() - startedAt > 950); // one second, with a tolerance for imprecise timers

  requestCount = 0;
  const controller = new AbortController();
  const pendingRequest = createAppClient(app, { token, fetch: createBusyFetch(9) }).get('/app/users/me', {
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(new Error('The page was left')), 50);
  await assert.rejects(pendingRequest, { message: 'The page was left' });
  assert.equal(requestCount, 1);
});

testWithApp('an error of the TypeScript client has the code, fields and request id of the response', async (app) => {
  const { token } = await app.registerChild();
  const child = createAppClient(app, { token, language: 'pl' });
  const error = await child.post('/app/todos', { body: { title: ' ' } }).catch((thrown: unknown) => thrown);
  assert.ok(isRequestError(error, 'VALIDATION_ERROR'));
  assert.deepEqual(error.fields, ['title']);
  assert.match(error.requestId ?? '', /\w/);
  assert.match(error.message, /^title: /);
  const clientBehindCaptivePortal = createAppClient(app, {
    fetch: async () => new Response('<html>Sign in to this network</html>'),
  });
  await assertRejects(clientBehindCaptivePortal.get('/app/auth/profiles'), 'NO_RESPONSE');
});

test('the TypeScript client sends an Idempotency-Key where the service accepts one', () => {
  const writes = surface.filter(({ path, method }) => path.startsWith('/app/') && method !== 'GET');
  for (const route of writes) {
    const method = route.method.toLowerCase() as Lowercase<Method>;
    assert.equal(supportsIdempotencyKey(method, route.path), acceptsIdempotencyKey(route), route.path);
  }
});

function createAppClient(app: TestApp, options: Partial<ClientOptions> = {}): FamilyClient {
  return createClient({ baseUrl: app.url, deviceId: randomId(), ...options });
}

function assertRejects(request: Promise<unknown>, code: RequestErrorCode): Promise<void> {
  return assert.rejects(request, (error) => isRequestError(error, code));
}
