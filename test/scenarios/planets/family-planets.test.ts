import assert from 'node:assert/strict';
import {
  createFamilyPlanet,
  endPlanet,
  inviteToPlanet,
  joinByInvite,
  joinOwnPlanet,
  leavePlanet,
  listFamilyPlanets,
  type PlanetDraft,
} from '../../../src/features/planets/index.ts';
import { getErrorWithFields } from '../../support/api-error.ts';
import { signInToPanel } from '../../support/family/guardians.ts';
import { createPlanetClient, earnXp } from '../../support/family/planets.ts';
import { createFamilyWithTodos } from '../../support/family/todos.ts';
import { assertError, type TestApp, testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

// Parents act through the use cases behind the panel, children through the app's endpoints.

const DAY = 24 * 60 * 60;

async function createPlanetFamily(app: TestApp) {
  const { child, parent, parentId } = await createFamilyWithTodos(app);
  const caller = await signInToPanel(app, parent.token);
  const { ctx } = app;
  return {
    id: parentId,
    child: { ...child, ...createPlanetClient(app, child.token) },
    createPlanet: (draft: Partial<PlanetDraft> = {}) =>
      createFamilyPlanet(ctx, parentId, { name: 'Our Hill', ...draft }),
    invite: (planetId: string) => inviteToPlanet(ctx, caller, planetId),
    joinByCode: (code: string, childId = child.id) => joinByInvite(ctx, parentId, childId, code),
    addChild: (planetId: string, childId = child.id) => joinOwnPlanet(ctx, parentId, childId, planetId),
    end: (planetId: string) => endPlanet(ctx, parentId, planetId),
    listPlanets: () => listFamilyPlanets(ctx, parentId),
  };
}

testWithApp('a parent creates a family planet, and another guardian’s child joins by invitation code', async (app) => {
  const [ours, theirs] = [await createPlanetFamily(app), await createPlanetFamily(app)];
  const goal = { metric: 'xp', target: 300, every: 'week' } as const;
  const { id } = await ours.createPlanet({
    name: '  Our Hill ',
    description: 'For cousins.\nAnd friends.',
    capacity: 3,
    goal,
  });
  await ours.addChild(id);
  const { code, expires_at } = await ours.invite(id);
  assert.match(code, /^[2-9A-HJKMNP-TV-Z]{8}$/);
  assert.equal(expires_at, '2026-11-27T08:00:00.000Z');
  await theirs.joinByCode(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`);
  await earnXp(app, theirs.child.id, 40);
  const [planet] = await ours.child.listMine();
  assert.deepEqual(
    [
      planet?.name,
      planet?.description,
      planet?.kind,
      planet?.visibility,
      planet?.status,
      planet?.member_count,
      planet?.capacity,
    ],
    ['Our Hill', 'For cousins.\nAnd friends.', 'family', 'invite', 'active', 2, 3],
  );
  assert.deepEqual([planet?.goal?.progress, planet?.goal?.my_contribution, planet?.weekly_xp], [40, 0, 40]);
  assert.match(String(planet?.image_url), /\/pictures\/house-with-garden\.svg/);
  const [listed] = await ours.listPlanets();
  assert.deepEqual([listed?.id, listed?.member_ids.length, listed?.ended_at], [id, 2, null]);
  assert.deepEqual(await theirs.listPlanets(), []);
});

testWithApp('a family planet is invisible to children who are not invited', async (app) => {
  const [ours, theirs] = [await createPlanetFamily(app), await createPlanetFamily(app)];
  const { id } = await ours.createPlanet();
  await ours.addChild(id);
  assert.ok(!JSON.stringify(await theirs.child.listOpen()).includes('Our Hill'));
  assertError(await theirs.child.join(id), 404, 'NOT_FOUND');
  assertError(await theirs.child.leave(id), 404, 'NOT_FOUND');
  assertError(await ours.child.join(id), 409, 'CONFLICT');
  await ours.child.leaveSuccessfully(id);
  assertError(await ours.child.join(id), 404, 'NOT_FOUND'); // only the parent can add the child again
  await ours.addChild(id);
  await leavePlanet(app.ctx, ours.child.id, id);
  assert.deepEqual(await ours.child.listMine(), []);
});

testWithApp('wrong, expired and replaced codes and codes of ended planets are refused', async (app) => {
  const [ours, theirs] = [await createPlanetFamily(app), await createPlanetFamily(app)];
  const { id } = await ours.createPlanet();
  const first = await ours.invite(id);
  const second = await ours.invite(id);
  const changes = await app.countRowChanges(async () => {
    for (const code of [first.code, 'ZZZZZZZZ', '', 'x'.repeat(5000), '\u0000', '........'])
      assert.equal(await getErrorWithFields(theirs.joinByCode(code)), 'INVALID_CODE');
    app.advance(7 * DAY);
    assert.equal(await getErrorWithFields(theirs.joinByCode(second.code)), 'INVALID_CODE');
  });
  assert.deepEqual(changes, {});
  const third = await ours.invite(id);
  await ours.end(id);
  assert.equal(await getErrorWithFields(theirs.joinByCode(third.code)), 'INVALID_CODE');
});

testWithApp('a parent cannot act for other families’ children or planets', async (app) => {
  const [ours, theirs] = [await createPlanetFamily(app), await createPlanetFamily(app)];
  const { id } = await ours.createPlanet();
  const { code } = await ours.invite(id);
  const changes = await app.countRowChanges(async () => {
    assert.equal(await getErrorWithFields(theirs.joinByCode(code, ours.child.id)), 'NOT_FOUND');
    assert.equal(await getErrorWithFields(ours.joinByCode(code, theirs.child.id)), 'NOT_FOUND');
    assert.equal(await getErrorWithFields(theirs.addChild(id)), 'NOT_FOUND');
    assert.equal(await getErrorWithFields(ours.addChild(id, '\u0000')), 'NOT_FOUND');
    for (const planet of [id, 'star-gazers', '\u0000', '']) {
      assert.equal(await getErrorWithFields(theirs.invite(planet)), 'NOT_FOUND');
      assert.equal(await getErrorWithFields(theirs.end(planet)), 'NOT_FOUND');
    }
  });
  assert.deepEqual(changes, {});
  assert.equal((await ours.listPlanets())[0]?.ended_at, null);
});

testWithApp('creating a planet validates name, description, capacity and goal', async (app) => {
  const ours = await createPlanetFamily(app);
  const invalidDrafts: [Partial<PlanetDraft>, string][] = [
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ name: '\ud800' }, 'name'],
    [{ description: 'x'.repeat(301) }, 'description'],
    [{ description: '\u0000' }, 'description'],
    [{ capacity: 1 }, 'capacity'],
    [{ capacity: 101 }, 'capacity'],
    [{ capacity: 2.5 }, 'capacity'],
    [{ capacity: Number.NaN }, 'capacity'],
    [{ goal: { metric: 'xp', target: 0, every: 'week' } }, 'target'],
    [{ goal: { metric: 'xp', target: 1_000_001, every: 'week' } }, 'target'],
  ];
  const changes = await app.countRowChanges(async () => {
    for (const [draft, field] of invalidDrafts)
      assert.equal(await getErrorWithFields(ours.createPlanet(draft)), `VALIDATION_ERROR ${field}`);
  });
  assert.deepEqual(changes, {});
  const kept = await ours.createPlanet({ name: '👩‍🚀 Місяць & <b>', description: '' });
  assert.deepEqual([kept.name, kept.description, kept.capacity], ['👩‍🚀 Місяць & <b>', '', 20]);
});

testWithApp('a parent has at most ten active planets, also when created concurrently', async (app) => {
  const ours = await createPlanetFamily(app);
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => ours.createPlanet({ name: `Hill ${i}` })),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 10);
  const [newest] = await ours.listPlanets();
  await ours.end(newest?.id ?? '');
  assert.equal(await getErrorWithFields(ours.end(newest?.id ?? '')), 'NOT_FOUND', 'the planet has ended already');
  await ours.createPlanet();
  assert.equal((await ours.listPlanets()).length, 11);
  assert.equal(await app.countRows('planet_locks'), 0, 'no lock that names a parent is left behind');
});

testWithApp('an ended planet keeps its members and accepts no new ones', async (app) => {
  const ours = await createPlanetFamily(app);
  const { id } = await ours.createPlanet();
  await ours.addChild(id);
  await ours.end(id);
  assert.deepEqual(
    (await ours.child.listMine()).map(({ status }) => status),
    ['ended'],
  );
  await ours.child.leaveSuccessfully(id);
  assert.equal(await getErrorWithFields(ours.addChild(id)), 'CONFLICT');
});

testWithApp(
  'concurrent families joining by one invitation never exceed the capacity',
  async (app) => {
    const ours = await createPlanetFamily(app);
    const { id } = await ours.createPlanet({ capacity: 5 });
    const { code } = await ours.invite(id);
    const families = [];
    for (let i = 0; i < 12; i += 1) families.push(await createPlanetFamily(app));
    const results = await Promise.allSettled([
      ...families.map((family) => family.joinByCode(code)),
      ...families.map((family) => family.joinByCode(code)),
    ]);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 5);
    assert.equal((await ours.listPlanets())[0]?.member_ids.length, 5);
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp('deleting its founder deletes a planet and nothing else of its members', async (app) => {
  const [ours, theirs] = [await createPlanetFamily(app), await createPlanetFamily(app)];
  const { id } = await ours.createPlanet();
  await theirs.joinByCode((await ours.invite(id)).code);
  await app.ctx.write(({ tx }) => tx.deleteFrom('profiles').where('id', '=', ours.id).execute());
  assert.deepEqual(await theirs.child.listMine(), []);
  const { status } = await app.call('GET', '/app/users/me/stats', { token: theirs.child.token });
  assert.equal(status, 200);
});
