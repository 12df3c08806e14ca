import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/time/instant.ts';
import { planChildDeletion } from '../../../src/features/data-rights/index.ts';
import { getReportedSignIn, setPinAfterReport, unlinkGuardian } from '../../../src/features/guardianship/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { addGuardian, registerFamilyWithPanelSession, signInToPanel } from '../../support/family/guardians.ts';
import { earnXp } from '../../support/family/planets.ts';
import { assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

const TABLET = { device: 'the-tablet-of-the-family' };
const STRANGER = { device: 'the-phone-of-a-stranger' };

async function listAlerts(app: TestApp, email: string) {
  const emails = await app.fetchEmailsTo(email);
  return emails.filter(({ subject }) => subject === 'A child signed in on a new device');
}

/** Returns the token of the link in the latest alert. */
async function fetchToken(app: TestApp, email: string): Promise<string> {
  const text = (await listAlerts(app, email)).at(-1)?.text ?? '';
  return /\/sign-ins\/([\w.-]+)/.exec(text)?.[1] ?? assert.fail(`no link: ${text}`);
}

testWithApp('guardians get an email about a child’s first sign-in on a device, at most five a day', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const { child, parent } = family;
  const { parent: dad } = await addGuardian(app, family);
  assert.equal((await listAlerts(app, parent.email)).length, 0, 'registering and linking send none');
  const signIn = async (request: object) => assert.equal((await app.loginChild(child.id, '1234', request)).status, 200);
  await signIn(TABLET);
  await signIn(TABLET);
  for (const { email } of [parent, dad]) {
    const [alert, ...others] = await listAlerts(app, email);
    assert.deepEqual(others, []);
    assert.match(alert?.text ?? '', /signed in on a new device \(an unknown browser\), 20 November 2026 at 08:00 UTC/);
  }
  await earnXp(app, child.id, 0, { timeZone: 'Europe/Kyiv' });
  assertError(await app.loginChild(child.id, '0000', STRANGER), 401, 'INVALID_PIN');
  assert.equal((await listAlerts(app, parent.email)).length, 1, 'a wrong PIN is no sign-in');
  for (let i = 0; i < 6; i += 1) await signIn({}); // without a Device-Id, so each may be a new device
  const alerts = await listAlerts(app, parent.email);
  assert.equal(alerts.length, 5);
  assert.match(alerts[4]?.text ?? '', /, 20 November 2026 at 10:00 GMT\+2\./, 'the time zone of the child');
});

testWithApp('the link in the email ends the sign-in and sets a new PIN, once and without signing in', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const { child, parent } = family;
  const { parent: dad } = await addGuardian(app, family);
  const { token: strangersToken } = (await app.loginChild(child.id, '1234', STRANGER)).body.data;
  const token = await fetchToken(app, parent.email);
  const browser = createFormBrowser(app, '');

  await app.assertRowChanges({}, async () => {
    assert.match((await browser.open(`/sign-ins/${token}`)).text, /Was this [\s\S]*End this sign-in/);
    assert.equal((await app.call('GET', '/app/users/me', { token: strangersToken })).status, 200);
    assert.equal((await browser.submitWithoutToken(`/sign-ins/${token}/end`)).status, 403);
  });
  await app.assertRowChanges({ saved_profiles: -1, counters: 1 }, () => browser.submit(`/sign-ins/${token}/end`));
  assert.equal((await app.call('GET', '/app/users/me', { token: strangersToken })).status, 401);
  assert.match((await browser.open(`/sign-ins/${token}`)).text, /Now set a new PIN/);
  const { token: childsToken } = (await app.loginChild(child.id, '1234', TABLET)).body.data;
  assertRedirect(await browser.submit(`/sign-ins/${token}/end`), `/sign-ins/${token}`);
  assert.equal((await app.call('GET', '/app/users/me', { token: childsToken })).status, 200, 'a link ends once');
  assert.match(
    (await browser.submit(`/sign-ins/${token}/pin`, { pin: '12' })).text,
    /id="pin-error">A PIN has exactly 4 digits/,
  );
  assert.match((await browser.submit(`/sign-ins/${token}/pin`, { pin: '8675' })).text, /New PIN set/);
  assert.equal((await app.loginChild(child.id, '1234', STRANGER)).status, 401);
  assert.equal((await app.loginChild(child.id, '8675', TABLET)).status, 200);
  const emails = await app.fetchEmailsTo(dad.email);
  assert.ok(
    emails.some(({ subject }) => /new PIN/i.test(subject ?? '')),
    'the other guardian is told',
  );

  for (const response of [
    await browser.open(`/sign-ins/${token}`),
    await browser.submit(`/sign-ins/${token}/pin`, { pin: '0001' }),
  ])
    assert.equal(response.status, 404);
  assert.equal((await app.loginChild(child.id, '8675', TABLET)).status, 200);
});

testWithApp(
  'the link is refused when it is forged or old, for a former guardian, and while a deletion is planned',
  async (app) => {
    const family = await registerFamilyWithPanelSession(app);
    const { child, parent, caller } = family;
    const { parent: dad, caller: dadCaller } = await addGuardian(app, family);
    await app.loginChild(child.id, '1234', STRANGER);
    const [token, dadsToken] = [await fetchToken(app, parent.email), await fetchToken(app, dad.email)];
    await getReportedSignIn(app.ctx, dadsToken);
    await unlinkGuardian(app.ctx, caller, child.id, dadCaller.profileId);
    for (const invalid of [dadsToken, `${token}A`, 'x', '', app.ctx.secrets.encrypt('["sign-in"]')])
      await assertFailsWith(getReportedSignIn(app.ctx, invalid), 'NOT_FOUND');

    const results = await Promise.allSettled(['7001', '7002'].map((pin) => setPinAfterReport(app.ctx, token, pin)));
    assert.deepEqual(
      results.map(({ status }) => status).sort(),
      ['fulfilled', 'rejected'],
      'used twice at the same time',
    );
    const pin = results[0]?.status === 'fulfilled' ? '7001' : '7002';
    assert.equal((await app.loginChild(child.id, pin, STRANGER)).status, 200);
    const nextToken = await fetchToken(app, parent.email);
    app.advance(7 * DAY - 1);
    await getReportedSignIn(app.ctx, nextToken);
    await planChildDeletion(
      app.ctx,
      await signInToPanel(app, (await app.registerParent(parent.email)).token),
      child.id,
    );
    await assertFailsWith(setPinAfterReport(app.ctx, nextToken, '7003'), 'CONFLICT to_be_deleted');
    app.advance(1);
    await assertFailsWith(getReportedSignIn(app.ctx, nextToken), 'NOT_FOUND');
  },
);

testWithApp('a first guardian gets an email about the other devices that know the child, with a link', async (app) => {
  const parent = await app.registerParent();
  const listNotices = async () =>
    (await app.fetchEmailsTo(parent.email)).filter(({ subject }) => /used on other devices/.test(subject ?? ''));
  const redeem = async (token: string) => {
    const body = { code: await app.generateLinkingCode(parent.token) };
    assert.equal((await app.call('POST', '/app/auth/link/redeem', { token, body, ...TABLET })).status, 200);
  };
  await redeem((await app.registerChild(TABLET)).token);
  assert.deepEqual(await listNotices(), [], 'a child that has one device raises no alarm');

  const child = await app.registerChild(TABLET);
  const strangersToken = (await app.loginChild(child.id, '1234', STRANGER)).body.data.token;
  await redeem(child.token);
  const [notice, ...others] = await listNotices();
  assert.deepEqual(others, []);
  const text = notice?.text ?? '';
  assert.match(
    text,
    /now linked to you[^\n]*\n\nOther devices\n- an unknown browser, last used 20 November 2026 at 08:00 UTC\n\n/,
  );
  const path = /\/sign-ins\/[\w.-]+/.exec(text)?.[0] ?? assert.fail(text);
  const browser = createFormBrowser(app, '');
  assert.match((await browser.open(path)).text, /Sign [^<]* out everywhere\?/);
  assertRedirect(await browser.submit(`${path}/end`), path);
  assert.equal((await app.call('GET', '/app/users/me', { token: strangersToken })).status, 401);
  assert.match((await browser.submit(`${path}/pin`, { pin: '8675' })).text, /New PIN set/);
  assert.equal((await app.loginChild(child.id, '1234', STRANGER)).status, 401);
});
