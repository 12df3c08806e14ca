import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/time/instant.ts';
import {
  addChildByInvitation,
  addChildToFoundedPlanet,
  createFamilyPlanet,
  createPlanetInvitationCode,
  endPlanet,
  listFamilyPlanets,
  type PlanetDraft,
} from '../../../src/features/planets/index.ts';
import { getErrorWithFields } from '../../support/api-error.ts';
import { signInToPanel } from '../../support/family/guardians.ts';
import { createPlanetClient, earnXp } from '../../support/family/planets.ts';
import { registerTodoFamily } from '../../support/family/todos.ts';
import { assertEach, assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

// Parents call the functions behind the panel, and children call the app's endpoints.

/** Creates a parent and a child, with functions for what they can do with planets. */
async function createFamily(app: TestApp) {
  const { child, parent, parentId } = await registerTodoFamily(app);
  const caller = await signInToPanel(app, parent.token);
  const { ctx } = app;
  return {
    parentId,
    child: { ...child, ...createPlanetClient(app, child.token) },
    createPlanet: (draft: Partial<PlanetDraft> = {}) =>
      createFamilyPlanet(ctx, parentId, { name: 'Our Hill', ...draft }),
    invite: (planetId: string) => createPlanetInvitationCode(ctx, caller, planetId),
    addChildByCode: (code: string, childId = child.id) => addChildByInvitation(ctx, parentId, childId, code),
    addChild: (planetId: string, childId = child.id) => addChildToFoundedPlanet(ctx, parentId, childId, planetId),
    endPlanet: (planetId: string) => endPlanet(ctx, parentId, planetId),
    listPlanets: () => listFamilyPlanets(ctx, parentId),
  };
}

testWithApp('a parent creates a family planet, and another guardian’s child joins by invitation code', async (app) => {
  const [family, otherFamily] = [await createFamily(app), await createFamily(app)];
  const goal = { metric: 'xp', target: 300, every: 'week' } as const;
  const { id } = await family.createPlanet({
    name: '  Our Hill ',
    description: 'For cousins.\nAnd friends.',
    capacity: 3,
    goal,
  });
  await family.addChild(id);
  const { code, expires_at } = await family.invite(id);
  assert.match(code, /^[2-9A-HJKMNP-TV-Z]{8}$/);
  assert.equal(expires_at, '2026-11-27T08:00:00.000Z', 'a week after the start of the app’s clock');
  await otherFamily.addChildByCode(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`);
  await earnXp(app, otherFamily.child.id, 40);
  const [planet] = await family.child.listMine();
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
  // The goal is shared from the start; XP beside it is shown from five members on.
  assert.deepEqual([planet?.goal?.progress, planet?.goal?.my_contribution, planet?.weekly_xp], [40, 0, 0]);
  assert.match(String(planet?.image_url), /\/pictures\/house-with-garden\.svg/);
  const [listedPlanet] = await family.listPlanets();
  assert.deepEqual([listedPlanet?.id, listedPlanet?.member_ids.length, listedPlanet?.ended_at], [id, 2, null]);
  assert.deepEqual(await otherFamily.listPlanets(), []);
});

testWithApp('a family planet is invisible to children who are not invited', async (app) => {
  const [family, otherFamily] = [await createFamily(app), await createFamily(app)];
  const { id } = await family.createPlanet();
  await family.addChild(id);
  assert.ok(!JSON.stringify(await otherFamily.child.listOpen()).includes('Our Hill'));
  assertError(await otherFamily.child.join(id), 404, 'NOT_FOUND');
  assertError(await otherFamily.child.leave(id), 404, 'NOT_FOUND');
  assertError(await family.child.join(id), 409, 'CONFLICT');
  await family.child.leaveSuccessfully(id);
  assertError(await family.child.join(id), 404, 'NOT_FOUND'); // only the parent can add the child again
});

testWithApp('wrong, expired and replaced codes and codes of ended planets are refused', async (app) => {
  const [family, otherFamily] = [await createFamily(app), await createFamily(app)];
  const { id } = await family.createPlanet();
  const replacedInvitation = await family.invite(id);
  const expiredInvitation = await family.invite(id);
  await app.assertRowChanges({ counters: 1 }, async () => {
    for (const code of [replacedInvitation.code, 'ZZZZZZZZ', '', 'x'.repeat(5000), '\u0000', '........'])
      assert.equal(await getErrorWithFields(otherFamily.addChildByCode(code)), 'INVALID_CODE');
    app.advance(7 * DAY);
    assert.equal(await getErrorWithFields(otherFamily.addChildByCode(expiredInvitation.code)), 'INVALID_CODE');
  });
  const invitation = await family.invite(id);
  await family.endPlanet(id);
  assert.equal(await getErrorWithFields(otherFamily.addChildByCode(invitation.code)), 'INVALID_CODE');
});

testWithApp('ten wrong codes of planets in an hour are compared, and the right one waits, too', async (app) => {
  const [family, otherFamily] = [await createFamily(app), await createFamily(app)];
  const { code } = await family.invite((await family.createPlanet()).id);
  const enter = (text: string) =>
    otherFamily.addChildByCode(text).then(
      () => 'joined',
      ({ code }) => code,
    );
  const errors = await Promise.all(Array.from({ length: 50 }, () => enter('ZZZZZZZZ')));
  assert.equal(errors.filter((error) => error === 'INVALID_CODE').length, 10);
  assert.equal(await enter(code), 'RATE_LIMITED');
  app.advance(3601);
  assert.equal(await enter(code), 'joined');
});

testWithApp('a parent cannot act for other families’ children or planets', async (app) => {
  const [family, otherFamily] = [await createFamily(app), await createFamily(app)];
  const { id } = await family.createPlanet();
  const { code } = await family.invite(id);
  await app.assertRowChanges({}, async () => {
    assert.equal(await getErrorWithFields(otherFamily.addChildByCode(code, family.child.id)), 'NOT_FOUND');
    assert.equal(await getErrorWithFields(family.addChildByCode(code, otherFamily.child.id)), 'NOT_FOUND');
    assert.equal(await getErrorWithFields(otherFamily.addChild(id)), 'NOT_FOUND');
    assert.equal(await getErrorWithFields(family.addChild(id, '\u0000')), 'NOT_FOUND');
    // 'star-gazers' is a planet of a pack.
    for (const planetId of [id, 'star-gazers', '\u0000', '']) {
      assert.equal(await getErrorWithFields(otherFamily.invite(planetId)), 'NOT_FOUND');
      assert.equal(await getErrorWithFields(otherFamily.endPlanet(planetId)), 'NOT_FOUND');
    }
  });
  assert.equal((await family.listPlanets())[0]?.ended_at, null);
});

testWithApp('creating a planet validates name, description, capacity and goal', async (app) => {
  const family = await createFamily(app);
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
  await app.assertRowChanges({}, async () => {
    for (const [draft, field] of invalidDrafts)
      assert.equal(await getErrorWithFields(family.createPlanet(draft)), `VALIDATION_ERROR ${field}`);
  });
  const planet = await family.createPlanet({ name: '👩‍🚀 Місяць & <b>', description: '' });
  assert.deepEqual([planet.name, planet.description, planet.capacity], ['👩‍🚀 Місяць & <b>', '', 20]);
});

testWithApp('a parent has at most ten active planets, even when they are created concurrently', async (app) => {
  const family = await createFamily(app);
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => family.createPlanet({ name: `Hill ${i}` })),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 10);
  const [newestPlanet] = await family.listPlanets();
  await family.endPlanet(newestPlanet?.id ?? '');
  assert.equal(
    await getErrorWithFields(family.endPlanet(newestPlanet?.id ?? '')),
    'NOT_FOUND',
    'a planet can be ended only once',
  );
  await family.createPlanet();
  assert.equal((await family.listPlanets()).length, 11);
  assert.equal(await app.countRows('planet_locks'), 0, 'no lock with a parent’s id is left behind');
});

testWithApp('an ended planet keeps its members and accepts no new ones', async (app) => {
  const family = await createFamily(app);
  const { id } = await family.createPlanet();
  await family.addChild(id);
  await family.endPlanet(id);
  assertEach(await family.child.listMine(), 'status', ['ended']);
  await family.child.leaveSuccessfully(id);
  assert.equal(await getErrorWithFields(family.addChild(id)), 'CONFLICT');
});

testWithApp('families that join concurrently with one invitation never exceed the capacity', async (app) => {
  const family = await createFamily(app);
  const { id } = await family.createPlanet({ capacity: 5 });
  const { code } = await family.invite(id);
  const families = [];
  for (let i = 0; i < 12; i += 1) families.push(await createFamily(app));
  const results = await Promise.allSettled([
    ...families.map(({ addChildByCode }) => addChildByCode(code)),
    ...families.map(({ addChildByCode }) => addChildByCode(code)), // each family sends the request twice
  ]);
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 5);
  assert.equal((await family.listPlanets())[0]?.member_ids.length, 5);
});

testWithApp('deleting the founder of a planet deletes the planet, but not the children on it', async (app) => {
  const [family, otherFamily] = [await createFamily(app), await createFamily(app)];
  const { id } = await family.createPlanet();
  await otherFamily.addChildByCode((await family.invite(id)).code);
  await app.ctx.write(({ db }) => db.deleteFrom('profiles').where('id', '=', family.parentId).execute());
  assert.deepEqual(await otherFamily.child.listMine(), []);
  const { status } = await app.call('GET', '/app/users/me/stats', { token: otherFamily.child.token });
  assert.equal(status, 200);
});
