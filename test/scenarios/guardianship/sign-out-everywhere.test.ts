import assert from 'node:assert/strict';
import type { Client } from '../../../src/core/client.ts';
import { issueCode, sendConfirmCode } from '../../../src/features/access/index.ts';
import { planAccountDeletion, planChildDeletion } from '../../../src/features/data-rights/index.ts';
import { getInvitation, inviteGuardian, signOutEverywhere } from '../../../src/features/guardianship/index.ts';
import { createFamilyPlanet, inviteToPlanet, joinByInvite } from '../../../src/features/planets/index.ts';
import { browserOf, leadsTo } from '../../support/forms.ts';
import { household, invitationFor, panelParent, refusalOf } from '../../support/guardians.ts';
import { assertRefusal, story, type World } from '../../support/test-app.ts';

const UNHURRIED = { env: { RATE_LIMITS: 'off' } };
const client = { address: '10.9.9.9', language: 'en' } as Client; // what these use cases read of one
type Household = Awaited<ReturnType<typeof household>>;

/** Live codes of every purpose, and a way to try each. */
async function handOut(world: World, { parent, child, caller }: Household) {
  const { email, token } = parent;
  const made = async (path: string) => (await world.call('POST', path, { token })).body.data;
  const { code: manager } = await made('/app/auth/manager-code');
  const { linking_code } = await made('/app/auth/link/generate');
  const sent = async (path: string) => {
    await world.call('POST', path, { body: { email } });
    return world.codeFor(email);
  };
  const app = await sent('/app/auth/login/parent');
  const panel = await sent('/api/auth/send-email-code');
  await sendConfirmCode(world.ctx, caller, client);
  await inviteGuardian(world.ctx, caller, child.id, 'aunt@example.org');
  const invitation = await invitationFor(world, 'aunt@example.org');
  const planet = await createFamilyPlanet(world.ctx, caller.profileId, { name: 'Our planet' });
  const { code: toPlanet } = await inviteToPlanet(world.ctx, caller.profileId, planet.id);
  const other = await household(world);
  return async () => {
    const tries = [
      ['/api/auth/verify-code', { code: manager }, undefined],
      ['/app/auth/link/redeem', { code: linking_code }, (await world.registerChild()).token],
      ['/app/auth/verify-email', { email, code: app }, undefined],
      ['/api/auth/verify-email-code', { email, code: panel }, undefined],
    ] as const;
    for (const [path, body, bearer] of tries) {
      assertRefusal(await world.call('POST', path, { body, token: bearer }), 400, 'INVALID_CODE');
    }
    assert.deepEqual(await liveCodes(world), []);
    assert.equal(await refusalOf(getInvitation(world.ctx, invitation)), 'NOT_FOUND');
    const joining = joinByInvite(world.ctx, other.caller.profileId, other.child.id, toPlanet);
    assert.equal(await refusalOf(joining), 'INVALID_CODE');
  };
}

function liveCodes({ ctx }: World) {
  return ctx.db.selectFrom('codes').select('purpose').where('spent_at', 'is', null).execute();
}

story(
  'signing out everywhere invalidates codes of every purpose and open invitations',
  async (world) => {
    const home = await household(world);
    const assertWorthless = await handOut(world, home);
    const browser = browserOf(world, home.caller.cookie);
    assert.equal(leadsTo(await browser.submit('/panel/account/sign-out-everywhere')), '303 /login');
    await assertWorthless();
  },
  UNHURRIED,
);

story(
  'planning the deletion of an account invalidates all codes but keeps the panel session',
  async (world) => {
    const home = await household(world);
    const assertWorthless = await handOut(world, home);
    await planAccountDeletion(world.ctx, home.caller);
    await assertWorthless();
    assert.equal((await world.call('GET', '/panel', { cookie: home.caller.cookie })).status, 200);
  },
  UNHURRIED,
);

story('planning the deletion of a child cancels its invitations', async (world) => {
  const home = await household(world);
  await inviteGuardian(world.ctx, home.caller, home.child.id, 'aunt@example.org');
  const invitation = await invitationFor(world, 'aunt@example.org');
  await planChildDeletion(world.ctx, home.caller, home.child.id);
  assert.equal(await refusalOf(getInvitation(world.ctx, invitation)), 'NOT_FOUND');
});

story('signing out one session invalidates the codes it may have generated', async (world) => {
  const { parent, caller } = await household(world);
  const made = await world.call('POST', '/app/auth/manager-code', { token: parent.token });
  const { id } = await world.ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('profile_id', '=', caller.profileId)
    .executeTakeFirstOrThrow();
  await browserOf(world, caller.cookie).submit('/panel/account/sign-out', { sign_in: id });
  assertRefusal(
    await world.call('POST', '/api/auth/verify-code', { body: { code: made.body.data.code } }),
    400,
    'INVALID_CODE',
  );
});

story(
  'codes used or generated while signing out everywhere leave no session',
  async (world) => {
    const email = 'mum@example.org';
    for (let round = 0; round < 5; round += 1) {
      const { token } = await world.registerParent(email);
      const caller = await panelParent(world, token);
      const made = await world.call('POST', '/app/auth/manager-code', { token });
      await world.call('POST', '/app/auth/login/parent', { body: { email } });
      const code = await world.codeFor(email);
      const acts = [
        () => world.call('POST', '/api/auth/verify-code', { body: { code: made.body.data.code } }),
        () => world.call('POST', '/app/auth/verify-email', { body: { email, code } }),
        () => world.call('POST', '/app/auth/manager-code', { token }),
        () => world.call('POST', '/app/auth/link/generate', { token }),
      ];
      const before = acts.slice(0, round).map((act) => act()); // each round more of them have a start
      const out = signOutEverywhere(world.ctx, caller);
      const answers = await Promise.all([...before, ...acts.slice(round).map((act) => act())]);
      await out;
      for (const { status } of answers) assert.ok([200, 201, 400, 401].includes(status), String(status));
      assert.deepEqual(await liveCodes(world), []);
      const open = [
        ...(await world.ctx.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute()),
        ...(await world.ctx.db.selectFrom('panel_sessions').select('id').where('ended_at', 'is', null).execute()),
      ];
      assert.deepEqual(open, []);
      world.pass(3600); // the budget of emails to an address
    }
  },
  UNHURRIED,
);

story('a request authenticated before signing out everywhere generates no code afterwards', async (world) => {
  const { caller } = await household(world);
  await signOutEverywhere(world.ctx, caller);
  assert.equal(await refusalOf(issueCode(world.ctx, 'linking', caller, client)), 'UNAUTHORIZED');
  assert.deepEqual(await liveCodes(world), []);
});

story('signing in to the panel ends the browser’s previous session', async (world) => {
  const [home, other] = [await household(world), await household(world)];
  const elsewhere = await panelParent(world, home.parent.token);
  const isIn = async (cookie: string) => (await world.call('GET', '/panel', { cookie })).status === 200;
  const signIn = async (token: string, cookie: string) => {
    const made = await world.call('POST', '/app/auth/manager-code', { token });
    const body = { code: made.body.data.code };
    return world.call('POST', '/api/auth/verify-code', { body, cookie });
  };
  assertRefusal(
    await world.call('POST', '/api/auth/verify-code', { body: { code: 'WRNG-C0DE' }, cookie: home.caller.cookie }),
    400,
    'INVALID_CODE',
  );
  assert.equal(await isIn(home.caller.cookie), true, 'a wrong code ends nothing');
  const entered = await signIn(home.parent.token, home.caller.cookie);
  const [fresh = ''] = entered.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  assert.deepEqual([await isIn(home.caller.cookie), await isIn(fresh)], [false, true]);
  assert.equal(await isIn(elsewhere.cookie), true, 'another browser stays signed in');
  assert.equal((await signIn(other.parent.token, fresh)).status, 200);
  assert.equal(await isIn(fresh), false, 'whoever it was');
});
