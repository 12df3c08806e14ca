import assert from 'node:assert/strict';
import { QUOTAS } from '../../../src/core/quotas.ts';
import { DAY } from '../../../src/core/time/instant.ts';
import { checkChildLimit } from '../../../src/features/accounts/index.ts';
import {
  cancelAccountDeletion,
  eraseDueProfiles,
  planAccountDeletion,
  planChildDeletion,
} from '../../../src/features/data-rights/index.ts';
import { createFamilyPlanet } from '../../../src/features/planets/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import { BATCH_ROWS } from '../../../src/platform/concurrency/run-in-batches.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import {
  addGuardian,
  listGuardianRanks,
  registerFamilyWithPanelSession,
  signInChild,
} from '../../support/family/guardians.ts';
import { createTodoClient } from '../../support/family/todos.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { listStoredFiles, submitPicture } from '../../support/learning/submissions.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { createCrashingContext } from '../../support/service/crash.ts';
import { assertShortTurns } from '../../support/service/event-loop-load.ts';
import { findTablesMentioning } from '../../support/service/tables-mentioning.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

testWithApp('erasing a child with as many rows as the quotas allow does not block the event loop', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await fillTables(app, family.child);
  await planChildDeletion(app.ctx, family.caller, family.child.id);
  app.advance(7 * DAY);
  await assertShortTurns('erasing', () => eraseDueProfiles(app.ctx), 1);
  assert.deepEqual(await findTablesMentioning(app, [family.child.id]), []);
  assert.deepEqual(listStoredFiles(app), []);
});

testWithApp(
  'if the erasing process crashes after any commit, the account is unusable immediately and completely erased later',
  async (app) => {
    const family = await registerFamilyWithPanelSession(app);
    const sharedChild = await app.registerChild();
    await app.linkChild(family.parent.token, sharedChild.token);
    const { caller: dadCaller } = await addGuardian(app, { child: sharedChild, caller: family.caller });
    const [todo] = await assignTodo(app.ctx, family.caller.profileId, [sharedChild.id], { title: 'Tidy up' });
    await submitPicture(app, { token: family.child.token });
    await planAccountDeletion(app.ctx, family.caller);
    app.advance(7 * DAY);
    const ids = [family.caller.profileId, family.child.id];
    const listRemainingProfiles = () => app.ctx.db.selectFrom('profiles').select('id').where('id', 'in', ids).execute();
    let crashCount = 0;
    for (; (await listRemainingProfiles()).length > 0; crashCount += 1) {
      await eraseAndCrash(app, crashCount); // each process makes one commit more than the one before
      if (!(await hasErasureStarted(app, family.caller.profileId))) continue;
      assert.equal((await app.call('GET', '/api/children', { cookie: family.caller.cookie })).status, 401);
      assert.notEqual((await app.loginChild(family.child.id)).status, 200);
      const cancellation = cancelAccountDeletion(app.ctx, family.caller); // as in a request that began before the erasure
      await assertFailsWith(cancellation, 'UNAUTHORIZED');
      const linksOfErasedChildren = await app.ctx.db
        .selectFrom('guardians')
        .innerJoin('deletions', 'deletions.profile_id', 'guardians.child_id')
        .select('child_id')
        .where('erasing_since', 'is not', null)
        .execute();
      assert.deepEqual(linksOfErasedChildren, [], 'nobody sees a child that is being erased');
    }
    assert.ok(crashCount > 20, `the erasure ended after only ${crashCount} crashes`);
    assert.deepEqual(await findTablesMentioning(app, [...ids, family.parent.email]), []);
    assert.deepEqual(listStoredFiles(app), []);
    assert.deepEqual(await listGuardianRanks(app, sharedChild.id), [[1, dadCaller.profileId]]);
    const [remainingTodo] = await createTodoClient(app, await signInChild(app, sharedChild.id)).list();
    assert.deepEqual(remainingTodo && [remainingTodo.id, 'assigned_by' in remainingTodo && remainingTodo.assigned_by], [
      todo?.id,
      null,
    ]);
  },
);

testWithApp('the email address of an account that is being erased can be used for a new one at once', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await planAccountDeletion(app.ctx, family.caller);
  app.advance(7 * DAY);
  await eraseUntil(app, () => hasErasureStarted(app, family.caller.profileId));
  const { isNew, token } = await app.registerParent(family.parent.email);
  assert.ok(isNew);
  await eraseDueProfiles(app.ctx);
  assert.equal((await app.call('GET', '/app/users/me', { token })).status, 200);
  assert.deepEqual(await findTablesMentioning(app, [family.caller.profileId, family.child.id]), []);
});

testWithApp(
  'a child is not erased with one guardian’s account if the other guardian cancels the deletion of their own account',
  async (app) => {
    const family = await registerFamilyWithPanelSession(app);
    const { caller: dadCaller } = await addGuardian(app, family);
    await planAccountDeletion(app.ctx, family.caller);
    app.advance(60);
    await planAccountDeletion(app.ctx, dadCaller);
    app.advance(7 * DAY - 60);
    await eraseUntil(app, () => hasErasureStarted(app, family.caller.profileId));
    await cancelAccountDeletion(app.ctx, dadCaller);
    await eraseDueProfiles(app.ctx);
    assert.deepEqual(await listGuardianRanks(app, family.child.id), [[1, dadCaller.profileId]]);
    await signInChild(app, family.child.id);
    assert.deepEqual(await findTablesMentioning(app, [family.caller.profileId]), []);
  },
);

testWithApp('no child can be linked to a parent whose account is being erased', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await planAccountDeletion(app.ctx, family.caller);
  app.advance(7 * DAY);
  await eraseUntil(app, () => hasErasureStarted(app, family.caller.profileId));
  // Every request that links a child calls this function after it has created the link. This request began before the erasure.
  const limitCheck = app.ctx.write((ctx) => checkChildLimit(ctx, family.caller.profileId));
  await assert.rejects(limitCheck, { code: 'NOT_FOUND' });
});

testWithApp('erasing the founder of a planet ends all memberships, however many there are', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const member = await app.registerChild();
  const { id: planet_id } = await createFamilyPlanet(app.ctx, family.caller.profileId, { name: 'Our Hill' });
  const membership = { planet_id, profile_id: member.id, joined_at: app.ctx.now(), joined_on: '2026-11-20' };
  await app.ctx.write(({ db }) => db.insertInto('planet_members').values(membership).execute());
  const otherMemberCount = 2 * BATCH_ROWS + 50; // more than two batches of rows
  await copyRows(app, 'profiles', { id: member.id }, otherMemberCount, (i) => ({ id: `${member.id} ${i}` }));
  await copyRows(app, 'planet_members', { planet_id }, otherMemberCount, (i) => ({ profile_id: `${member.id} ${i}` }));
  await planAccountDeletion(app.ctx, family.caller);
  app.advance(7 * DAY);
  await eraseDueProfiles(app.ctx);
  assert.equal(await app.countRows('planet_members'), 0);
  assert.equal(await app.countRows('family_planets'), 0);
});

/** Whether the deletion of a profile has begun and can no longer be canceled. */
async function hasErasureStarted(app: TestApp, profileId: string): Promise<boolean> {
  const query = app.ctx.db.selectFrom('deletions').select('erasing_since').where('profile_id', '=', profileId);
  return (await query.executeTakeFirst())?.erasing_since != null;
}

/** Runs processes that crash after one commit, two commits and so on, until `isReached` returns true. */
async function eraseUntil(app: TestApp, isReached: () => Promise<boolean>): Promise<void> {
  for (let commitCount = 1; !(await isReached()); commitCount += 1) await eraseAndCrash(app, commitCount);
}

/** Erases the due profiles in a process that crashes after this many commits. */
async function eraseAndCrash(app: TestApp, commitCount: number): Promise<void> {
  const crashing = createCrashingContext(app.ctx);
  crashing.start(commitCount);
  await eraseDueProfiles(crashing.ctx).catch((error: unknown) =>
    assert.match(String(error), /The process has crashed/),
  );
}

/**
 * Fills the large tables of a child with as many rows as the quotas allow. Where a quota applies to each day or each task, it
 * adds the rows of a year or more, or of many tasks.
 */
async function fillTables(app: TestApp, { id, token }: { id: string; token: string }): Promise<void> {
  const todos = createTodoClient(app, token);
  const todo = await todos.add({ notes: 'n'.repeat(2000) });
  await todos.setStatus((await todos.add()).id, 'done');
  await app.call('POST', '/app/todos', { token, body: { title: 'Read' }, headers: { 'idempotency-key': 'a' } });
  await createLearningClient(app, { id, token }).start('first-sums');
  await submitPicture(app, { token });
  const owner = { profile_id: id };
  const todoCount = QUOTAS.openTodos + QUOTAS.waitingTodos + QUOTAS.closedTodos;
  await copyRows(app, 'todos', { id: todo.id }, todoCount - 3, (i) => ({ id: `${id} ${i}`, position: 10_000 + i }));
  await copyRows(app, 'xp_ledger', owner, 36_500, (i) => ({ id: `${id} ${i}`, source: `todo ${i}` }));
  await copyRows(app, 'attempts', { ...owner, task_id: 'first-sums' }, 3000, (i) => {
    return { id: `${id} ${i}`, number: 100 + i, answers: `"${'a'.repeat(16_000)}"` };
  });
  await copyRows(app, 'task_states', owner, 300, (i) => ({ task_id: `task ${i}` }));
  await copyRows(app, 'progress_days', owner, 2000, (i) => ({ day: `day ${i}` }));
  const { id: submission_id } = await app.ctx.db
    .selectFrom('submissions')
    .select('id')
    .where('profile_id', '=', id)
    .executeTakeFirstOrThrow();
  await copyRows(app, 'submission_files', { submission_id }, 600, (i) => {
    return { id: `${id} ${i}`, name: `${id}-${i}.png`, position: 10 + i };
  });
  await copyRows(app, 'submissions', owner, 500, (i) => {
    return { id: `${id} ${i}`, revision: 100 + i, text: 't'.repeat(5000) };
  });
  await copyRows(app, 'idempotency_keys', { subject: id }, QUOTAS.idempotencyKeys - 1, (i) => {
    return { key_hash: `${id} ${i}`, response: 'a'.repeat(4000) };
  });
}
