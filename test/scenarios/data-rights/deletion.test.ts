import assert from 'node:assert/strict';
import { DAY, MINUTE } from '../../../src/core/time/instant.ts';
import {
  cancelAccountDeletion,
  cancelChildDeletion,
  eraseDueProfiles,
  planAccountDeletion,
  planChildDeletion,
} from '../../../src/features/data-rights/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import {
  addGuardian,
  fetchLatestEmail,
  listGuardianRanks,
  registerFamilyWithPanelSession,
  signInChild,
  signInToPanel,
} from '../../support/family/guardians.ts';
import { createTodoClient } from '../../support/family/todos.ts';
import { findTablesMentioning } from '../../support/service/tables-mentioning.ts';
import { assertError, assertErrorReason, testWithApp } from '../../support/test-app.ts';

testWithApp(
  'deleting a child signs the child out immediately, keeps the data for seven days and then erases everything',
  async (app) => {
    const family = await registerFamilyWithPanelSession(app);
    const todos = createTodoClient(app, family.child.token);
    await todos.setStatus((await todos.add()).id, 'done');
    await app.call('PATCH', '/app/users/me', { token: family.child.token, body: { display_name: 'Wilhelmina' } });
    await planChildDeletion(app.ctx, family.caller, family.child.id);
    assertError(await app.call('GET', '/app/users/me', { token: family.child.token }), 401, 'UNAUTHORIZED');
    const loginResponse = await app.loginChild(family.child.id);
    assertErrorReason(loginResponse, 403, 'FORBIDDEN', 'to_be_deleted');
    const wrongPinResponse = await app.loginChild(family.child.id, '0000');
    assertError(wrongPinResponse, 401, 'INVALID_PIN');
    const sentEmail = await fetchLatestEmail(app, family.parent.email, /A child’s profile will be deleted/);
    // The clock of the app starts on 20 November 2026.
    assert.match(sentEmail?.text ?? '', /asked to delete Wilhelmina’s profile. It will be deleted on 27 November 2026/);
    assert.match(sentEmail?.text ?? '', new RegExp(`/panel/children/${family.child.id}/settings`));

    app.advance(7 * DAY - 1);
    await eraseDueProfiles(app.ctx);
    assert.equal(await app.countRows('profiles'), 2, 'the profiles of the child and the parent are kept');
    app.advance(1);
    await Promise.all([eraseDueProfiles(app.ctx), eraseDueProfiles(app.ctx)]);
    assert.deepEqual(await findTablesMentioning(app, [family.child.id, 'Wilhelmina']), []);
    assertError(await app.loginChild(family.child.id), 404, 'NOT_FOUND');
    assert.deepEqual(await app.diffRowCounts(() => eraseDueProfiles(app.ctx)), {}, 'a repetition erases nothing more');
  },
);

testWithApp('any guardian can cancel the deletion of a child, who can then sign in as before', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const { parent: dad, caller: dadCaller } = await addGuardian(app, family);
  await planChildDeletion(app.ctx, family.caller, family.child.id);
  assert.ok(await fetchLatestEmail(app, dad.email, /will be deleted/));
  app.advance(DAY);
  const otherFamily = await registerFamilyWithPanelSession(app);
  const strangerCancellation = cancelChildDeletion(app.ctx, otherFamily.caller, family.child.id);
  await assertFailsWith(strangerCancellation, 'NOT_FOUND');
  await cancelChildDeletion(app.ctx, dadCaller, family.child.id);
  await cancelChildDeletion(app.ctx, dadCaller, family.child.id); // a repetition is allowed
  assert.equal((await app.loginChild(family.child.id)).status, 200);
  app.advance(7 * DAY);
  const profileCount = await app.countRows('profiles');
  await eraseDueProfiles(app.ctx);
  assert.equal(await app.countRows('profiles'), profileCount);
});

testWithApp('planning a deletion again changes nothing and sends no email', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await planChildDeletion(app.ctx, family.caller, family.child.id);
  app.advance(10 * MINUTE);
  assert.deepEqual(await app.diffRowCounts(() => planChildDeletion(app.ctx, family.caller, family.child.id)), {});
});

testWithApp('deleting an account erases children without another guardian, a week later', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const sharedChild = await app.registerChild();
  await app.linkChild(family.parent.token, sharedChild.token);
  const { caller: dadCaller } = await addGuardian(app, { child: sharedChild, caller: family.caller });
  const [todo] = await assignTodo(app.ctx, family.caller.profileId, [sharedChild.id], { title: 'Tidy up' });
  assert.ok(todo);

  await planAccountDeletion(app.ctx, family.caller);
  assertError(await app.call('GET', '/app/users/me', { token: family.parent.token }), 401, 'UNAUTHORIZED');
  assertError(await app.call('GET', '/app/users/me', { token: family.child.token }), 401, 'UNAUTHORIZED');
  assert.equal(
    (await app.call('GET', '/app/users/me', { token: sharedChild.token })).status,
    200,
    'the shared child has another guardian',
  );
  assert.equal(
    (await app.call('GET', '/panel', { cookie: family.caller.cookie })).status,
    200,
    'the parent can still open the panel to cancel',
  );
  await cancelAccountDeletion(app.ctx, family.caller);
  assert.equal(await app.countRows('deletions'), 0);
  assert.equal((await app.loginChild(family.child.id)).status, 200);

  await planAccountDeletion(app.ctx, family.caller);
  const sentEmail = await fetchLatestEmail(app, family.parent.email, /Your account will be deleted/);
  assert.match(sentEmail?.text ?? '', /\/panel\/account/);
  app.advance(7 * DAY);
  await Promise.all([eraseDueProfiles(app.ctx), eraseDueProfiles(app.ctx)]);
  assert.deepEqual(
    await findTablesMentioning(app, [family.child.id, family.caller.profileId, family.parent.email]),
    [],
  );
  assert.deepEqual(await listGuardianRanks(app, sharedChild.id), [[1, dadCaller.profileId]]);
  // The removed guardian may have the token of the child, who is therefore signed out.
  assertError(await app.call('GET', '/app/users/me', { token: sharedChild.token }), 401, 'UNAUTHORIZED');
  const [remainingTodo] = await createTodoClient(app, await signInChild(app, sharedChild.id)).list();
  assert.ok(remainingTodo && 'assigned_by' in remainingTodo && remainingTodo.assigned_by === null);
});
testWithApp('canceling a deletion while it runs either keeps or erases everything', async (app) => {
  let { email, token } = (await registerFamilyWithPanelSession(app)).parent;
  for (let round = 0; round < 5; round += 1) {
    const child = await app.registerChild();
    await app.linkChild(token, child.token);
    const caller = await signInToPanel(app, token);
    await planChildDeletion(app.ctx, caller, child.id);
    app.advance(7 * DAY - 60);
    ({ email, token } = await app.registerParent(email)); // signs in again before the session ends after seven days
    app.advance(60);
    await Promise.all([
      cancelChildDeletion(app.ctx, caller, child.id).catch(() => undefined), // fails if the child has been erased
      eraseDueProfiles(app.ctx),
      eraseDueProfiles(app.ctx),
    ]);
    assert.equal(await app.countRows('deletions'), 0);
    const { status } = await app.loginChild(child.id);
    assert.ok(status === 200 || status === 404, String(status));
    if (status === 404) assert.deepEqual(await findTablesMentioning(app, [child.id]), []);
  }
});

testWithApp('a child who is using the app while the deletion is planned is signed out without errors', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const todos = createTodoClient(app, family.child.token);
  const [, ...responses] = await Promise.all([
    planChildDeletion(app.ctx, family.caller, family.child.id),
    ...Array.from({ length: 20 }, () => todos.call('POST', '/app/todos', { title: 'Read' })),
  ]);
  for (const { status } of responses) assert.ok(status === 201 || status === 401, String(status));
  assert.equal((await todos.call('POST', '/app/todos', { title: 'Read' })).status, 401);
});
