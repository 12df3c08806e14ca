import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { endPinWaits } from '../../../src/features/access/index.ts';
import { clearFamilyWrongPins, resetPin } from '../../../src/features/guardianship/index.ts';
import { fetchLatestEmail, registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { addWrongPins } from '../../support/family/wrong-pins.ts';
import { assertError, describeWithApp, type TestApp, type TestRequest, testWithApp } from '../../support/test-app.ts';

// These tests run without rate limits, because the limit of 10 sign-ins a minute would hide the budgets of PINs.

const TABLET = { device: 'the-tablet-of-the-family' };
const PHONE = { device: 'the-phone-of-the-mother' };

async function enterWrongPins(app: TestApp, id: string, count: number, request: TestRequest = {}): Promise<void> {
  for (let i = 0; i < count; i += 1) assertError(await app.loginChild(id, '0000', request), 401, 'INVALID_PIN');
}

/**
 * Asserts that PINs are refused for exactly this long, even the correct one, and that attempts do not extend the wait. Advances the
 * clock to the end of the wait.
 */
async function assertWait(app: TestApp, id: string, seconds: number, request: TestRequest = {}): Promise<void> {
  await app.assertRowChanges({}, async () => {
    for (const pin of ['0000', '1234', '1234']) {
      const response = await app.loginChild(id, pin, request);
      assertError(response, 429, 'RATE_LIMITED');
      assert.equal(response.headers.get('retry-after'), String(seconds));
      assert.equal(response.body.error.details.retry_after, seconds);
    }
  });
  app.advance(seconds - 1);
  const response = await app.loginChild(id, '1234', request);
  assertError(response, 429, 'RATE_LIMITED');
  assert.equal(response.headers.get('retry-after'), '1');
  app.advance(1);
}

async function assertSignsIn(app: TestApp, id: string, request: TestRequest = {}, pin = '1234'): Promise<void> {
  assert.equal((await app.loginChild(id, pin, request)).status, 200);
}

describeWithApp('Wrong PINs', (app) => {
  it('on unknown devices are counted together, five in 15 minutes and ten a day', async () => {
    const { id } = await app.registerChild(TABLET);
    await enterWrongPins(app, id, 2);
    await enterWrongPins(app, id, 3, { device: 'the-phone-of-a-stranger' });
    await assertWait(app, id, 15 * MINUTE);
    await enterWrongPins(app, id, 5);
    await assertWait(app, id, DAY - 15 * MINUTE, { device: 'another-phone-of-a-stranger' });
    await assertSignsIn(app, id);
  });

  it('on a known device end a wait of at most 15 minutes, and are counted apart from those of strangers', async () => {
    const { id } = await app.registerChild(TABLET);
    await assertSignsIn(app, id, PHONE);
    await enterWrongPins(app, id, 5);
    await enterWrongPins(app, id, 5, PHONE);
    await enterWrongPins(app, id, 5, TABLET); // a child who has forgotten the PIN
    await assertWait(app, id, 15 * MINUTE, TABLET);
    await assertSignsIn(app, id, TABLET);
  });

  it('on a known device are at most 20 a day, and a right PIN gives none of them back', async () => {
    const { id } = await app.registerChild(TABLET);
    for (let i = 0; i < 5; i += 1) {
      await enterWrongPins(app, id, 4, TABLET);
      app.advance(MINUTE);
      if (i < 4) await app.assertRowChanges({ sessions: 1 }, () => assertSignsIn(app, id, TABLET));
    }
    await assertWait(app, id, DAY - 5 * MINUTE, TABLET);
    await assertSignsIn(app, id, TABLET);
  });

  it('that strangers enter are not given back when the child signs in', async () => {
    const { id } = await app.registerChild(TABLET);
    await enterWrongPins(app, id, 5);
    await assertSignsIn(app, id, TABLET);
    await assertSignsIn(app, id, TABLET);
    await assertWait(app, id, 15 * MINUTE);
  });

  it('on a device with a short Device-Id count as those of an unknown device', async () => {
    const device = 'x'.repeat(21);
    const { id } = await app.registerChild({ device });
    const profiles = await app.call('GET', '/app/auth/profiles', { device });
    assert.deepEqual(
      profiles.body.data.map((profile: { id: string }) => profile.id),
      [id],
      'the profile is saved',
    );
    await enterWrongPins(app, id, 5);
    await assertWait(app, id, 15 * MINUTE, { device });
  });

  it('on devices that have signed in only with an earlier PIN are counted together, but not with those of strangers', async () => {
    const { child, caller } = await registerFamilyWithPanelSession(app);
    for (const device of [TABLET, PHONE]) await assertSignsIn(app, child.id, device);
    app.advance(1);
    await resetPin(app.ctx, caller, child.id, '9375');
    await enterWrongPins(app, child.id, 5);
    await enterWrongPins(app, child.id, 2, TABLET);
    await enterWrongPins(app, child.id, 3, PHONE);
    await assertWait(app, child.id, 15 * MINUTE, PHONE);
    await assertSignsIn(app, child.id, TABLET, '9375');
  });

  it('for one profile do not affect another profile on the same device', async () => {
    const [mia, leo] = [await app.registerChild(TABLET), await app.registerChild(TABLET)];
    await enterWrongPins(app, mia.id, 5, TABLET);
    assertError(await app.loginChild(mia.id, '1234', TABLET), 429, 'RATE_LIMITED');
    await assertSignsIn(app, leo.id, TABLET);
  });

  it('that were entered while the clock was far ahead do not count after the clock is corrected', async () => {
    const { id } = await app.registerChild();
    app.advanceWallClock(40 * DAY);
    await enterWrongPins(app, id, 5);
    app.advanceWallClock(-40 * DAY);
    await assertSignsIn(app, id);
  });

  it('do not end existing sessions', async () => {
    const child = await app.registerChild();
    await enterWrongPins(app, child.id, 5);
    assert.equal((await app.call('GET', '/app/users/me', { token: child.token })).status, 200);
  });

  it('are told to the guardians once when a budget of a day is spent, who can give them back', async () => {
    const { child, parent, caller } = await registerFamilyWithPanelSession(app);
    const sibling = await app.registerChild();
    await app.linkChild(parent.token, sibling.token);
    const findEmail = () => fetchLatestEmail(app, parent.email, /Too many wrong PINs/);
    await addWrongPins(app, child.id, 8);
    await enterWrongPins(app, child.id, 1);
    assert.equal(await findEmail(), undefined);
    await enterWrongPins(app, child.id, 1);
    assert.match((await findEmail())?.text ?? '', new RegExp(`/panel/children/${child.id}/settings`));
    await addWrongPins(app, sibling.id, 10);
    for (const { id } of [child, sibling]) assertError(await app.loginChild(id), 429, 'RATE_LIMITED');
    await clearFamilyWrongPins(app.ctx, caller, child.id);
    for (const { id } of [child, sibling]) await assertSignsIn(app, id);

    await addWrongPins(app, child.id, 9);
    await enterWrongPins(app, child.id, 1);
    const emails = (await app.fetchEmailsTo(parent.email)).filter(({ subject }) => /wrong PINs/.test(subject ?? ''));
    assert.equal(emails.length, 1, 'one email a day');
  });

  it('that were entered on a child’s device for profiles of others are given back by an operator', async () => {
    const device = 'the-tablet-of-a-class-of-a-school';
    const [child, other] = [await app.registerChild({ device }), await app.registerChild()];
    await addWrongPins(app, other.id, 30, '', app.ctx.secrets.hash('device', device));
    assertError(await app.loginChild(child.id, '1234', { device }), 429, 'RATE_LIMITED');
    await app.ctx.write((ctx) => endPinWaits(ctx, child.id));
    await assertSignsIn(app, child.id, { device });
  });

  it('are not told to the guardians if the last PIN of the day is right', async () => {
    const { child, parent } = await registerFamilyWithPanelSession(app);
    await addWrongPins(app, child.id, 9);
    await assertSignsIn(app, child.id);
    assert.equal(await fetchLatestEmail(app, parent.email, /Too many wrong PINs/), undefined);
  });
});

/** The PINs of 40 children, as often as people choose them: four times 1234, twice 1111, once 0000. */
const HUMAN_PINS = Array.from({ length: 40 }, (_, i) => {
  if (i % 10 === 0) return '1234';
  if (i % 20 === 5) return '1111';
  return i === 17 ? '0000' : `86${10 + i}`;
});

testWithApp(
  'guessing the PINs of 40 profiles for a day, 30 wrong PINs of a device and 40 of an address are compared',
  async (app) => {
    const children = await Promise.all(HUMAN_PINS.map((pin) => app.registerChild({ pin })));
    /** Tries a common PIN at each profile every three hours. */
    async function guess(createRequest: (i: number) => TestRequest) {
      const counts = { wrong: 0, right: 0, refused: 0 };
      for (const pin of ['1234', '1111', '0000', '1212', '7777', '1004', '2000', '4444']) {
        for (const [i, { id }] of children.entries()) {
          const { status } = await app.loginChild(id, pin, createRequest(i));
          const outcome = { 401: 'wrong', 200: 'right', 429: 'refused' }[status] as keyof typeof counts | undefined;
          assert.ok(outcome, `${status}`);
          counts[outcome] += 1;
        }
        app.advance(3 * HOUR - 1);
      }
      app.advance(DAY);
      return counts;
    }
    // The right PINs are those of the children with the PIN 1234, which the first round enters.
    const oneDevice = await guess(() => ({ device: '1' }));
    assert.deepEqual(oneDevice, { wrong: 30, right: 4, refused: 320 - 34 });
    const { text: metrics } = await app.call('GET', '/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } });
    assert.match(metrics, /event="budget-spent",kind="wrong PINs of a device over all profiles"\} 1/);
    const oneAddress = { wrong: 40, right: 4, refused: 320 - 44 };
    assert.deepEqual(await guess((i) => ({ device: `invented-${i}`, from: '203.0.113.9' })), oneAddress);
    assert.deepEqual(await guess(() => ({ from: '2001:db8:0:1::1' })), oneAddress, 'without a Device-Id');
    for (const [i, { id }] of children.entries()) await assertSignsIn(app, id, { from: '203.0.113.11' }, HUMAN_PINS[i]);
  },
  // SQLite only: the other tests of this file count wrong PINs on both databases.
  { only: 'sqlite' },
);
