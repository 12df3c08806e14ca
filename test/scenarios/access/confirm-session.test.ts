import assert from 'node:assert/strict';
import { MINUTE } from '../../../src/core/time/instant.ts';
import {
  confirmWithEmailCode,
  confirmWithManagerCode,
  isFreshlyConfirmed,
  sendConfirmationCode,
} from '../../../src/features/access/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import { fetchLatestEmail, registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { assertError, testWithRateLimits } from '../../support/test-app.ts';

testWithRateLimits('an emailed code confirms one session for 15 minutes', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const otherFamily = await registerFamilyWithPanelSession(app);
  app.advance(20 * MINUTE);
  assert.equal(await isFreshlyConfirmed(app.ctx, family.caller), false);
  await sendConfirmationCode(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE);
  const sentEmail = await fetchLatestEmail(app, family.parent.email, /Your confirmation code/);
  assert.match(sentEmail?.text ?? '', /someone else is using your account/);
  const code = await app.fetchEmailedCode(family.parent.email);
  await assertFailsWith(confirmWithEmailCode(app.ctx, otherFamily.caller, code, CLIENT_WITHOUT_DEVICE), 'INVALID_CODE');
  await confirmWithEmailCode(app.ctx, family.caller, code, CLIENT_WITHOUT_DEVICE);
  assert.equal(await isFreshlyConfirmed(app.ctx, family.caller), true);
  assert.equal(await isFreshlyConfirmed(app.ctx, otherFamily.caller), false);
  await assertFailsWith(
    confirmWithEmailCode(app.ctx, family.caller, code, CLIENT_WITHOUT_DEVICE),
    'INVALID_CODE',
    'a code can be used only once',
  );
  app.advance(15 * MINUTE);
  assert.equal(await isFreshlyConfirmed(app.ctx, family.caller), false);
});

testWithRateLimits('confirmation codes do not sign in, and sign-in codes do not confirm', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  app.advance(20 * MINUTE);
  await sendConfirmationCode(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE);
  const body = { email: family.parent.email, code: await app.fetchEmailedCode(family.parent.email) };
  assertError(await app.call('POST', '/api/auth/verify-email-code', { body }), 400, 'INVALID_CODE');
  assertError(await app.call('POST', '/app/auth/verify-email', { body }), 400, 'INVALID_CODE');
  await app.call('POST', '/api/auth/send-email-code', { body: { email: family.parent.email } });
  const signInCode = await app.fetchEmailedCode(family.parent.email);
  await assertFailsWith(
    confirmWithEmailCode(app.ctx, family.caller, signInCode, CLIENT_WITHOUT_DEVICE),
    'INVALID_CODE',
  );
});

testWithRateLimits('a manager code confirms only sessions of its parent, and only once', async (app) => {
  const [family, otherFamily] = [await registerFamilyWithPanelSession(app), await registerFamilyWithPanelSession(app)];
  app.advance(20 * MINUTE);
  const code = await app.generateManagerCode(family.parent.token);
  await assertFailsWith(confirmWithManagerCode(app.ctx, otherFamily.caller, code), 'INVALID_CODE');
  assert.equal(await isFreshlyConfirmed(app.ctx, otherFamily.caller), false);
  await confirmWithManagerCode(app.ctx, family.caller, ` ${code.toLowerCase().replace('-', ' ')}`);
  assert.equal(await isFreshlyConfirmed(app.ctx, family.caller), true);
  await assertFailsWith(
    confirmWithManagerCode(app.ctx, family.caller, code),
    'INVALID_CODE',
    'a code can be used only once',
  );
  await assertFailsWith(confirmWithManagerCode(app.ctx, family.caller, 'what?'), 'INVALID_CODE');
});

testWithRateLimits('an emailed code allows five wrong attempts and counts toward the email limit', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await sendConfirmationCode(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE);
  const code = await app.fetchEmailedCode(family.parent.email);
  const wrongCode = code === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i += 1) {
    await assertFailsWith(
      confirmWithEmailCode(app.ctx, family.caller, wrongCode, CLIENT_WITHOUT_DEVICE),
      'INVALID_CODE',
    );
  }
  await assertFailsWith(confirmWithEmailCode(app.ctx, family.caller, code, CLIENT_WITHOUT_DEVICE), 'RATE_LIMITED');
  // With the sign-in code of the registration and the first confirmation code, these are the ten emails that are allowed.
  for (let i = 0; i < 8; i += 1) await sendConfirmationCode(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE);
  await assertFailsWith(sendConfirmationCode(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE), 'RATE_LIMITED');
});
