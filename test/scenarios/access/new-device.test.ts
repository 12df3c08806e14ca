import assert from 'node:assert/strict';
import { endAllSessions } from '../../../src/features/access/index.ts';
import { panelParent } from '../../support/guardians.ts';
import { story, type World } from '../../support/test-app.ts';

const PHONE = { device: 'the-phone' };
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' };

async function signIn(world: World, email: string, request: object): Promise<void> {
  await world.call('POST', '/app/auth/login/parent', { body: { email }, ...request });
  const code = await world.codeFor(email);
  assert.equal((await world.call('POST', '/app/auth/verify-email', { body: { email, code }, ...request })).status, 200);
  await world.letters();
}

const alarms = async (world: World) =>
  (await world.letters()).filter(({ subject }) =>
    /New sign-in|Nuevo acceso|Новий вхід|Nowe logowanie/.test(subject ?? ''),
  );

story('a parent is emailed about a sign-in on a new device and not on a known one', async (world) => {
  const { email } = await world.registerParent(undefined, PHONE);
  assert.equal((await alarms(world)).length, 0, 'the sign-in that makes the account');
  await signIn(world, email, PHONE);
  assert.equal((await alarms(world)).length, 0, 'the same phone again');
  world.pass(3600);
  await signIn(world, email, { device: 'another', headers: FIREFOX });
  const [letter, ...more] = await alarms(world);
  assert.deepEqual(more, []);
  assert.match(letter?.text ?? '', /on a new device \(Firefox, Windows\), 20 November 2026 at 09:00 UTC\./);
  assert.match(letter?.text ?? '', /\/panel\/account/);
  assert.doesNotMatch(letter?.text ?? '', /^\d{6}$/m, 'no code is in it');
  await signIn(world, email, { device: 'another' });
  assert.equal((await alarms(world)).length, 1);
});

story('every device counts as new after signing out everywhere', async (world) => {
  const parent = await world.registerParent(undefined, PHONE);
  const caller = await panelParent(world, parent.token);
  const before = (await alarms(world)).length;
  await world.ctx.write((unit) => endAllSessions(unit, caller.profileId));
  assert.equal((await world.call('GET', '/app/users/me', { token: parent.token })).status, 401);
  assert.equal((await world.call('GET', '/panel', { cookie: caller.cookie })).status, 303);
  await signIn(world, parent.email, PHONE);
  assert.equal((await alarms(world)).length, before + 1);
});

story('a child’s sign-in on a new device sends no email', async (world) => {
  const { child } = await world.family();
  await world.call('POST', '/app/auth/login/child', { body: { profile_id: child.id, pin: '1234' }, device: 'new' });
  assert.equal((await alarms(world)).length, 0);
});
