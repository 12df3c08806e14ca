import assert from 'node:assert/strict';
import { DAY, MINUTE } from '../../../src/core/instant.ts';
import {
  clearPinLock,
  pauseChildStreak,
  resetPin,
  resumeChildStreak,
  setChildSettings,
  updateChild,
} from '../../../src/features/guardianship/index.ts';
import { household, letterTo, refusalOf } from '../../support/guardians.ts';
import { assertRefusal, story } from '../../support/test-app.ts';

const login = (profile_id: string, pin: string) => ({ body: { profile_id, pin } });
const UNHURRIED = { env: { RATE_LIMITS: 'off' } };

story('a guardian changes a child’s name and language, and a stranger gets 404', async (world) => {
  const { child, caller } = await household(world);
  const stranger = await household(world);
  await updateChild(world.ctx, caller, child.id, { display_name: '  Мія ', language: 'UK' });
  const { body } = await world.call('GET', '/app/users/me', { token: child.token });
  assert.deepEqual([body.data.display_name, body.data.language], ['Мія', 'uk']);
  const changes = await world.changes(async () => {
    for (const wish of [
      { display_name: '', language: 'en' },
      { display_name: 'Mia', language: 'klingon!' },
      { display_name: 'x'.repeat(41), language: 'en' },
    ]) {
      assert.equal(await refusalOf(updateChild(world.ctx, caller, child.id, wish)), 'VALIDATION_ERROR invalid_fields');
    }
    const wish = { display_name: 'Eve', language: 'en' };
    assert.equal(await refusalOf(updateChild(world.ctx, stranger.caller, child.id, wish)), 'NOT_FOUND');
    assert.equal(await refusalOf(updateChild(world.ctx, caller, 'no\0body', wish)), 'NOT_FOUND');
  });
  assert.deepEqual(changes, {});
  const again = await world.call('GET', '/app/users/me', { token: child.token });
  assert.equal(again.body.data.display_name, 'Мія');
});

story('a new PIN replaces the old one, ends all sessions and clears the wait', async (world) => {
  const { child, caller } = await household(world);
  for (let i = 0; i < 10; i += 1) await world.call('POST', '/app/auth/login/child', login(child.id, '9999'));
  assertRefusal(await world.call('POST', '/app/auth/login/child', login(child.id, '1234')), 429, 'RATE_LIMITED');
  await resetPin(world.ctx, caller, child.id, '0808');
  assertRefusal(await world.call('GET', '/app/users/me', { token: child.token }), 401, 'UNAUTHORIZED');
  assertRefusal(await world.call('POST', '/app/auth/login/child', login(child.id, '1234')), 401, 'INVALID_PIN');
  assert.equal((await world.call('POST', '/app/auth/login/child', login(child.id, '0808'))).status, 200);
  for (const pin of ['', '12345', 'abcd', '１２３４']) {
    assert.equal(await refusalOf(resetPin(world.ctx, caller, child.id, pin)), 'VALIDATION_ERROR invalid_fields');
  }
});

story('resetting a PIN needs a confirmation of the last 15 minutes', async (world) => {
  const { child, caller } = await household(world);
  world.pass(15 * MINUTE - 1);
  await resetPin(world.ctx, caller, child.id, '1111');
  world.pass(1);
  assert.equal(await refusalOf(resetPin(world.ctx, caller, child.id, '2222')), 'FORBIDDEN confirmation_required');
  assert.equal((await world.call('POST', '/app/auth/login/child', login(child.id, '1111'))).status, 200);
});

story(
  'signing in with the old PIN during a reset leaves no session',
  async (world) => {
    const { child, caller } = await household(world);
    for (let round = 0; round < 5; round += 1) {
      const [old, fresh] = [`000${round}`, `000${round + 1}`];
      await resetPin(world.ctx, caller, child.id, old);
      const [, ...answers] = await Promise.all([
        resetPin(world.ctx, caller, child.id, fresh),
        ...Array.from({ length: 6 }, () => world.call('POST', '/app/auth/login/child', login(child.id, old))),
      ]);
      for (const { body, status } of answers) {
        assert.ok([200, 401].includes(status), String(status));
        const me = await world.call('GET', '/app/users/me', { token: body.data?.token ?? 'none' });
        assert.equal(me.status, 401, 'the old PIN opens nothing that lasts');
      }
      await clearPinLock(world.ctx, caller, child.id);
    }
  },
  UNHURRIED,
);

story('after ten wrong PINs guardians get one email an hour and can clear the wait', async (world) => {
  const { child, parent, caller } = await household(world);
  const wrong = () => world.call('POST', '/app/auth/login/child', login(child.id, '9999'));
  for (let i = 0; i < 9; i += 1) await wrong();
  assert.equal(await letterTo(world, parent.email, /Too many wrong PINs/), undefined);
  assertRefusal(await wrong(), 401, 'INVALID_PIN');
  const letter = await letterTo(world, parent.email, /Too many wrong PINs/);
  assert.match(letter?.text ?? '', new RegExp(`/panel/children/${child.id}/settings`));
  world.pass(MINUTE);
  await wrong();
  const all = (await world.letters()).filter(({ subject }) => /Too many wrong PINs/.test(subject ?? ''));
  assert.equal(all.length, 1);
  await clearPinLock(world.ctx, caller, child.id);
  assert.equal((await world.call('POST', '/app/auth/login/child', login(child.id, '1234'))).status, 200);
});

story('the correct PIN at the tenth try sends no email', async (world) => {
  const { child } = await household(world);
  for (let i = 0; i < 9; i += 1) await world.call('POST', '/app/auth/login/child', login(child.id, '9999'));
  assert.equal((await world.call('POST', '/app/auth/login/child', login(child.id, '1234'))).status, 200);
  assert.ok((await world.letters()).every(({ subject }) => !/Too many wrong PINs/.test(subject ?? '')));
});

story('a guardian sets leaderboard, planets and automatic approval', async (world) => {
  const { child, caller } = await household(world);
  const kept = () =>
    world.ctx.db.selectFrom('child_settings').selectAll().where('profile_id', '=', child.id).executeTakeFirst();
  const listed = async () =>
    (await world.ctx.db.selectFrom('totals').select('listed').where('profile_id', '=', child.id).executeTakeFirst())
      ?.listed;
  assert.equal(await kept(), undefined);
  await setChildSettings(world.ctx, caller, child.id, { onBoards: true, onPlanets: false, autoApproval: false });
  assert.deepEqual({ ...(await kept()) }, { profile_id: child.id, on_boards: 1, on_planets: 0, auto_approval: 0 });
  assert.equal(await listed(), 1);
  await setChildSettings(world.ctx, caller, child.id, { onBoards: false, onPlanets: true, autoApproval: true });
  assert.equal(await listed(), 0);
});

story('a streak is paused and resumed by a guardian without missing days', async (world) => {
  const { child, caller } = await household(world);
  const headers = { 'x-timezone': 'UTC' };
  const act = async () => {
    const made = await world.call('POST', '/app/todos', { token: child.token, body: { title: 'Read' }, headers });
    const path = `/app/todos/${made.body.data.id}`;
    await world.call('PATCH', path, { token: child.token, body: { status: 'done' }, headers });
    return (await world.call('GET', '/app/users/me/stats', { token: child.token, headers })).body.data
      .current_streak_days;
  };
  assert.equal(await act(), 1);
  await pauseChildStreak(world.ctx, caller, child.id, null);
  await pauseChildStreak(world.ctx, caller, child.id, null);
  assert.equal(await world.count('streak_pauses'), 1, 'a second tap is the same pause');
  world.pass(9 * DAY);
  await resumeChildStreak(world.ctx, caller, child.id);
  await resumeChildStreak(world.ctx, caller, child.id);
  assert.equal(await act(), 2, 'nine days in bed are not missed');
  const now = world.ctx.now().slice(0, 10);
  const pause = await world.ctx.db.selectFrom('streak_pauses').selectAll().executeTakeFirst();
  assert.equal(pause?.from_date, '2026-11-20');
  assert.ok(pause?.until_date && pause.until_date < now, 'today counts again');

  await pauseChildStreak(world.ctx, caller, child.id, '2026-12-24');
  await resumeChildStreak(world.ctx, caller, child.id);
  assert.equal(await world.count('streak_pauses'), 1, 'one that ends on its first day has never been');
  for (const until of ['2026-11-28', '2028-01-01', '2026-13-01', '2026-02-30', 'tomorrow']) {
    assert.equal(
      await refusalOf(pauseChildStreak(world.ctx, caller, child.id, until)),
      'VALIDATION_ERROR invalid_fields',
    );
  }
});
