import assert from 'node:assert/strict';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { setTotals } from '../../support/learning/set-totals.ts';
import { assertError, testWithApp } from '../../support/test-app.ts';

const BADGES_PATH = '/app/badges';

interface BadgeResponse {
  readonly id: string;
  readonly name: string;
  readonly metric: string;
  readonly value: number;
  readonly threshold: number;
  readonly earned: boolean;
}

testWithApp('the list of all badges shows the child’s progress toward each badge', async (app) => {
  const child = createLearningClient(app, await app.registerChild());
  const getBadges = async (): Promise<BadgeResponse[]> => {
    const response = await child.call('GET', BADGES_PATH);
    assert.equal(response.status, 200, response.text);
    return response.body.data;
  };
  const readProgress = async (badgeId: string) => {
    const { metric, value, threshold, earned } = (await getBadges()).find(({ id }) => id === badgeId) ?? {};
    return [metric, value, threshold, earned];
  };
  const initialBadges = await getBadges();
  assert.deepEqual(
    initialBadges.map(({ id, threshold }) => [id, threshold]),
    [...app.ctx.content.current.badges.values()].map(({ id, criteria }) => [id, criteria.value]),
  );
  assert.ok(initialBadges.every(({ value, earned, metric }) => !earned && value === (metric === 'level' ? 1 : 0)));

  await child.startAndComplete('first-sums');
  assert.deepEqual(await readProgress('first-steps'), ['tasks_completed', 1, 1, true]);
  assert.deepEqual(await readProgress('off-we-go'), ['tasks_completed', 1, 10, false]);

  await setTotals(app, child.id, { tasks_completed: 12, xp_total: 1400, longest_streak_days: 5, streak_days: 2 });
  assert.deepEqual(
    await readProgress('first-steps'),
    ['tasks_completed', 1, 1, true],
    'the value is at most the threshold',
  );
  assert.deepEqual(
    await readProgress('off-we-go'),
    ['tasks_completed', 10, 10, false],
    'the badge will be earned with the next activity',
  );
  // The longest streak is 5 days, and a child with 1400 XP is at level 10.
  const streakAndLevelBadges = (await getBadges()).filter(
    ({ metric }) => metric === 'streak_days' || metric === 'level',
  );
  assert.deepEqual(
    streakAndLevelBadges.map(({ value, threshold }) => `${value} of ${threshold}`),
    ['3 of 3', '5 of 7', '5 of 14', '5 of 30', '5 of 5', '10 of 10', '10 of 20', '10 of 30', '10 of 50'],
  );
});

testWithApp('the list of all badges has texts in the child’s language, and parents cannot request it', async (app) => {
  const { token } = await app.registerChild();
  await app.call('PATCH', '/app/users/me', { token, body: { language: 'uk' } });
  const response = await app.call('GET', BADGES_PATH, { token });
  const [{ icon_url, ...badge }] = response.body.data;
  assert.deepEqual(badge, {
    id: 'first-steps',
    name: 'Перші кроки',
    description: 'За найперше виконане завдання: чудовий початок!',
    rarity: 'common',
    metric: 'tasks_completed',
    value: 0,
    threshold: 1,
    earned: false,
  });
  assert.equal((await app.call('GET', icon_url.slice(app.url.length))).status, 200);
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
  assert.equal((await app.call('GET', BADGES_PATH, { token, headers })).status, 304);
  assertError(await app.call('GET', BADGES_PATH, { token: (await app.registerParent()).token }), 403, 'FORBIDDEN');
});
