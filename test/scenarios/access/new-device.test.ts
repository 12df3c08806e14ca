import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { endParentSessions } from '../../../src/features/access/index.ts';
import { signInToPanel } from '../../support/family/guardians.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const PHONE = { device: 'the-phone' };
const FIREFOX_HEADERS = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

async function signIn(app: TestApp, email: string, request: object): Promise<void> {
  await app.call('POST', '/app/auth/login/parent', { body: { email }, ...request });
  const code = await app.fetchEmailedCode(email);
  assert.equal((await app.call('POST', '/app/auth/verify-email', { body: { email, code }, ...request })).status, 200);
  await app.deliverEmails();
}

/** All emails about new devices that have been received so far. */
const listNewDeviceEmails = async (app: TestApp) =>
  (await app.deliverEmails()).filter(({ subject }) =>
    /New sign-in|Nuevo acceso|Новий вхід|Nowe logowanie/.test(subject ?? ''),
  );

testWithApp('a parent is emailed about a sign-in on a new device and not on a known one', async (app) => {
  const { email } = await app.registerParent(undefined, PHONE);
  assert.equal((await listNewDeviceEmails(app)).length, 0, 'the sign-in that creates the account sends no email');
  await signIn(app, email, PHONE);
  assert.equal((await listNewDeviceEmails(app)).length, 0, 'a sign-in on the known phone sends no email');
  app.advance(HOUR); // to 09:00
  await signIn(app, email, { device: 'another', headers: FIREFOX_HEADERS });
  const [sentEmail, ...otherEmails] = await listNewDeviceEmails(app);
  assert.deepEqual(otherEmails, []);
  assert.match(sentEmail?.text ?? '', /on a new device \(Firefox, Windows\), 20 November 2026 at 09:00 UTC\./);
  assert.match(sentEmail?.text ?? '', /\/panel\/account/);
  assert.doesNotMatch(sentEmail?.text ?? '', /^\d{6}$/m, 'the email contains no code');
  await signIn(app, email, { device: 'another' });
  assert.equal((await listNewDeviceEmails(app)).length, 1);
});

testWithApp('a parent is emailed about at most five sign-ins on new devices per day', async (app) => {
  const parent = await app.registerParent(undefined, PHONE);
  const signInRepeatedly = async (count: number) => {
    for (let i = 0; i < count; i += 1) await app.openPanelSession(parent.token); // without a device cookie, so on a new device
  };
  await signInRepeatedly(8);
  assert.equal((await listNewDeviceEmails(app)).length, 5);
  app.advance(DAY);
  await signInRepeatedly(1);
  assert.equal((await listNewDeviceEmails(app)).length, 6);
});

testWithApp('every device counts as new after the parent has signed out everywhere', async (app) => {
  const parent = await app.registerParent(undefined, PHONE);
  const caller = await signInToPanel(app, parent.token);
  const emailCountBefore = (await listNewDeviceEmails(app)).length;
  await app.ctx.write((ctx) => endParentSessions(ctx, caller.profileId));
  assert.equal((await app.call('GET', '/app/users/me', { token: parent.token })).status, 401);
  assert.equal((await app.call('GET', '/panel', { cookie: caller.cookie })).status, 303);
  await signIn(app, parent.email, PHONE);
  assert.equal((await listNewDeviceEmails(app)).length, emailCountBefore + 1);
});
