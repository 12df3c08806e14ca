import assert from 'node:assert/strict';
import { DAY, MINUTE } from '../../../src/core/time/instant.ts';
import { getChildSettings } from '../../../src/features/accounts/index.ts';
import {
  acceptInvitation,
  cancelInvitation,
  getInvitation,
  inviteGuardian,
  listOpenInvitations,
  setChildSettings,
  unlinkGuardian,
} from '../../../src/features/guardianship/index.ts';
import {
  createFamilyPlanet,
  inviteToPlanet,
  joinByInvite,
  joinOwnPlanet,
  listFamilyPlanets,
} from '../../../src/features/planets/index.ts';
import { listMemberships } from '../../../src/features/planets/memberships-store.ts';
import { listLeaderboardEntries } from '../../../src/features/progress/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import { errorWithReason } from '../../support/api-error.ts';
import {
  addGuardian,
  confirmSession,
  familyOnPanel,
  guardianRanks,
  invitationTokenFor,
  latestEmailTo,
  signInChild,
  signInToPanel,
  withBrokenMail,
} from '../../support/family/guardians.ts';
import { planetClient } from '../../support/family/planets.ts';
import { todoClient } from '../../support/family/todos.ts';
import { assertError, testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

testWithApp('a second guardian is invited by email and accepts, and the first one is notified', async (app) => {
  const home = await familyOnPanel(app);
  const dad = await app.registerParent();
  await inviteGuardian(app.ctx, home.caller, home.child.id, ` ${dad.email.toUpperCase()} `);
  const token = await invitationTokenFor(app, dad.email);
  const shown = await getInvitation(app.ctx, token);
  assert.deepEqual([shown.email, shown.inviterEmail], [dad.email, home.parent.email]);
  const dads = await signInToPanel(app, dad.token);
  const changes = await app.changes(() => acceptInvitation(app.ctx, dads, token));
  assert.deepEqual(changes, { guardians: 1, consents: 1, outbox: 1 });
  assert.deepEqual(await guardianRanks(app, home.child.id), [
    [1, home.caller.profileId],
    [2, dads.profileId],
  ]);
  const sentEmail = await latestEmailTo(app, home.parent.email, /has a new guardian/);
  assert.match(sentEmail?.text ?? '', new RegExp(dad.email));
  const me = await app.call('GET', '/app/users/me', { token: home.child.token });
  assert.equal(me.body.data.linked_parent_email, home.parent.email, 'the first guardian stays first');
  assert.deepEqual(await app.changes(() => acceptInvitation(app.ctx, dads, token)), {}, 'a second tap');
});

testWithApp('an invitation is valid for its address for seven days and can be cancelled', async (app) => {
  const home = await familyOnPanel(app);
  const stranger = await familyOnPanel(app);
  const dad = await app.registerParent();
  await inviteGuardian(app.ctx, home.caller, home.child.id, dad.email);
  const first = await invitationTokenFor(app, dad.email);
  assert.equal(await errorWithReason(acceptInvitation(app.ctx, stranger.caller, first)), 'FORBIDDEN another_address');
  app.advance(MINUTE);
  await inviteGuardian(app.ctx, home.caller, home.child.id, dad.email);
  const second = await invitationTokenFor(app, dad.email);
  assert.equal(
    await errorWithReason(getInvitation(app.ctx, first)),
    'NOT_FOUND',
    'a new invitation replaces the old one',
  );
  const [open] = await listOpenInvitations(app.ctx, home.child.id);
  assert.equal(open?.email, dad.email);
  await cancelInvitation(app.ctx, home.caller, home.child.id, open?.id ?? '');
  const dads = await signInToPanel(app, dad.token);
  assert.equal(await errorWithReason(acceptInvitation(app.ctx, dads, second)), 'NOT_FOUND');
  await inviteGuardian(app.ctx, home.caller, home.child.id, dad.email);
  const third = await invitationTokenFor(app, dad.email);
  app.advance(7 * DAY);
  assert.equal(await errorWithReason(acceptInvitation(app.ctx, dads, third)), 'NOT_FOUND');
  assert.equal(await app.count('guardians'), 2, 'no guardian was added');
});

testWithApp(
  'a child has at most four guardians including invitations, and an email address is not invited twice',
  async (app) => {
    const home = await familyOnPanel(app);
    for (const name of ['a', 'b', 'c'])
      await inviteGuardian(app.ctx, home.caller, home.child.id, `${name}@example.org`);
    const invite = (email: string) => inviteGuardian(app.ctx, home.caller, home.child.id, email);
    assert.equal(await errorWithReason(invite('d@example.org')), 'CONFLICT too_many_guardians');
    await invite('c@example.org'); // inviting the same address again needs no further place
    assert.equal(await errorWithReason(invite(home.parent.email)), 'ALREADY_LINKED');
    assert.equal(await errorWithReason(invite('no address')), 'VALIDATION_ERROR invalid_fields');
    const stranger = await familyOnPanel(app);
    const foreign = inviteGuardian(app.ctx, stranger.caller, home.child.id, 'x@example.org');
    assert.equal(await errorWithReason(foreign), 'NOT_FOUND');
  },
);

testWithApp('a parent can send ten invitations a day', async (app) => {
  const home = await familyOnPanel(app);
  for (let i = 0; i < 10; i += 1) {
    await confirmSession(app, home.caller);
    await inviteGuardian(app.ctx, home.caller, home.child.id, 'nan@example.org');
    app.advance(2 * MINUTE);
  }
  const one = inviteGuardian(app.ctx, home.caller, home.child.id, 'nan@example.org');
  assert.equal(await errorWithReason(one), 'RATE_LIMITED');
});

testWithApp(
  'accepting an invitation twenty times at once creates one guardian and one consent',
  async (app) => {
    const home = await familyOnPanel(app);
    const dad = await app.registerParent();
    const dads = await signInToPanel(app, dad.token);
    await inviteGuardian(app.ctx, home.caller, home.child.id, dad.email);
    const token = await invitationTokenFor(app, dad.email);
    await Promise.all(Array.from({ length: 20 }, () => acceptInvitation(app.ctx, dads, token)));
    assert.equal(await app.count('guardians'), 2);
    assert.equal(await app.count('consents'), 2);
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'a guardian who unlinks loses access at once, the next one moves up, and both are notified',
  async (app) => {
    const home = await familyOnPanel(app);
    const dad = await addGuardian(app, home);
    await unlinkGuardian(app.ctx, home.caller, home.child.id, home.caller.profileId);
    assert.deepEqual(await guardianRanks(app, home.child.id), [[1, dad.caller.profileId]]);
    const me = await app.call('GET', '/app/users/me', { token: await signInChild(app, home.child.id) });
    assert.equal(me.body.data.linked_parent_email, dad.parent.email);
    const page = await app.call('GET', '/panel', { cookie: home.caller.cookie });
    assert.ok(!page.text.includes(home.child.id));
    for (const { email } of [home.parent, dad.parent]) {
      assert.ok(await latestEmailTo(app, email, /guardian has been removed/), `a letter to ${email}`);
    }
    const again = unlinkGuardian(app.ctx, home.caller, home.child.id, home.caller.profileId);
    assert.equal(await errorWithReason(again), 'NOT_FOUND');
  },
);

testWithApp(
  'unlinking a guardian signs the child out everywhere and suggests a new PIN to the remaining one',
  async (app) => {
    const home = await familyOnPanel(app);
    const dad = await addGuardian(app, home);
    const tablet = await signInChild(app, home.child.id);
    await unlinkGuardian(app.ctx, home.caller, home.child.id, dad.caller.profileId);
    for (const token of [home.child.token, tablet]) {
      assertError(await app.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
    }
    await signInChild(app, home.child.id);
    const pinPage = new RegExp(`/panel/children/${home.child.id}/pin`);
    const kept = await latestEmailTo(app, home.parent.email, /guardian has been removed/);
    assert.match(kept?.text ?? '', /signed out on every device.*setting a new one/);
    assert.match(kept?.text ?? '', pinPage);
    const gone = await latestEmailTo(app, dad.parent.email, /guardian has been removed/);
    assert.ok(gone && !/PIN/.test(gone.text ?? ''));
    const path = `/panel/children/${home.child.id}/settings?done=unlinked`;
    const page = await app.call('GET', path, { cookie: home.caller.cookie });
    assert.match(page.text, /class="flash">[^<]*PIN[^<]*<\/p><p><a[^>]*\/pin"/);
  },
);

testWithApp('after unlinking the child leaves the former guardian’s planets and no others', async (app) => {
  const home = await familyOnPanel(app);
  const dad = await addGuardian(app, home);
  const cousins = await familyOnPanel(app);
  const [moms, dads, theirs] = await Promise.all(
    [home.caller, dad.caller, cousins.caller].map(({ profileId }) =>
      createFamilyPlanet(app.ctx, profileId, { name: 'Hill' }),
    ),
  );
  assert.ok(moms && dads && theirs);
  const { code } = await inviteToPlanet(app.ctx, cousins.caller, theirs.id);
  await joinOwnPlanet(app.ctx, home.caller.profileId, home.child.id, moms.id);
  await joinOwnPlanet(app.ctx, dad.caller.profileId, home.child.id, dads.id);
  await joinByInvite(app.ctx, dad.caller.profileId, home.child.id, code);
  await unlinkGuardian(app.ctx, home.caller, home.child.id, dad.caller.profileId);
  const mine = await planetClient(app, await signInChild(app, home.child.id)).listMine();
  assert.deepEqual(mine.map(({ id }) => id).sort(), [moms.id, theirs.id].sort());
  assert.deepEqual((await listFamilyPlanets(app.ctx, dad.caller.profileId))[0]?.member_ids, []);
});

testWithApp(
  'a child without guardians is removed from public leaderboards until a guardian allows them',
  async (app) => {
    const home = await familyOnPanel(app);
    const dad = await addGuardian(app, home);
    const settings = { onLeaderboards: true, onPlanets: true, autoApproval: false };
    await setChildSettings(app.ctx, home.caller, home.child.id, settings);
    const listed = () => listLeaderboardEntries(app.ctx.db, [home.child.id]).then(([standing]) => standing?.listed);
    await unlinkGuardian(app.ctx, home.caller, home.child.id, home.caller.profileId);
    assert.equal(await listed(), 1, 'one guardian is left');
    await unlinkGuardian(app.ctx, dad.caller, home.child.id, dad.caller.profileId);
    assert.equal(await listed(), 0);
    assert.deepEqual(await getChildSettings(app.ctx.db, home.child.id), { ...settings, onLeaderboards: false });
  },
);

testWithApp('a failed unlinking changes nothing', async (app) => {
  const home = await familyOnPanel(app);
  const dad = await addGuardian(app, home);
  const planet = await createFamilyPlanet(app.ctx, dad.caller.profileId, { name: 'Hill' });
  await joinOwnPlanet(app.ctx, dad.caller.profileId, home.child.id, planet.id);
  const unlink = () => unlinkGuardian(withBrokenMail(app), home.caller, home.child.id, dad.caller.profileId);
  assert.deepEqual(await app.changes(() => assert.rejects(unlink(), /mail is broken/)), {});
  assert.equal((await planetClient(app, home.child.token).listMine())[0]?.id, planet.id);
});

testWithApp(
  'a child also leaves planets joined while its guardian is being unlinked',
  async (app) => {
    for (let round = 0; round < 3; round += 1) {
      const home = await familyOnPanel(app);
      const { profileId } = home.caller;
      const planets = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => createFamilyPlanet(app.ctx, profileId, { name })),
      );
      const join = ({ id }: { id: string }) => joinOwnPlanet(app.ctx, profileId, home.child.id, id);
      const unlink = unlinkGuardian(app.ctx, home.caller, home.child.id, profileId);
      await Promise.allSettled([...planets.slice(0, 2).map(join), unlink, ...planets.slice(2).map(join)]);
      assert.deepEqual(await guardianRanks(app, home.child.id), []);
      assert.deepEqual(await listMemberships(app.ctx.db, home.child.id), []);
    }
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp('the first guardian can unlink others but not the reverse, and needs a fresh confirmation', async (app) => {
  const home = await familyOnPanel(app);
  const dad = await addGuardian(app, home);
  const wrong = unlinkGuardian(app.ctx, dad.caller, home.child.id, home.caller.profileId);
  assert.equal(await errorWithReason(wrong), 'FORBIDDEN first_guardian_only');
  await unlinkGuardian(app.ctx, home.caller, home.child.id, dad.caller.profileId);
  assert.deepEqual(await guardianRanks(app, home.child.id), [[1, home.caller.profileId]]);
  app.advance(15 * MINUTE);
  const stale = unlinkGuardian(app.ctx, home.caller, home.child.id, home.caller.profileId);
  assert.equal(await errorWithReason(stale), 'FORBIDDEN confirmation_required');
});

testWithApp('to-dos assigned by a parent who unlinks become the child’s own', async (app) => {
  const home = await familyOnPanel(app);
  const before = todoClient(app, home.child.token);
  const [waiting, open] = await Promise.all(
    ['Tidy up', 'Water the plants'].map(async (title) => {
      const [todo] = await assignTodo(app.ctx, home.caller.profileId, [home.child.id], { title, xp_reward: 20 });
      return todo?.id ?? '';
    }),
  );
  assert.equal((await before.setStatus(waiting ?? '', 'done')).status, 'awaiting_approval');
  await unlinkGuardian(app.ctx, home.caller, home.child.id, home.caller.profileId);
  const list = todoClient(app, await signInChild(app, home.child.id));
  const own = await list.list();
  assert.ok(own.every((todo) => 'assigned_by' in todo && todo.assigned_by === null));
  await list.setStatus(waiting ?? '', 'pending');
  assert.equal((await list.setStatus(waiting ?? '', 'done')).status, 'done', 'no approval is needed any more');
  assert.equal((await list.update(open ?? '', { title: 'Water the cactus' })).title, 'Water the cactus');
  assert.equal((await list.setStatus(open ?? '', 'done')).status, 'done');
});

testWithApp(
  'guardians unlinking at once leave no gaps or duplicates in the ranks',
  async (app) => {
    for (let round = 0; round < 3; round += 1) {
      const home = await familyOnPanel(app);
      const others = [await addGuardian(app, home), await addGuardian(app, home)];
      const last = await addGuardian(app, home);
      const leaving = [home.caller, ...others.map(({ caller }) => caller)];
      await Promise.all(leaving.map((caller) => unlinkGuardian(app.ctx, caller, home.child.id, caller.profileId)));
      assert.deepEqual(await guardianRanks(app, home.child.id), [[1, last.caller.profileId]]);
      await unlinkGuardian(app.ctx, last.caller, home.child.id, last.caller.profileId);
      assert.deepEqual(await guardianRanks(app, home.child.id), []);
    }
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'to-dos assigned while the parent is being unlinked become the child’s own or are not created',
  async (app) => {
    for (let round = 0; round < 5; round += 1) {
      const home = await familyOnPanel(app);
      const assign = () => assignTodo(app.ctx, home.caller.profileId, [home.child.id], { title: 'Set the table' });
      const unlink = () => unlinkGuardian(app.ctx, home.caller, home.child.id, home.caller.profileId);
      await Promise.allSettled([...Array.from({ length: 8 }, assign), unlink(), ...Array.from({ length: 8 }, assign)]);
      assert.deepEqual(await guardianRanks(app, home.child.id), []);
      const still = app.ctx.db.selectFrom('todos').select('id').where('assigned_by', '=', home.caller.profileId);
      assert.deepEqual(await still.execute(), []);
      assert.equal(await errorWithReason(assign()), 'NOT_FOUND');
    }
  },
  WITHOUT_RATE_LIMITS,
);
