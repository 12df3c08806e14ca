import assert from 'node:assert/strict';
import { DAY, HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { getChildSettings } from '../../../src/features/accounts/index.ts';
import {
  acceptInvitation,
  cancelInvitation,
  getInvitation,
  inviteGuardian,
  loadOpenInvitations,
  setChildSettings,
  unlinkGuardian,
} from '../../../src/features/guardianship/index.ts';
import {
  addChildByInvitation,
  addChildToFoundedPlanet,
  createFamilyPlanet,
  createPlanetInvitationCode,
  listFamilyPlanets,
} from '../../../src/features/planets/index.ts';
import { listMemberships } from '../../../src/features/planets/memberships-store.ts';
import { listXpTotals } from '../../../src/features/progress/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import { loadSecrets } from '../../../src/platform/secrets/secrets.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import {
  addGuardian,
  confirmSession,
  createContextWithBrokenOutbox,
  fetchInvitationToken,
  fetchLatestEmail,
  leaveAtOnce,
  listGuardianRanks,
  registerFamilyWithPanelSession,
  signInChild,
  signInToPanel,
} from '../../support/family/guardians.ts';
import { createPlanetClient } from '../../support/family/planets.ts';
import { createTodoClient } from '../../support/family/todos.ts';
import { assertError, testWithApp, testWithRateLimits } from '../../support/test-app.ts';

testWithApp('a second guardian is invited by email and accepts, and the first guardian is notified', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const dad = await app.registerParent();
  const { token: childToken } = family.child;
  await app.call('PATCH', '/app/users/me', { token: childToken, body: { display_name: 'Call Eve' } });
  await inviteGuardian(app.ctx, family.caller, family.child.id, ` ${dad.email.toUpperCase()} `);
  const token = await fetchInvitationToken(app, dad.email);
  const { text, html } = (await fetchLatestEmail(app, dad.email, /invited/)) ?? {};
  const page = await app.call('GET', `/invitations/${token}`);
  for (const shown of [`${text}`, `${html}`, page.text])
    assert.ok(!shown.includes('Call Eve') && !shown.includes(family.parent.email), 'no text that anybody has chosen');
  assert.match(page.text, /only if they have all the same guardians/);
  const invitation = await getInvitation(app.ctx, token);
  assert.deepEqual([invitation.email, invitation.inviterEmail], [dad.email, family.parent.email]);
  const dadCaller = await signInToPanel(app, dad.token);
  await app.assertRowChanges({ guardians: 1, consents: 1, outbox: 1, counters: 1 }, () =>
    acceptInvitation(app.ctx, dadCaller, token),
  );
  assert.deepEqual(await listGuardianRanks(app, family.child.id), [
    [1, family.caller.profileId],
    [2, dadCaller.profileId],
  ]);
  const sentEmail = await fetchLatestEmail(app, family.parent.email, /has a new guardian/);
  assert.match(sentEmail?.text ?? '', new RegExp(dad.email));
  const me = await app.call('GET', '/app/users/me', { token: family.child.token });
  assert.equal(me.body.data.linked_parent_email, family.parent.email, 'the first guardian stays first');
  await app.assertRowChanges({}, () => acceptInvitation(app.ctx, dadCaller, token)); // accepting again changes nothing
  await assertFailsWith(getInvitation(app.ctx, token), 'NOT_FOUND', 'a used invitation cannot be opened again');
});

testWithApp('an invitation is valid for its email address for seven days and can be canceled', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const stranger = await registerFamilyWithPanelSession(app);
  const dad = await app.registerParent();
  await inviteGuardian(app.ctx, family.caller, family.child.id, dad.email);
  const firstToken = await fetchInvitationToken(app, dad.email);
  await assertFailsWith(acceptInvitation(app.ctx, stranger.caller, firstToken), 'FORBIDDEN another_address');
  app.advance(MINUTE);
  await inviteGuardian(app.ctx, family.caller, family.child.id, dad.email);
  const secondToken = await fetchInvitationToken(app, dad.email);
  await assertFailsWith(getInvitation(app.ctx, firstToken), 'NOT_FOUND', 'a new invitation replaces the old one');
  const [openInvitation] = await loadOpenInvitations(app.ctx, family.child.id);
  assert.equal(openInvitation?.email, dad.email);
  await cancelInvitation(app.ctx, family.caller, family.child.id, openInvitation?.id ?? '');
  const dadCaller = await signInToPanel(app, dad.token);
  await assertFailsWith(acceptInvitation(app.ctx, dadCaller, secondToken), 'NOT_FOUND');
  await inviteGuardian(app.ctx, family.caller, family.child.id, dad.email);
  const thirdToken = await fetchInvitationToken(app, dad.email);
  app.advance(7 * DAY);
  await assertFailsWith(acceptInvitation(app.ctx, dadCaller, thirdToken), 'NOT_FOUND');
  assert.equal(await app.countRows('guardians'), 2, 'no guardian was added');
});

testWithApp('an invitation whose email address was encrypted with a removed key is not found', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const dad = await app.registerParent();
  await inviteGuardian(app.ctx, family.caller, family.child.id, dad.email);
  const token = await fetchInvitationToken(app, dad.email);
  const secrets = loadSecrets({ ...app.ctx.settings, secretKeys: ['nBq7wZ4tK1xY8pV3mC6rL0sD5fG2hJ9u'] });
  await assertFailsWith(getInvitation({ ...app.ctx, secrets }, token), 'NOT_FOUND');
});

testWithApp('a child has at most four guardians with invited ones; a repeated invitation counts once', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  for (const name of ['a', 'b', 'c'])
    await inviteGuardian(app.ctx, family.caller, family.child.id, `${name}@example.org`);
  const invite = (email: string) => inviteGuardian(app.ctx, family.caller, family.child.id, email);
  await assertFailsWith(invite('d@example.org'), 'CONFLICT too_many_guardians');
  await invite('c@example.org');
  await assertFailsWith(invite(family.parent.email), 'ALREADY_LINKED');
  await assertFailsWith(invite('no address'), 'VALIDATION_ERROR invalid_fields');
  const stranger = await registerFamilyWithPanelSession(app);
  const strangerInvitation = inviteGuardian(app.ctx, stranger.caller, family.child.id, 'x@example.org');
  await assertFailsWith(strangerInvitation, 'NOT_FOUND');
});

testWithRateLimits('a parent can send at most ten invitations a day', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  for (let i = 0; i < 10; i += 1) {
    await confirmSession(app, family.caller);
    await inviteGuardian(app.ctx, family.caller, family.child.id, 'aunt@example.org');
    app.advance(2 * MINUTE);
  }
  const eleventhInvitation = inviteGuardian(app.ctx, family.caller, family.child.id, 'aunt@example.org');
  await assertFailsWith(eleventhInvitation, 'RATE_LIMITED');
});

testWithApp('accepting an invitation twenty times concurrently creates one guardian and one consent', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const dad = await app.registerParent();
  const dadCaller = await signInToPanel(app, dad.token);
  await inviteGuardian(app.ctx, family.caller, family.child.id, dad.email);
  const token = await fetchInvitationToken(app, dad.email);
  await Promise.all(Array.from({ length: 20 }, () => acceptInvitation(app.ctx, dadCaller, token)));
  assert.equal(await app.countRows('guardians'), 2);
  assert.equal(await app.countRows('consents'), 2);
});

testWithApp('a guardian who has left has no access, the next moves up, and both are notified', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const dad = await addGuardian(app, family);
  await leaveAtOnce(app, family.caller, family.child.id);
  assert.deepEqual(await listGuardianRanks(app, family.child.id), [[1, dad.caller.profileId]]);
  const me = await app.call('GET', '/app/users/me', { token: await signInChild(app, family.child.id) });
  assert.equal(me.body.data.linked_parent_email, dad.parent.email);
  const page = await app.call('GET', '/panel', { cookie: family.caller.cookie });
  assert.ok(!page.text.includes(family.child.id));
  const token = await signInChild(app, family.child.id);
  await app.call('PATCH', '/app/users/me', { token, body: { display_name: 'Newname' } });
  const account = await app.call('GET', '/panel/account', { cookie: family.caller.cookie });
  assert.match(account.text, /A child who is no longer linked to you/);
  assert.doesNotMatch(account.text, /Newname/);
  for (const { email } of [family.parent, dad.parent]) {
    assert.ok(await fetchLatestEmail(app, email, /guardian has been removed/), `an email to ${email}`);
  }
  const repeatedUnlink = leaveAtOnce(app, family.caller, family.child.id);
  await assertFailsWith(repeatedUnlink, 'NOT_FOUND');
});

testWithApp('unlinking a guardian signs the child out everywhere and suggests a new PIN', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const dad = await addGuardian(app, family);
  const tabletToken = await signInChild(app, family.child.id);
  await app.loginChild(family.child.id, '1234', { device: 'a-tablet-that-only-the-child-uses' });
  await unlinkGuardian(app.ctx, family.caller, family.child.id, dad.caller.profileId);
  for (const token of [family.child.token, tabletToken]) {
    assertError(await app.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
  }
  await signInChild(app, family.child.id);
  const pinPagePattern = new RegExp(`/panel/children/${family.child.id}/pin`);
  const emailToRemaining = await fetchLatestEmail(app, family.parent.email, /guardian has been removed/);
  assert.match(emailToRemaining?.text ?? '', /signed out on every device.*setting a new one/);
  assert.match(
    emailToRemaining?.text ?? '',
    /Devices that know [^\n]*\n- an unknown browser, last used 20 November[^\n]*\n\n/,
  );
  assert.match(emailToRemaining?.text ?? '', pinPagePattern);
  const emailToRemoved = await fetchLatestEmail(app, dad.parent.email, /guardian has been removed/);
  assert.ok(emailToRemoved && !/PIN|device/.test(emailToRemoved.text ?? ''));
  const path = `/panel/children/${family.child.id}/settings?done=unlinked`;
  const page = await app.call('GET', path, { cookie: family.caller.cookie });
  assert.match(
    page.text,
    /class="flash">[^<]*PIN[^<]*<\/p><p><a[^>]*\/pin"[\s\S]*<ul class="rows lines setting-rows"><li><details open><summary[^>]*><span><b>Devices</,
  );
});

testWithApp('after unlinking, the child leaves the former guardian’s planets and no others', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const dad = await addGuardian(app, family);
  const otherFamily = await registerFamilyWithPanelSession(app);
  const [momPlanet, dadPlanet, otherPlanet] = await Promise.all(
    [family.caller, dad.caller, otherFamily.caller].map(({ profileId }) =>
      createFamilyPlanet(app.ctx, profileId, { name: 'Hill' }),
    ),
  );
  assert.ok(momPlanet && dadPlanet && otherPlanet);
  const { code } = await createPlanetInvitationCode(app.ctx, otherFamily.caller, otherPlanet.id);
  await addChildToFoundedPlanet(app.ctx, family.caller.profileId, family.child.id, momPlanet.id);
  await addChildToFoundedPlanet(app.ctx, dad.caller.profileId, family.child.id, dadPlanet.id);
  await addChildByInvitation(app.ctx, dad.caller.profileId, family.child.id, code);
  await unlinkGuardian(app.ctx, family.caller, family.child.id, dad.caller.profileId);
  const planets = await createPlanetClient(app, await signInChild(app, family.child.id)).listMine();
  assert.deepEqual(planets.map(({ id }) => id).sort(), [momPlanet.id, otherPlanet.id].sort());
  assert.deepEqual((await listFamilyPlanets(app.ctx, dad.caller.profileId))[0]?.member_ids, []);
});

testWithApp('a child without guardians is on no public leaderboard until a guardian allows it', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const dad = await addGuardian(app, family);
  const settings = { appearsOnLeaderboards: true, mayJoinPlanets: true, hasAutoApproval: false, hearsRecordings: true };
  await setChildSettings(app.ctx, family.caller, family.child.id, settings);
  const readListedFlag = () => listXpTotals(app.ctx, [family.child.id]).then(([entry]) => entry?.listed);
  await leaveAtOnce(app, family.caller, family.child.id);
  assert.equal(await readListedFlag(), 1, 'one guardian is left');
  await leaveAtOnce(app, dad.caller, family.child.id);
  assert.equal(await readListedFlag(), 0);
  assert.deepEqual(await getChildSettings(app.ctx, family.child.id), { ...settings, appearsOnLeaderboards: false });
});

testWithApp('a failed unlinking changes nothing', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const dad = await addGuardian(app, family);
  const planet = await createFamilyPlanet(app.ctx, dad.caller.profileId, { name: 'Hill' });
  await addChildToFoundedPlanet(app.ctx, dad.caller.profileId, family.child.id, planet.id);
  const unlink = () =>
    unlinkGuardian(createContextWithBrokenOutbox(app), family.caller, family.child.id, dad.caller.profileId);
  await app.assertRowChanges({}, () => assert.rejects(unlink(), /outbox is broken/));
  assert.equal((await createPlanetClient(app, family.child.token).listMine())[0]?.id, planet.id);
});

testWithApp('a child also leaves planets joined while its guardian is being unlinked', async (app) => {
  for (let round = 0; round < 3; round += 1) {
    const family = await registerFamilyWithPanelSession(app);
    const { profileId } = family.caller;
    const planets = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => createFamilyPlanet(app.ctx, profileId, { name })),
    );
    const join = ({ id }: { id: string }) => addChildToFoundedPlanet(app.ctx, profileId, family.child.id, id);
    const unlink = leaveAtOnce(app, family.caller, family.child.id);
    await Promise.allSettled([...planets.slice(0, 2).map(join), unlink, ...planets.slice(2).map(join)]);
    assert.deepEqual(await listGuardianRanks(app, family.child.id), []);
    assert.deepEqual(await listMemberships(app.ctx, family.child.id), []);
  }
});

testWithApp('only the first guardian can unlink other guardians, and unlinking needs a fresh code', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const dad = await addGuardian(app, family);
  const unlinkingFirst = unlinkGuardian(app.ctx, dad.caller, family.child.id, family.caller.profileId);
  await assertFailsWith(unlinkingFirst, 'FORBIDDEN first_guardian_only');
  await unlinkGuardian(app.ctx, family.caller, family.child.id, dad.caller.profileId);
  assert.deepEqual(await listGuardianRanks(app, family.child.id), [[1, family.caller.profileId]]);
  app.advance(2 * HOUR);
  const unlinkWithoutFreshCode = leaveAtOnce(app, family.caller, family.child.id);
  await assertFailsWith(unlinkWithoutFreshCode, 'FORBIDDEN confirmation_required');
});

testWithApp('to-dos assigned by a parent who unlinks become the child’s own', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const clientBefore = createTodoClient(app, family.child.token);
  const [waitingId = '', openId = ''] = await Promise.all(
    ['Tidy up', 'Water the plants'].map(async (title) => {
      const [todo] = await assignTodo(app.ctx, family.caller.profileId, [family.child.id], { title, xp_reward: 20 });
      return todo?.id ?? '';
    }),
  );
  assert.equal((await clientBefore.setStatus(waitingId, 'done')).status, 'awaiting_approval');
  await leaveAtOnce(app, family.caller, family.child.id);
  const clientAfter = createTodoClient(app, await signInChild(app, family.child.id));
  const ownTodos = await clientAfter.list();
  assert.ok(ownTodos.every((todo) => 'assigned_by' in todo && todo.assigned_by === null));
  await clientAfter.setStatus(waitingId, 'pending');
  assert.equal((await clientAfter.setStatus(waitingId, 'done')).status, 'done', 'approval is no longer needed');
  assert.equal((await clientAfter.update(openId, { title: 'Water the cactus' })).title, 'Water the cactus');
  assert.equal((await clientAfter.setStatus(openId, 'done')).status, 'done');
});

testWithApp('guardians who unlink concurrently leave no gaps or duplicates in the ranks', async (app) => {
  for (let round = 0; round < 3; round += 1) {
    const family = await registerFamilyWithPanelSession(app);
    const leavingGuardians = [await addGuardian(app, family), await addGuardian(app, family)];
    const lastGuardian = await addGuardian(app, family);
    const leavingCallers = [family.caller, ...leavingGuardians.map(({ caller }) => caller)];
    await Promise.all(leavingCallers.map((caller) => leaveAtOnce(app, caller, family.child.id)));
    assert.deepEqual(await listGuardianRanks(app, family.child.id), [[1, lastGuardian.caller.profileId]]);
    await leaveAtOnce(app, lastGuardian.caller, family.child.id);
    assert.deepEqual(await listGuardianRanks(app, family.child.id), []);
  }
});

testWithApp('to-dos assigned while the parent is unlinked become the child’s own or are not created', async (app) => {
  for (let round = 0; round < 5; round += 1) {
    const family = await registerFamilyWithPanelSession(app);
    const assign = () => assignTodo(app.ctx, family.caller.profileId, [family.child.id], { title: 'Set the table' });
    const unlink = () => leaveAtOnce(app, family.caller, family.child.id);
    await Promise.allSettled([...Array.from({ length: 8 }, assign), unlink(), ...Array.from({ length: 8 }, assign)]);
    assert.deepEqual(await listGuardianRanks(app, family.child.id), []);
    const assigned = app.ctx.db.selectFrom('todos').select('id').where('assigned_by', '=', family.caller.profileId);
    assert.deepEqual(await assigned.execute(), []);
    await assertFailsWith(assign(), 'NOT_FOUND');
  }
});
