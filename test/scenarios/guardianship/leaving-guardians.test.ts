import assert from 'node:assert/strict';
import type { PanelParent } from '../../../src/core/requests/caller.ts';
import { DAY } from '../../../src/core/time/instant.ts';
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
import { getErrorWithReason } from '../../support/api-error.ts';
import {
  addGuardian,
  confirmSession,
  createContextWithBrokenOutbox,
  fetchLatestEmail,
  listGuardianRanks,
  registerFamilyWithPanelSession,
  signInChild,
  signInToPanel,
} from '../../support/family/guardians.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { createCrashingContext } from '../../support/service/crash.ts';
import { assertError, type TestApp, testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

// The clock starts on 20 November 2026, so deletions planned then are due on the 27th.

/** A child with two guardians on the panel, and their actions. */
async function createFamilyWithTwoGuardians(app: TestApp) {
  const family = await registerFamilyWithPanelSession(app);
  const dad = await addGuardian(app, family);
  const { id } = family.child;
  const confirm = (caller: PanelParent) => confirmSession(app, caller);
  const planDeletion = async (caller: PanelParent) => {
    await confirm(caller);
    await planAccountDeletion(app.ctx, caller);
  };
  const unlink = async (caller: PanelParent) => {
    await confirm(caller);
    await unlinkGuardian(app.ctx, caller, id, caller.profileId);
  };
  return {
    id,
    mum: family.caller,
    dad: dad.caller,
    token: family.child.token,
    confirm,
    planDeletion,
    unlink,
  };
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

testWithApp(
  'when all guardians delete their accounts, the child is deleted with the last one and all are notified',
  async (app) => {
    const { id, mum, dad, token, planDeletion } = await createFamilyWithTwoGuardians(app);
    await planDeletion(mum);
    assert.equal((await app.call('GET', '/app/users/me', { token })).status, 200, 'dad keeps the account');
    advanceDays(app, 2);
    await planDeletion(dad);
    assertError(await app.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
    const emailToMum = await fetchLatestEmail(app, mum.email, /A child’s profile will be deleted/);
    assert.match(
      emailToMum?.text ?? '',
      /this profile will be deleted on 29 November 2026 as well.*Keep my account.*\/panel\/account/s,
    );
    const emailToDad = await fetchLatestEmail(app, dad.email, /Your account will be deleted/);
    assert.match(emailToDad?.text ?? '', /deleted on 29 November 2026.*These profiles will be deleted with it/s);
    assert.equal(await fetchLatestEmail(app, dad.email, /A child’s profile/), undefined, 'one email covers both');
    advanceDays(app, 5);
    assert.deepEqual(await eraseAndListRemaining(app, mum.profileId, dad.profileId, id), [dad.profileId, id]);
    assert.deepEqual(await listGuardianRanks(app, id), [[1, dad.profileId]]);
    advanceDays(app, 2);
    assert.deepEqual(await eraseAndListRemaining(app, dad.profileId, id), []);
    assert.equal(await app.countRows('deletions'), 0);
  },
);

testWithApp(
  'the child is kept when one guardian keeps the account, whoever planned the deletion first',
  async (app) => {
    const [first, second, third] = [
      await createFamilyWithTwoGuardians(app),
      await createFamilyWithTwoGuardians(app),
      await createFamilyWithTwoGuardians(app),
    ];
    for (const { mum, planDeletion } of [first, second, third]) await planDeletion(mum);
    advanceDays(app, 1);
    for (const { dad, planDeletion } of [first, second, third]) await planDeletion(dad);
    await cancelAccountDeletion(app.ctx, first.mum);
    await cancelAccountDeletion(app.ctx, second.dad);
    for (const { id } of [first, second]) await signInChild(app, id);
    advanceDays(app, 6);
    assert.deepEqual(await eraseAndListRemaining(app, third.mum.profileId, third.id), [third.id]);
    await cancelAccountDeletion(app.ctx, third.dad); // after the other account has been deleted
    await signInChild(app, third.id);
    advanceDays(app, 8);
    assert.deepEqual(await eraseAndListRemaining(app, first.id, second.id, third.id), [first.id, second.id, third.id]);
    assert.deepEqual(await listGuardianRanks(app, first.id), [[1, first.mum.profileId]]);
    assert.deepEqual(await listGuardianRanks(app, second.id), [[1, second.dad.profileId]]);
    assert.equal(await app.countRows('deletions'), 0);
  },
);

testWithApp('a child whose only remaining guardian unlinks is deleted seven days later', async (app) => {
  const { id, mum, dad, token, confirm, planDeletion, unlink } = await createFamilyWithTwoGuardians(app);
  await planDeletion(mum);
  advanceDays(app, 0.5);
  await confirm(dad);
  const path = `/panel/children/${id}/unlink?guardian=${dad.profileId}`;
  const page = await app.call('GET', path, { cookie: dad.cookie });
  assert.match(page.text, /The other guardians are deleting their accounts.*deleted on 27 November 2026/);
  await unlink(dad);
  assertError(await app.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
  assert.deepEqual(
    [await readPlannedDeletionDay(app, id), await readPlannedDeletionDay(app, mum.profileId)],
    ['2026-11-27', '2026-11-27'],
  );
  for (const { email } of [mum, dad])
    assert.ok(await fetchLatestEmail(app, email, /A child’s profile will be deleted/), email);
  const emailToDad = await fetchLatestEmail(app, dad.email, /A child’s profile will be deleted/);
  assert.ok(
    !/panel\/account/.test(emailToDad?.text ?? ''),
    'dad is no longer a guardian and cannot cancel the deletion',
  );
  advanceDays(app, 6.6);
  assert.deepEqual(
    await eraseAndListRemaining(app, mum.profileId, id),
    [mum.profileId, id],
    'the account is deleted together with the child',
  );
  await cancelAccountDeletion(app.ctx, mum);
  await signInChild(app, id);
  await planDeletion(mum);
  advanceDays(app, 7);
  assert.deepEqual(await eraseAndListRemaining(app, mum.profileId, id), []);
});

testWithApp('a new guardian keeps a child whose other guardians are deleting their accounts', async (app) => {
  const { id, mum, dad, planDeletion } = await createFamilyWithTwoGuardians(app);
  await planDeletion(mum);
  await planDeletion(dad);
  const { parent: grandmother, caller: grandmotherCaller } = await addGuardian(app, { child: { id }, caller: dad });
  await signInChild(app, id);
  advanceDays(app, 7);
  assert.deepEqual(await eraseAndListRemaining(app, mum.profileId, dad.profileId, id), [id]);
  assert.deepEqual(await listGuardianRanks(app, id), [[1, grandmotherCaller.profileId]]);
  assert.ok(await fetchLatestEmail(app, grandmother.email, /guardian has been removed/));
});

testWithApp('a child that is unlinked from an account planned for deletion is kept', async (app) => {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  await planAccountDeletion(app.ctx, caller);
  await unlinkGuardian(app.ctx, caller, child.id, caller.profileId);
  await signInChild(app, child.id);
  advanceDays(app, 7);
  assert.deepEqual(await eraseAndListRemaining(app, caller.profileId, child.id), [child.id]);
  assert.equal(await app.countRows('deletions'), 0);
});

testWithApp('a child’s own planned deletion does not depend on its guardians’ accounts', async (app) => {
  const { id, mum, dad, confirm, planDeletion } = await createFamilyWithTwoGuardians(app);
  await planDeletion(mum);
  await planDeletion(dad);
  assert.equal(await getErrorWithReason(cancelChildDeletion(app.ctx, dad, id)), 'CONFLICT account_to_be_deleted');
  await confirm(mum);
  await planChildDeletion(app.ctx, mum, id);
  await cancelAccountDeletion(app.ctx, mum);
  await cancelAccountDeletion(app.ctx, dad);
  assert.equal(await readPlannedDeletionDay(app, id), '2026-11-27');
  advanceDays(app, 7);
  assert.deepEqual(await eraseAndListRemaining(app, mum.profileId, dad.profileId, id), [mum.profileId, dad.profileId]);
});

testWithApp(
  'the deletion of a child who is linked to a parent with a planned deletion is planned when the account is due',
  async (app) => {
    const child = await app.registerChild();
    const parent = await app.registerParent();
    const caller = await signInToPanel(app, parent.token);
    await planAccountDeletion(app.ctx, caller);
    const { token } = await app.registerParent(parent.email);
    await app.linkChild(token, child.token);
    advanceDays(app, 7);
    assert.deepEqual(await eraseAndListRemaining(app, caller.profileId, child.id), [caller.profileId, child.id]);
    assert.ok(await fetchLatestEmail(app, parent.email, /A child’s profile will be deleted/));
    advanceDays(app, 7);
    assert.deepEqual(await eraseAndListRemaining(app, caller.profileId, child.id), []);
  },
);

testWithApp('a failed plan or cancellation changes nothing, and a failed deletion is continued', async (app) => {
  const { mum, dad, id, planDeletion } = await createFamilyWithTwoGuardians(app);
  const broken = createContextWithBrokenOutbox(app);
  await planDeletion(mum);
  const assertNoChanges = async (action: () => Promise<unknown>) =>
    assert.deepEqual(await app.countRowChanges(action), {});
  await assertNoChanges(() => assert.rejects(planAccountDeletion(broken, dad), /outbox is broken/));
  advanceDays(app, 7);
  const guardians = await listGuardianRanks(app, id);
  await eraseDueProfiles(broken); // would notify dad
  assert.deepEqual(await listGuardianRanks(app, id), guardians);
  assert.deepEqual(await eraseAndListRemaining(app, mum.profileId, id), [id]);
});

testWithApp(
  'a cancellation whose process crashes is completed for the children by the next cleanup, or when it is repeated',
  async (app) => {
    const { child, caller } = await registerFamilyWithPanelSession(app);
    for (const complete of [eraseDueProfiles, (ctx: Context) => cancelAccountDeletion(ctx, caller)]) {
      await planAccountDeletion(app.ctx, caller);
      const crashing = createCrashingContext(app.ctx);
      crashing.start(1);
      await assert.rejects(cancelAccountDeletion(crashing.ctx, caller), /The process has crashed/);
      assert.equal((await app.loginChild(child.id)).status, 403);
      await complete(app.ctx);
      await signInChild(app, child.id);
      assert.equal(await app.countRows('deletions'), 0);
    }
  },
);

testWithApp('an unlinking whose process crashes leaves the guardian linked, and can be repeated', async (app) => {
  const { id, mum, dad, confirm } = await createFamilyWithTwoGuardians(app);
  const [{ id: todoId } = assert.fail()] = await assignTodo(app.ctx, dad.profileId, [id], { title: 'Tidy up' });
  await copyRows(app, 'todos', { id: todoId }, 250, (i) => ({ id: `todo ${i}` }));
  await confirm(mum);
  const crashing = createCrashingContext(app.ctx);
  crashing.start(1);
  await assert.rejects(unlinkGuardian(crashing.ctx, mum, id, dad.profileId), /The process has crashed/);
  assert.equal((await listGuardianRanks(app, id)).length, 2);
  await unlinkGuardian(app.ctx, mum, id, dad.profileId);
  assert.deepEqual(await listGuardianRanks(app, id), [[1, mum.profileId]]);
  const assigned = app.ctx.db.selectFrom('todos').select('id').where('assigned_by', 'is not', null);
  assert.deepEqual(await assigned.execute(), []);
});

testWithApp(
  'concurrent planning, cancelling, unlinking and erasing never leave a child without a guardian',
  async (app) => {
    const families: Awaited<ReturnType<typeof createFamilyWithTwoGuardians>>[] = [];
    for (let round = 0; round < 4; round += 1) {
      const family = await createFamilyWithTwoGuardians(app);
      families.push(family);
      const plans = [() => planAccountDeletion(app.ctx, family.mum), () => planAccountDeletion(app.ctx, family.dad)];
      await Promise.all(plans.map((action) => action()));
      assert.ok(await readPlannedDeletionDay(app, family.id), 'the second plan has seen the first');
      if (round === 1) await Promise.all([cancelAccountDeletion(app.ctx, family.mum), family.planDeletion(family.dad)]);
      if (round === 2) await Promise.all([family.unlink(family.dad), cancelAccountDeletion(app.ctx, family.mum)]);
    }
    advanceDays(app, 7);
    await Promise.all([
      ...families.map(({ mum }) => cancelAccountDeletion(app.ctx, mum)).slice(3),
      eraseDueProfiles(app.ctx),
    ]);
    await Promise.all([eraseDueProfiles(app.ctx), eraseDueProfiles(app.ctx)]);
    for (const { id } of families) {
      const exists = (await eraseAndListRemaining(app, id)).length === 1;
      const guardians = await listGuardianRanks(app, id);
      assert.equal(exists, guardians.length > 0, 'the child exists exactly as long as a guardian does');
      assert.equal(await readPlannedDeletionDay(app, id), undefined);
    }
  },
  WITHOUT_RATE_LIMITS,
);
