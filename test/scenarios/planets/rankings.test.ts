import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import { DAY } from '../../../src/core/time/instant.ts';
import { setListedOnLeaderboards } from '../../../src/features/progress/index.ts';
import { createPlanetClient, createPlanetEntry, earnXp, setPlanets } from '../../support/family/planets.ts';
import { setTotals } from '../../support/learning/set-totals.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { fetchAllPages } from '../../support/service/requests.ts';
import { assertEach, assertError, describeWithApp, type TestApp, testWithApp } from '../../support/test-app.ts';

// The clock starts on Friday, 20 November 2026, at 08:00 UTC.

const WEEK = '2026-11-16';
const MONTH = '2026-11';
/** A planet or global leaderboard with fewer participants is empty. */
const MIN_PARTICIPANTS = 5;

interface Child {
  readonly id: string;
  readonly token: string;
}

interface EntryResponse {
  readonly rank: number | null;
  readonly display_name: string;
  readonly xp: number;
  readonly is_me: boolean;
  readonly level: number;
  readonly avatar_url: string;
}

async function getLeaderboard(app: TestApp, { token }: { token: string }, query = '') {
  const { status, body, text } = await app.call('GET', `/app/rankings?${query}`, { token });
  assert.equal(status, 200, text);
  assert.deepEqual(Object.keys(body), ['data', 'next_cursor', 'has_more', 'meta']);
  return body as {
    data: EntryResponse[];
    next_cursor: string | null;
    has_more: boolean;
    meta: Record<string, unknown>;
  };
}

const setListed = (app: TestApp, { id }: { id: string }, listed = true) =>
  app.ctx.write((ctx) => setListedOnLeaderboards(ctx, id, listed));

async function registerNamedChild(app: TestApp, display_name: string): Promise<Child> {
  const child = await app.registerChild();
  const { status } = await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name } });
  assert.equal(status, 200);
  return child;
}

const readPseudonyms = async (app: TestApp) =>
  new Map(
    (await app.ctx.db.selectFrom('profiles').select(['id', 'pseudonym']).execute()).map(({ id, pseudonym }) => [
      id,
      pseudonym,
    ]),
  );

const summarize = (entries: readonly EntryResponse[]) =>
  entries.map(({ rank, display_name, xp, is_me }) => [rank, display_name, xp, is_me]);

testWithApp('the family leaderboard lists all children by display name, including inactive ones', async (app) => {
  const [mia, leo, ada, stranger] = [
    await registerNamedChild(app, 'Mia'),
    await registerNamedChild(app, 'Leo'),
    await registerNamedChild(app, 'Ada'),
    await registerNamedChild(app, 'Stranger'),
  ];
  const parent = await app.registerParent();
  for (const child of [mia, leo, ada]) await app.linkChild(parent.token, child.token);
  await earnXp(app, mia.id, 30);
  await earnXp(app, leo.id, 60);
  await earnXp(app, stranger.id, 900);
  const leaderboard = await getLeaderboard(app, mia);
  assert.deepEqual(summarize(leaderboard.data), [
    [1, 'Leo', 60, false],
    [2, 'Mia', 30, true],
    [3, 'Ada', 0, false],
  ]);
  assertEach(leaderboard.data, 'level', [2, 1, 1]);
  assert.match(leaderboard.data[0]?.avatar_url ?? '', new RegExp(`^${app.url}/avatars/`));
  assert.deepEqual(leaderboard.meta, {
    scope: 'family',
    period: 'week',
    period_start: '2026-11-16T00:00:00.000Z',
    period_end: '2026-11-23T00:00:00.000Z',
    participants: 3,
    me: { rank: 2, rank_over: null, level: 1, xp: 30, is_listed: true },
  });
  const parentLeaderboard = await getLeaderboard(app, parent, 'scope=family&period=week');
  assert.deepEqual(
    summarize(parentLeaderboard.data),
    summarize(leaderboard.data).map(([rank, name, xp]) => [rank, name, xp, false]),
  );
  assert.deepEqual([parentLeaderboard.meta.participants, parentLeaderboard.meta.me], [3, null]);
  assert.deepEqual(summarize((await getLeaderboard(app, stranger)).data), [[1, 'Stranger', 900, true]]);
  assert.deepEqual(summarize((await getLeaderboard(app, await app.registerParent())).data), []);
});

testWithApp('children with guardians in two families see half-siblings, but by pseudonym', async (app) => {
  const [mia, leo, ada] = [
    await registerNamedChild(app, 'Mia'),
    await registerNamedChild(app, 'Leo'),
    await registerNamedChild(app, 'Ada'),
  ];
  const [mother, father] = [await app.registerParent(), await app.registerParent()];
  for (const child of [mia, leo]) await app.linkChild(mother.token, child.token);
  await app.linkChild(father.token, ada.token);
  const [fatherLink] = await app.ctx.db
    .selectFrom('guardians')
    .select('parent_id')
    .where('child_id', '=', ada.id)
    .execute();
  await app.ctx.write(({ db }) =>
    db
      .insertInto('guardians')
      .values({
        child_id: mia.id,
        parent_id: fatherLink?.parent_id ?? '',
        rank: 2,
        linked_at: app.ctx.now(),
        leaves_at: null,
      })
      .execute(),
  );
  const listNames = async (caller: { token: string }) =>
    (await getLeaderboard(app, caller)).data.map((entry) => entry.display_name).sort();
  const pseudonyms = await readPseudonyms(app);
  const toPseudonym = ({ id }: Child) => pseudonyms.get(id) ?? '';
  assert.deepEqual(await listNames(mia), ['Mia', toPseudonym(leo), toPseudonym(ada)].sort());
  assert.deepEqual(await listNames(leo), ['Leo', toPseudonym(mia)].sort());
  assert.deepEqual(await listNames(ada), ['Ada', toPseudonym(mia)].sort());
  assert.deepEqual(await listNames(mother), ['Leo', 'Mia'], 'a guardian sees the chosen names');
});

testWithApp('weekly, monthly and all-time leaderboards count only the XP of their period', async (app) => {
  const child = await app.registerChild();
  await earnXp(app, child.id, 40);
  app.advance(4 * DAY); // Tuesday of the next week
  await earnXp(app, child.id, 10);
  const readXpAndPeriod = async (period: string) => {
    const { data, meta } = await getLeaderboard(app, child, `period=${period}`);
    return [data[0]?.xp, meta.period_start, meta.period_end];
  };
  assert.deepEqual(await readXpAndPeriod('week'), [10, '2026-11-23T00:00:00.000Z', '2026-11-30T00:00:00.000Z']);
  assert.deepEqual(await readXpAndPeriod('month'), [50, '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z']);
  assert.deepEqual(await readXpAndPeriod('all'), [50, null, null]);
  app.advance(8 * DAY); // Wednesday, 2 December
  assert.deepEqual((await readXpAndPeriod('week'))[0], 0);
  assert.deepEqual((await readXpAndPeriod('month'))[0], 0);
});

testWithApp('global leaderboards show only children allowed by a parent, and only five or more', async (app) => {
  const children: Child[] = [];
  for (let i = 0; i < 7; i += 1) {
    const child = await registerNamedChild(app, `Realname${i}`);
    await earnXp(app, child.id, 10 * (i + 1));
    children.push(child);
  }
  const [unlistedChild, inactiveChild, ...listedChildren] = children;
  assert.ok(unlistedChild && inactiveChild);
  for (const child of listedChildren.slice(0, 4)) await setListed(app, child);
  const leaderboardOfFour = await getLeaderboard(app, unlistedChild, 'scope=global');
  assert.deepEqual(leaderboardOfFour.data, []);
  assert.deepEqual(
    [leaderboardOfFour.meta.participants, leaderboardOfFour.has_more, leaderboardOfFour.next_cursor],
    [4, false, null],
  );
  assert.deepEqual((await getLeaderboard(app, listedChildren[0] ?? unlistedChild, 'scope=global')).meta.me, {
    rank: null,
    rank_over: null,
    level: 1,
    xp: 30,
    is_listed: true,
  });
  for (const child of listedChildren) await setListed(app, child);
  await setTotals(app, inactiveChild.id, { listed: 1, xp_total: 900, week: '2026-11-09', week_xp: 900 });
  const pseudonyms = await readPseudonyms(app);
  const leaderboardOfFive = await getLeaderboard(app, unlistedChild, 'scope=global');
  assert.deepEqual(
    summarize(leaderboardOfFive.data),
    listedChildren.toReversed().map(({ id }, i) => [i + 1, pseudonyms.get(id), 70 - 10 * i, false]),
  );
  assert.deepEqual(leaderboardOfFive.meta.me, { rank: null, rank_over: null, level: 1, xp: 10, is_listed: false });
  const ownLeaderboard = await getLeaderboard(app, listedChildren[2] ?? unlistedChild, 'scope=global');
  assert.deepEqual(ownLeaderboard.meta.me, { rank: 3, rank_over: null, level: 2, xp: 50, is_listed: true });
  assertEach(ownLeaderboard.data, 'is_me', [false, false, true, false, false]);
  const allTimeLeaderboard = await getLeaderboard(app, unlistedChild, 'scope=global&period=all');
  assert.deepEqual(allTimeLeaderboard.data[0]?.xp, 900, 'XP of earlier weeks counts for all time');
  await setListed(app, listedChildren[0] ?? unlistedChild, false);
  assert.deepEqual(
    (await getLeaderboard(app, unlistedChild, 'scope=global')).data,
    [],
    'a child who is no longer allowed is removed immediately, and four children are too few',
  );
  const parent = await app.registerParent();
  const parentLeaderboard = await getLeaderboard(app, parent, 'scope=global&period=all');
  // For all time, there are still five children, because the inactive child earned XP in an earlier week.
  assert.deepEqual([parentLeaderboard.data.length, parentLeaderboard.meta.me], [5, null]);
});

testWithApp('a planet’s leaderboard is visible to its members and their parents only', async (app) => {
  setPlanets(app, [createPlanetEntry('otters'), createPlanetEntry('empty')]);
  const parent = await app.registerParent();
  const children: Child[] = [];
  for (let i = 0; i < 6; i += 1) {
    const child = await app.registerChild();
    await createPlanetClient(app, child.token).joinSuccessfully('otters');
    await earnXp(app, child.id, 10 + i);
    if (i < 5) await setListed(app, child);
    children.push(child);
  }
  const outsider = await app.registerChild();
  await setListed(app, outsider);
  await earnXp(app, outsider.id, 5000);
  const [firstChild, unlistedChild] = [children[0], children[5]];
  assert.ok(firstChild && unlistedChild);
  const pseudonyms = await readPseudonyms(app);
  const query = 'scope=planet&planet_id=otters';
  const { data, meta } = await getLeaderboard(app, unlistedChild, query);
  assert.deepEqual(
    summarize(data),
    children
      .slice(0, 5)
      .toReversed()
      .map(({ id }, i) => [i + 1, pseudonyms.get(id), 14 - i, false]),
  );
  assert.deepEqual(
    [meta.participants, meta.me],
    [5, { rank: null, rank_over: null, level: 1, xp: 15, is_listed: false }],
  );
  assert.equal(((await getLeaderboard(app, firstChild, query)).meta.me as { rank: number }).rank, 5);
  for (const [caller, planetId] of [
    [outsider, 'otters'],
    [parent, 'otters'],
    [firstChild, 'empty'],
    [firstChild, 'nowhere'],
    [firstChild, '%00'],
  ] as const) {
    const response = await app.call('GET', `/app/rankings?scope=planet&planet_id=${planetId}`, { token: caller.token });
    if (planetId !== '%00') assertError(response, 404, 'NOT_FOUND');
    else assert.ok([400, 404].includes(response.status), response.text);
  }
  await app.linkChild(parent.token, firstChild.token);
  const parentLeaderboard = await getLeaderboard(app, parent, query);
  assert.deepEqual(
    [parentLeaderboard.data.length, parentLeaderboard.meta.me, parentLeaderboard.data.some(({ is_me }) => is_me)],
    [5, null, false],
  );
  const responseWithoutPlanet = await app.call('GET', '/app/rankings?scope=planet', { token: firstChild.token });
  assertError(responseWithoutPlanet, 400, 'VALIDATION_ERROR', ['planet_id']);
  await createPlanetClient(app, firstChild.token).leaveSuccessfully('otters');
  assertError(await app.call('GET', `/app/rankings?${query}`, { token: firstChild.token }), 404, 'NOT_FOUND');
});

testWithApp('ranks beyond 10,000 are null, and participants are counted up to 10,000', async (app) => {
  const [leader, lastChild] = [await app.registerChild(), await app.registerChild()];
  const commonTotals = { week: WEEK, month: MONTH, listed: 1 };
  await setTotals(app, leader.id, { ...commonTotals, xp_total: 51, week_xp: 51, month_xp: 51 });
  await copyRows(app, 'profiles', { id: leader.id }, 10_000, (i) => ({ id: `tied ${i}` }));
  await copyRows(app, 'totals', { profile_id: leader.id }, 10_000, (i) => {
    return { profile_id: `tied ${i}`, xp_total: 50, week_xp: 50, month_xp: 50 };
  });
  await setTotals(app, lastChild.id, { ...commonTotals, xp_total: 49, week_xp: 49, month_xp: 49 });
  for (const period of ['week', 'month', 'all']) {
    const query = `scope=global&period=${period}`;
    const { data, meta } = await getLeaderboard(app, lastChild, query);
    assert.deepEqual(meta.participants, 10_000);
    assert.deepEqual(meta.me, { rank: null, rank_over: 10_000, level: 1, xp: 49, is_listed: true });
    assert.deepEqual([data[0]?.rank, data[1]?.rank, data[19]?.rank], [1, 2, 2]);
  }
  const { items } = await fetchAllPages(app, lastChild.token, '/app/rankings?scope=global&period=week', 100);
  assert.equal(items.length, 10_002); // the leader, ten thousand tied children and the last child
  assert.deepEqual([items[10_000].rank, items[10_000].xp], [2, 50], 'all ties share a rank');
  assert.deepEqual([items[10_001].rank, items[10_001].is_me], [null, true]);
});

describeWithApp('A leaderboard', (app) => {
  const CHILD_COUNT = 24;
  const FAMILY_SIZE = 12;
  const children: Child[] = [];
  before(async () => {
    setPlanets(app, [createPlanetEntry('otters', { capacity: 500 })]);
    const parent = await app.registerParent();
    for (let i = 0; i < CHILD_COUNT; i += 1) {
      const child = await registerNamedChild(app, `Realname${i}`);
      await createPlanetClient(app, child.token).joinSuccessfully('otters');
      if (i < FAMILY_SIZE) await app.linkChild(parent.token, child.token);
      children.push(child);
    }
  });

  it('lists each child once in order with the correct rank, for any page size', async () => {
    const arbitraryTotals = fc.array(fc.record({ xp: fc.integer({ min: -1, max: 6 }), listed: fc.boolean() }), {
      minLength: CHILD_COUNT,
      maxLength: CHILD_COUNT,
    });
    const arbitraryScope = fc.constantFrom('family', 'planet', 'global');
    const arbitraryPeriod = fc.constantFrom('week', 'month', 'all');
    await fc.assert(
      fc.asyncProperty(
        arbitraryTotals,
        arbitraryScope,
        arbitraryPeriod,
        fc.integer({ min: 1, max: 25 }),
        async (totals, scope, period, limit) => {
          for (const [i, { xp, listed }] of totals.entries()) {
            const periodTotals = { week_xp: xp, month_xp: xp, xp_total: Math.max(0, xp), listed: Number(listed) };
            await setTotals(app, children[i]?.id ?? '', { week: WEEK, month: MONTH, ...periodTotals });
          }
          const participants =
            scope === 'family' ? totals.slice(0, FAMILY_SIZE) : totals.filter(({ xp, listed }) => listed && xp > 0);
          const expectedXp = participants.map(({ xp }) => Math.max(0, xp)).sort((a, b) => b - a);
          const listedXp = scope === 'family' || expectedXp.length >= MIN_PARTICIPANTS ? expectedXp : [];
          const path = `/app/rankings?scope=${scope}&period=${period}&planet_id=otters`;
          const { items, pages } = await fetchAllPages(app, children[0]?.token ?? '', path, limit);
          assertEach(items, 'xp', listedXp);
          assertEach(
            items,
            'rank',
            listedXp.map((xp) => expectedXp.filter((otherXp) => otherXp > xp).length + 1),
          );
          const ownEntries = items.filter(({ is_me }) => is_me);
          assert.ok(ownEntries.length <= 1);
          for (const { meta, data } of pages) {
            assert.ok(data.length <= limit);
            assert.equal(meta.participants, expectedXp.length);
            assert.equal(meta.me.rank, ownEntries[0]?.rank ?? null);
            if (ownEntries[0]) assert.equal(meta.me.xp, ownEntries[0].xp);
          }
        },
      ),
      { numRuns: 40, seed: 20_261_120 },
    );
  });

  it('reveals no ids, not even in cursors, and shows strangers by pseudonym only', async () => {
    for (const [i, { id }] of children.entries()) {
      await setTotals(app, id, {
        week: WEEK,
        week_xp: i + 1,
        month: MONTH,
        month_xp: i + 1,
        xp_total: i + 1,
        listed: 1,
      });
    }
    for (const scope of ['family', 'planet', 'global']) {
      const path = `/app/rankings?scope=${scope}&planet_id=otters`;
      const { pages } = await fetchAllPages(app, children[3]?.token ?? '', path, 4);
      assert.ok(pages.length > 2);
      const strings = [...listStrings(pages)];
      const decodedTexts = strings.flatMap((text) => [text, ...listDecodings(text)]);
      for (const { id } of children) assert.ok(!decodedTexts.some((text) => text.includes(id)), scope);
      assert.equal(
        decodedTexts.some((text) => text.includes('Realname')),
        scope === 'family',
      );
      for (const { data } of pages) {
        for (const entry of data) {
          assert.deepEqual(Object.keys(entry), ['rank', 'display_name', 'avatar_url', 'level', 'xp', 'is_me']);
        }
      }
    }
  });

  it('refuses cursors of another leaderboard and altered cursors', async () => {
    const token = children[0]?.token ?? '';
    const fetchCursor = async (query: string) =>
      (await getLeaderboard(app, { token }, `limit=2&${query}`)).next_cursor ?? '';
    const familyCursor = await fetchCursor('scope=family');
    const globalCursor = await fetchCursor('scope=global');
    const alteredCursor = `${familyCursor.slice(0, -6)}${familyCursor.at(-6) === 'A' ? 'B' : 'A'}${familyCursor.slice(-5)}`;
    const encodeWithoutEncryption = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');
    for (const [query, cursor] of [
      ['scope=family', globalCursor],
      ['scope=family&period=month', familyCursor],
      ['scope=global&period=all', globalCursor],
      ['scope=planet&planet_id=otters', globalCursor],
      ['scope=family', alteredCursor],
      ['scope=family', familyCursor.slice(0, 20)],
      ['scope=family', `${familyCursor}AAAA`],
      ['scope=family', 'x'],
      ['scope=family', '-'.repeat(500)],
      ['scope=family', encodeWithoutEncryption(['family week ', '3', children[2]?.id])],
      ['scope=family', app.ctx.secrets.encrypt('another text')],
      ['scope=family', app.ctx.secrets.encrypt(encodeWithoutEncryption(['family week ']))],
    ]) {
      const response = await app.call('GET', `/app/rankings?${query}&cursor=${cursor}`, { token });
      assertError(response, 400, 'VALIDATION_ERROR', ['cursor']);
    }
    assert.equal((await getLeaderboard(app, { token }, `limit=2&scope=family&cursor=${familyCursor}`)).data.length, 2);
  });

  it('refuses invalid scopes, periods and limits', async () => {
    const token = children[0]?.token ?? '';
    for (const [query, field] of [
      ['scope=world', 'scope'],
      ['scope=', 'scope'],
      ['period=day', 'period'],
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['cursor=', 'cursor'],
    ] as const) {
      assertError(await app.call('GET', `/app/rankings?${query}`, { token }), 400, 'VALIDATION_ERROR', [field]);
    }
  });
});

/** All texts in a JSON value, including the names of properties. */
function* listStrings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield key;
      yield* listStrings(inner);
    }
  }
}

/** Decodes a text in several ways: from base64 once and twice, and from hexadecimal. */
function listDecodings(text: string): string[] {
  const decodedOnce = Buffer.from(text, 'base64url').toString('latin1');
  return [
    decodedOnce,
    Buffer.from(decodedOnce, 'base64url').toString('latin1'),
    Buffer.from(text, 'hex').toString('latin1'),
  ];
}
