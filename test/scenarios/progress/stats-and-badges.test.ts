import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HOUR } from '../../../src/core/time/instant.ts';
import type { EarnedBadgeRow } from '../../../src/schema/tables.ts';
import { setTotals } from '../../support/learning/set-totals.ts';
import { fetchAllPages } from '../../support/service/requests.ts';
import { assertError, describeWithApp, START_TIME } from '../../support/test-app.ts';

const ZERO_STATS = {
  xp_total: 0,
  level: 1,
  level_name: 'Little Seed',
  xp_to_next_level: 50,
  xp_in_current_level: 0,
  tasks_completed: 0,
  tasks_in_progress: 0,
  worlds_completed: 0,
  locations_completed: 0,
  badges_count: 0,
  current_streak_days: 0,
  longest_streak_days: 0,
  total_time_minutes: 0,
};

describeWithApp('Stats', (app) => {
  const getStats = async (token: string, timeZone?: string) => {
    const headers: Record<string, string> = timeZone === undefined ? {} : { 'x-timezone': timeZone };
    const response = await app.call('GET', '/app/users/me/stats', { token, headers });
    assert.equal(response.status, 200, response.text);
    return response.body.data;
  };

  it('are zero at level 1 for a new child', async () => {
    const { token } = await app.registerChild();
    await app.assertRowChanges({}, async () => assert.deepEqual(await getStats(token), ZERO_STATS));
  });

  it('are zero for a parent', async () => {
    assert.deepEqual(await getStats((await app.registerParent()).token), ZERO_STATS);
  });

  it('report all totals', async () => {
    const { id, token } = await app.registerChild();
    await setTotals(app, id, {
      xp_total: 1400,
      tasks_completed: 41,
      tasks_in_progress: 3,
      worlds_completed: 1,
      locations_completed: 7,
      badges_count: 5,
      streak_days: 4,
      streak_last_date: '2026-11-20',
      longest_streak_days: 12,
      total_time_seconds: 7259,
    });
    assert.deepEqual(await getStats(token), {
      xp_total: 1400,
      level: 10,
      level_name: 'Hedgehog Meadow',
      xp_to_next_level: 225,
      xp_in_current_level: 50,
      tasks_completed: 41,
      tasks_in_progress: 3,
      worlds_completed: 1,
      locations_completed: 7,
      badges_count: 5,
      current_streak_days: 4,
      longest_streak_days: 12,
      total_time_minutes: 120,
    });
    assert.deepEqual(await getStats((await app.registerChild()).token), ZERO_STATS, 'another child has separate stats');
  });

  it('report the level: 50 XP for level 2, 25 XP more for each further level, up to level 50', async () => {
    const { id, token } = await app.registerChild();
    /** Returns the level, the XP collected in it, and the XP missing to the next level. */
    const readLevelAndXp = async (xp_total: number) => {
      await setTotals(app, id, { xp_total });
      const { level, xp_in_current_level, xp_to_next_level } = await getStats(token);
      return [level, xp_in_current_level, xp_to_next_level];
    };
    assert.deepEqual(await readLevelAndXp(49), [1, 49, 1]);
    assert.deepEqual(await readLevelAndXp(50), [2, 0, 75]);
    assert.deepEqual(await readLevelAndXp(124), [2, 74, 1]);
    assert.deepEqual(await readLevelAndXp(125), [3, 0, 100]);
    assert.deepEqual(await readLevelAndXp(349), [4, 124, 1]);
    assert.deepEqual(await readLevelAndXp(350), [5, 0, 150]);
    assert.deepEqual(await readLevelAndXp(1350), [10, 0, 275]);
    assert.deepEqual(await readLevelAndXp(5225), [20, 0, 525]);
    assert.deepEqual(await readLevelAndXp(11_600), [30, 0, 775]);
    // 49 steps: the first needs 50 XP, and each further one 25 XP more than the one before.
    const topLevelXp = 49 * 50 + (25 * 49 * 48) / 2;
    assert.deepEqual(await readLevelAndXp(topLevelXp - 1), [49, 1249, 1]);
    assert.deepEqual(await readLevelAndXp(topLevelXp), [50, 0, 0]);
    assert.deepEqual(await readLevelAndXp(topLevelXp + 5000), [50, 5000, 0]);
  });

  it('name the level in the child’s language', async () => {
    const { token } = await app.registerChild();
    for (const [language, name] of [
      ['es', 'Semilla pequeña'],
      ['uk-UA', 'Маленька насінинка'],
      ['pl', 'Małe ziarenko'],
      ['fr', 'Little Seed'],
    ]) {
      await app.call('PATCH', '/app/users/me', { token, body: { language } });
      assert.equal((await getStats(token)).level_name, name);
    }
  });

  it('count full minutes', async () => {
    const { id, token } = await app.registerChild();
    for (const [total_time_seconds, minutes] of [
      [59, 0],
      [60, 1],
      [3599, 59],
    ] as const) {
      await setTotals(app, id, { total_time_seconds });
      assert.equal((await getStats(token)).total_time_minutes, minutes);
    }
  });
});

describeWithApp('The current streak', (app) => {
  /** Returns the lengths of the current and the longest streak in days. */
  const readStreaks = async (token: string, timeZone?: string) => {
    const headers: Record<string, string> = timeZone === undefined ? {} : { 'x-timezone': timeZone };
    const { body } = await app.call('GET', '/app/users/me/stats', { token, headers });
    return [body.data.current_streak_days, body.data.longest_streak_days];
  };

  // The clock starts on Friday, 20 November 2026, at 08:00 UTC.
  it('lasts while its last day is today or yesterday, and the longest streak is kept', async () => {
    assert.match(START_TIME, /^2026-11-20T08:00/);
    const { id, token } = await app.registerChild();
    const readStreaksWithLastDate = async (streak_last_date: string | null) => {
      await setTotals(app, id, { streak_days: 6, streak_last_date, longest_streak_days: 9 });
      return readStreaks(token);
    };
    assert.deepEqual(await readStreaksWithLastDate('2026-11-20'), [6, 9]);
    assert.deepEqual(await readStreaksWithLastDate('2026-11-19'), [6, 9]);
    assert.deepEqual(await readStreaksWithLastDate('2026-11-18'), [0, 9]);
    assert.deepEqual(await readStreaksWithLastDate('2025-11-20'), [0, 9]);
    assert.deepEqual(await readStreaksWithLastDate(null), [0, 9]);
    assert.deepEqual(
      await readStreaksWithLastDate('2026-11-21'),
      [6, 9],
      'the day was recorded while the child was in a time zone further east',
    );
  });

  it('depends on the client’s time zone', async () => {
    const { id, token } = await app.registerChild();
    await setTotals(app, id, { streak_days: 3, streak_last_date: '2026-11-18', longest_streak_days: 3 });
    assert.deepEqual(await readStreaks(token, 'UTC'), [0, 3]);
    assert.deepEqual(await readStreaks(token, 'Pacific/Kiritimati'), [0, 3], '22:00 on the 20th');
    assert.deepEqual(await readStreaks(token, 'Pacific/Pago_Pago'), [3, 3], '21:00 on the 19th');
    assert.deepEqual(await readStreaks(token, 'america/los_angeles'), [0, 3], 'the 20th has just begun');
    assert.deepEqual(await readStreaks(token, '-08:30'), [3, 3], '23:30 on the 19th');
  });

  it('ends at local midnight after a missed day', async () => {
    const { id, token } = await app.registerChild();
    await setTotals(app, id, { streak_days: 2, streak_last_date: '2026-11-20', longest_streak_days: 2 });
    app.advance(38 * HOUR - 1); // 21:59:59 UTC on the 21st, one second before midnight in Kyiv
    assert.deepEqual(await readStreaks(token, 'Europe/Kyiv'), [2, 2]);
    app.advance(1);
    assert.deepEqual(await readStreaks(token, 'Europe/Kyiv'), [0, 2]);
    assert.deepEqual(await readStreaks(token), [2, 2], 'in UTC it is still the 21st');
  });

  it('gives 400 for an invalid time zone', async () => {
    const { token } = await app.registerChild();
    for (const timeZone of [
      '',
      'Mars/Olympus',
      'Europe',
      '+25:00',
      'UTC+2',
      "'; drop table totals",
      'x'.repeat(2000),
    ]) {
      const response = await app.call('GET', '/app/users/me/stats', { token, headers: { 'x-timezone': timeZone } });
      assertError(response, 400, 'VALIDATION_ERROR', ['X-Timezone']);
    }
  });
});

/** Earned badges, three at each timestamp, in ascending order of time. */
function createEarnedBadgeRows(profile_id: string, ids: readonly string[]): EarnedBadgeRow[] {
  return ids.map((badge_id, i) => ({
    profile_id,
    badge_id,
    earned_at: `2026-11-${String(1 + Math.floor(i / 3)).padStart(2, '0')}T10:00:00.000Z`,
  }));
}

describeWithApp('Badges', (app) => {
  const getPage = async (token: string, query = '') => {
    const response = await app.call('GET', `/app/users/me/badges${query}`, { token });
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(Object.keys(response.body).sort(), ['data', 'has_more', 'next_cursor']);
    return response.body as {
      data: { id: string; earned_at: string }[];
      next_cursor: string | null;
      has_more: boolean;
    };
  };
  const createChildWithBadges = async (ids: readonly string[]) => {
    const child = await app.registerChild();
    const rows = createEarnedBadgeRows(child.id, ids);
    if (rows.length > 0) await app.ctx.write(({ db }) => db.insertInto('earned_badges').values(rows).execute());
    return child;
  };
  const listAllBadgeIds = () => [...app.ctx.content.current.badges.keys()];

  it('are an empty list for a new child and a parent', async () => {
    for (const { token } of [await app.registerChild(), await app.registerParent()])
      assert.deepEqual(await getPage(token), { data: [], next_cursor: null, has_more: false });
  });

  it('have all their fields, with texts in the child’s language and an icon that loads', async () => {
    const { token } = await createChildWithBadges(['first-steps']);
    const badge = {
      id: 'first-steps',
      name: 'First Steps',
      description: 'For finishing your very first task: what a great start!',
      rarity: 'common',
      earned_at: '2026-11-01T10:00:00.000Z',
    };
    const [{ icon_url, ...firstBadge }] = (await getPage(token)).data as unknown as [
      typeof badge & { icon_url: string },
    ];
    assert.deepEqual(firstBadge, badge);
    assert.ok(icon_url.startsWith(`${app.url}/pictures/`));
    const picture = await app.call('GET', icon_url.slice(app.url.length));
    assert.equal(picture.status, 200);
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml');
    await app.call('PATCH', '/app/users/me', { token, body: { language: 'uk' } });
    const translatedBadges = (await getPage(token)).data as unknown as { name: string }[];
    assert.equal(translatedBadges[0]?.name, 'Перші кроки');
  });

  it('are sorted newest first, then by id, with 20 on a page', async () => {
    const { token } = await createChildWithBadges(listAllBadgeIds());
    assert.ok(listAllBadgeIds().length > 20);
    const firstPage = await getPage(token);
    assert.equal(firstPage.data.length, 20);
    assert.equal(firstPage.has_more, true);
    const sortedBadges = firstPage.data.toSorted(
      (a, b) => b.earned_at.localeCompare(a.earned_at) || (a.id < b.id ? -1 : 1),
    );
    assert.deepEqual(firstPage.data, sortedBadges);
    const newestEarnedAt = createEarnedBadgeRows('', listAllBadgeIds())
      .map((row) => row.earned_at)
      .sort()
      .at(-1);
    assert.equal(firstPage.data[0]?.earned_at, newestEarnedAt);
  });

  it('appear on exactly one page each, for any page size', async () => {
    const { token } = await createChildWithBadges(listAllBadgeIds());
    for (const limit of [1, 2, 3, 7, listAllBadgeIds().length - 1, listAllBadgeIds().length, 100]) {
      const { items, pages } = await fetchAllPages(app, token, '/app/users/me/badges', limit);
      const total = listAllBadgeIds().length;
      for (const [i, { data }] of pages.entries()) assert.equal(data.length, Math.min(limit, total - i * limit));
      const seenIds: string[] = items.map(({ id }) => id);
      assert.deepEqual(seenIds.toSorted(), listAllBadgeIds().toSorted(), `pages of ${limit}`);
    }
  });

  it('do not move to another page when new ones are earned between the requests of two pages', async () => {
    const { id, token } = await createChildWithBadges(listAllBadgeIds().slice(0, 6));
    const firstPage = await getPage(token, '?limit=3');
    const newerBadge = { profile_id: id, badge_id: listAllBadgeIds()[10] ?? '', earned_at: '2026-11-19T10:00:00.000Z' };
    await app.ctx.write(({ db }) => db.insertInto('earned_badges').values(newerBadge).execute());
    const secondPage = await getPage(token, `?limit=3&cursor=${firstPage.next_cursor}`);
    const seenIds = [...firstPage.data, ...secondPage.data].map((badge) => badge.id);
    assert.deepEqual(seenIds.toSorted(), listAllBadgeIds().slice(0, 6).toSorted());
    assert.equal(secondPage.has_more, false);
  });

  it('are not shown to another child, even with the owner’s cursor', async () => {
    const mia = await createChildWithBadges(listAllBadgeIds().slice(0, 6));
    const leo = await createChildWithBadges(listAllBadgeIds().slice(6, 9));
    const { next_cursor } = await getPage(mia.token, '?limit=1');
    const leosBadges = (await getPage(leo.token, `?cursor=${next_cursor}`)).data.map(({ id }) => id);
    assert.ok(leosBadges.every((id) => listAllBadgeIds().slice(6, 9).includes(id)));
  });

  it('are still listed when their pack is removed', async () => {
    const { token } = await createChildWithBadges(['badge-of-a-removed-pack']);
    assert.deepEqual((await getPage(token)).data, [
      {
        id: 'badge-of-a-removed-pack',
        name: 'badge-of-a-removed-pack',
        description: '',
        icon_url: '',
        rarity: 'common',
        earned_at: '2026-11-01T10:00:00.000Z',
      },
    ]);
  });

  it('can be requested in pages of 1 to 100', async () => {
    const { token } = await createChildWithBadges(listAllBadgeIds());
    assert.equal((await getPage(token, '?limit=1')).data.length, 1);
    assert.equal((await getPage(token, '?limit=100')).data.length, listAllBadgeIds().length);
    for (const limit of [
      '0',
      '101',
      '-1',
      '1.5',
      'ten',
      '',
      '１２',
      '1e99',
      '1e1',
      '0x10',
      '5.0',
      '+5',
      ' 5',
      'NaN',
      '5&limit=6',
    ]) {
      const response = await app.call('GET', `/app/users/me/badges?limit=${encodeURI(limit)}`, { token });
      assertError(response, 400, 'VALIDATION_ERROR', ['limit']);
    }
  });

  it('are not listed for invalid cursors', async () => {
    const { token } = await createChildWithBadges(listAllBadgeIds());
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const cursors = [
      '',
      'x',
      '!!!',
      'null',
      '%00',
      encode(null),
      encode([]),
      encode(['badges', '2026-11-01T10:00:00.000Z']),
      encode(['badges', 'a', 'b', 'c']),
      encode(['todos', 'a', 'b']),
      encode(['badges', 'a', 1]),
      encode({ 0: 'a', 1: 'b', length: 2 }),
      encode(['badges', 'a', 'b\0']),
      encode(['badges', 'a', 'x'.repeat(600)]),
      'x'.repeat(5000),
    ];
    for (const cursor of cursors) {
      const response = await app.call('GET', `/app/users/me/badges?cursor=${cursor}`, { token });
      assertError(response, 400, 'VALIDATION_ERROR', ['cursor']);
    }
  });
});
