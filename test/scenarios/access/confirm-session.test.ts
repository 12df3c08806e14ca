import assert from 'node:assert/strict';
import type { Client } from '../../../src/core/client.ts';
import { MINUTE } from '../../../src/core/instant.ts';
import {
  confirmWithEmailCode,
  confirmWithManagerCode,
  isFreshlyConfirmed,
  sendConfirmCode,
} from '../../../src/features/access/index.ts';
import { household, letterTo, refusalOf } from '../../support/guardians.ts';
import { assertRefusal, story, type World } from '../../support/test-app.ts';

const client = { address: '10.9.9.9', language: 'en' } as Client; // what these use cases read of one

const managerCode = async (world: World, token: string): Promise<string> =>
  (await world.call('POST', '/app/auth/manager-code', { token })).body.data.code;

story('an emailed code confirms one session for 15 minutes', async (world) => {
  const home = await household(world);
  const other = await household(world);
  world.pass(20 * MINUTE);
  assert.equal(await isFreshlyConfirmed(world.ctx, home.caller), false);
  await sendConfirmCode(world.ctx, home.caller, client);
  const letter = await letterTo(world, home.parent.email, /Your confirmation code/);
  assert.match(letter?.text ?? '', /someone else is using your account/);
  const code = await world.codeFor(home.parent.email);
  assert.equal(await refusalOf(confirmWithEmailCode(world.ctx, other.caller, code, client)), 'INVALID_CODE');
  await confirmWithEmailCode(world.ctx, home.caller, code, client);
  assert.equal(await isFreshlyConfirmed(world.ctx, home.caller), true);
  assert.equal(await isFreshlyConfirmed(world.ctx, other.caller), false);
  assert.equal(await refusalOf(confirmWithEmailCode(world.ctx, home.caller, code, client)), 'INVALID_CODE', 'once');
  world.pass(15 * MINUTE);
  assert.equal(await isFreshlyConfirmed(world.ctx, home.caller), false);
});

story('confirmation codes do not sign in, and sign-in codes do not confirm', async (world) => {
  const home = await household(world);
  world.pass(20 * MINUTE);
  await sendConfirmCode(world.ctx, home.caller, client);
  const body = { email: home.parent.email, code: await world.codeFor(home.parent.email) };
  assertRefusal(await world.call('POST', '/api/auth/verify-email-code', { body }), 400, 'INVALID_CODE');
  assertRefusal(await world.call('POST', '/app/auth/verify-email', { body }), 400, 'INVALID_CODE');
  await world.call('POST', '/api/auth/send-email-code', { body: { email: home.parent.email } });
  const entering = await world.codeFor(home.parent.email);
  assert.equal(await refusalOf(confirmWithEmailCode(world.ctx, home.caller, entering, client)), 'INVALID_CODE');
});

story('a manager code confirms only sessions of its own parent, once', async (world) => {
  const [home, other] = [await household(world), await household(world)];
  world.pass(20 * MINUTE);
  const code = await managerCode(world, home.parent.token);
  assert.equal(await refusalOf(confirmWithManagerCode(world.ctx, other.caller, code)), 'INVALID_CODE');
  assert.equal(await isFreshlyConfirmed(world.ctx, other.caller), false);
  await confirmWithManagerCode(world.ctx, home.caller, ` ${code.toLowerCase().replace('-', ' ')}`);
  assert.equal(await isFreshlyConfirmed(world.ctx, home.caller), true);
  assert.equal(await refusalOf(confirmWithManagerCode(world.ctx, home.caller, code)), 'INVALID_CODE', 'once');
  assert.equal(await refusalOf(confirmWithManagerCode(world.ctx, home.caller, 'what?')), 'INVALID_CODE');
});

story('an emailed confirmation code allows five wrong tries and counts towards the email limit', async (world) => {
  const home = await household(world);
  await sendConfirmCode(world.ctx, home.caller, client);
  const code = await world.codeFor(home.parent.email);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i += 1) {
    assert.equal(await refusalOf(confirmWithEmailCode(world.ctx, home.caller, wrong, client)), 'INVALID_CODE');
  }
  assert.equal(await refusalOf(confirmWithEmailCode(world.ctx, home.caller, code, client)), 'RATE_LIMITED');
  for (let i = 0; i < 8; i += 1) await sendConfirmCode(world.ctx, home.caller, client);
  assert.equal(await refusalOf(sendConfirmCode(world.ctx, home.caller, client)), 'RATE_LIMITED', 'ten in ten minutes');
});
