import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTotals } from '../../support/learning/set-totals.ts';
import { describeWithApp } from '../../support/test-app.ts';

interface LevelResponse {
  level: number;
  name: string;
  xp_required: number;
  xp_to_next: number | null;
  icon_url: string;
  color: string;
  reached: boolean;
  is_current: boolean;
  unlocks: { id: string; name: string }[];
}

describeWithApp('GET /app/levels', (app) => {
  const getLevels = async (token: string): Promise<LevelResponse[]> => {
    const response = await app.call('GET', '/app/levels', { token });
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(Object.keys(response.body), ['data']);
    return response.body.data;
  };
  const countReachedAndListCurrent = (levels: readonly LevelResponse[]) => [
    levels.filter(({ reached }) => reached).length,
    levels.filter(({ is_current }) => is_current).map(({ level }) => level),
  ];

  it('lists fifty levels with all their fields and increasing XP', async () => {
    const { token } = await app.registerChild();
    await app.assertRowChanges({}, async () => {
      const levels = await getLevels(token);
      assert.equal(levels.length, 50);
      let xpOfLowerLevels = 0;
      for (const [i, { level, xp_required, xp_to_next, color }] of levels.entries()) {
        assert.deepEqual([level, xp_required], [i + 1, xpOfLowerLevels]);
        assert.equal(xp_to_next, i === 49 ? null : 50 + 25 * i);
        assert.match(color, /^#[0-9A-F]{6}$/);
        xpOfLowerLevels += xp_to_next ?? 0;
      }
      assert.deepEqual(
        [2, 5, 10, 20, 30].map((level) => levels[level - 1]?.xp_required),
        [50, 350, 1350, 5225, 11_600],
      );
    });
  });

  it('marks the levels that the caller has reached', async () => {
    const { id, token } = await app.registerChild();
    assert.deepEqual(countReachedAndListCurrent(await getLevels(token)), [1, [1]]);
    for (const [xp_total, level] of [
      [49, 1],
      [50, 2],
      [1400, 10],
      [1_000_000, 50],
    ] as const) {
      await setTotals(app, id, { xp_total });
      assert.deepEqual(countReachedAndListCurrent(await getLevels(token)), [level, [level]]);
    }
    assert.deepEqual(
      countReachedAndListCurrent(await getLevels((await app.registerParent()).token)),
      [1, [1]],
      'a parent is at the first level',
    );
  });

  it('lists every avatar item that needs a level exactly once', async () => {
    const { token } = await app.registerChild();
    const { body } = await app.call('GET', '/app/avatar/items', { token });
    const itemsWithLevel = body.data.filter((item: { required_level: number | null }) => item.required_level !== null);
    const unlockedItems = (await getLevels(token)).flatMap(({ level, unlocks }) =>
      unlocks.map(({ id, name }) => ({ id, name, required_level: level })),
    );
    const compareIds = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    assert.deepEqual(
      unlockedItems.sort(compareIds),
      itemsWithLevel
        .map(({ id, name, required_level }: Record<string, unknown>) => ({ id, name, required_level }))
        .sort(compareIds),
    );
  });

  it('returns names in the child’s language and icons that load', async () => {
    const { token } = await app.registerChild();
    await app.call('PATCH', '/app/users/me', { token, body: { language: 'pl' } });
    const [firstLevel] = await getLevels(token);
    assert.equal(firstLevel?.name, 'Małe ziarenko');
    assert.equal((await fetch(firstLevel?.icon_url ?? '')).status, 200);
  });
});
