import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { unlinkGuardian } from '../../../src/features/guardianship/index.ts';
import { createFormBrowser } from '../../support/browser/form-browser.ts';
import { addGuardian, confirmSession, readTabletCode, signInToPanel } from '../../support/family/guardians.ts';
import { assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

const TABLET = 'tablet-of-the-family-0001';

async function listNames(app: TestApp, device: string): Promise<string[]> {
  const { body } = await app.call('GET', '/app/auth/profiles', { device });
  for (const profile of body.data)
    assert.deepEqual(
      Object.keys(profile),
      ['id', 'display_name', 'avatar_url', 'role'],
      'the fields of the specification',
    );
  return body.data.map(({ display_name }: { display_name: string }) => display_name).sort();
}

async function registerNamedChild(app: TestApp, name: string, device: string) {
  app.advance(1); // so that the device has a first profile
  const child = await app.registerChild({ device });
  const pseudonym: string = (await app.call('GET', '/app/users/me', { token: child.token })).body.data.display_name;
  await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: name } });
  return { ...child, pseudonym };
}

testWithApp('a device lists chosen names only of those who share a guardian with its first profile', async (app) => {
  const [mia, leo, guest] = [
    await registerNamedChild(app, 'Mia', TABLET),
    await registerNamedChild(app, 'Leo', TABLET),
    await registerNamedChild(app, 'Guest', TABLET),
  ];
  assert.deepEqual(await listNames(app, TABLET), ['Mia', leo.pseudonym, guest.pseudonym].sort());
  const mom = await app.registerParent(undefined, { device: TABLET });
  await app.linkChild(mom.token, mia.token);
  await app.linkChild(mom.token, leo.token);
  const stranger = await app.registerParent(undefined, { device: TABLET });
  await app.call('PATCH', '/app/users/me', { token: stranger.token, body: { display_name: 'Eve Stranger' } });
  await app.call('PATCH', '/app/users/me', { token: mom.token, body: { display_name: 'Mom' } });
  await app.linkChild(stranger.token, guest.token);
  assert.deepEqual(await listNames(app, TABLET), ['Leo', 'Mia', 'Mom', 'Parent', guest.pseudonym].sort());
  app.advance(DAY);
  assert.equal((await app.loginChild(guest.id, '1234', { device: TABLET })).status, 200);
  assert.ok((await listNames(app, TABLET)).includes('Mia'), 'a later sign-in does not become the first profile');
});

testWithApp('a guardian sees and ends the devices of a child', async (app) => {
  const { child, parent } = await app.registerFamily();
  await app.ctx.write(({ db }) => db.deleteFrom('first_links').execute()); // a tablet that can undo the link stays known
  const caller = await signInToPanel(app, parent.token);
  const browser = createFormBrowser(app, caller.cookie);
  const settingsPath = `/panel/children/${child.id}/settings`;
  const chrome = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0';
  const login = await app.loginChild(child.id, '1234', { device: TABLET, headers: { 'user-agent': chrome } });
  const { token } = login.body.data;
  app.advance(3 * HOUR);
  await confirmSession(app, caller); // the panel does not ask who is there
  assert.equal((await app.call('GET', '/app/users/me', { token })).status, 200);
  const { text } = await browser.open(settingsPath);
  assert.match(text, /Chrome[^<]*<[\s\S]{0,200}signed in · last seen 20 Nov 2026, 11:00/);
  const device = [...text.matchAll(/name="device" value="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(device.length, 2, 'the tablet, and the session of the registration without a Device-Id');
  const end = (id: string | undefined, asBrowser = browser) =>
    asBrowser.submit(`/panel/children/${child.id}/devices/end`, { device: id ?? '' });
  const { cookie } = await signInToPanel(app, (await app.registerParent()).token);
  assert.equal((await end(device[0], createFormBrowser(app, cookie))).status, 404, 'another parent cannot end it');
  await app.assertRowChanges({ saved_profiles: -1 }, async () => assert.equal((await end(device[0])).status, 303));
  assertError(await app.call('GET', '/app/users/me', { token }), 401, 'UNAUTHORIZED');
  assert.deepEqual(await listNames(app, TABLET), []);
  assert.equal((await app.call('GET', '/app/users/me', { token: child.token })).status, 200, 'the other one goes on');
  await app.assertRowChanges({}, async () => assert.equal((await end(device[0])).status, 303, 'again'));
  assert.equal((await end(device[1])).status, 303);
  assertError(await app.call('GET', '/app/users/me', { token: child.token }), 401, 'UNAUTHORIZED');
});

testWithApp(
  'the devices of a removed guardian forget the child, but not those that another guardian uses',
  async (app) => {
    const { child, parent } = await app.registerFamily();
    const family = { child, caller: await signInToPanel(app, parent.token) };
    const dadEmail = 'dad@example.org';
    const dad = await app.registerParent(dadEmail, { device: 'the-phone-of-dad-00000001' });
    const { caller } = await addGuardian(app, family, dad);
    await app.registerParent(dadEmail, { device: TABLET });
    await app.registerParent(parent.email, { device: TABLET });
    for (const device of ['the-phone-of-dad-00000001', TABLET, 'another-device-0000000001'])
      assert.equal((await app.loginChild(child.id, '1234', { device })).status, 200);
    const code = await readTabletCode(createFormBrowser(app, caller.cookie, null));
    const connected = 'tablet-that-dad-has-connected';
    assert.equal((await app.call('POST', '/app/auth/tablet', { body: { code }, device: connected })).status, 200);
    assert.equal((await listNames(app, connected)).length, 1);
    await confirmSession(app, family.caller);
    await unlinkGuardian(app.ctx, family.caller, child.id, caller.profileId);
    assert.equal((await listNames(app, 'the-phone-of-dad-00000001')).length, 1, 'only dad himself');
    assert.equal((await listNames(app, TABLET)).length, 3);
    assert.deepEqual(await listNames(app, connected), [], 'nobody has signed in on it');
    assert.equal((await listNames(app, 'another-device-0000000001')).length, 1);
  },
);
