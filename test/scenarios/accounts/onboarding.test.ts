import assert from 'node:assert/strict';
import { recordActivity } from '../../../src/features/progress/index.ts';
import { assertRefusal, story, type World } from '../../support/test-app.ts';

const status = async (world: World, token: string) =>
  (await world.call('GET', '/app/onboarding/status', { token })).body.data;
const stepsOf = (data: { steps: { id: string; status: string }[] }) =>
  Object.fromEntries(data.steps.map((step) => [step.id, step.status]));

story('onboarding of a new child starts with all steps open, and steps are done by real actions', async (world) => {
  const child = await world.registerChild();
  const fresh = await status(world, child.token);
  assert.deepEqual(
    { ...fresh, steps: fresh.steps.map(({ id, required, done_at }: never) => ({ id, required, done_at })) },
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

  const named = world.ctx.now();
  await world.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Mia' } });
  world.pass(60);
  const dressed = world.ctx.now();
  await world.call('PATCH', '/app/avatar', { token: child.token, body: { hat: null } });
  world.pass(60);
  await world.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Mia B' } });
  const later = await status(world, child.token);
  assert.deepEqual(
    later.steps.map((step: { done_at: string | null }) => step.done_at),
    [named, dressed, null, null],
    'the first time counts',
  );
  assert.equal(later.current_step, 'first_task');
  assert.equal(later.progress_percent, 50);
});

story('the first task step is done after a task has been passed or submitted', async (world) => {
  const child = await world.registerChild();
  const entries = [{ reason: 'lesson_done', amount: 10 } as const];
  const fact = { profileId: child.id, source: 'task hello', entries, zone: 'UTC' };
  await world.ctx.write((unit) =>
    recordActivity(unit, { ...fact, source: 'todo 1', entries: [{ reason: 'todo_own', amount: 2 }] }),
  );
  assert.equal(stepsOf(await status(world, child.token)).first_task, 'pending', 'a to-do is no task');
  world.pass(60);
  const at = world.ctx.now();
  await world.ctx.write((unit) => recordActivity(unit, fact));
  const { steps } = await status(world, child.token);
  assert.equal(steps.find(({ id }: { id: string }) => id === 'first_task').done_at, at);
});

story('changing the language or a refused change completes no step', async (world) => {
  const child = await world.registerChild();
  await world.call('PATCH', '/app/users/me', { token: child.token, body: { language: 'es' } });
  assertRefusal(
    await world.call('PATCH', '/app/avatar', { token: child.token, body: { hat: 'no-such-hat' } }),
    404,
    'ITEM_NOT_FOUND',
  );
  const data = await status(world, child.token);
  assert.equal(data.progress_percent, 0);
  assert.equal(data.steps[0].title, 'Elige un nombre');
});

story('completing onboarding skips open steps, which can still be done later', async (world) => {
  const { child, parent } = await world.family();
  for (let i = 0; i < 2; i += 1) {
    const done = await world.call('POST', '/app/onboarding/complete', { token: child.token });
    assert.equal(done.status, 200);
    assert.equal(done.body.data.completed, true);
    assert.equal(done.body.data.completed_at, '2026-11-20T08:00:00.000Z', 'twice changes nothing');
    assert.equal(done.body.data.current_step, null);
    assert.equal(done.body.data.progress_percent, 100);
    world.pass(60);
  }
  assert.deepEqual(stepsOf(await status(world, child.token)), {
    pick_name: 'skipped',
    dress_avatar: 'skipped',
    first_task: 'skipped',
    link_parent: 'done',
  });
  await world.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Leo' } });
  assert.equal(stepsOf(await status(world, child.token)).pick_name, 'done');

  const parents = await status(world, parent.token);
  assert.deepEqual(stepsOf(parents), { link_child: 'done', review_privacy: 'pending' });
  assert.equal(parents.completed, false, "a child's finishing is not its parent's");
});

story(
  'completing onboarding fifty times at once completes it once',
  async (world) => {
    const child = await world.registerChild();
    const one = () => world.call('POST', '/app/onboarding/complete', { token: child.token });
    world.ctx.log.level = 'silent';
    const answers = await Promise.all(Array.from({ length: 50 }, one));
    assert.ok(answers.every(({ status: code }) => code === 200));
    assert.equal(await world.count('onboardings'), 1);
  },
  { env: { RATE_LIMITS: 'off' } },
);
