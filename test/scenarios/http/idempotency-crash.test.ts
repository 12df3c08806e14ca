import assert from 'node:assert/strict';
import { buildApp } from '../../../src/app/build.ts';
import { surface } from '../../../src/app/surface.ts';
import { addReward, assignTodo, turnRewardsOn } from '../../../src/features/todos/index.ts';
import { acceptsIdempotencyKey } from '../../../src/platform/http/route.ts';
import type { Tables } from '../../../src/schema/tables.ts';
import { createPlanetEntry, setPlanets } from '../../support/family/planets.ts';
import { createPicture } from '../../support/files/media.ts';
import { createMultipartRequest } from '../../support/files/multipart.ts';
import { getCorrectAnswers } from '../../support/learning/learning-client.ts';
import { createFilePart } from '../../support/learning/submissions.ts';
import { createCrashingContext } from '../../support/service/crash.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

interface Case {
  /** Method and path, as in the surface. */
  readonly route: string;
  readonly id?: string;
  readonly body?: object;
  readonly raw?: Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

/**
 * A case for every route that accepts an Idempotency-Key, in an order in which a child can send the requests. The id ':todo'
 * means the to-do that the child has created, and ':reward' a reward that it can afford.
 */
async function createCases(app: TestApp): Promise<Case[]> {
  const id = 'first-sums';
  const answers = getCorrectAnswers(app, id);
  return [
    { route: 'PATCH /app/users/me', body: { display_name: 'Mia' } },
    { route: 'PATCH /app/avatar', body: { hat: null } },
    { route: 'POST /app/onboarding/complete' },
    { route: 'POST /app/todos', body: { title: 'Water the plants' } },
    { route: 'PATCH /app/todos/:id', id: ':todo', body: { status: 'done' } },
    { route: 'DELETE /app/todos/:id', id: ':todo' },
    { route: 'POST /app/tasks/:id/start', id },
    { route: 'PATCH /app/tasks/:id/attempt', id, body: { answers: answers.slice(1) } },
    { route: 'POST /app/tasks/:id/hint', id, body: { item_id: 'seven-and-five' } },
    { route: 'POST /app/tasks/:id/answer', id, body: { ...answers[0] } },
    { route: 'POST /app/tasks/:id/complete', id, body: { answers } },
    {
      route: 'POST /app/tasks/:id/submit-creative',
      id: 'another-ending',
      ...createMultipartRequest([createFilePart(await createPicture('png'))]),
    },
    { route: 'POST /app/planets/:id/join', id: 'readers' },
    { route: 'POST /app/planets/:id/leave', id: 'readers' },
    { route: 'POST /app/reports', body: { kind: 'planet', planet_id: 'readers' } },
    { route: 'POST /app/rewards/:id/redeem', id: ':reward' },
    { route: 'POST /app/reading', body: { reads: true } },
    { route: 'POST /app/goal', body: { days_per_week: 3 } },
  ];
}

testWithApp(
  'if the process crashes after any commit of a request with an Idempotency-Key, a retry completes it exactly once',
  async (app) => {
    setPlanets(app, [createPlanetEntry('readers')]);
    const cases = await createCases(app);
    assert.deepEqual(
      cases.map(({ route }) => route).sort(),
      surface
        .filter((route) => acceptsIdempotencyKey(route) && route.path !== '/app/tasks/:id/twin') // it stores nothing
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
      'there is exactly one case for each route that accepts an Idempotency-Key',
    );
    const crashingProcess = createCrashingServer(app);
    const sendWithoutCrash = await createCaseSender(app);
    const sendersWithCrash = [await createCaseSender(app), await createCaseSender(app)]; // a request has at most two commits
    // The first child that joins the planet creates the row of the planet's lock, which would otherwise count as a change.
    await (await createCaseSender(app))(app.fastify, { route: 'POST /app/planets/:id/join', id: 'readers' });
    for (const testCase of cases) {
      crashingProcess.start();
      const { response, changes } = await sendWithoutCrash(crashingProcess.server, testCase);
      assert.ok(response.statusCode < 300, `${testCase.route}: ${response.payload}`);
      const commitCount = crashingProcess.countCommits();
      assert.ok(commitCount <= sendersWithCrash.length, `${testCase.route}: ${commitCount} commits`);
      for (const [i, send] of sendersWithCrash.entries()) {
        crashingProcess.start(Math.min(i + 1, commitCount));
        const crashed = await send(crashingProcess.server, testCase);
        assert.equal(crashed.response.statusCode, 500, `${testCase.route}: the process crashes`);
        const retry = await send(app.fastify, testCase);
        assert.equal(retry.response.statusCode, response.statusCode, `${testCase.route}: ${retry.response.payload}`);
        assert.equal(retry.response.headers['content-type'], response.headers['content-type']);
        const isResponseStored = i + 1 >= commitCount;
        assert.equal(
          retry.response.headers['idempotency-replayed'],
          isResponseStored ? 'true' : undefined,
          testCase.route,
        );
        assert.deepEqual(
          sumChanges(crashed.changes, retry.changes),
          changes,
          `${testCase.route}: the changes are made exactly once`,
        );
      }
    }
    await crashingProcess.server.close();
  },
  { env: { OPERATOR_CONTACT: 'help@family.example' } },
);

testWithApp(
  'if the process crashes before the commit of a request with an Idempotency-Key, nothing changes, and a retry makes the change',
  async (app) => {
    const send = await createCaseSender(app);
    const todo = { route: 'POST /app/todos', body: { title: 'Water the plants' } };
    const crashingProcess = createCrashingServer(app);
    crashingProcess.start(0);
    const crashed = await send(crashingProcess.server, todo);
    assert.equal(crashed.response.statusCode, 500);
    assert.deepEqual(crashed.changes, {});
    const retry = await send(app.fastify, todo);
    assert.equal(retry.response.statusCode, 201, retry.response.payload);
    assert.equal(retry.response.headers['idempotency-replayed'], undefined);
    await crashingProcess.server.close();
  },
);

/** Creates a server that simulates a process that crashes after the number of commits passed to `start`. */
function createCrashingServer({ ctx }: TestApp) {
  const { ctx: crashingCtx, start, countCommits } = createCrashingContext(ctx);
  return { server: buildApp(crashingCtx), start, countCommits };
}

/** Registers a child. Returns a function that sends a case for the child, with an Idempotency-Key made from the route. */
async function createCaseSender(app: TestApp) {
  const child = await app.registerChild();
  const { token } = child;
  let todoId = '';
  let rewardId = '';
  return async (server: TestApp['fastify'], { route, id = '', body, raw, headers }: Case) => {
    const [method = '', path = ''] = route.split(' ');
    rewardId ||= id === ':reward' ? await createReward(app, child) : '';
    const url = path.replace(':id', { ':todo': todoId, ':reward': rewardId }[id] ?? id);
    let response: Awaited<ReturnType<typeof server.inject>> | undefined;
    const changes = await app.diffRowCounts(async () => {
      response = await server.inject({
        method: method as 'POST',
        url,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': route.replaceAll(' ', '-'), ...headers },
        ...((body ?? raw) && { payload: body ?? Buffer.from(raw ?? []) }),
      });
    });
    assert.ok(response);
    if (route === 'POST /app/todos' && response.statusCode === 201) todoId = response.json().data.id;
    return { response, changes };
  };
}

/** Links the child with a parent who turns rewards on, and lets the child earn a reward. */
async function createReward(app: TestApp, { id, token }: { readonly id: string; readonly token: string }) {
  const parent = await app.registerParent();
  await app.linkChild(parent.token, token);
  const { body: me } = await app.call('GET', '/app/users/me', { token: parent.token });
  const parentId = me.data.id;
  await turnRewardsOn(app.ctx, parentId, [id]);
  await addReward(app.ctx, parentId, [id], { title: 'Film', stars: 1 });
  const [todo] = await assignTodo(app.ctx, parentId, [id], { title: 'Tidy up', stars: 1, requires_approval: false });
  await app.call('PATCH', `/app/todos/${todo?.id}`, { token, body: { status: 'done' } });
  const { body } = await app.call('GET', '/app/rewards', { token });
  return body.data.rewards[0].id;
}

type RowCountChanges = Partial<Record<keyof Tables, number>>;

function sumChanges(...changesOfSteps: RowCountChanges[]): RowCountChanges {
  const sum: RowCountChanges = {};
  for (const [table, n] of changesOfSteps.flatMap((changes) => Object.entries(changes) as [keyof Tables, number][])) {
    sum[table] = (sum[table] ?? 0) + n;
  }
  return Object.fromEntries(Object.entries(sum).filter(([, n]) => n !== 0));
}
