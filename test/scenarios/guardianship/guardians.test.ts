import assert from 'node:assert/strict';
import { DAY, MINUTE } from '../../../src/core/instant.ts';
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
import {
  brokenMail,
  confirmNow,
  furtherGuardian,
  household,
  invitationFor,
  letterTo,
  panelParent,
  ranksOf,
  refusalOf,
  signInAgain,
} from '../../support/guardians.ts';
import { traveller } from '../../support/planets.ts';
import { assertRefusal, story } from '../../support/test-app.ts';
import { listOf } from '../../support/todos.ts';

const UNHURRIED = { env: { RATE_LIMITS: 'off' } };

story('a second guardian is invited by email and accepts, and the first one is notified', async (world) => {
  const home = await household(world);
  const dad = await world.registerParent();
  await inviteGuardian(world.ctx, home.caller, home.child.id, ` ${dad.email.toUpperCase()} `);
  const token = await invitationFor(world, dad.email);
  const shown = await getInvitation(world.ctx, token);
  assert.deepEqual([shown.email, shown.inviterEmail], [dad.email, home.parent.email]);
  const dads = await panelParent(world, dad.token);
  const changes = await world.changes(() => acceptInvitation(world.ctx, dads, token));
  assert.deepEqual(changes, { guardians: 1, consents: 1, outbox: 1 });
  assert.deepEqual(await ranksOf(world, home.child.id), [
    [1, home.caller.profileId],
    [2, dads.profileId],
  ]);
  const letter = await letterTo(world, home.parent.email, /has a new guardian/);
  assert.match(letter?.text ?? '', new RegExp(dad.email));
  const me = await world.call('GET', '/app/users/me', { token: home.child.token });
  assert.equal(me.body.data.linked_parent_email, home.parent.email, 'the first one stays the first');
  assert.deepEqual(await world.changes(() => acceptInvitation(world.ctx, dads, token)), {}, 'a second tap');
});

story('an invitation is valid for its address for seven days and can be cancelled', async (world) => {
  const home = await household(world);
  const stranger = await household(world);
  const dad = await world.registerParent();
  await inviteGuardian(world.ctx, home.caller, home.child.id, dad.email);
  const first = await invitationFor(world, dad.email);
  assert.equal(await refusalOf(acceptInvitation(world.ctx, stranger.caller, first)), 'FORBIDDEN another_address');
  world.pass(MINUTE);
  await inviteGuardian(world.ctx, home.caller, home.child.id, dad.email);
  const second = await invitationFor(world, dad.email);
  assert.equal(await refusalOf(getInvitation(world.ctx, first)), 'NOT_FOUND', 'a new letter replaces the old one');
  const [open] = await listOpenInvitations(world.ctx, home.child.id);
  assert.equal(open?.email, dad.email);
  await cancelInvitation(world.ctx, home.caller, home.child.id, open?.id ?? '');
  const dads = await panelParent(world, dad.token);
  assert.equal(await refusalOf(acceptInvitation(world.ctx, dads, second)), 'NOT_FOUND');
  await inviteGuardian(world.ctx, home.caller, home.child.id, dad.email);
  const third = await invitationFor(world, dad.email);
  world.pass(7 * DAY);
  assert.equal(await refusalOf(acceptInvitation(world.ctx, dads, third)), 'NOT_FOUND');
  assert.equal(await world.count('guardians'), 2, 'nobody has become anything');
});

story(
  'a child has at most four guardians including invitations, and an email address is not invited twice',
  async (world) => {
    const home = await household(world);
    for (const name of ['a', 'b', 'c'])
      await inviteGuardian(world.ctx, home.caller, home.child.id, `${name}@example.org`);
    const invite = (email: string) => inviteGuardian(world.ctx, home.caller, home.child.id, email);
    assert.equal(await refusalOf(invite('d@example.org')), 'CONFLICT too_many_guardians');
    await invite('c@example.org'); // the same one again takes no further place
    assert.equal(await refusalOf(invite(home.parent.email)), 'ALREADY_LINKED');
    assert.equal(await refusalOf(invite('no address')), 'VALIDATION_ERROR invalid_fields');
    const stranger = await household(world);
    const foreign = inviteGuardian(world.ctx, stranger.caller, home.child.id, 'x@example.org');
    assert.equal(await refusalOf(foreign), 'NOT_FOUND');
  },
);

story('a parent can send ten invitations a day', async (world) => {
  const home = await household(world);
  for (let i = 0; i < 10; i += 1) {
    await confirmNow(world, home.caller);
    await inviteGuardian(world.ctx, home.caller, home.child.id, 'nan@example.org');
    world.pass(2 * MINUTE);
  }
  const one = inviteGuardian(world.ctx, home.caller, home.child.id, 'nan@example.org');
  assert.equal(await refusalOf(one), 'RATE_LIMITED');
});

story(
  'accepting an invitation twenty times at once creates one guardian and one consent',
  async (world) => {
    const home = await household(world);
    const dad = await world.registerParent();
    const dads = await panelParent(world, dad.token);
    await inviteGuardian(world.ctx, home.caller, home.child.id, dad.email);
    const token = await invitationFor(world, dad.email);
    await Promise.all(Array.from({ length: 20 }, () => acceptInvitation(world.ctx, dads, token)));
    assert.equal(await world.count('guardians'), 2);
    assert.equal(await world.count('consents'), 2);
  },
  UNHURRIED,
);

story('a guardian who unlinks loses access at once, the next one moves up, and both are notified', async (world) => {
  const home = await household(world);
  const dad = await furtherGuardian(world, home);
  await unlinkGuardian(world.ctx, home.caller, home.child.id, home.caller.profileId);
  assert.deepEqual(await ranksOf(world, home.child.id), [[1, dad.caller.profileId]]);
  const me = await world.call('GET', '/app/users/me', { token: await signInAgain(world, home.child.id) });
  assert.equal(me.body.data.linked_parent_email, dad.parent.email);
  const page = await world.call('GET', '/panel', { cookie: home.caller.cookie });
  assert.ok(!page.text.includes(home.child.id));
  for (const { email } of [home.parent, dad.parent]) {
    assert.ok(await letterTo(world, email, /guardian has been removed/), `a letter to ${email}`);
  }
  const again = unlinkGuardian(world.ctx, home.caller, home.child.id, home.caller.profileId);
  assert.equal(await refusalOf(again), 'NOT_FOUND');
});

story(
  'unlinking a guardian signs the child out everywhere and suggests a new PIN to the remaining one',
  async (world) => {
    const home = await household(world);
    const dad = await furtherGuardian(world, home);
    const tablet = await signInAgain(world, home.child.id);
    await unlinkGuardian(world.ctx, home.caller, home.child.id, dad.caller.profileId);
    for (const token of [home.child.token, tablet]) {
      assertRefusal(await world.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
    }
    await signInAgain(world, home.child.id);
    const pinPage = new RegExp(`/panel/children/${home.child.id}/pin`);
    const kept = await letterTo(world, home.parent.email, /guardian has been removed/);
    assert.match(kept?.text ?? '', /signed out on every device.*setting a new one/);
    assert.match(kept?.text ?? '', pinPage);
    const gone = await letterTo(world, dad.parent.email, /guardian has been removed/);
    assert.ok(gone && !/PIN/.test(gone.text ?? ''));
    const path = `/panel/children/${home.child.id}/settings?done=unlinked`;
    const page = await world.call('GET', path, { cookie: home.caller.cookie });
    assert.match(page.text, /class="told">[^<]*PIN[^<]*<\/p><p><a[^>]*\/pin"/);
  },
);

story('after unlinking the child leaves the former guardian’s planets and no others', async (world) => {
  const home = await household(world);
  const dad = await furtherGuardian(world, home);
  const cousins = await household(world);
  const [moms, dads, theirs] = await Promise.all(
    [home.caller, dad.caller, cousins.caller].map(({ profileId }) =>
      createFamilyPlanet(world.ctx, profileId, { name: 'Hill' }),
    ),
  );
  assert.ok(moms && dads && theirs);
  const { code } = await inviteToPlanet(world.ctx, cousins.caller.profileId, theirs.id);
  await joinOwnPlanet(world.ctx, home.caller.profileId, home.child.id, moms.id);
  await joinOwnPlanet(world.ctx, dad.caller.profileId, home.child.id, dads.id);
  await joinByInvite(world.ctx, dad.caller.profileId, home.child.id, code);
  await unlinkGuardian(world.ctx, home.caller, home.child.id, dad.caller.profileId);
  const mine = await traveller(world, await signInAgain(world, home.child.id)).mine();
  assert.deepEqual(mine.map(({ id }) => id).sort(), [moms.id, theirs.id].sort());
  assert.deepEqual((await listFamilyPlanets(world.ctx, dad.caller.profileId))[0]?.member_ids, []);
});

story('a child without guardians is removed from public leaderboards until a guardian allows them', async (world) => {
  const home = await household(world);
  const dad = await furtherGuardian(world, home);
  const settings = { onBoards: true, onPlanets: true, autoApproval: false };
  await setChildSettings(world.ctx, home.caller, home.child.id, settings);
  const listed = () => listLeaderboardEntries(world.ctx.db, [home.child.id]).then(([standing]) => standing?.listed);
  await unlinkGuardian(world.ctx, home.caller, home.child.id, home.caller.profileId);
  assert.equal(await listed(), 1, 'one guardian is left');
  await unlinkGuardian(world.ctx, dad.caller, home.child.id, dad.caller.profileId);
  assert.equal(await listed(), 0);
  assert.deepEqual(await getChildSettings(world.ctx.db, home.child.id), { ...settings, onBoards: false });
});

story('a failed unlinking changes nothing', async (world) => {
  const home = await household(world);
  const dad = await furtherGuardian(world, home);
  const planet = await createFamilyPlanet(world.ctx, dad.caller.profileId, { name: 'Hill' });
  await joinOwnPlanet(world.ctx, dad.caller.profileId, home.child.id, planet.id);
  const unlink = () => unlinkGuardian(brokenMail(world), home.caller, home.child.id, dad.caller.profileId);
  assert.deepEqual(await world.changes(() => assert.rejects(unlink(), /mail is broken/)), {});
  assert.equal((await traveller(world, home.child.token).mine())[0]?.id, planet.id);
});

story(
  'a child also leaves planets joined while its guardian is being unlinked',
  async (world) => {
    for (let round = 0; round < 3; round += 1) {
      const home = await household(world);
      const { profileId } = home.caller;
      const planets = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => createFamilyPlanet(world.ctx, profileId, { name })),
      );
      const join = ({ id }: { id: string }) => joinOwnPlanet(world.ctx, profileId, home.child.id, id);
      const unlink = unlinkGuardian(world.ctx, home.caller, home.child.id, profileId);
      await Promise.allSettled([...planets.slice(0, 2).map(join), unlink, ...planets.slice(2).map(join)]);
      assert.deepEqual(await ranksOf(world, home.child.id), []);
      assert.deepEqual(await listMemberships(world.ctx.db, home.child.id), []);
    }
  },
  UNHURRIED,
);

story('the first guardian can unlink others but not the reverse, and needs a fresh confirmation', async (world) => {
  const home = await household(world);
  const dad = await furtherGuardian(world, home);
  const wrong = unlinkGuardian(world.ctx, dad.caller, home.child.id, home.caller.profileId);
  assert.equal(await refusalOf(wrong), 'FORBIDDEN first_guardian_only');
  await unlinkGuardian(world.ctx, home.caller, home.child.id, dad.caller.profileId);
  assert.deepEqual(await ranksOf(world, home.child.id), [[1, home.caller.profileId]]);
  world.pass(15 * MINUTE);
  const stale = unlinkGuardian(world.ctx, home.caller, home.child.id, home.caller.profileId);
  assert.equal(await refusalOf(stale), 'FORBIDDEN confirmation_required');
});

story('to-dos assigned by a parent who unlinks become the child’s own', async (world) => {
  const home = await household(world);
  const before = listOf(world, home.child.token);
  const [waiting, open] = await Promise.all(
    ['Tidy up', 'Water the plants'].map(async (title) => {
      const [todo] = await assignTodo(world.ctx, home.caller.profileId, [home.child.id], { title, xp_reward: 20 });
      return todo?.id ?? '';
    }),
  );
  assert.equal((await before.set(waiting ?? '', 'done')).status, 'awaiting_approval');
  await unlinkGuardian(world.ctx, home.caller, home.child.id, home.caller.profileId);
  const list = listOf(world, await signInAgain(world, home.child.id));
  const own = await list.all();
  assert.ok(own.every((todo) => 'assigned_by' in todo && todo.assigned_by === null));
  await list.set(waiting ?? '', 'pending');
  assert.equal((await list.set(waiting ?? '', 'done')).status, 'done', 'nobody has to say yes any more');
  assert.equal((await list.change(open ?? '', { title: 'Water the cactus' })).title, 'Water the cactus');
  assert.equal((await list.set(open ?? '', 'done')).status, 'done');
});

story(
  'guardians unlinking at once leave no gaps or duplicates in the ranks',
  async (world) => {
    for (let round = 0; round < 3; round += 1) {
      const home = await household(world);
      const others = [await furtherGuardian(world, home), await furtherGuardian(world, home)];
      const last = await furtherGuardian(world, home);
      const leaving = [home.caller, ...others.map(({ caller }) => caller)];
      await Promise.all(leaving.map((caller) => unlinkGuardian(world.ctx, caller, home.child.id, caller.profileId)));
      assert.deepEqual(await ranksOf(world, home.child.id), [[1, last.caller.profileId]]);
      await unlinkGuardian(world.ctx, last.caller, home.child.id, last.caller.profileId);
      assert.deepEqual(await ranksOf(world, home.child.id), []);
    }
  },
  UNHURRIED,
);

story(
  'to-dos assigned while the parent is being unlinked become the child’s own or are not created',
  async (world) => {
    for (let round = 0; round < 5; round += 1) {
      const home = await household(world);
      const give = () => assignTodo(world.ctx, home.caller.profileId, [home.child.id], { title: 'Set the table' });
      const unlink = () => unlinkGuardian(world.ctx, home.caller, home.child.id, home.caller.profileId);
      await Promise.allSettled([...Array.from({ length: 8 }, give), unlink(), ...Array.from({ length: 8 }, give)]);
      assert.deepEqual(await ranksOf(world, home.child.id), []);
      const still = world.ctx.db.selectFrom('todos').select('id').where('assigned_by', '=', home.caller.profileId);
      assert.deepEqual(await still.execute(), []);
      assert.equal(await refusalOf(give()), 'NOT_FOUND');
    }
  },
  UNHURRIED,
);
