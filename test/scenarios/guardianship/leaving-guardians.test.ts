import assert from 'node:assert/strict';
import type { PanelParent } from '../../../src/core/caller.ts';
import { DAY } from '../../../src/core/instant.ts';
import {
  cancelAccountDeletion,
  cancelChildDeletion,
  eraseDueProfiles,
  planAccountDeletion,
  planChildDeletion,
} from '../../../src/features/data-rights/index.ts';
import { acceptInvitation, inviteGuardian, unlinkGuardian } from '../../../src/features/guardianship/index.ts';
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
import { assertRefusal, story, type World } from '../../support/test-app.ts';

// The clock begins on 20 November 2026: what is planned then is due on the 27th.

const UNHURRIED = { env: { RATE_LIMITS: 'off' } };

/** A child with two guardians on the panel, and what happens to them. */
async function family(world: World) {
  const home = await household(world);
  const dad = await furtherGuardian(world, home);
  const { id } = home.child;
  const fresh = (caller: PanelParent) => confirmNow(world, caller);
  const plans = async (caller: PanelParent) => {
    await fresh(caller);
    await planAccountDeletion(world.ctx, caller);
  };
  const unlinks = async (caller: PanelParent) => {
    await fresh(caller);
    await unlinkGuardian(world.ctx, caller, id, caller.profileId);
  };
  return { id, mom: home.caller, dad: dad.caller, token: home.child.token, fresh, plans, unlinks };
}

const days = (world: World, n: number) => world.pass(n * DAY);

/** Two processes sweep at once; gives which of these profiles are still there. */
async function sweptOf(world: World, ...ids: string[]): Promise<string[]> {
  await Promise.all([eraseDueProfiles(world.ctx), eraseDueProfiles(world.ctx)]);
  const rows = await world.ctx.db.selectFrom('profiles').select('id').where('id', 'in', ids).execute();
  return ids.filter((id) => rows.some((row) => row.id === id));
}

async function dueOf({ ctx }: World, id: string): Promise<string | undefined> {
  const row = await ctx.db.selectFrom('deletions').select('due_at').where('profile_id', '=', id).executeTakeFirst();
  return row?.due_at.slice(0, 10);
}

story(
  'when all guardians delete their accounts the child is deleted with the last one, and all are told',
  async (world) => {
    const { id, mom, dad, token, plans } = await family(world);
    await plans(mom);
    assert.equal((await world.call('GET', '/app/users/me', { token })).status, 200, 'dad stays');
    days(world, 2);
    await plans(dad);
    assertRefusal(await world.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
    const toMom = await letterTo(world, mom.email, /A child’s profile will be deleted/);
    assert.match(
      toMom?.text ?? '',
      /this profile will be deleted on 29 November 2026 as well.*Keep my account.*\/panel\/account/s,
    );
    const toDad = await letterTo(world, dad.email, /Your account will be deleted/);
    assert.match(toDad?.text ?? '', /deleted on 29 November 2026.*These profiles will be deleted with it/s);
    assert.equal(await letterTo(world, dad.email, /A child’s profile/), undefined, 'one email says it all');
    days(world, 5);
    assert.deepEqual(await sweptOf(world, mom.profileId, dad.profileId, id), [dad.profileId, id]);
    assert.deepEqual(await ranksOf(world, id), [[1, dad.profileId]]);
    days(world, 2);
    assert.deepEqual(await sweptOf(world, dad.profileId, id), []);
    assert.equal(await world.count('deletions'), 0);
  },
);

story('the child stays when one guardian keeps the account, in any order', async (world) => {
  const [first, second, third] = [await family(world), await family(world), await family(world)];
  for (const { mom, plans } of [first, second, third]) await plans(mom);
  days(world, 1);
  for (const { dad, plans } of [first, second, third]) await plans(dad);
  await cancelAccountDeletion(world.ctx, first.mom);
  await cancelAccountDeletion(world.ctx, second.dad);
  for (const { id } of [first, second]) await signInAgain(world, id);
  days(world, 6);
  assert.deepEqual(await sweptOf(world, third.mom.profileId, third.id), [third.id]);
  await cancelAccountDeletion(world.ctx, third.dad); // when the other one is gone already
  await signInAgain(world, third.id);
  days(world, 8);
  assert.deepEqual(await sweptOf(world, first.id, second.id, third.id), [first.id, second.id, third.id]);
  assert.deepEqual(await ranksOf(world, first.id), [[1, first.mom.profileId]]);
  assert.deepEqual(await ranksOf(world, second.id), [[1, second.dad.profileId]]);
  assert.equal(await world.count('deletions'), 0);
});

story('a child unlinked by its only remaining guardian gets its own seven days', async (world) => {
  const { id, mom, dad, token, fresh, plans, unlinks } = await family(world);
  await plans(mom);
  days(world, 0.5);
  await fresh(dad);
  const path = `/panel/children/${id}/unlink?guardian=${dad.profileId}`;
  const page = await world.call('GET', path, { cookie: dad.cookie });
  assert.match(page.text, /The other guardians are deleting their accounts.*deleted on 27 November 2026/);
  await unlinks(dad);
  assertRefusal(await world.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
  assert.deepEqual([await dueOf(world, id), await dueOf(world, mom.profileId)], ['2026-11-27', '2026-11-27']);
  for (const { email } of [mom, dad])
    assert.ok(await letterTo(world, email, /A child’s profile will be deleted/), email);
  const toDad = await letterTo(world, dad.email, /A child’s profile will be deleted/);
  assert.ok(!/panel\/account/.test(toDad?.text ?? ''), 'he can keep nothing any more');
  days(world, 6.6);
  assert.deepEqual(await sweptOf(world, mom.profileId, id), [mom.profileId, id], 'the account waits for the child');
  await cancelAccountDeletion(world.ctx, mom);
  await signInAgain(world, id);
  await plans(mom);
  days(world, 7);
  assert.deepEqual(await sweptOf(world, mom.profileId, id), []);
});

story('a new guardian keeps a child whose other guardians are deleting their accounts', async (world) => {
  const { id, mom, dad, plans } = await family(world);
  await plans(mom);
  await plans(dad);
  const nan = await world.registerParent();
  await inviteGuardian(world.ctx, dad, id, nan.email);
  const nans = await panelParent(world, nan.token);
  await acceptInvitation(world.ctx, nans, await invitationFor(world, nan.email));
  await signInAgain(world, id);
  days(world, 7);
  assert.deepEqual(await sweptOf(world, mom.profileId, dad.profileId, id), [id]);
  assert.deepEqual(await ranksOf(world, id), [[1, nans.profileId]]);
  assert.ok(await letterTo(world, nan.email, /guardian has been removed/));
});

story('a child unlinked from an account planned for deletion is kept', async (world) => {
  const { child, caller } = await household(world);
  await planAccountDeletion(world.ctx, caller);
  await unlinkGuardian(world.ctx, caller, child.id, caller.profileId);
  await signInAgain(world, child.id);
  days(world, 7);
  assert.deepEqual(await sweptOf(world, caller.profileId, child.id), [child.id]);
  assert.equal(await world.count('deletions'), 0);
});

story('a child’s own planned deletion does not depend on its guardians’ accounts', async (world) => {
  const { id, mom, dad, fresh, plans } = await family(world);
  await plans(mom);
  await plans(dad);
  assert.equal(await refusalOf(cancelChildDeletion(world.ctx, dad, id)), 'CONFLICT account_to_be_deleted');
  await fresh(mom);
  await planChildDeletion(world.ctx, mom, id);
  await cancelAccountDeletion(world.ctx, mom);
  await cancelAccountDeletion(world.ctx, dad);
  assert.equal(await dueOf(world, id), '2026-11-27');
  days(world, 7);
  assert.deepEqual(await sweptOf(world, mom.profileId, dad.profileId, id), [mom.profileId, dad.profileId]);
});

story(
  'a child linked to a parent whose account is planned for deletion is planned before that is due',
  async (world) => {
    const child = await world.registerChild();
    const parent = await world.registerParent();
    const caller = await panelParent(world, parent.token);
    await planAccountDeletion(world.ctx, caller);
    const { token } = await world.registerParent(parent.email);
    const made = await world.call('POST', '/app/auth/link/generate', { token });
    const body = { code: made.body.data.linking_code };
    assert.equal((await world.call('POST', '/app/auth/link/redeem', { token: child.token, body })).status, 200);
    days(world, 7);
    assert.deepEqual(await sweptOf(world, caller.profileId, child.id), [caller.profileId, child.id]);
    assert.ok(await letterTo(world, parent.email, /A child’s profile will be deleted/));
    days(world, 7);
    assert.deepEqual(await sweptOf(world, caller.profileId, child.id), []);
  },
);

story('a failed plan, cancellation or deletion changes nothing', async (world) => {
  const { mom, dad, id, plans } = await family(world);
  const broken = brokenMail(world);
  await plans(mom);
  const untouched = async (act: () => Promise<unknown>) => assert.deepEqual(await world.changes(act), {});
  await untouched(() => assert.rejects(planAccountDeletion(broken, dad), /mail is broken/));
  days(world, 7);
  await untouched(() => eraseDueProfiles(broken)); // dad would hear of it
  assert.deepEqual(await sweptOf(world, mom.profileId, id), [id]);
});

story(
  'concurrent planning, cancelling, unlinking and erasing never leave a child without a guardian',
  async (world) => {
    const all: Awaited<ReturnType<typeof family>>[] = [];
    for (let round = 0; round < 4; round += 1) {
      const one = await family(world);
      all.push(one);
      const acts = [() => planAccountDeletion(world.ctx, one.mom), () => planAccountDeletion(world.ctx, one.dad)];
      await Promise.all(acts.map((act) => act()));
      assert.ok(await dueOf(world, one.id), 'whoever came second has seen the first');
      if (round === 1) await Promise.all([cancelAccountDeletion(world.ctx, one.mom), one.plans(one.dad)]);
      if (round === 2) await Promise.all([one.unlinks(one.dad), cancelAccountDeletion(world.ctx, one.mom)]);
    }
    days(world, 7);
    await Promise.all([
      ...all.map(({ mom }) => cancelAccountDeletion(world.ctx, mom)).slice(3),
      eraseDueProfiles(world.ctx),
    ]);
    await Promise.all([eraseDueProfiles(world.ctx), eraseDueProfiles(world.ctx)]);
    for (const { id } of all) {
      const there = (await sweptOf(world, id)).length === 1;
      const guardians = await ranksOf(world, id);
      assert.equal(there, guardians.length > 0, 'it is there exactly as long as somebody is');
      assert.equal(await dueOf(world, id), undefined);
    }
  },
  UNHURRIED,
);
