import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { DAY, MINUTE } from '../../../src/core/instant.ts';
import { cleanUpAccess } from '../../../src/features/access/index.ts';
import {
  cancelAccountDeletion,
  cancelChildDeletion,
  eraseDueProfiles,
  planAccountDeletion,
  planChildDeletion,
} from '../../../src/features/data-rights/index.ts';
import { acceptInvitation, inviteGuardian } from '../../../src/features/guardianship/index.ts';
import { assignTodo } from '../../../src/features/todos/index.ts';
import {
  household,
  invitationFor,
  letterTo,
  panelParent,
  ranksOf,
  refusalOf,
  signInAgain,
} from '../../support/guardians.ts';
import { assertRefusal, story, type World } from '../../support/test-app.ts';
import { listOf } from '../../support/todos.ts';

const UNHURRIED = { env: { RATE_LIMITS: 'off' } };
const login = (profile_id: string) => ({ body: { profile_id, pin: '1234' } });

/** Every table that still mentions any of these texts after an hour's sweep. */
async function mentions(world: World, texts: readonly string[]): Promise<string[]> {
  await cleanUpAccess(world.ctx); // budgets, whose windows are over
  const { owner } = world.ctx.database;
  const found: string[] = [];
  for (const { name } of await owner.introspection.getTables()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(owner);
    const all = JSON.stringify(rows);
    for (const text of texts) if (all.includes(text)) found.push(`${name}: ${text}`);
  }
  return found;
}

story('deleting a child signs it out at once, keeps it for seven days and then erases everything', async (world) => {
  const home = await household(world);
  const list = listOf(world, home.child.token);
  await list.set((await list.add()).id, 'done');
  await world.call('PATCH', '/app/users/me', { token: home.child.token, body: { display_name: 'Wilhelmina' } });
  await planChildDeletion(world.ctx, home.caller, home.child.id);
  assertRefusal(await world.call('GET', '/app/users/me', { token: home.child.token }), 401, 'UNAUTHORIZED');
  const closed = await world.call('POST', '/app/auth/login/child', login(home.child.id));
  assertRefusal(closed, 403, 'FORBIDDEN');
  assert.equal(closed.body.error.details.reason, 'to_be_deleted');
  const wrong = await world.call('POST', '/app/auth/login/child', { body: { profile_id: home.child.id, pin: '0000' } });
  assertRefusal(wrong, 401, 'INVALID_PIN');
  const letter = await letterTo(world, home.parent.email, /A child’s profile will be deleted/);
  assert.match(letter?.text ?? '', /On 27 November 2026, Wilhelmina’s profile will be deleted/);
  assert.match(letter?.text ?? '', new RegExp(`/panel/children/${home.child.id}/settings`));

  world.pass(7 * DAY - 1);
  await eraseDueProfiles(world.ctx);
  assert.equal((await world.ctx.db.selectFrom('profiles').select('id').execute()).length, 2);
  world.pass(1);
  await Promise.all([eraseDueProfiles(world.ctx), eraseDueProfiles(world.ctx)]);
  assert.deepEqual(await mentions(world, [home.child.id, 'Wilhelmina']), []);
  assertRefusal(await world.call('POST', '/app/auth/login/child', login(home.child.id)), 404, 'NOT_FOUND');
  assert.deepEqual(await world.changes(() => eraseDueProfiles(world.ctx)), {}, 'once more is nothing more');
});

story('any guardian can cancel the deletion of a child, which then signs in as before', async (world) => {
  const home = await household(world);
  const dad = await world.registerParent();
  await inviteGuardian(world.ctx, home.caller, home.child.id, dad.email);
  const dads = await panelParent(world, dad.token);
  await acceptInvitation(world.ctx, dads, await invitationFor(world, dad.email));
  await planChildDeletion(world.ctx, home.caller, home.child.id);
  assert.ok(await letterTo(world, dad.email, /will be deleted/));
  world.pass(DAY);
  const stranger = await household(world);
  assert.equal(await refusalOf(cancelChildDeletion(world.ctx, stranger.caller, home.child.id)), 'NOT_FOUND');
  await cancelChildDeletion(world.ctx, dads, home.child.id);
  await cancelChildDeletion(world.ctx, dads, home.child.id);
  assert.equal((await world.call('POST', '/app/auth/login/child', login(home.child.id))).status, 200);
  world.pass(7 * DAY);
  const profiles = await world.count('profiles');
  await eraseDueProfiles(world.ctx);
  assert.equal(await world.count('profiles'), profiles);
});

story(
  'planning a deletion twice keeps the first date and sends one email; it needs a fresh confirmation',
  async (world) => {
    const home = await household(world);
    await planChildDeletion(world.ctx, home.caller, home.child.id);
    world.pass(10 * MINUTE);
    assert.deepEqual(await world.changes(() => planChildDeletion(world.ctx, home.caller, home.child.id)), {});
    world.pass(5 * MINUTE);
    const stale = planChildDeletion(world.ctx, home.caller, home.child.id);
    assert.equal(await refusalOf(stale), 'FORBIDDEN confirmation_required');
    assert.equal(await refusalOf(planAccountDeletion(world.ctx, home.caller)), 'FORBIDDEN confirmation_required');
  },
);

story('deleting an account erases children without another guardian, and can be cancelled meanwhile', async (world) => {
  const home = await household(world);
  const shared = await world.registerChild();
  const dad = await world.registerParent();
  const link = async (token: string) => {
    const made = await world.call('POST', '/app/auth/link/generate', { token });
    const body = { code: made.body.data.linking_code };
    assert.equal((await world.call('POST', '/app/auth/link/redeem', { token: shared.token, body })).status, 200);
  };
  await link(home.parent.token);
  await inviteGuardian(world.ctx, home.caller, shared.id, dad.email);
  const dads = await panelParent(world, dad.token);
  await acceptInvitation(world.ctx, dads, await invitationFor(world, dad.email));
  const [todo] = await assignTodo(world.ctx, home.caller.profileId, [shared.id], { title: 'Tidy up' });
  assert.ok(todo);

  await planAccountDeletion(world.ctx, home.caller);
  assertRefusal(await world.call('GET', '/app/users/me', { token: home.parent.token }), 401, 'UNAUTHORIZED');
  assertRefusal(await world.call('GET', '/app/users/me', { token: home.child.token }), 401, 'UNAUTHORIZED');
  assert.equal((await world.call('GET', '/app/users/me', { token: shared.token })).status, 200, 'it has a father too');
  assert.equal(
    (await world.call('GET', '/panel', { cookie: home.caller.cookie })).status,
    200,
    'here it can be undone',
  );
  await cancelAccountDeletion(world.ctx, home.caller);
  assert.equal(await world.count('deletions'), 0);
  assert.equal((await world.call('POST', '/app/auth/login/child', login(home.child.id))).status, 200);

  await planAccountDeletion(world.ctx, home.caller);
  const letter = await letterTo(world, home.parent.email, /Your account will be deleted/);
  assert.match(letter?.text ?? '', /\/panel\/account/);
  world.pass(7 * DAY);
  await Promise.all([eraseDueProfiles(world.ctx), eraseDueProfiles(world.ctx)]);
  assert.deepEqual(await mentions(world, [home.child.id, home.caller.profileId, home.parent.email]), []);
  assert.deepEqual(await ranksOf(world, shared.id), [[1, dads.profileId]]);
  assertRefusal(await world.call('GET', '/app/users/me', { token: shared.token }), 401, 'UNAUTHORIZED');
  const [own] = await listOf(world, await signInAgain(world, shared.id)).all();
  assert.ok(own && 'assigned_by' in own && own.assigned_by === null);
});

story('a child with a new guardian is not deleted with the account', async (world) => {
  const home = await household(world);
  const dad = await world.registerParent();
  await planAccountDeletion(world.ctx, home.caller);
  await inviteGuardian(world.ctx, home.caller, home.child.id, dad.email);
  const dads = await panelParent(world, dad.token);
  await acceptInvitation(world.ctx, dads, await invitationFor(world, dad.email));
  world.pass(7 * DAY);
  await eraseDueProfiles(world.ctx);
  assert.deepEqual(await ranksOf(world, home.child.id), [[1, dads.profileId]]);
  assert.equal(await world.count('deletions'), 0);
  assert.equal((await world.call('POST', '/app/auth/login/child', login(home.child.id))).status, 200);
});

story(
  'cancelling while the deletion runs either keeps or erases everything',
  async (world) => {
    const home = await household(world);
    for (let round = 0; round < 5; round += 1) {
      const one = await world.registerChild();
      const made = await world.call('POST', '/app/auth/link/generate', { token: home.parent.token });
      const body = { code: made.body.data.linking_code };
      await world.call('POST', '/app/auth/link/redeem', { token: one.token, body });
      const caller = await panelParent(world, home.parent.token);
      await planChildDeletion(world.ctx, caller, one.id);
      world.pass(7 * DAY - 60);
      const fresh = (await world.registerParent(home.parent.email)).token;
      Object.assign(home.parent, { token: fresh });
      world.pass(60);
      await Promise.all([
        cancelChildDeletion(world.ctx, caller, one.id).catch(() => undefined),
        eraseDueProfiles(world.ctx),
        eraseDueProfiles(world.ctx),
      ]);
      assert.equal(await world.count('deletions'), 0);
      const { status } = await world.call('POST', '/app/auth/login/child', login(one.id));
      assert.ok(status === 200 || status === 404, String(status));
      if (status === 404) assert.deepEqual(await mentions(world, [one.id]), []);
    }
  },
  UNHURRIED,
);

story(
  'a child active while its deletion is planned is signed out without errors',
  async (world) => {
    const home = await household(world);
    const list = listOf(world, home.child.token);
    const [, ...answers] = await Promise.all([
      planChildDeletion(world.ctx, home.caller, home.child.id),
      ...Array.from({ length: 20 }, () => list.call('POST', '/app/todos', { title: 'Read' })),
    ]);
    for (const { status } of answers) assert.ok(status === 201 || status === 401, String(status));
    assert.equal((await list.call('POST', '/app/todos', { title: 'Read' })).status, 401);
  },
  UNHURRIED,
);
