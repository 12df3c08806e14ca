import assert from 'node:assert/strict';
import { HOUR, MINUTE } from '../../../src/core/time/instant.ts';
import { clearFamilyWrongPins, resetPin, updateChild } from '../../../src/features/guardianship/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { createFormBrowser } from '../../support/browser/form-browser.ts';
import { confirmSession, registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { assertError, testWithApp, testWithRateLimits } from '../../support/test-app.ts';

testWithApp('a guardian changes a child’s name and language, and a stranger gets 404', async (app) => {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  const stranger = await registerFamilyWithPanelSession(app);
  await updateChild(app.ctx, caller, child.id, { display_name: '  Мія ', language: 'UK' });
  const { body } = await app.call('GET', '/app/users/me', { token: child.token });
  assert.deepEqual([body.data.display_name, body.data.language], ['Мія', 'uk']);
  await app.assertRowChanges({}, async () => {
    for (const change of [
      { display_name: '', language: 'en' },
      { display_name: 'Mia', language: 'klingon!' },
      { display_name: 'x'.repeat(41), language: 'en' },
    ]) {
      await assertFailsWith(updateChild(app.ctx, caller, child.id, change), 'VALIDATION_ERROR invalid_fields');
    }
    const change = { display_name: 'Eve', language: 'en' };
    await assertFailsWith(updateChild(app.ctx, stranger.caller, child.id, change), 'NOT_FOUND');
    const idWithNul = 'no\0body'; // PostgreSQL refuses NUL characters
    await assertFailsWith(updateChild(app.ctx, caller, idWithNul, change), 'NOT_FOUND');
  });
  const me = await app.call('GET', '/app/users/me', { token: child.token });
  assert.equal(me.body.data.display_name, 'Мія');
});

testWithRateLimits('a new PIN replaces the old one, ends all sessions and gives back the tries', async (app) => {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  for (let i = 0; i < 5; i += 1) await app.loginChild(child.id, '9999');
  assertError(await app.loginChild(child.id), 429, 'RATE_LIMITED');
  await resetPin(app.ctx, caller, child.id, '0808');
  assertError(await app.call('GET', '/app/users/me', { token: child.token }), 401, 'UNAUTHORIZED');
  assertError(await app.loginChild(child.id), 401, 'INVALID_PIN');
  assert.equal((await app.loginChild(child.id, '0808')).status, 200);
  for (const pin of ['', '12345', 'abcd', '１２３４' /* full-width digits */]) {
    await assertFailsWith(resetPin(app.ctx, caller, child.id, pin), 'VALIDATION_ERROR invalid_fields');
  }
});

testWithApp('resetting a PIN needs a code entered in the last 15 minutes', async (app) => {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  app.advance(2 * HOUR);
  await confirmSession(app, caller);
  app.advance(15 * MINUTE - 1);
  await resetPin(app.ctx, caller, child.id, '8111');
  app.advance(1);
  await assertFailsWith(resetPin(app.ctx, caller, child.id, '8222'), 'FORBIDDEN confirmation_required');
  assert.equal((await app.loginChild(child.id, '8111')).status, 200);
});

testWithApp('signing in with the old PIN during a reset leaves no session', async (app) => {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  for (let round = 0; round < 5; round += 1) {
    const [oldPin, newPin] = [`800${round}`, `800${round + 1}`];
    await resetPin(app.ctx, caller, child.id, oldPin);
    const [, ...responses] = await Promise.all([
      resetPin(app.ctx, caller, child.id, newPin),
      ...Array.from({ length: 5 }, () => app.loginChild(child.id, oldPin)),
    ]);
    for (const { body, status } of responses) {
      assert.ok([200, 401].includes(status), String(status));
      const me = await app.call('GET', '/app/users/me', { token: body.data?.token ?? 'none' });
      assert.equal(me.status, 401, 'the old PIN leaves no session');
    }
    await clearFamilyWrongPins(app.ctx, caller, child.id);
  }
});

testWithApp(
  'a PIN that is easy to guess is accepted from the app, but marked and refused in the panel',
  async (app) => {
    const { child, caller } = await registerFamilyWithPanelSession(app); // with the PIN 1234 and the birth year 2017
    const browser = createFormBrowser(app, caller.cookie);
    const path = `/panel/children/${child.id}`;
    const isMarked = async () => (await browser.open(`${path}/settings`)).text.includes('This PIN is easy to guess.');
    assert.equal(await isMarked(), true);
    for (const pin of ['2017', '0000'])
      assert.match(
        (await browser.submit(`${path}/pin`, { pin })).text,
        /id="pin-error">This PIN is easy to guess. Choose another/,
      );
    await resetPin(app.ctx, caller, child.id, '8675');
    assert.equal(await isMarked(), false);

    const setPin = async (easy_to_guess: number | null) =>
      app.ctx.write(({ db }) => db.updateTable('pins').set({ easy_to_guess }).execute());
    await setPin(null); // as for a PIN that was set before this was recorded
    assert.equal((await app.loginChild(child.id, '8675')).status, 200);
    const { easy_to_guess } = await app.ctx.db.selectFrom('pins').select('easy_to_guess').executeTakeFirstOrThrow();
    assert.equal(easy_to_guess, 0);
  },
);
