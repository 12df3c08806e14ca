import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY } from '../../../src/core/time/instant.ts';
import { saveChildSettings } from '../../../src/features/accounts/index.ts';
import { countPlanetsJoined, leaveAllPlanets } from '../../../src/features/planets/index.ts';
import { createPlanetClient, createPlanetEntry, earnXp, setPlanets } from '../../support/family/planets.ts';
import { setTotals } from '../../support/learning/set-totals.ts';
import { fetchAllPages, runConcurrently } from '../../support/service/requests.ts';
import {
  assertEach,
  assertError,
  assertErrorReason,
  describeWithApp,
  type TestApp,
  testWithApp,
} from '../../support/test-app.ts';

// The clock starts on Friday, 20 November 2026, at 08:00 UTC.

/** Registers a child. Returns it with functions that call the planet endpoints. */
async function createChild(app: TestApp, birth_year = 2017, language = 'en') {
  const body = { birth_year, language, avatar_id: 'fox', pin: '1234' };
  const response = await app.call('POST', '/app/auth/register/child', { body });
  assert.equal(response.status, 201, response.text);
  return {
    ...(response.body.data as { id: string; token: string }),
    ...createPlanetClient(app, response.body.data.token),
  };
}

testWithApp('a planet shows its description, limits, members, goal and progress', async (app) => {
  const goal = { metric: 'tasks', target: 40, every: 'week' } as const;
  setPlanets(app, [createPlanetEntry('otters', { age_min: 6, age_max: 12, goal, image: 'otter' })]);
  const [anna, ben] = [await createChild(app), await createChild(app, 2016)];
  await earnXp(app, anna.id, 60, { counts: { tasks_completed: 3 } });
  await ben.joinSuccessfully('otters');
  await earnXp(app, ben.id, 20, { counts: { tasks_completed: 2 } });
  const profiles = await app.ctx.db.selectFrom('profiles').select(['id', 'pseudonym']).execute();
  const getPseudonym = (id: string) => profiles.find((profile) => profile.id === id)?.pseudonym;
  const [planet] = await anna.listOpen();
  const createPicturePattern = (name: string) => new RegExp(`^${app.url}/pictures/${name}\\.svg\\?v=`);
  assert.ok(planet);
  assert.match(String(planet.image_url), createPicturePattern('otter'));
  const { theme, image_url, members_preview, ...otherFields } = planet as typeof planet & {
    theme: { color: string; icon_url: string };
    members_preview: { display_name: string; avatar_url: string; level: number }[];
  };
  assert.equal(theme.color, '#5E9C76');
  assert.match(theme.icon_url, createPicturePattern('turtle'));
  assert.deepEqual(otherFields, {
    id: 'otters',
    name: 'otters',
    description: 'otters',
    kind: 'club',
    visibility: 'open',
    status: 'active',
    member_count: 1,
    capacity: 10,
    age_min: 6,
    age_max: 12,
    min_level: null,
    is_member: false,
    joined_at: null,
    lock: null,
    goal: {
      metric: 'tasks',
      target: 40,
      progress: 0, // fewer than five members, so Ben's tasks are not shown
      my_contribution: 0,
      starts_at: '2026-11-16T00:00:00.000Z',
      ends_at: '2026-11-23T00:00:00.000Z',
    },
    weekly_xp: 0,
  });
  assert.deepEqual(members_preview, []);
  const joinedPlanet = await anna.joinSuccessfully('otters');
  assert.deepEqual(
    [joinedPlanet.is_member, joinedPlanet.joined_at, joinedPlanet.member_count],
    [true, app.ctx.now(), 2],
  );
  // Anna's tasks count, because she completed them on the day on which she joined.
  assert.deepEqual(joinedPlanet.goal, { ...otherFields.goal, progress: 3, my_contribution: 3 });
  assert.deepEqual(await anna.listMine(), [joinedPlanet]);
  for (let i = 0; i < 3; i += 1) await (await createChild(app)).joinSuccessfully('otters');
  const [shownPlanet] = await anna.listMine();
  assert.deepEqual(shownPlanet?.goal, { ...otherFields.goal, progress: 5, my_contribution: 3 });
  assert.equal(shownPlanet?.weekly_xp, 80);
  const previews = shownPlanet?.members_preview as typeof members_preview;
  assert.equal(previews.length, 5, 'members are shown from the fifth on');
  assert.ok(previews.some(({ display_name, level }) => display_name === getPseudonym(ben.id) && level === 1));
  assert.deepEqual(await anna.listOpen(), []);
});

testWithApp('a planet uses the child’s language', async (app) => {
  setPlanets(app, [createPlanetEntry('otters', { min_level: 3 })]);
  for (const [language, name, message] of [
    ['uk', 'otters uk', 'Ця планета відкриється на рівні 3.'],
    ['es-MX', 'otters es', 'Este planeta se abre en el nivel 3.'],
    ['de', 'otters', 'This planet opens at level 3.'],
  ]) {
    const child = await createChild(app, 2017, language);
    const [planet] = await child.listOpen();
    assert.deepEqual([planet?.name, (planet?.lock as { message: string }).message], [name, message]);
  }
});

testWithApp('open planets are listed in the order of the pack, first those that the child can join', async (app) => {
  setPlanets(app, [
    createPlanetEntry('climbers', { min_level: 5 }),
    createPlanetEntry('pair', { capacity: 2 }),
    createPlanetEntry('otters'),
    createPlanetEntry('elders', { age_min: 11 }),
    createPlanetEntry('past', {
      kind: 'event',
      starts_at: '2026-10-01T00:00:00.000Z',
      ends_at: '2026-11-20T08:00:00.000Z', // now
    }),
    createPlanetEntry('soon', {
      kind: 'event',
      starts_at: '2026-12-01T00:00:00.000Z',
      ends_at: '2027-03-01T00:00:00.000Z',
    }),
  ]);
  for (let i = 0; i < 2; i += 1) await (await createChild(app)).joinSuccessfully('pair');
  const child = await createChild(app);
  assert.deepEqual(
    (await child.listOpen()).map(({ id, status, lock }) => [id, status, (lock as { reason: string } | null)?.reason]),
    [
      ['pair.2', 'active', undefined],
      ['otters', 'active', undefined],
      ['soon', 'upcoming', undefined],
      ['climbers', 'active', 'level'],
      ['elders', 'active', 'planet'],
    ],
  );
  await child.joinSuccessfully('soon');
  const ids = (await fetchAllPages(app, child.token, '/app/planets/open', 2)).items.map(({ id }) => id);
  assert.deepEqual(ids, ['pair.2', 'otters', 'climbers', 'elders']);
});

testWithApp('joining gives 403 for a child of the wrong age or level or not allowed to join any', async (app) => {
  setPlanets(app, [
    createPlanetEntry('up-to-seven', { age_max: 7 }),
    createPlanetEntry('from-ten', { age_min: 10 }),
    createPlanetEntry('from-level-three', { min_level: 3 }),
    createPlanetEntry('for-all'),
  ]);
  const child = await createChild(app, 2017);
  const getLock = async (id: string) => (await child.listOpen()).find((planet) => planet.id === id)?.lock;
  const noRequirement = { required_level: null, required_ids: [], unlocks_at: null };
  const joinAndGetRefusal = async (id: string) => {
    const response = await child.join(id);
    assertError(response, 403, 'FORBIDDEN');
    return [response.body.error.details.reason, response.body.error.message];
  };
  await app.assertRowChanges({}, async () => {
    for (const [id, reason, lock] of [
      ['up-to-seven', 'too_old', { reason: 'planet', ...noRequirement }],
      ['from-ten', 'too_young', { reason: 'planet', ...noRequirement, unlocks_at: '2027-01-01T00:00:00.000Z' }],
      ['from-level-three', 'level', { reason: 'level', ...noRequirement, required_level: 3 }],
    ] as const) {
      const [actualReason, message] = await joinAndGetRefusal(id);
      assert.equal(actualReason, reason);
      assert.deepEqual(await getLock(id), { ...lock, message });
    }
  });
  await setTotals(app, child.id, { xp_total: 125 }); // the first XP of level 3
  await child.joinSuccessfully('from-level-three');

  const settings = {
    appearsOnLeaderboards: false,
    mayJoinPlanets: false,
    hasAutoApproval: true,
    hearsRecordings: true,
  };
  await app.ctx.write(async (ctx) => {
    await saveChildSettings(ctx, child.id, settings);
    await leaveAllPlanets(ctx, child.id);
  });
  assert.deepEqual(await child.listMine(), []);
  assert.deepEqual((await joinAndGetRefusal('for-all'))[0], 'planets_off');
  assert.deepEqual(
    (await child.listOpen()).map(({ lock }) => (lock as { reason: string }).reason),
    ['planet', 'planet', 'planet', 'planet'],
  );
  await app.ctx.write((ctx) => saveChildSettings(ctx, child.id, { ...settings, mayJoinPlanets: true }));
  await child.joinSuccessfully('for-all');
});

testWithApp('a child can join a planet if the birth year allows an age within the limits', async (app) => {
  setPlanets(app, [createPlanetEntry('up-to-eight', { age_max: 8 }), createPlanetEntry('from-nine', { age_min: 9 })]);
  const child = await createChild(app, 2017); // eight or nine years old
  for (const id of ['up-to-eight', 'from-nine']) await child.joinSuccessfully(id);
  assertError(await (await createChild(app, 2016)).join('up-to-eight'), 403, 'FORBIDDEN');
  assertError(await (await createChild(app, 2018)).join('from-nine'), 403, 'FORBIDDEN');
});

testWithApp('joining twice or a full, ended or sixth planet, and leaving as a non-member give 409', async (app) => {
  const event = { kind: 'event', starts_at: '2026-11-01T00:00:00.000Z', ends_at: '2026-11-21T00:00:00.000Z' } as const;
  setPlanets(app, [
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => createPlanetEntry(id, { capacity: 2 })),
    createPlanetEntry('fair', event),
  ]);
  const child = await createChild(app);
  await child.joinSuccessfully('a');
  const assertConflict = async (response: ReturnType<typeof child.join>, reason: string) => {
    await app.assertRowChanges({}, async () => {
      const refusedResponse = await response;
      assertErrorReason(refusedResponse, 409, 'CONFLICT', reason);
    });
  };
  await assertConflict(child.join('a'), 'already_member');
  await assertConflict(child.leave('b'), 'not_member');
  for (let i = 0; i < 2; i += 1) await (await createChild(app)).joinSuccessfully('b');
  await assertConflict(child.join('b'), 'full');
  for (const id of ['fair', 'c', 'd', 'e']) await child.joinSuccessfully(id);
  await assertConflict(child.join('f'), 'too_many_planets');
  app.advance(DAY);
  await child.joinSuccessfully('f'); // the event has ended and no longer counts
  const joinedPlanets = await child.listMine();
  assert.deepEqual(joinedPlanets.map(({ id, status }) => `${id}: ${status}`).sort(), [
    'a: active',
    'c: active',
    'd: active',
    'e: active',
    'f: active',
    'fair: ended',
  ]);
  assert.equal(joinedPlanets[0]?.id, 'f', 'the most recently joined planet comes first');
  assert.equal((await child.leaveSuccessfully('fair')).is_member, false);
  await assertConflict(child.join('fair'), 'ended');
});

testWithApp('unknown planets give 404, and malformed ids 400 or 404', async (app) => {
  setPlanets(app, [createPlanetEntry('otters')]);
  const child = await createChild(app);
  await app.assertRowChanges({}, async () => {
    for (const id of [
      'badgers',
      '%00',
      'constructor',
      '__proto__',
      'a'.repeat(2000),
      '%ED%A0%80',
      'otters%20',
      'otters.1',
    ]) {
      for (const joinOrLeave of [child.join, child.leave]) {
        const response = await joinOrLeave(id);
        assert.ok([400, 404].includes(response.status), `${id.slice(0, 20)}: ${response.text}`);
      }
    }
    for (const id of ['badgers', 'otters.2', 'otters.999999', 'badgers.2'])
      assertError(await child.join(id), 404, 'NOT_FOUND');
    assertError(await child.leave('badgers'), 404, 'NOT_FOUND');
  });
});

testWithApp('joining a planet counts for badges only the first time', async (app) => {
  setPlanets(
    app,
    ['a', 'b', 'c'].map((id) => createPlanetEntry(id)),
  );
  const child = await createChild(app);
  const readJoinedCount = async () => {
    const row = await app.ctx.db.selectFrom('totals').select('planets_joined').executeTakeFirst();
    return row?.planets_joined;
  };
  const listBadgeIds = async () =>
    (await app.call('GET', '/app/users/me/badges', { token: child.token })).body.data.map(
      ({ id }: { id: string }) => id,
    );
  const planetBadges = [...app.ctx.content.current.badges.values()].filter(
    ({ criteria }) => criteria.metric === 'planets_joined',
  );
  assert.ok(planetBadges.length > 0);
  await child.joinSuccessfully('a');
  assert.equal(await readJoinedCount(), 1);
  assert.deepEqual(
    await listBadgeIds(),
    planetBadges.filter(({ criteria }) => criteria.value <= 1).map(({ id }) => id),
  );
  for (let i = 0; i < 3; i += 1) {
    await child.leaveSuccessfully('a');
    await child.joinSuccessfully('a');
  }
  assert.equal(await readJoinedCount(), 1);
  await child.joinSuccessfully('b');
  assert.equal(await readJoinedCount(), 2);
  assert.equal(await app.countRows('xp_ledger'), 0, 'joining awards no XP');
  const joinedCounts = await countPlanetsJoined(app.ctx, [child.id, 'nobody']);
  assert.deepEqual([...joinedCounts.values()], [{ planets_joined: 2 }, { planets_joined: 0 }]);
  assert.equal(await app.countRows('planet_members'), 2);
});

testWithApp('a goal counts the activity of current members within its period and since they joined', async (app) => {
  setPlanets(app, [
    createPlanetEntry('weekly', { goal: { metric: 'xp', target: 100, every: 'week' } }),
    createPlanetEntry('monthly', { goal: { metric: 'tasks', target: 9, every: 'month' } }),
    createPlanetEntry('once', {
      goal: { metric: 'xp', target: 500, starts_at: '2026-11-21T00:00:00.000Z', ends_at: '2026-11-23T00:00:00.000Z' },
    }),
  ]);
  const anna = await createChild(app);
  const ben = await createChild(app);
  const getGoalProgress = async (id: string) => {
    const goal = (await anna.listMine()).find((planet) => planet.id === id)?.goal;
    return [goal?.progress, goal?.my_contribution];
  };
  await earnXp(app, anna.id, 7, { counts: { tasks_completed: 1 } });
  await earnXp(app, ben.id, 900, { counts: { tasks_completed: 9 } });
  app.advance(DAY); // Saturday
  for (const id of ['weekly', 'monthly', 'once']) await anna.joinSuccessfully(id);
  await ben.joinSuccessfully('weekly');
  // From five members on, the progress of all of them is shown.
  for (let i = 0; i < 4; i += 1) await (await createChild(app)).joinSuccessfully('weekly');
  await earnXp(app, anna.id, 10, { counts: { tasks_completed: 1 } });
  await earnXp(app, ben.id, 30, { counts: { tasks_completed: 2 } });
  assert.deepEqual(await getGoalProgress('weekly'), [40, 10], 'activity before joining does not count');
  assert.deepEqual(await getGoalProgress('monthly'), [1, 1]);
  assert.deepEqual(await getGoalProgress('once'), [10, 10]);
  await ben.leaveSuccessfully('weekly');
  assert.deepEqual(await getGoalProgress('weekly'), [10, 10], 'leaving removes the contribution');
  app.advance(2 * DAY); // Monday
  await earnXp(app, anna.id, 4, { counts: { tasks_completed: 1 } });
  assert.deepEqual(await getGoalProgress('weekly'), [4, 4], 'a new week begins at zero');
  assert.deepEqual(await getGoalProgress('monthly'), [2, 2]);
  assert.deepEqual(await getGoalProgress('once'), [10, 10], 'a goal that has ended keeps its result');
  const [planet] = (await anna.listMine()).filter(({ id }) => id === 'weekly');
  assert.equal(planet?.weekly_xp, 4);
  await earnXp(app, anna.id, -20, {});
  assert.deepEqual(await getGoalProgress('weekly'), [0, 0], 'a goal is never shown below zero');
});

testWithApp('joining and goals use the child’s local date', async (app) => {
  setPlanets(app, [createPlanetEntry('otters', { goal: { metric: 'xp', target: 100, every: 'week' } })]);
  const child = await app.registerChild();
  const clientInPagoPago = createPlanetClient(app, child.token, 'Pacific/Pago_Pago'); // Thursday 21:00 there
  await clientInPagoPago.joinSuccessfully('otters');
  // With a time zone, the activity counts for a local day, and the first activity of the day earns 5 XP more.
  await earnXp(app, child.id, 10, { timeZone: 'Pacific/Pago_Pago' });
  assert.equal((await clientInPagoPago.listMine())[0]?.goal?.my_contribution, 15);
  const response = await app.call('POST', '/app/planets/otters/leave', { token: child.token });
  assert.equal(response.status, 200, response.text);
  // An unknown zone fails no write: the zone of the last activity counts, in which it is still Thursday.
  const headers = { 'x-timezone': 'Mars/Olympus' };
  const rejoined = await app.call('POST', '/app/planets/otters/join', { token: child.token, headers });
  assert.equal(rejoined.status, 200, rejoined.text);
  assert.equal(rejoined.body.data.goal.my_contribution, 15);
});

testWithApp('when an open planet is full, another one opens and stays open', async (app) => {
  setPlanets(app, [createPlanetEntry('pair', { capacity: 2, min_level: 1 })]);
  const [first, second, third, fourth, fifth, sixth] = await runConcurrently(6, () => createChild(app));
  assert.ok(first && second && third && fourth && fifth && sixth);
  await first.joinSuccessfully('pair');
  assertError(await third.join('pair.2'), 404, 'NOT_FOUND'); // the first planet still has room for a member
  await second.joinSuccessfully('pair');
  assert.deepEqual(await first.listOpen(), [], 'a member of one numbered planet is not offered the next one');
  assertError(await first.join('pair.2'), 409, 'CONFLICT');
  assertError(await third.join('pair.3'), 404, 'NOT_FOUND');
  const [openedPlanet] = await third.listOpen();
  assert.deepEqual([openedPlanet?.id, openedPlanet?.name, openedPlanet?.member_count], ['pair.2', 'pair 2', 0]);
  const joinedPlanet = await third.joinSuccessfully('pair.2');
  assert.deepEqual(
    [joinedPlanet.member_count, joinedPlanet.capacity, joinedPlanet.min_level, joinedPlanet.is_member],
    [1, 2, 1, true],
  );
  assertEach(await third.listMine(), 'id', ['pair.2']);

  await first.leaveSuccessfully('pair');
  assertEach(await fourth.listOpen(), 'id', ['pair.2']); // the second planet stays open
  const joinResponses = await Promise.all([fourth, fifth, sixth].map((child) => child.join('pair.2')));
  assert.deepEqual(joinResponses.map(({ status }) => status).sort(), [200, 409, 409]);
  const refusedChildren = [fourth, fifth, sixth].filter((_, i) => joinResponses[i]?.status === 409);
  const nextJoinResponses = await Promise.all(refusedChildren.map((child) => child.join('pair.3')));
  assertEach(nextJoinResponses, 'status', [200, 200]); // both children can join the planet that the first of them opens
  const { last_number } = await app.ctx.db.selectFrom('open_planet_numbers').selectAll().executeTakeFirstOrThrow();
  assert.equal(last_number, 3);
  await first.joinSuccessfully('pair');
});

testWithApp('fifty children who join concurrently never exceed the capacity', async (app) => {
  setPlanets(app, [createPlanetEntry('small', { capacity: 7 })]);
  const children = await runConcurrently(50, () => createChild(app));
  const responses = await Promise.all(children.map((child) => child.join('small')));
  const statuses = responses.map(({ status }) => status);
  assert.deepEqual(
    [200, 409].map((status) => statuses.filter((actualStatus) => actualStatus === status).length),
    [7, 43],
  );
  assert.equal(await app.countRows('planet_members'), 7);
  for (const response of responses.filter(({ status }) => status === 409))
    assert.equal(response.body.error.details.reason, 'full');
  const members = children.filter((_, i) => statuses[i] === 200);
  const lastMember = members.at(-1);
  assert.ok(lastMember);
  const refusedChildren = children.filter((_, i) => statuses[i] === 409);
  const mixedResponses = await Promise.all([
    ...members.slice(0, 4).map((child) => child.leave('small')),
    ...refusedChildren.map((child) => child.join('small')),
  ]);
  const joinedCount = mixedResponses.slice(4).filter(({ status }) => status === 200).length;
  assert.ok(joinedCount <= 4, `${joinedCount} joined after four had left`);
  const [planet] = await lastMember.listMine();
  assert.equal(planet?.member_count, 3 + joinedCount);
});

testWithApp('concurrent joins create one membership for each planet, and five at most', async (app) => {
  setPlanets(
    app,
    Array.from({ length: 10 }, (_, i) => createPlanetEntry(`p${i}`)),
  );
  const child = await createChild(app);
  const responses = await runConcurrently(20, () => child.join('p0'));
  assert.equal(responses.filter(({ status }) => status === 200).length, 1);
  const joinResponses = await runConcurrently(10, (i) => child.join(`p${i}`));
  assert.equal(joinResponses.filter(({ status }) => status === 200).length, 4);
  assert.equal((await child.listMine()).length, 5);
  const { planets_joined } = await app.ctx.db.selectFrom('totals').select('planets_joined').executeTakeFirstOrThrow();
  assert.equal(planets_joined, 5);
  const leaveResponses = await runConcurrently(20, () => child.leave('p0'));
  assert.equal(leaveResponses.filter(({ status }) => status === 200).length, 1);
  assert.equal((await child.listMine()).length, 4);
});

testWithApp('a child who may no longer join planets has no membership, even if it joins just then', async (app) => {
  setPlanets(
    app,
    Array.from({ length: 5 }, (_, i) => createPlanetEntry(`p${i}`)),
  );
  for (let repetition = 0; repetition < 5; repetition += 1) {
    const child = await createChild(app);
    const settingsChange = app.ctx.write(async (ctx) => {
      await saveChildSettings(ctx, child.id, {
        appearsOnLeaderboards: false,
        mayJoinPlanets: false,
        hasAutoApproval: true,
        hearsRecordings: true,
      });
      await leaveAllPlanets(ctx, child.id);
    });
    await Promise.all([settingsChange, ...Array.from({ length: 5 }, (_, i) => child.join(`p${i}`))]);
    assert.deepEqual(await child.listMine(), []);
  }
});

testWithApp('deleting a child makes room for another member of the planet', async (app) => {
  setPlanets(app, [createPlanetEntry('pair', { capacity: 2 })]);
  const [first, second, third] = [await createChild(app), await createChild(app), await createChild(app)];
  await first.joinSuccessfully('pair');
  await second.joinSuccessfully('pair');
  await app.ctx.write(({ db }) => db.deleteFrom('profiles').where('id', '=', first.id).execute());
  assert.equal((await third.joinSuccessfully('pair')).member_count, 2);
});

testWithApp('a planet removed from its pack is not listed and does not count toward the limit', async (app) => {
  setPlanets(
    app,
    Array.from({ length: 6 }, (_, i) => createPlanetEntry(`p${i}`)),
  );
  const child = await createChild(app);
  for (let i = 0; i < 5; i += 1) await child.joinSuccessfully(`p${i}`);
  setPlanets(app, [createPlanetEntry('p1'), createPlanetEntry('p5')]);
  assertEach(await child.listMine(), 'id', ['p1']);
  await child.joinSuccessfully('p5');
  assertError(await child.leave('p0'), 404, 'NOT_FOUND');
});

describeWithApp('Lists of planets', (app) => {
  it('return each planet once for any page size', async () => {
    const entries = Array.from({ length: 23 }, (_, i) =>
      createPlanetEntry(`w${i}`, i % 3 === 0 ? { min_level: 9 } : {}),
    );
    setPlanets(app, entries);
    const child = await createChild(app);
    for (const id of ['w1', 'w4', 'w5']) {
      await child.joinSuccessfully(id);
      app.advance(60);
    }
    const openPlanets = await child.listOpen();
    assert.equal(openPlanets.length, 20);
    for (const limit of [1, 2, 3, 7, 19, 20, 21, 100]) {
      const { items, pages } = await fetchAllPages(app, child.token, '/app/planets/open', limit);
      assert.deepEqual(items, openPlanets);
      assert.equal(pages.length, Math.max(1, Math.ceil(20 / limit)));
      assert.deepEqual(
        (await fetchAllPages(app, child.token, '/app/planets/mine', limit)).items,
        await child.listMine(),
      );
    }
    assertEach(await child.listMine(), 'id', ['w5', 'w4', 'w1']);
  });

  it('refuse invalid cursors', async () => {
    const child = await createChild(app);
    for (const path of ['open', 'mine']) {
      for (const text of ['?', '[]', '["a"]', '[1,2,3]']) {
        const cursor = text === '?' ? 'x' : Buffer.from(text).toString('base64url');
        assertError(await child.call('GET', `${path}?cursor=${cursor}`), 400, 'VALIDATION_ERROR', ['cursor']);
      }
    }
  });

  it('reveal no profile ids and no display names', async () => {
    setPlanets(app, [createPlanetEntry('private')]);
    const children = [];
    for (let i = 0; i < 7; i += 1) {
      const child = await createChild(app);
      const body = { display_name: `Realname${i}` };
      await app.call('PATCH', '/app/users/me', { token: child.token, body });
      await child.joinSuccessfully('private');
      children.push(child);
    }
    const visitor = await createChild(app);
    const [firstMember] = children;
    assert.ok(firstMember);
    const responseTexts = [
      (await visitor.call('GET', 'open')).text,
      (await firstMember.call('GET', 'mine')).text,
      (await visitor.join('private')).text,
    ];
    const cursors = (await fetchAllPages(app, visitor.token, '/app/planets/mine', 1)).pages.flatMap(
      ({ next_cursor }) => next_cursor ?? [],
    );
    const allTexts = [...responseTexts, ...cursors.map((cursor) => Buffer.from(cursor, 'base64url').toString())].join(
      '\n',
    );
    const [planet] = JSON.parse(responseTexts[0] ?? '').data;
    assert.equal(planet.members_preview.length, 5, 'a preview shows at most five members');
    assert.doesNotMatch(allTexts, /Realname/);
    for (const { id } of [...children, visitor]) assert.ok(!allTexts.includes(id));
  });

  it('are for children only, and so are joining and leaving', async () => {
    const { token } = await app.registerParent();
    for (const [method, path] of [
      ['GET', 'open'],
      ['GET', 'mine'],
      ['POST', 'otters/join'],
      ['POST', 'otters/leave'],
    ]) {
      assertError(await app.call(method ?? '', `/app/planets/${path}`, { token }), 403, 'FORBIDDEN');
    }
  });
});
