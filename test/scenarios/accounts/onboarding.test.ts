import assert from 'node:assert/strict';
import { recordActivity } from '../../../src/features/progress/index.ts';
import { assertEach, assertError, START_TIME, type TestApp, testWithApp } from '../../support/test-app.ts';

interface Step {
  readonly id: string;
  readonly status: string;
  readonly required: boolean;
  readonly done_at: string | null;
}

const getStatus = async (app: TestApp, token: string) =>
  (await app.call('GET', '/app/onboarding/status', { token })).body.data;
/** The status of each step, by its id. */
const getStatusByStep = ({ steps }: { steps: Step[] }) =>
  Object.fromEntries(steps.map(({ id, status }) => [id, status]));

testWithApp('onboarding starts with all steps open, and the child’s actions complete them', async (app) => {
  const child = await app.registerChild();
  const initialStatus = await getStatus(app, child.token);
  assert.deepEqual(
    {
      ...initialStatus,
      steps: initialStatus.steps.map(({ id, required, done_at }: Step) => ({ id, required, done_at })),
    },
    {
      completed: false,
      completed_at: null,
      current_step: 'pick_name',
      progress_percent: 0,
      reward: null,
      steps: [
        { id: 'pick_name', required: true, done_at: null },
        { id: 'dress_avatar', required: true, done_at: null },
        { id: 'first_task', required: true, done_at: null },
        { id: 'link_parent', required: false, done_at: null },
      ],
    },
  );

  const namedAt = app.ctx.now();
  await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Mia' } });
  app.advance(60);
  const dressedAt = app.ctx.now();
  await app.call('PATCH', '/app/avatar', { token: child.token, body: { hat: null } });
  app.advance(60);
  await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Mia B' } });
  const laterStatus = await getStatus(app, child.token);
  assertEach(laterStatus.steps, 'done_at', [namedAt, dressedAt, null, null]); // the time of the first completion is kept
  assert.equal(laterStatus.current_step, 'first_task');
  assert.equal(laterStatus.progress_percent, 50);
});

testWithApp('the onboarding step "first task" is done after a lesson, but not after a to-do', async (app) => {
  const child = await app.registerChild();
  const entries = [{ reason: 'lesson_done', amount: 10 } as const];
  const activity = { profileId: child.id, source: 'task hello', entries, timeZone: 'UTC' };
  await app.ctx.write((ctx) =>
    recordActivity(ctx, { ...activity, source: 'todo 1', entries: [{ reason: 'todo_own', amount: 2 }] }),
  );
  assert.equal(
    getStatusByStep(await getStatus(app, child.token)).first_task,
    'pending',
    'a to-do does not count as a task',
  );
  app.advance(60);
  const doneAt = app.ctx.now();
  await app.ctx.write((ctx) => recordActivity(ctx, activity));
  const { steps } = await getStatus(app, child.token);
  assert.equal(steps.find(({ id }: Step) => id === 'first_task').done_at, doneAt);
});

testWithApp('neither a change of the language nor a refused change completes an onboarding step', async (app) => {
  const child = await app.registerChild();
  await app.call('PATCH', '/app/users/me', { token: child.token, body: { language: 'es' } });
  assertError(
    await app.call('PATCH', '/app/avatar', { token: child.token, body: { hat: 'no-such-hat' } }),
    404,
    'ITEM_NOT_FOUND',
  );
  const status = await getStatus(app, child.token);
  assert.equal(status.progress_percent, 0);
  assert.equal(status.steps[0].title, 'Elige un nombre');
});

testWithApp('completing onboarding skips open steps, which can still be done later', async (app) => {
  const { child, parent } = await app.registerFamily();
  for (let i = 0; i < 2; i += 1) {
    const response = await app.call('POST', '/app/onboarding/complete', { token: child.token });
    assert.equal(response.status, 200);
    assert.equal(response.body.data.completed, true);
    assert.equal(response.body.data.completed_at, START_TIME); // a repetition does not change the time
    assert.equal(response.body.data.current_step, null);
    assert.equal(response.body.data.progress_percent, 100);
    app.advance(60);
  }
  assert.deepEqual(getStatusByStep(await getStatus(app, child.token)), {
    pick_name: 'skipped',
    dress_avatar: 'skipped',
    first_task: 'skipped',
    link_parent: 'done',
  });
  await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Leo' } });
  assert.equal(getStatusByStep(await getStatus(app, child.token)).pick_name, 'done');

  const parentStatus = await getStatus(app, parent.token);
  assert.deepEqual(getStatusByStep(parentStatus), { link_child: 'done', review_privacy: 'pending' });
  assert.equal(parentStatus.completed, false, 'completing the child’s onboarding does not complete the parent’s');
});

testWithApp('fifty concurrent requests complete onboarding once', async (app) => {
  const child = await app.registerChild();
  const complete = () => app.call('POST', '/app/onboarding/complete', { token: child.token });
  const responses = await Promise.all(Array.from({ length: 50 }, complete));
  assert.ok(responses.every(({ status }) => status === 200));
  assert.equal(await app.countRows('onboardings'), 1);
});
