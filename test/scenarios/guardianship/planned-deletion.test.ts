import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { cancelChildDeletion, planChildDeletion } from '../../../src/features/data-rights/index.ts';
import { setChildSettings } from '../../../src/features/guardianship/index.ts';
import { addChildToFoundedPlanet, createFamilyPlanet, listFamilyPlanets } from '../../../src/features/planets/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import { sendWeeklySummaries } from '../../../src/features/weekly-summary/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import {
  fetchLatestEmail,
  registerFamilyWithPanelSession,
  signInChild,
  signInToPanel,
} from '../../support/family/guardians.ts';
import { createPlanetClient, createPlanetEntry, earnXp, setPlanets } from '../../support/family/planets.ts';
import { createTodoClient } from '../../support/family/todos.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const VISIBLE_SETTINGS = {
  appearsOnLeaderboards: true,
  mayJoinPlanets: true,
  hasAutoApproval: false,
  hearsRecordings: true,
};

/** Five children on a full planet and on the leaderboards. The test plans the deletion of the returned `child`. */
async function createVisibleChildren(app: TestApp) {
  setPlanets(app, [createPlanetEntry('reef', { capacity: 5, goal: { metric: 'xp', target: 500, every: 'week' } })]);
  const family = await registerFamilyWithPanelSession(app);
  const sibling = await app.registerChild();
  await app.linkChild(family.parent.token, sibling.token);
  await setChildSettings(app.ctx, family.caller, sibling.id, VISIBLE_SETTINGS);
  const otherFamilies = [
    await registerFamilyWithPanelSession(app),
    await registerFamilyWithPanelSession(app),
    await registerFamilyWithPanelSession(app),
  ];
  for (const { child, caller } of [family, ...otherFamilies])
    await setChildSettings(app.ctx, caller, child.id, VISIBLE_SETTINGS);
  for (const child of [family.child, sibling, ...otherFamilies.map((otherFamily) => otherFamily.child)]) {
    await createPlanetClient(app, child.token).joinSuccessfully('reef');
    await earnXp(app, child.id, 20);
  }
  return { ...family, sibling };
}

testWithApp('a child planned for deletion is hidden from all but its guardians until cancellation', async (app) => {
  const { child, caller, parent, sibling } = await createVisibleChildren(app);
  const [todo] = await assignTodo(app.ctx, caller.profileId, [child.id], { title: 'Tidy up' });
  await createTodoClient(app, child.token).setStatus(todo?.id ?? '', 'done');
  const familyPlanet = await createFamilyPlanet(app.ctx, caller.profileId, { name: 'Our Hill' });
  await addChildToFoundedPlanet(app.ctx, caller.profileId, child.id, familyPlanet.id);
  const getRankings = async (query: string, token = sibling.token) =>
    (await app.call('GET', `/app/rankings?${query}`, { token })).body;
  const getFromPanel = async (path: string) => (await app.call('GET', path, { cookie: caller.cookie })).body.data;
  const readVisibleCounts = async () => {
    const [reef] = await createPlanetClient(app, sibling.token).listMine();
    const publicLeaderboards = await Promise.all(
      ['scope=planet&planet_id=reef', 'scope=global'].map((query) => getRankings(query)),
    );
    const familyLeaderboards = [await getRankings('scope=family'), await getRankings('scope=family', parent.token)];
    return {
      familyPlanetMembers: (await listFamilyPlanets(app.ctx, caller.profileId))[0]?.member_ids.length,
      planet: {
        members: reef?.member_count,
        previewedMembers: (reef?.members_preview as unknown[]).length,
        weeklyXp: reef?.weekly_xp,
        goalProgress: reef?.goal?.progress,
      },
      publicLeaderboards: publicLeaderboards.map(({ meta }) => meta.participants),
      familyLeaderboards: familyLeaderboards.map(({ data }) => data.length),
      approvals: (await getFromPanel('/api/approvals')).length,
      plannedDeletions: (await getFromPanel('/api/children')).flatMap(
        (row: { to_be_deleted_at: string | null }) => row.to_be_deleted_at ?? [],
      ),
    };
  };
  const countsBefore = await readVisibleCounts();
  assert.deepEqual(countsBefore, {
    familyPlanetMembers: 1,
    // Five times 20 XP, and the daily bonus of the child who has done a to-do.
    planet: { members: 5, previewedMembers: 5, weeklyXp: 105, goalProgress: 105 },
    publicLeaderboards: [5, 5],
    familyLeaderboards: [2, 2],
    approvals: 1,
    plannedDeletions: [],
  });

  await planChildDeletion(app.ctx, caller, child.id);
  const settingsChange = setChildSettings(app.ctx, caller, child.id, {
    ...VISIBLE_SETTINGS,
    appearsOnLeaderboards: false,
  });
  await assertFailsWith(settingsChange, 'CONFLICT to_be_deleted');
  assert.deepEqual(await readVisibleCounts(), {
    familyPlanetMembers: 0,
    // With four visible members, the planet shows only what the sibling has done.
    planet: { members: 4, previewedMembers: 0, weeklyXp: 0, goalProgress: 20 },
    publicLeaderboards: [4, 4],
    familyLeaderboards: [1, 1],
    approvals: 0,
    plannedDeletions: ['2026-11-27T08:00:00.000Z'],
  });
  const newChild = createPlanetClient(app, (await app.registerChild()).token);
  assert.equal(
    (await newChild.join('reef')).body.error.details.reason,
    'full',
    'the hidden child still counts toward the capacity',
  );
  const page = await app.call('GET', '/panel', { cookie: caller.cookie });
  assert.match(page.text, /Closed\. Will be deleted on 27 November 2026/);

  await cancelChildDeletion(app.ctx, caller, child.id);
  await signInChild(app, child.id);
  assert.deepEqual(await readVisibleCounts(), countsBefore);
});

testWithApp('the weekly summary leaves out a child whose deletion is planned', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await app.call('PATCH', '/app/users/me', { token: family.child.token, body: { display_name: 'Wilhelmina' } });
  await earnXp(app, family.child.id, 20, { timeZone: 'UTC' });
  app.advance(3 * DAY + 4 * HOUR); // from Friday at 08:00 to Monday at noon
  const caller = await signInToPanel(app, (await app.registerParent(family.parent.email)).token);
  await planChildDeletion(app.ctx, caller, family.child.id);
  await sendWeeklySummaries(app.ctx);
  assert.equal(await fetchLatestEmail(app, family.parent.email, /first week/), undefined);
  await cancelChildDeletion(app.ctx, caller, family.child.id);
  await sendWeeklySummaries(app.ctx);
  assert.match((await fetchLatestEmail(app, family.parent.email, /first week/))?.subject ?? '', /^Wilhelmina: /);
});
