import assert from 'node:assert/strict';
import type { PanelParent } from '../../../src/core/requests/caller.ts';
import { DAY } from '../../../src/core/time/instant.ts';
import { insertFirstGuardian } from '../../../src/features/accounts/index.ts';
import {
  cancelAccountDeletion,
  cancelChildDeletion,
  eraseDueProfiles,
  planAccountDeletion,
  planChildDeletion,
} from '../../../src/features/data-rights/index.ts';
import { unlinkGuardian } from '../../../src/features/guardianship/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import type { Context } from '../../../src/platform/context.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import {
  addGuardian,
  confirmSession,
  createContextWithBrokenOutbox,
  fetchLatestEmail,
  leaveAtOnce,
  listGuardianRanks,
  registerFamilyWithPanelSession,
  signInChild,
  signInToPanel,
} from '../../support/family/guardians.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { createCrashingContext } from '../../support/service/crash.ts';
import { assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

// The clock starts on 20 November 2026, so deletions planned then are due on the 27th.

/** A child, two guardians who are signed in to the panel, and functions that act for a guardian. */
async function createFamilyWithTwoGuardians(app: TestApp) {
  const family = await registerFamilyWithPanelSession(app);
  const dad = await addGuardian(app, family);
  const childId = family.child.id;
  const confirm = (caller: PanelParent) => confirmSession(app, caller);
  const planDeletion = async (caller: PanelParent) => {
    await confirm(caller);
    await planAccountDeletion(app.ctx, caller);
  };
  const unlink = async (caller: PanelParent) => {
    await confirm(caller);
    await leaveAtOnce(app, caller, childId);
  };
  return { childId, mom: family.caller, dad: dad.caller, token: family.child.token, confirm, planDeletion, unlink };
}

const advanceDays = (app: TestApp, days: number) => app.advance(days * DAY);

/** Runs two cleanups concurrently and returns the ids of the profiles that remain. */
async function eraseAndListRemaining(app: TestApp, ...ids: string[]): Promise<string[]> {
  await Promise.all([eraseDueProfiles(app.ctx), eraseDueProfiles(app.ctx)]);
  const rows = await app.ctx.db.selectFrom('profiles').select('id').where('id', 'in', ids).execute();
  return ids.filter((id) => rows.some((row) => row.id === id));
}

async function readPlannedDeletionDay({ ctx }: TestApp, id: string): Promise<string | undefined> {
  const row = await ctx.db.selectFrom('deletions').select('due_at').where('profile_id', '=', id).executeTakeFirst();
  return row?.due_at.slice(0, 10);
}

testWithApp('when all guardians delete their accounts, the child goes last and all are notified', async (app) => {
  const { childId, mom, dad, token, planDeletion } = await createFamilyWithTwoGuardians(app);
  await planDeletion(mom);
  assert.equal((await app.call('GET', '/app/users/me', { token })).status, 200, 'dad keeps his account');
  advanceDays(app, 2);
  await planDeletion(dad);
  assertError(await app.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
  const emailToMom = await fetchLatestEmail(app, mom.email, /A child’s profile will be deleted/);
  assert.match(
    emailToMom?.text ?? '',
    /this profile will be deleted on 29 November 2026 as well.*Keep my account.*\/panel\/account/s,
  );
  const emailToDad = await fetchLatestEmail(app, dad.email, /Your account will be deleted/);
  assert.match(emailToDad?.text ?? '', /deleted on 29 November 2026.*These profiles will be deleted with it/s);
  assert.equal(
    await fetchLatestEmail(app, dad.email, /A child’s profile/),
    undefined,
    'one email reports both deletions',
  );
  advanceDays(app, 5);
  assert.deepEqual(await eraseAndListRemaining(app, mom.profileId, dad.profileId, childId), [dad.profileId, childId]);
  assert.deepEqual(await listGuardianRanks(app, childId), [[1, dad.profileId]]);
  advanceDays(app, 2);
  assert.deepEqual(await eraseAndListRemaining(app, dad.profileId, childId), []);
  assert.equal(await app.countRows('deletions'), 0);
});

testWithApp('the child is kept when one guardian keeps their account, whoever planned first', async (app) => {
  const [first, second, third] = [
    await createFamilyWithTwoGuardians(app),
    await createFamilyWithTwoGuardians(app),
    await createFamilyWithTwoGuardians(app),
  ];
  for (const { mom, planDeletion } of [first, second, third]) await planDeletion(mom);
  advanceDays(app, 1);
  for (const { dad, planDeletion } of [first, second, third]) await planDeletion(dad);
  await cancelAccountDeletion(app.ctx, first.mom);
  await cancelAccountDeletion(app.ctx, second.dad);
  for (const { childId } of [first, second]) await signInChild(app, childId);
  advanceDays(app, 6);
  assert.deepEqual(await eraseAndListRemaining(app, third.mom.profileId, third.childId), [third.childId]);
  await cancelAccountDeletion(app.ctx, third.dad); // after the account of the other guardian has been deleted
  await signInChild(app, third.childId);
  advanceDays(app, 8);
  assert.deepEqual(await eraseAndListRemaining(app, first.childId, second.childId, third.childId), [
    first.childId,
    second.childId,
    third.childId,
  ]);
  assert.deepEqual(await listGuardianRanks(app, first.childId), [[1, first.mom.profileId]]);
  assert.deepEqual(await listGuardianRanks(app, second.childId), [[1, second.dad.profileId]]);
  assert.equal(await app.countRows('deletions'), 0);
});

testWithApp('a child whose only remaining guardian unlinks is deleted seven days later', async (app) => {
  const { childId, mom, dad, token, confirm, planDeletion, unlink } = await createFamilyWithTwoGuardians(app);
  await planDeletion(mom);
  advanceDays(app, 0.5);
  await confirm(dad);
  const path = `/panel/children/${childId}/unlink?guardian=${dad.profileId}`;
  const page = await app.call('GET', path, { cookie: dad.cookie });
  assert.match(page.text, /The other guardians are deleting their accounts.*deleted on 30 November 2026/);
  await unlink(dad);
  assertError(await app.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
  assert.deepEqual(
    [await readPlannedDeletionDay(app, childId), await readPlannedDeletionDay(app, mom.profileId)],
    ['2026-11-27', '2026-11-27'],
  );
  for (const { email } of [mom, dad])
    assert.ok(await fetchLatestEmail(app, email, /A child’s profile will be deleted/), email);
  const emailToDad = await fetchLatestEmail(app, dad.email, /A child’s profile will be deleted/);
  assert.ok(
    !/panel\/account/.test(emailToDad?.text ?? ''),
    'dad is no longer a guardian and cannot cancel the deletion',
  );
  advanceDays(app, 6.6);
  assert.deepEqual(
    await eraseAndListRemaining(app, mom.profileId, childId),
    [mom.profileId, childId],
    'the account is due, but remains as long as the child',
  );
  await cancelAccountDeletion(app.ctx, mom);
  await signInChild(app, childId);
  await planDeletion(mom);
  advanceDays(app, 7);
  assert.deepEqual(await eraseAndListRemaining(app, mom.profileId, childId), []);
});

testWithApp('a child whose guardians are deleting their accounts is kept when a new guardian is added', async (app) => {
  const { childId, mom, dad, planDeletion } = await createFamilyWithTwoGuardians(app);
  await planDeletion(mom);
  await planDeletion(dad);
  const { parent: grandmother, caller: grandmotherCaller } = await addGuardian(app, {
    child: { id: childId },
    caller: dad,
  });
  await signInChild(app, childId);
  advanceDays(app, 7);
  assert.deepEqual(await eraseAndListRemaining(app, mom.profileId, dad.profileId, childId), [childId]);
  assert.deepEqual(await listGuardianRanks(app, childId), [[1, grandmotherCaller.profileId]]);
  assert.ok(await fetchLatestEmail(app, grandmother.email, /guardian has been removed/));
});

testWithApp('a child who is unlinked from an account planned for deletion is kept', async (app) => {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  await planAccountDeletion(app.ctx, caller);
  await leaveAtOnce(app, caller, child.id);
  await signInChild(app, child.id);
  advanceDays(app, 7);
  assert.deepEqual(await eraseAndListRemaining(app, caller.profileId, child.id), [child.id]);
  assert.equal(await app.countRows('deletions'), 0);
});

testWithApp('a deletion planned for a child is not canceled when the guardians keep their accounts', async (app) => {
  const { childId, mom, dad, confirm, planDeletion } = await createFamilyWithTwoGuardians(app);
  await planDeletion(mom);
  await planDeletion(dad);
  await assertFailsWith(cancelChildDeletion(app.ctx, dad, childId), 'CONFLICT account_to_be_deleted');
  await confirm(mom);
  await planChildDeletion(app.ctx, mom, childId);
  await cancelAccountDeletion(app.ctx, mom);
  await cancelAccountDeletion(app.ctx, dad);
  assert.equal(await readPlannedDeletionDay(app, childId), '2026-11-27');
  advanceDays(app, 7);
  assert.deepEqual(await eraseAndListRemaining(app, mom.profileId, dad.profileId, childId), [
    mom.profileId,
    dad.profileId,
  ]);
});

testWithApp('an account that will be deleted links no child, until that is canceled', async (app) => {
  const child = await app.registerChild();
  const { email, token: oldToken } = await app.registerParent();
  const caller = await signInToPanel(app, oldToken);
  await planAccountDeletion(app.ctx, caller);
  const { token } = await app.registerParent(email);
  const code = await app.generateLinkingCode(token);
  await app.assertRowChanges({}, async () => {
    const refused = await app.redeemLinkingCode(child.token, code);
    assertError(refused, 409, 'CONFLICT');
    assert.equal(refused.body.error.details.reason, 'account_to_be_deleted');
  });
  await cancelAccountDeletion(app.ctx, caller);
  assert.equal((await app.redeemLinkingCode(child.token, code)).status, 200);
});

testWithApp('when an account is due, the deletion of a child linked in the meantime is planned', async (app) => {
  const child = await app.registerChild();
  const parent = await app.registerParent();
  const caller = await signInToPanel(app, parent.token);
  await planAccountDeletion(app.ctx, caller);
  await app.ctx.write((ctx) => insertFirstGuardian(ctx, child.id, caller.profileId)); // a link made at the same moment
  advanceDays(app, 7);
  assert.deepEqual(await eraseAndListRemaining(app, caller.profileId, child.id), [caller.profileId, child.id]);
  assert.ok(await fetchLatestEmail(app, parent.email, /A child’s profile will be deleted/));
  advanceDays(app, 7);
  assert.deepEqual(await eraseAndListRemaining(app, caller.profileId, child.id), []);
});

testWithApp('a failed plan changes nothing, and a failed deletion is completed by the next cleanup', async (app) => {
  const { mom, dad, childId, planDeletion } = await createFamilyWithTwoGuardians(app);
  const brokenContext = createContextWithBrokenOutbox(app);
  await planDeletion(mom);
  await app.assertRowChanges({}, () => assert.rejects(planAccountDeletion(brokenContext, dad), /outbox is broken/));
  advanceDays(app, 7);
  const guardians = await listGuardianRanks(app, childId);
  await eraseDueProfiles(brokenContext); // fails, because it cannot notify dad
  assert.deepEqual(await listGuardianRanks(app, childId), guardians);
  assert.deepEqual(await eraseAndListRemaining(app, mom.profileId, childId), [childId]);
});

testWithApp('a cancellation cut off by a crash is completed by the next cleanup or canceling again', async (app) => {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  for (const complete of [eraseDueProfiles, (ctx: Context) => cancelAccountDeletion(ctx, caller)]) {
    await planAccountDeletion(app.ctx, caller);
    const crashing = createCrashingContext(app.ctx);
    crashing.start(1); // crashes after the first commit
    await assert.rejects(cancelAccountDeletion(crashing.ctx, caller), /The process has crashed/);
    assert.equal((await app.loginChild(child.id)).status, 403);
    await complete(app.ctx);
    await signInChild(app, child.id);
    assert.equal(await app.countRows('deletions'), 0);
  }
});

testWithApp('an unlinking interrupted by a crash leaves the guardian linked and can be repeated', async (app) => {
  const { childId, mom, dad, confirm } = await createFamilyWithTwoGuardians(app);
  const [{ id: todoId } = assert.fail()] = await assignTodo(app.ctx, dad.profileId, [childId], { title: 'Tidy up' });
  await copyRows(app, 'todos', { id: todoId }, 250, (i) => ({ id: `todo ${i}` })); // more than one batch
  await confirm(mom);
  const crashing = createCrashingContext(app.ctx);
  crashing.start(1); // crashes after the first commit
  await assert.rejects(unlinkGuardian(crashing.ctx, mom, childId, dad.profileId), /The process has crashed/);
  assert.equal((await listGuardianRanks(app, childId)).length, 2);
  await unlinkGuardian(app.ctx, mom, childId, dad.profileId);
  assert.deepEqual(await listGuardianRanks(app, childId), [[1, mom.profileId]]);
  const assigned = app.ctx.db.selectFrom('todos').select('id').where('assigned_by', 'is not', null);
  assert.deepEqual(await assigned.execute(), []);
});

testWithApp('concurrent planning, canceling, unlinking and erasing leave no child without a guardian', async (app) => {
  const families: Awaited<ReturnType<typeof createFamilyWithTwoGuardians>>[] = [];
  for (let round = 0; round < 4; round += 1) {
    const family = await createFamilyWithTwoGuardians(app);
    families.push(family);
    const plans = [() => planAccountDeletion(app.ctx, family.mom), () => planAccountDeletion(app.ctx, family.dad)];
    await Promise.all(plans.map((action) => action()));
    assert.ok(await readPlannedDeletionDay(app, family.childId), 'the second plan takes the first into account');
    if (round === 1) await Promise.all([cancelAccountDeletion(app.ctx, family.mom), family.planDeletion(family.dad)]);
    if (round === 2) await Promise.all([family.unlink(family.dad), cancelAccountDeletion(app.ctx, family.mom)]);
  }
  advanceDays(app, 7);
  await Promise.all([
    ...families.slice(3).map(({ mom }) => cancelAccountDeletion(app.ctx, mom)),
    eraseDueProfiles(app.ctx),
  ]);
  await Promise.all([eraseDueProfiles(app.ctx), eraseDueProfiles(app.ctx)]);
  for (const { childId } of families) {
    const exists = (await eraseAndListRemaining(app, childId)).length === 1;
    const guardians = await listGuardianRanks(app, childId);
    assert.equal(exists, guardians.length > 0, 'the child exists if and only if it has a guardian');
    assert.equal(await readPlannedDeletionDay(app, childId), undefined);
  }
});
