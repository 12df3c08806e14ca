import assert from 'node:assert/strict';
import { HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { confirmWithEmailCode, isFreshlyConfirmed, sendConfirmationCode } from '../../../src/features/access/index.ts';
import { inviteGuardian } from '../../../src/features/guardianship/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import { fetchLatestEmail, registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { assertError, testWithRateLimits } from '../../support/test-app.ts';

testWithRateLimits('an emailed code confirms one session for 15 minutes', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const otherFamily = await registerFamilyWithPanelSession(app);
  app.advance(2 * HOUR);
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
  app.advance(2 * HOUR);
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

testWithRateLimits(
  'a manager code opens the panel but proves nothing, except in the first two hours of an account',
  async (app) => {
    const { parent, caller, child } = await registerFamilyWithPanelSession(app);
    app.advance(2 * HOUR - 1);
    assert.equal(await isFreshlyConfirmed(app.ctx, caller), true, 'a new account');
    app.advance(1);
    assert.equal(await isFreshlyConfirmed(app.ctx, caller), false);
    const managerCode = { code: await app.generateManagerCode(parent.token) };
    const managerLogin = await app.call('POST', '/api/auth/verify-code', { body: managerCode });
    const later = { ...caller, sessionId: managerLogin.body.data.session_id };
    assert.equal(await isFreshlyConfirmed(app.ctx, later), false, 'the code is new, but it proves nothing');
    await assertFailsWith(
      inviteGuardian(app.ctx, later, child.id, 'aunt@example.org'),
      'FORBIDDEN confirmation_required',
    );
    await app.call('POST', '/api/auth/send-email-code', { body: { email: parent.email } });
    const body = { email: parent.email, code: await app.fetchEmailedCode(parent.email) };
    const { session_id } = (await app.call('POST', '/api/auth/verify-email-code', { body })).body.data;
    assert.equal(await isFreshlyConfirmed(app.ctx, { ...later, sessionId: session_id }), true);
  },
);

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
  // With the first confirmation code, these are the ten emails that a client may request.
  for (let i = 0; i < 9; i += 1) await sendConfirmationCode(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE);
  await assertFailsWith(sendConfirmationCode(app.ctx, family.caller, CLIENT_WITHOUT_DEVICE), 'RATE_LIMITED');
});
