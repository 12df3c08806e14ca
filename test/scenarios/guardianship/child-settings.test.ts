import assert from 'node:assert/strict';
import { DAY, MINUTE } from '../../../src/core/time/instant.ts';
import {
  clearChildPinLocks,
  pauseChildStreak,
  resetPin,
  resumeChildStreak,
  setChildSettings,
  updateChild,
} from '../../../src/features/guardianship/index.ts';
import { assertFailsWith } from '../../support/api-error.ts';
import { fetchLatestEmail, registerFamilyWithPanelSession } from '../../support/family/guardians.ts';
import { assertError, START_TIME, testWithApp, testWithRateLimits } from '../../support/test-app.ts';

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

testWithRateLimits('a new PIN replaces the old one, ends all sessions and removes the PIN lock', async (app) => {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  for (let i = 0; i < 10; i += 1) await app.loginChild(child.id, '9999');
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
  app.advance(15 * MINUTE - 1);
  await resetPin(app.ctx, caller, child.id, '1111');
  app.advance(1);
  await assertFailsWith(resetPin(app.ctx, caller, child.id, '2222'), 'FORBIDDEN confirmation_required');
  assert.equal((await app.loginChild(child.id, '1111')).status, 200);
});

testWithApp('signing in with the old PIN during a reset leaves no session', async (app) => {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  for (let round = 0; round < 5; round += 1) {
    const [oldPin, newPin] = [`000${round}`, `000${round + 1}`];
    await resetPin(app.ctx, caller, child.id, oldPin);
    const [, ...responses] = await Promise.all([
      resetPin(app.ctx, caller, child.id, newPin),
      ...Array.from({ length: 6 }, () => app.loginChild(child.id, oldPin)),
    ]);
    for (const { body, status } of responses) {
      assert.ok([200, 401].includes(status), String(status));
      const me = await app.call('GET', '/app/users/me', { token: body.data?.token ?? 'none' });
      assert.equal(me.status, 401, 'the old PIN leaves no session');
    }
    await clearChildPinLocks(app.ctx, caller, child.id);
  }
});

testWithApp('after ten wrong PINs, guardians receive one email an hour and can remove the PIN lock', async (app) => {
  const { child, parent, caller } = await registerFamilyWithPanelSession(app);
  const enterWrongPin = () => app.loginChild(child.id, '9999');
  for (let i = 0; i < 9; i += 1) await enterWrongPin();
  assert.equal(await fetchLatestEmail(app, parent.email, /Too many wrong PINs/), undefined);
  assertError(await enterWrongPin(), 401, 'INVALID_PIN');
  const sentEmail = await fetchLatestEmail(app, parent.email, /Too many wrong PINs/);
  assert.match(sentEmail?.text ?? '', new RegExp(`/panel/children/${child.id}/settings`));
  app.advance(MINUTE);
  await enterWrongPin();
  const sentEmails = (await app.deliverEmails()).filter(({ subject }) => /Too many wrong PINs/.test(subject ?? ''));
  assert.equal(sentEmails.length, 1);
  await clearChildPinLocks(app.ctx, caller, child.id);
  assert.equal((await app.loginChild(child.id)).status, 200);
});

testWithApp('the correct PIN at the tenth attempt sends no email', async (app) => {
  const { child } = await registerFamilyWithPanelSession(app);
  for (let i = 0; i < 9; i += 1) await app.loginChild(child.id, '9999');
  assert.equal((await app.loginChild(child.id)).status, 200);
  assert.ok((await app.deliverEmails()).every(({ subject }) => !/Too many wrong PINs/.test(subject ?? '')));
});

testWithApp('a guardian allows and forbids leaderboards, planets and automatic approval', async (app) => {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  const readSettings = () =>
    app.ctx.db.selectFrom('child_settings').selectAll().where('profile_id', '=', child.id).executeTakeFirst();
  const readListedFlag = async () =>
    (await app.ctx.db.selectFrom('totals').select('listed').where('profile_id', '=', child.id).executeTakeFirst())
      ?.listed;
  assert.equal(await readSettings(), undefined);
  await setChildSettings(app.ctx, caller, child.id, {
    appearsOnLeaderboards: true,
    mayJoinPlanets: false,
    hasAutoApproval: false,
  });
  assert.deepEqual(
    { ...(await readSettings()) },
    { profile_id: child.id, on_leaderboards: 1, on_planets: 0, auto_approval: 0 },
  );
  assert.equal(await readListedFlag(), 1);
  await setChildSettings(app.ctx, caller, child.id, {
    appearsOnLeaderboards: false,
    mayJoinPlanets: true,
    hasAutoApproval: true,
  });
  assert.equal(await readListedFlag(), 0);
});

testWithApp('a guardian pauses and resumes a streak, and the paused days do not break it', async (app) => {
  const { child, caller } = await registerFamilyWithPanelSession(app);
  const headers = { 'x-timezone': 'UTC' };
  const finishTodoAndReadStreak = async () => {
    const created = await app.call('POST', '/app/todos', { token: child.token, body: { title: 'Read' }, headers });
    const path = `/app/todos/${created.body.data.id}`;
    await app.call('PATCH', path, { token: child.token, body: { status: 'done' }, headers });
    return (await app.call('GET', '/app/users/me/stats', { token: child.token, headers })).body.data
      .current_streak_days;
  };
  assert.equal(await finishTodoAndReadStreak(), 1);
  await pauseChildStreak(app.ctx, caller, child.id, null);
  await pauseChildStreak(app.ctx, caller, child.id, null);
  assert.equal(await app.countRows('streak_pauses'), 1, 'pausing again adds no pause');
  app.advance(9 * DAY);
  await resumeChildStreak(app.ctx, caller, child.id);
  await resumeChildStreak(app.ctx, caller, child.id);
  assert.equal(await finishTodoAndReadStreak(), 2, 'paused days do not break the streak');
  const today = app.ctx.now().slice(0, 10);
  const pause = await app.ctx.db.selectFrom('streak_pauses').selectAll().executeTakeFirst();
  assert.equal(pause?.from_date, START_TIME.slice(0, 10));
  assert.ok(pause?.until_date && pause.until_date < today, 'the pause ended before today');

  await pauseChildStreak(app.ctx, caller, child.id, '2026-12-24');
  await resumeChildStreak(app.ctx, caller, child.id);
  assert.equal(await app.countRows('streak_pauses'), 1, 'a pause that ends on its first day is removed');
  // One day in the past, one too far in the future, and three that are not dates.
  for (const untilDate of ['2026-11-28', '2028-01-01', '2026-13-01', '2026-02-30', 'tomorrow']) {
    await assertFailsWith(pauseChildStreak(app.ctx, caller, child.id, untilDate), 'VALIDATION_ERROR invalid_fields');
  }
});
