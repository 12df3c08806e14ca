import assert from 'node:assert/strict';
import { HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { createRecoveryCodes, ensureShownCode, sendConfirmationCode } from '../../../src/features/access/index.ts';
import { computeDeviceKeys } from '../../../src/features/access/sessions/devices.ts';
import { planAccountDeletion, planChildDeletion } from '../../../src/features/data-rights/index.ts';
import { getInvitation, inviteGuardian, signOutEverywhere } from '../../../src/features/guardianship/index.ts';
import {
  addChildByInvitation,
  createFamilyPlanet,
  createPlanetInvitationCode,
} from '../../../src/features/planets/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { assertRedirect, createFormBrowser } from '../../support/browser/form-browser.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import { type Authenticator, createAuthenticator } from '../../support/family/authenticator.ts';
import {
  confirmSession,
  fetchInvitationToken,
  fetchLatestEmail,
  type PanelFamily,
  registerFamilyWithPanelSession,
  signInToPanel,
} from '../../support/family/guardians.ts';
import { assertError, formatCookieHeader, type TestApp, testWithApp } from '../../support/test-app.ts';

/** Issues codes of every purpose and two invitations. Returns a function that asserts that all of them are invalid. */
async function issueCodesOfAllPurposes(app: TestApp, { parent, child, caller }: PanelFamily) {
  const { email, token } = parent;
  const managerCode = await app.generateManagerCode(token);
  const linkingCode = await app.generateLinkingCode(token);
  const requestEmailCode = async (path: string) => {
    await app.call('POST', path, { body: { email } });
    return app.fetchEmailedCode(email);
  };
  const appCode = await requestEmailCode('/app/auth/login/parent');
  const panelCode = await requestEmailCode('/api/auth/send-email-code');
  await sendConfirmationCode(app.ctx, caller, CLIENT_WITHOUT_DEVICE);
  await inviteGuardian(app.ctx, caller, child.id, 'aunt@example.org');
  const invitationToken = await fetchInvitationToken(app, 'aunt@example.org');
  const planet = await createFamilyPlanet(app.ctx, caller.profileId, { name: 'Our planet' });
  const { code: planetCode } = await createPlanetInvitationCode(app.ctx, caller, planet.id);
  const otherFamily = await registerFamilyWithPanelSession(app);
  return async () => {
    const attempts = [
      ['/api/auth/verify-code', { code: managerCode }, undefined],
      ['/app/auth/link/redeem', { code: linkingCode }, (await app.registerChild()).token],
      ['/app/auth/verify-email', { email, code: appCode }, undefined],
      ['/api/auth/verify-email-code', { email, code: panelCode }, undefined],
    ] as const;
    for (const [path, body, bearerToken] of attempts) {
      assertError(await app.call('POST', path, { body, token: bearerToken }), 400, 'INVALID_CODE');
    }
    assert.deepEqual(await listUnspentCodes(app), []);
    await assertFailsWith(getInvitation(app.ctx, invitationToken), 'NOT_FOUND');
    const joining = addChildByInvitation(app.ctx, otherFamily.caller.profileId, otherFamily.child.id, planetCode);
    await assertFailsWith(joining, 'INVALID_CODE');
  };
}

function listDevices({ ctx }: TestApp, { caller }: PanelFamily) {
  return ctx.db.selectFrom('saved_profiles').select('device_key').where('profile_id', '=', caller.profileId).execute();
}

function listUnspentCodes({ ctx }: TestApp) {
  return ctx.db.selectFrom('codes').select('purpose').where('spent_at', 'is', null).execute();
}

testWithApp(
  'signing out everywhere invalidates codes and invitations, and keeps only this device known',
  async (app) => {
    const family = await registerFamilyWithPanelSession(app);
    const { token } = family.parent;
    await app.call('POST', '/api/auth/verify-code', {
      body: { code: await app.generateManagerCode(token) },
      cookie: `__Host-device=${'home-browser'.padEnd(32, '0')}`, // the device of the form browser below
    });
    const assertCodesInvalid = await issueCodesOfAllPurposes(app, family);
    const browser = createFormBrowser(app, family.caller.cookie);
    assert.ok((await listDevices(app, family)).length > 1);
    assertRedirect(await browser.submit('/panel/account/sign-out-everywhere'), '/login');
    const [device] = computeDeviceKeys(app.ctx, {
      deviceId: undefined,
      panelDeviceCookie: 'home-browser'.padEnd(32, '0'),
    });
    assert.deepEqual(await listDevices(app, family), [{ device_key: device }]);
    await assertCodesInvalid();
  },
);

testWithApp(
  'signing out everywhere removes the chosen passkeys and recovery codes, and tells what is left',
  async (app) => {
    const path = '/panel/account/sign-out-everywhere';
    const { parent, caller } = await registerFamilyWithPanelSession(app);
    const [own, thief] = [createAuthenticator(app), createAuthenticator(app)];
    const firstBrowser = createFormBrowser(app, caller.cookie, null);
    for (const [name, authenticator] of [
      ['Own phone', own],
      ['Pretty name', thief],
    ] as const) {
      const options = (await firstBrowser.open('/panel/account/passkeys/options')).body;
      await firstBrowser.submit('/panel/account/passkeys', { name, passkey: authenticator.create(options) });
      app.advance(1); // the older one is listed first
    }
    const recoveryCodes = await createRecoveryCodes(app.ctx, caller);
    app.advance(3 * HOUR);
    const signIn = async (authenticator: Authenticator, deviceName: string) => {
      const browser = createFormBrowser(app, '', deviceName);
      const passkey = authenticator.get((await browser.open('/login/passkey')).body);
      return browser.submit('/login/passkey', { passkey });
    };
    const fetchNotice = async () => {
      const email = await fetchLatestEmail(app, parent.email, /signed out everywhere/);
      const lines = (email?.text ?? '').split('\n').filter((line) => line.startsWith('- '));
      assert.doesNotMatch(email?.text ?? '', /Pretty name|Own phone/, 'no chosen text');
      return lines.map((line) => line.replace(/added .*/, 'added'));
    };
    const code = '- a code that we send to this address';
    const passkey = '- the passkey that was added';

    // Nothing is chosen: the parent is signed out, and learns what still works.
    let browser = createFormBrowser(app, formatCookieHeader(await signIn(thief, 'a library')), null);
    assertRedirect(await browser.submit(path), '/login');
    assert.deepEqual(await fetchNotice(), [code, passkey, passkey, '- 10 recovery codes']);

    browser = createFormBrowser(app, formatCookieHeader(await signIn(own, 'home')), null);
    const page = (await browser.open(path)).text;
    const boxes = [...page.matchAll(/name="(passkeys|recovery)" value="([^"]*)"( checked)?/g)].map((box) =>
      box.slice(1),
    );
    assert.deepEqual(boxes, [
      ['passkeys', own.id, undefined],
      ['passkeys', thief.id, ' checked'],
      ['recovery', 'on', ' checked'],
    ]);
    const choice = { passkeys: [thief.id, '\u0000', 'another'], recovery: 'on' };
    app.advance(20 * MINUTE);
    await app.assertRowChanges({}, async () =>
      assertRedirect(await browser.submit(path, choice), `/panel/confirm?next=${encodeURIComponent(path)}`),
    );
    await confirmSession(app, { ...caller, sessionId: await findOpenSession(app, caller.profileId) });
    assertRedirect(await browser.submit(path, choice), '/login');
    assert.deepEqual(await fetchNotice(), [code, passkey]);
    assert.equal((await browser.open('/panel')).status, 303);
    assert.equal((await signIn(thief, 'a library')).status, 400);
    const recovery = { email: parent.email, code: recoveryCodes[0] ?? '' };
    assert.equal((await createFormBrowser(app, '', 'x').submit('/login/recovery', recovery)).status, 400);
    assertRedirect(await signIn(own, 'home'), '/panel');
  },
);

async function findOpenSession({ ctx }: TestApp, profileId: string): Promise<string> {
  const query = ctx.db.selectFrom('panel_sessions').select('id').where('profile_id', '=', profileId);
  return (await query.where('ended_at', 'is', null).executeTakeFirstOrThrow()).id;
}

testWithApp('planning an account’s deletion invalidates all codes and keeps the panel session', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  const assertCodesInvalid = await issueCodesOfAllPurposes(app, family);
  await planAccountDeletion(app.ctx, family.caller);
  await assertCodesInvalid();
  assert.equal((await app.call('GET', '/panel', { cookie: family.caller.cookie })).status, 200);
});

testWithApp('planning the deletion of a child cancels the invitations to become its guardian', async (app) => {
  const family = await registerFamilyWithPanelSession(app);
  await inviteGuardian(app.ctx, family.caller, family.child.id, 'aunt@example.org');
  const invitationToken = await fetchInvitationToken(app, 'aunt@example.org');
  await planChildDeletion(app.ctx, family.caller, family.child.id);
  await assertFailsWith(getInvitation(app.ctx, invitationToken), 'NOT_FOUND');
});

testWithApp('signing out of one session invalidates codes of every purpose, including emailed ones', async (app) => {
  const { parent, caller } = await registerFamilyWithPanelSession(app);
  const { email, token } = parent;
  const generated = await app.call('POST', '/app/auth/manager-code', { token });
  await app.call('POST', '/app/auth/link/generate', { token });
  await sendConfirmationCode(app.ctx, caller, CLIENT_WITHOUT_DEVICE);
  await app.call('POST', '/api/auth/send-email-code', { body: { email } });
  const emailedCode = await app.fetchEmailedCode(email);
  const { id } = await app.ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('profile_id', '=', caller.profileId)
    .executeTakeFirstOrThrow();
  await createFormBrowser(app, caller.cookie).submit('/panel/account/sign-out', { session: id });
  const attempts = [
    ['/api/auth/verify-code', { code: generated.body.data.code }],
    ['/api/auth/verify-email-code', { email, code: emailedCode }],
  ] as const;
  for (const [path, body] of attempts) assertError(await app.call('POST', path, { body }), 400, 'INVALID_CODE');
  assert.deepEqual(await listUnspentCodes(app), []);
});

testWithApp('codes used or generated while signing out everywhere leave no session or valid code', async (app) => {
  const email = 'mom@example.org';
  for (let round = 0; round < 5; round += 1) {
    const { token } = await app.registerParent(email);
    const caller = await signInToPanel(app, token);
    const generated = await app.call('POST', '/app/auth/manager-code', { token });
    await app.call('POST', '/app/auth/login/parent', { body: { email } });
    const code = await app.fetchEmailedCode(email);
    const actions = [
      () => app.call('POST', '/api/auth/verify-code', { body: { code: generated.body.data.code } }),
      () => app.call('POST', '/app/auth/verify-email', { body: { email, code } }),
      () => app.call('POST', '/app/auth/manager-code', { token }),
      () => app.call('POST', '/app/auth/link/generate', { token }),
    ];
    const startedBefore = actions.slice(0, round).map((action) => action()); // one more in each round
    const signingOut = signOutEverywhere(app.ctx, caller);
    const responses = await Promise.all([...startedBefore, ...actions.slice(round).map((action) => action())]);
    await signingOut;
    for (const { status } of responses) assert.ok([200, 201, 400, 401].includes(status), String(status));
    assert.deepEqual(await listUnspentCodes(app), []);
    const openSessions = [
      ...(await app.ctx.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute()),
      ...(await app.ctx.db.selectFrom('panel_sessions').select('id').where('ended_at', 'is', null).execute()),
    ];
    assert.deepEqual(openSessions, []);
    app.advance(HOUR); // resets the limit of emails to one address
  }
});

testWithApp('a request authenticated before signing out everywhere generates no code afterward', async (app) => {
  const { caller } = await registerFamilyWithPanelSession(app);
  await signOutEverywhere(app.ctx, caller);
  await assertFailsWith(ensureShownCode(app.ctx, 'linking', caller), 'UNAUTHORIZED');
  assert.deepEqual(await listUnspentCodes(app), []);
});

testWithApp('signing in to the panel ends the browser’s previous session', async (app) => {
  const [family, otherFamily] = [await registerFamilyWithPanelSession(app), await registerFamilyWithPanelSession(app)];
  const otherSession = await signInToPanel(app, family.parent.token);
  const isSignedIn = async (cookie: string) => (await app.call('GET', '/panel', { cookie })).status === 200;
  const signIn = async (token: string, cookie: string) => {
    const generated = await app.call('POST', '/app/auth/manager-code', { token });
    const body = { code: generated.body.data.code };
    return app.call('POST', '/api/auth/verify-code', { body, cookie });
  };
  assertError(
    await app.call('POST', '/api/auth/verify-code', { body: { code: 'WRNG-C0DE' }, cookie: family.caller.cookie }),
    400,
    'INVALID_CODE',
  );
  assert.equal(await isSignedIn(family.caller.cookie), true, 'a wrong code ends no session');
  const newCookie = formatCookieHeader(await signIn(family.parent.token, family.caller.cookie));
  assert.deepEqual([await isSignedIn(family.caller.cookie), await isSignedIn(newCookie)], [false, true]);
  assert.equal(await isSignedIn(otherSession.cookie), true, 'another browser stays signed in');
  assert.equal((await signIn(otherFamily.parent.token, newCookie)).status, 200);
  assert.equal(await isSignedIn(newCookie), false, 'signing in as another parent also ends the previous session');
});
