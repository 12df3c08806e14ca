import assert from 'node:assert/strict';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { exportChild, planAccountDeletion, planChildDeletion } from '../../../src/features/data-rights/index.ts';
import { resetPin, unlinkGuardian } from '../../../src/features/guardianship/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { createFormBrowser } from '../../support/browser/form-browser.ts';
import {
  addGuardian,
  confirmSession,
  fetchLatestEmail,
  leaveAtOnce,
  listGuardianRanks,
  readTabletCode,
  signInToPanel,
} from '../../support/family/guardians.ts';
import { assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

const TABLET = 'tablet-of-the-family-0001';
const STRANGERS_PHONE = 'phone-of-a-stranger-00001';
const CLIENT = { address: '192.0.2.7', locale: 'en', msSinceArrival: () => 0 } as never;

/** A child of the tablet. A stranger who knows its PIN signs in on another device, links it, invites another and sets a new PIN. */
async function createTakenChild(app: TestApp) {
  const child = await app.registerChild({ device: TABLET });
  app.advance(1);
  const login = await app.loginChild(child.id, '1234', { device: STRANGERS_PHONE });
  app.advance(1);
  const stranger = await app.registerParent('mallory@example.org');
  await link(app, stranger.token, login.body.data.token, STRANGERS_PHONE);
  const caller = await signInToPanel(app, stranger.token);
  const accomplice = await addGuardian(app, { child, caller });
  await resetPin(app.ctx, caller, child.id, '8264');
  app.advance(1);
  return { child, caller, accomplice: accomplice.caller };
}

async function link(app: TestApp, parentToken: string, token: string, device: string): Promise<void> {
  const code = await app.generateLinkingCode(parentToken);
  const response = await app.call('POST', '/app/auth/link/redeem', { token, body: { code }, device });
  assert.equal(response.status, 200, response.text);
}

const listLinks = async (app: TestApp, device: string) =>
  (await app.call('GET', '/app/auth/new-links', { device })).body.data;

const undo = (app: TestApp, body: object, device = TABLET) =>
  app.call('POST', '/app/auth/new-links/undo', { body, device });

testWithApp(
  'a stranger’s link is shown on the child’s earlier devices and undone with the earlier PIN',
  async (app) => {
    const { child, caller, accomplice } = await createTakenChild(app);
    await app.loginChild(child.id, '8264', { device: 'another-phone-of-a-stranger' });
    const [shownLink, ...others] = await listLinks(app, TABLET);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [shownLink.profile_id, shownLink.guardian_email, shownLink.linked_at, shownLink.undo_until],
      [child.id, 'm…@example.org', '2026-11-20T08:00:02.000Z', '2026-11-27T08:00:02.000Z'],
    );
    assert.deepEqual(await listLinks(app, 'another-phone-of-a-stranger'), [], 'first signed in after the link');
    assert.deepEqual(await listLinks(app, '1'), []);
    assertError(await undo(app, { profile_id: child.id, pin: '1234' }, 'unknown-device-0000000001'), 404, 'NOT_FOUND');
    assertError(await undo(app, { profile_id: child.id, pin: '8264' }), 401, 'INVALID_PIN');
    await confirmSession(app, caller);
    for (const act of [
      () => exportChild(app.ctx, caller, CLIENT, child.id),
      () => planChildDeletion(app.ctx, caller, child.id),
      () => planAccountDeletion(app.ctx, caller),
      () => unlinkGuardian(app.ctx, caller, child.id, accomplice.profileId),
    ])
      await assertFailsWith(act(), 'CONFLICT first_link_wait');

    app.advance(7 * DAY - HOUR);
    const taps = await Promise.all(
      [1, 2, 3].map(() => undo(app, { profile_id: child.id, pin: '1234', new_pin: '7391' })),
    );
    assert.deepEqual(taps.map(({ status }) => status).sort(), [200, 404, 404], 'once, however often it is tapped');
    assert.deepEqual(await listGuardianRanks(app, child.id), []);
    assert.deepEqual(await listLinks(app, TABLET), []);
    for (const { email } of [caller, accomplice])
      assert.ok(await fetchLatestEmail(app, email, /no longer linked to you/));
    for (const [pin, status] of [
      ['1234', 401],
      ['8264', 401],
      ['7391', 200],
    ] as const)
      assert.equal((await app.loginChild(child.id, pin, { device: TABLET })).status, status, pin);
    const profiles = await app.call('GET', '/app/auth/profiles', { device: 'another-phone-of-a-stranger' });
    assert.deepEqual(profiles.body.data, [], 'devices of later sign-ins forget the child');
    const mom = await app.registerParent();
    const { token } = (await app.loginChild(child.id, '7391', { device: TABLET })).body.data;
    await link(app, mom.token, token, TABLET);
  },
);

testWithApp('whoever knows the PIN of a child can neither prevent nor misuse the undo', async (app) => {
  const { child, caller } = await createTakenChild(app);
  const browser = createFormBrowser(app, caller.cookie);
  const { text } = await browser.open(`/panel/children/${child.id}/settings`);
  for (const [, device = ''] of text.matchAll(/name="device" value="([^"]+)"/g))
    assert.equal((await browser.submit(`/panel/children/${child.id}/devices/end`, { device })).status, 303);
  assert.deepEqual(await listLinks(app, STRANGERS_PHONE), [], 'a device that has not been used for a week');
  for (let i = 0; i < 12; i++)
    assertError(await undo(app, { profile_id: child.id, pin: '0000' }, STRANGERS_PHONE), 404, 'NOT_FOUND');
  assert.equal((await listLinks(app, TABLET)).length, 1, 'the family’s tablet still shows the link');
  assert.equal((await undo(app, { profile_id: child.id, pin: '1234' })).status, 200);
});

testWithApp(
  'after an undo, the PIN before the first link still undoes the next one, and its guardian waits',
  async (app) => {
    const child = await app.registerChild({ device: TABLET });
    await app.loginChild(child.id, '1234', { device: STRANGERS_PHONE });
    app.advance(8 * DAY);
    const mom = await app.registerParent();
    await link(app, mom.token, (await app.loginChild(child.id, '1234', { device: TABLET })).body.data.token, TABLET);
    const misuse = { profile_id: child.id, pin: '1234', new_pin: '8264' };
    assert.equal(
      (await undo(app, misuse, STRANGERS_PHONE)).status,
      200,
      'a device that the family has let in for a week',
    );
    const stranger = await app.registerParent('mallory@example.org');
    const { token } = (await app.loginChild(child.id, '8264', { device: STRANGERS_PHONE })).body.data;
    await link(app, stranger.token, token, STRANGERS_PHONE);
    await assertFailsWith(
      planChildDeletion(app.ctx, await signInToPanel(app, stranger.token), child.id),
      'CONFLICT first_link_wait',
    );
    assert.equal((await undo(app, { profile_id: child.id, pin: '1234', new_pin: '7391' })).status, 200);
    assert.deepEqual(await listGuardianRanks(app, child.id), []);
  },
);

testWithApp('the earlier PIN undoes a link without a new one, and cancels a planned deletion', async (app) => {
  const { child, caller } = await createTakenChild(app);
  app.advance(72 * HOUR);
  await confirmSession(app, caller);
  await planChildDeletion(app.ctx, caller, child.id);
  assert.equal((await undo(app, { profile_id: child.id, pin: '1234' })).status, 200);
  const login = await app.loginChild(child.id, '1234', { device: TABLET });
  assert.equal(login.status, 200, login.text);
});

testWithApp('a link cannot be undone after seven days, and guesses of the earlier PIN are counted', async (app) => {
  const { child } = await createTakenChild(app);
  const guesses = await Promise.all(
    Array.from({ length: 50 }, (_, i) => undo(app, { profile_id: child.id, pin: String(2000 + i) })),
  );
  assert.equal(guesses.filter(({ status }) => status === 401).length, 5);
  assertError(await undo(app, { profile_id: child.id, pin: '1234' }), 429, 'RATE_LIMITED');
  app.advance(7 * DAY);
  assert.deepEqual(await listLinks(app, TABLET), []);
  assertError(await undo(app, { profile_id: child.id, pin: '1234' }), 404, 'NOT_FOUND');
});

testWithApp(
  'a first guardian does not wait after a code on a device that the child has used for a week',
  async (app) => {
    for (const [device, days, waits] of [
      [TABLET, 7, false],
      ['tablet-of-a-newcomer-0001', 6, true],
      ['short-id', 7, true],
    ] as const) {
      const child = await app.registerChild({ device });
      app.advance(days * DAY);
      const parent = await app.registerParent();
      await link(app, parent.token, child.token, device);
      const caller = await signInToPanel(app, parent.token);
      const settings = await app.call('GET', `/panel/children/${child.id}/settings`, { cookie: caller.cookie });
      assert.equal(/linked recently/.test(settings.text), waits, device);
      const act = planChildDeletion(app.ctx, caller, child.id);
      if (waits) await assertFailsWith(act, 'CONFLICT first_link_wait');
      else await act;
    }
  },
);

testWithApp(
  'a second parent who is refused is told that there is a guardian, and whom to ask',
  async (app) => {
    const { child } = await app.registerFamily();
    const dad = await app.registerParent();
    const code = await app.generateLinkingCode(dad.token);
    const refused = await app.call('POST', '/app/auth/link/redeem', { token: child.token, body: { code } });
    assertError(refused, 409, 'CONFLICT');
    assert.match(refused.body.error.message, /already has a guardian.*write to help@family\.example/);
    const email = await fetchLatestEmail(app, dad.email, /already has a guardian/);
    assert.match(email?.text ?? '', /Nothing has changed[\s\S]*help@family\.example/);
  },
  { env: { OPERATOR_CONTACT: 'help@family.example' } },
);

testWithApp('a device that only a tablet code connected is not one of the child’s earlier devices', async (app) => {
  const child = await app.registerChild({ device: TABLET });
  const parent = await app.registerParent();
  await app.linkChild(parent.token, child.token);
  const caller = await signInToPanel(app, parent.token);
  const code = await readTabletCode(createFormBrowser(app, caller.cookie, null));
  const device = 'tablet-of-an-ex-partner-01';
  assert.equal((await app.call('POST', '/app/auth/tablet', { body: { code }, device })).status, 200);
  await leaveAtOnce(app, caller, child.id);
  app.advance(8 * DAY);
  const login = await app.loginChild(child.id, '1234', { device });
  const again = await app.registerParent('again@example.org', { device });
  await link(app, again.token, login.body.data.token, device);
  const newCaller = await signInToPanel(app, again.token);
  await assertFailsWith(planChildDeletion(app.ctx, newCaller, child.id), 'CONFLICT first_link_wait');
  assert.deepEqual(await listLinks(app, device), []);
  assert.equal((await listLinks(app, TABLET)).length, 1);
});
