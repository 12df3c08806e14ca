import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/time/instant.ts';
import { pauseStreak } from '../../../src/features/progress/index.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { assertError, testWithApp } from '../../support/test-app.ts';

// The clock starts on Friday, 20 November 2026, at 08:00 UTC.

testWithApp('a child sets a goal of days for a week, which counts from Monday and waits in a pause', async (app) => {
  const child = createLearningClient(app, await app.registerChild(), 'Europe/Kyiv');
  const other = createLearningClient(app, await app.registerChild());
  const getGoal = async () => (await child.call('GET', '/app/goal')).body.data;
  const setGoal = (days_per_week: unknown) => child.call('POST', '/app/goal', { days_per_week });

  assert.deepEqual(await getGoal(), { days_per_week: null, days_done: 0, paused: false, together: null });
  await child.startAndComplete('first-sums');
  assert.deepEqual((await setGoal(3)).body.data, { days_per_week: 3, days_done: 1, paused: false, together: null });
  for (const days of [0, 8, 2.5, 'three']) assertError(await setGoal(days), 400, 'VALIDATION_ERROR');
  assert.deepEqual((await other.call('GET', '/app/goal')).body.data.days_per_week, null);

  app.advance(DAY);
  await child.startAndComplete('what-is-alive');
  await child.startAndComplete('at-the-pond');
  assert.deepEqual(await getGoal(), { days_per_week: 3, days_done: 2, paused: false, together: null });
  const parent = await app.registerParent();
  await app.linkChild(parent.token, child.token);
  const cookie = await app.openPanelSession(parent.token);
  const { text } = await app.call('GET', `/panel/children/${child.id}`, { cookie });
  assert.match(text, /Own goal: 2 of 3 days this week/);
  app.advance(1.6 * DAY); // 22:24 on Sunday in UTC, and Monday in Kyiv
  assert.deepEqual(await getGoal(), { days_per_week: 3, days_done: 0, paused: false, together: null });

  await app.ctx.write((ctx) => pauseStreak(ctx, child.id, '2026-11-24'));
  app.advance(DAY);
  assert.deepEqual(await getGoal(), { days_per_week: 3, days_done: 0, paused: true, together: null });
  app.advance(DAY);
  assert.deepEqual(await getGoal(), { days_per_week: 3, days_done: 0, paused: false, together: null });
  assert.deepEqual((await setGoal(null)).body.data.days_per_week, null);
});

testWithApp('the goals of siblings are one goal of the family, in which nobody is compared', async (app) => {
  const { child, parent } = await app.registerFamily();
  const [older, younger, stranger] = [child, await app.registerChild(), await app.registerChild()].map((each) =>
    createLearningClient(app, each),
  );
  assert.ok(older && younger && stranger);
  await app.linkChild(parent.token, younger.token);
  const getTogether = async () => (await older.call('GET', '/app/goal')).body.data.together;
  const setGoal = async (client: typeof older, days_per_week: number | null) =>
    (await client.call('POST', '/app/goal', { days_per_week })).body.data;

  await setGoal(stranger, 6);
  assert.equal((await setGoal(older, 3)).together, null, 'the sibling has no goal');
  assert.deepEqual((await setGoal(younger, 2)).together, { days_per_week: 5, days_done: 0 });
  await older.startAndComplete('first-sums');
  await younger.startAndComplete('first-sums');
  assert.deepEqual(await getTogether(), { days_per_week: 5, days_done: 2 });
  for (const quiz of ['what-is-alive', 'at-the-pond']) {
    app.advance(DAY);
    await younger.startAndComplete(quiz);
  }
  assert.deepEqual(await getTogether(), { days_per_week: 5, days_done: 3 }, 'two days of the younger child count');
  await app.ctx.write((ctx) => pauseStreak(ctx, younger.id, '2026-11-24'));
  app.advance(2 * DAY);
  assert.equal(await getTogether(), null, 'the sibling has a break');
  await setGoal(younger, null);
  assert.equal(await getTogether(), null);
});
