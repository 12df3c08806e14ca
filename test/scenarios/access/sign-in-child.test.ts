import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addSeconds } from '../../../src/core/instant.ts';
import { type Answer, assertRefusal, type Request, sharedWorld, story, type World } from '../../support/test-app.ts';

const DAY = 24 * 60 * 60;

function login(world: World, profile_id: string, pin: string, request: Request = {}): Promise<Answer> {
  return world.call('POST', '/app/auth/login/child', { body: { profile_id, pin }, ...request });
}

async function getMe(world: World, token: string) {
  return world.call('GET', '/app/users/me', { token });
}

async function isSignedIn(world: World, token: string): Promise<boolean> {
  const { status } = await getMe(world, token);
  assert.ok(status === 200 || status === 401, `${status}`);
  return status === 200;
}

/** Signs a child in on a device and gives its token. */
async function tokenOn(world: World, id: string, device: string): Promise<string> {
  const answer = await login(world, id, '1234', { device });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.token;
}

async function savedOn(world: World, device: string): Promise<string[]> {
  const answer = await world.call('GET', '/app/auth/profiles', { device });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.map(({ id }: { id: string }) => id);
}

sharedWorld('Registering a child', (world) => {
  const register = (body: object, request: Request = {}) =>
    world().call('POST', '/app/auth/register/child', {
      body: { birth_year: 2017, language: 'en', avatar_id: 'fox', pin: '1234', ...body },
      ...request,
    });

  it('gives a session of 30 days and a generated name', async () => {
    let answer: Answer | undefined;
    const changes = await world().changes(async () => {
      answer = await register({});
    });
    assert.equal(answer?.status, 201);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.deepEqual(Object.keys(answer.body), ['data']);
    const { id, token, expires_at, ...rest } = answer.body.data;
    assert.deepEqual(rest, {});
    assert.equal(expires_at, addSeconds(world().ctx.now(), 30 * DAY));
    assert.deepEqual(changes, { counters: 1, profiles: 1, pins: 1, sessions: 1 });
    assert.equal((await world().letters()).length, 0);

    const me = (await getMe(world(), token)).body.data;
    assert.equal(me.id, id);
    assert.match(me.display_name, /^[A-Z][a-z]+ [A-Z][a-z]+ \d\d$/);
    assert.equal(me.birth_year, 2017);
    assert.equal(me.role, 'child');
    assert.equal(me.linked_parent_email, null);
  });

  it('saves the profile on the device named in the request', async () => {
    const changes = await world().changes(() => register({}, { device: 'the-tablet-of-registering' }));
    assert.deepEqual(changes, { counters: 1, profiles: 1, pins: 1, sessions: 1, saved_profiles: 1 });
    assert.equal((await savedOn(world(), 'the-tablet-of-registering')).length, 1);
  });

  it('stores neither the PIN nor the device id in plain text', async () => {
    const { id } = (await register({ pin: '8642' }, { device: 'a-device-not-to-be-read' })).body.data;
    const { hash } = await world()
      .ctx.db.selectFrom('pins')
      .select('hash')
      .where('profile_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const saved = await world()
      .ctx.db.selectFrom('saved_profiles')
      .select('device_key')
      .where('profile_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.ok(!saved.device_key.includes('a-device-not-to-be-read'));
  });

  it('applies the chosen starter look, and a fixed one for an unknown avatar id', async () => {
    const lookFor = async (avatar_id: string) => {
      const { token } = (await register({ avatar_id })).body.data;
      return (await getMe(world(), token)).body.data.avatar;
    };
    assert.deepEqual(await lookFor('rose'), {
      skin: 'skin-honey',
      hair: 'hair-bun-brown',
      hat: 'hijab-rose',
      shirt: 'scoop-lilac',
      accessory: null,
    });
    const unknown = await lookFor('Robot_of-2031');
    assert.deepEqual(await lookFor('Robot_of-2031'), unknown);
    assert.equal(typeof unknown.skin, 'string');
    assert.equal((await register({ avatar_id: 'x'.repeat(64) })).status, 201);
    assertRefusal(await register({ avatar_id: 'x'.repeat(65) }), 400, 'VALIDATION_ERROR', ['avatar_id']);
  });

  it('accepts birth years from 1900 to the current year', async () => {
    for (const birth_year of [1900, 2026]) assert.equal((await register({ birth_year })).status, 201);
    for (const birth_year of [1899, 2027, 0, -1, 2017.5, 1e300])
      assertRefusal(await register({ birth_year }), 400, 'VALIDATION_ERROR', ['birth_year']);
  });

  it('accepts any language tag and stores it in canonical form', async () => {
    const kept = async (language: string) => {
      const { token } = (await register({ language })).body.data;
      return (await getMe(world(), token)).body.data.language;
    };
    assert.equal(await kept('UK'), 'uk');
    assert.equal(await kept('PT-br'), 'pt-BR');
    assert.equal(await kept('zh-hant-tw'), 'zh-Hant-TW');
    assert.equal(await kept('fil'), 'fil');
    for (const language of ['e', 'english', 'en_US', 'en-', '*', 'i-klingon', 'x-private', 'en-a', 'e1'])
      assertRefusal(await register({ language }), 400, 'VALIDATION_ERROR', ['language']);
  });

  it('accepts any PIN of four digits and nothing else', async () => {
    const { id } = (await register({ pin: '0007' })).body.data;
    assert.equal((await login(world(), id, '0007')).status, 200);
    assertRefusal(await login(world(), id, '7'), 401, 'INVALID_PIN');
    for (const pin of ['123', '12345', '12a4', ' 1234', '1234\n', '-123', '1.23', '١٢٣٤']) {
      const answer = await register({ pin });
      assertRefusal(answer, 400, 'VALIDATION_ERROR', ['pin']);
      assert.match(answer.body.error.message, /4 digits/);
    }
  });
});

sharedWorld('Signing in a child', (world) => {
  it('succeeds with profile id and PIN, and keeps earlier sessions', async () => {
    const child = await world().registerChild({ pin: '4711' });
    let answer: Answer | undefined;
    const changes = await world().changes(async () => {
      answer = await login(world(), child.id, '4711');
    });
    assert.deepEqual(changes, { sessions: 1 });
    assert.equal(answer?.status, 200);
    const { token, expires_at, profile, ...rest } = answer.body.data;
    assert.deepEqual(rest, {});
    assert.equal(expires_at, addSeconds(world().ctx.now(), 30 * DAY));
    const me = (await getMe(world(), token)).body.data;
    assert.deepEqual(profile, { id: child.id, display_name: me.display_name, avatar_url: me.avatar_url });
    assert.notEqual(token, child.token);
    assert.ok(await isSignedIn(world(), child.token));
    assert.equal((await world().letters()).length, 0);
  });

  it('fails with a wrong PIN', async () => {
    const child = await world().registerChild();
    const changes = await world().changes(async () => {
      const answer = await login(world(), child.id, '4321', { device: 'the-tablet' });
      assertRefusal(answer, 401, 'INVALID_PIN');
      assert.match(answer.body.error.message, /A PIN has 4 digits/);
      assert.equal(answer.headers.get('www-authenticate'), null);
    });
    assert.deepEqual(changes, { pin_locks: 1 });
    assert.deepEqual(await savedOn(world(), 'the-tablet'), []);
  });

  it('gives 401 for a malformed PIN without counting it', async () => {
    const child = await world().registerChild();
    const changes = await world().changes(async () => {
      for (const pin of ['', '123', '12345', 'abcd', '1234 ', '１２３４'])
        assertRefusal(await login(world(), child.id, pin), 401, 'INVALID_PIN');
    });
    assert.deepEqual(changes, {});
  });

  it('gives 404 for an unknown profile or a parent’s', async () => {
    const parent = await world().registerParent();
    const parentId = (await getMe(world(), parent.token)).body.data.id;
    const changes = await world().changes(async () => {
      for (const id of [parentId, 'nobody', '', '../x', 'f'.repeat(32)]) {
        assertRefusal(await login(world(), id, '1234'), 404, 'NOT_FOUND');
        assertRefusal(await login(world(), id, 'x'), 404, 'NOT_FOUND');
      }
    });
    assert.deepEqual(changes, {});
  });
});

sharedWorld('A child’s session', (world) => {
  it('ends on sign-out, without ending other sessions', async () => {
    const child = await world().registerChild();
    const other = await tokenOn(world(), child.id, 'the-other-tablet');
    const changes = await world().changes(async () => {
      const answer = await world().call('POST', '/app/auth/logout', { token: child.token });
      assert.equal(answer.status, 200);
      assert.deepEqual(Object.keys(answer.body.data), ['message']);
    });
    assert.deepEqual(changes, {});
    assert.equal(await isSignedIn(world(), child.token), false);
    assertRefusal(await world().call('POST', '/app/auth/logout', { token: child.token }), 401, 'UNAUTHORIZED');
    assert.ok(await isSignedIn(world(), other));
    assert.deepEqual(await savedOn(world(), 'the-other-tablet'), [child.id], 'the device still knows the profile');
  });

  it('is replaced by a newer one of the same profile on the same device', async () => {
    const [mia, leo] = [await world().registerChild(), await world().registerChild()];
    const first = await tokenOn(world(), mia.id, 'the-shared-tablet');
    const elsewhere = await tokenOn(world(), mia.id, 'the-phone');
    const leos = await tokenOn(world(), leo.id, 'the-shared-tablet');
    const changes = await world().changes(() => tokenOn(world(), mia.id, 'the-shared-tablet'));
    assert.deepEqual(changes, { sessions: 1 });
    assert.equal(await isSignedIn(world(), first), false);
    for (const token of [elsewhere, leos, mia.token]) assert.ok(await isSignedIn(world(), token));
  });

  it('is one of at most 100, and the oldest ends with the 101st', async () => {
    const child = await world().registerChild();
    const now = world().ctx.now();
    const rows = Array.from({ length: 98 }, (_, i) => ({
      id: `${child.id}-${i}`,
      profile_id: child.id,
      device_key: null,
      created_at: addSeconds(now, 1 + i),
      expires_at: addSeconds(now, 30 * DAY),
      revoked_at: null,
    }));
    await world().ctx.write(({ tx }) => tx.insertInto('sessions').values(rows).execute());
    const live = async () => {
      const query = world().ctx.db.selectFrom('sessions').select('id').where('profile_id', '=', child.id);
      return (await query.where('revoked_at', 'is', null).execute()).length;
    };
    world().pass(200);
    const hundredth = (await login(world(), child.id, '1234')).body.data.token;
    assert.ok(await isSignedIn(world(), child.token), 'a hundred are fine');
    assert.equal(await live(), 100);
    world().pass(1);
    const last = (await login(world(), child.id, '1234')).body.data.token;
    assert.equal(await isSignedIn(world(), child.token), false);
    assert.equal(await live(), 100);
    for (const token of [hundredth, last]) assert.ok(await isSignedIn(world(), token));
  });

  it('lasts 30 days to the second', async () => {
    const child = await world().registerChild();
    world().pass(30 * DAY - 1);
    assert.ok(await isSignedIn(world(), child.token));
    world().pass(1);
    const answer = await getMe(world(), child.token);
    assertRefusal(answer, 401, 'UNAUTHORIZED');
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    assert.equal((await login(world(), child.id, '1234')).status, 200);
  });
});

sharedWorld(
  'Saved profiles of a device',
  (world) => {
    it('are listed with the latest sign-in first', async () => {
      const device = 'the-family-tablet';
      assert.deepEqual(await savedOn(world(), device), []);
      const mia = await world().registerChild({ device });
      world().pass(1);
      const parent = await world().registerParent('mum@example.org', { device });
      world().pass(1);
      const leo = await world().registerChild();
      await tokenOn(world(), leo.id, device);
      const parentMe = (await getMe(world(), parent.token)).body.data;
      assert.deepEqual(await savedOn(world(), device), [leo.id, parentMe.id, mia.id]);
      world().pass(1);
      await tokenOn(world(), mia.id, device);
      assert.deepEqual(await savedOn(world(), device), [mia.id, leo.id, parentMe.id]);

      const changes = await world().changes(async () => {
        const answer = await world().call('GET', '/app/auth/profiles', { device });
        assert.deepEqual(answer.body.data[2], {
          id: parentMe.id,
          display_name: 'Parent',
          avatar_url: parentMe.avatar_url,
          role: 'parent',
        });
        assert.deepEqual(Object.keys(answer.body.data[0]), ['id', 'display_name', 'avatar_url', 'role']);
        assert.equal(answer.body.data[0].role, 'child');
      });
      assert.deepEqual(changes, {});
      assert.deepEqual(await savedOn(world(), 'the-neighbours-tablet'), []);
    });

    it('give 400 without a Device-Id', async () => {
      assertRefusal(await world().call('GET', '/app/auth/profiles'), 400, 'VALIDATION_ERROR', ['Device-Id']);
    });

    it('list a profile once after the secret key has changed', async () => {
      const device = 'the-old-tablet';
      const { id } = await world().registerChild({ device });
      const [, device_key = ''] = world().ctx.secrets.hashes('device', device);
      const saved = { device_key, saved_at: addSeconds(world().ctx.now(), -DAY) };
      await world().ctx.write(({ tx }) =>
        tx.updateTable('saved_profiles').set(saved).where('profile_id', '=', id).execute(),
      );
      assert.deepEqual(await savedOn(world(), device), [id], 'saved with the secret of yesterday');
      const changes = await world().changes(() => tokenOn(world(), id, device));
      assert.deepEqual(changes, { sessions: 1 });
      assert.deepEqual(await savedOn(world(), device), [id]);
    });
  },
  { env: { SECRET_KEYS: 'nBq7wZ4tK1xY8pV3mC6rL0sD5fG2hJ9u,Qe8Rt2Yu6Io0Pa4Sd7Fg1Hj5Kl9Zx3Cv' } },
);

// The limit of 10 sign-ins a minute is told elsewhere: here it would hide the waits.
const UNHURRIED = { env: { RATE_LIMITS: 'off' } };

/** Fails `times` times in a row. */
async function guessWrong(world: World, id: string, times: number, request: Request = {}): Promise<void> {
  for (let i = 0; i < times; i += 1) assertRefusal(await login(world, id, '0000', request), 401, 'INVALID_PIN');
}

/** The place is shut for just so many minutes: to the right PIN too, and asking does not make it longer. */
async function waitsFor(world: World, id: string, minutes: number, request: Request = {}): Promise<void> {
  for (const pin of ['0000', '1234', '1234']) {
    const answer = await login(world, id, pin, request);
    assertRefusal(answer, 429, 'RATE_LIMITED');
    assert.equal(answer.headers.get('retry-after'), String(minutes * 60));
    assert.equal(answer.body.error.details.retry_after, minutes * 60);
  }
  world.pass(minutes * 60 - 1);
  const answer = await login(world, id, '1234', request);
  assertRefusal(answer, 429, 'RATE_LIMITED');
  assert.equal(answer.headers.get('retry-after'), '1');
  world.pass(1);
}

sharedWorld(
  'Wrong PINs',
  (world) => {
    it('on unknown devices share ten free tries and then increasing waits', async () => {
      const { id } = await world().registerChild();
      await guessWrong(world(), id, 5);
      await guessWrong(world(), id, 5, { device: 'a-stranger' });
      for (const minutes of [1, 2, 5, 15, 30, 60, 60]) {
        await waitsFor(world(), id, minutes);
        await guessWrong(world(), id, 1, { device: `stranger-${minutes}` });
      }
      world().pass(60 * 60);
      const changes = await world().changes(async () => {
        assert.equal((await login(world(), id, '1234')).status, 200);
      });
      assert.deepEqual(changes, { sessions: 1, pin_locks: -1 });
      await guessWrong(world(), id, 10);
      await waitsFor(world(), id, 1);
    });

    it('on a known device have ten free tries and then shorter waits', async () => {
      const device = 'the-tablet';
      const { id } = await world().registerChild({ device });
      await guessWrong(world(), id, 10, { device });
      for (const minutes of [1, 2, 5, 15, 15]) {
        await waitsFor(world(), id, minutes, { device });
        await guessWrong(world(), id, 1, { device });
      }
      world().pass(15 * 60);
      assert.equal((await login(world(), id, '1234', { device })).status, 200);
      await guessWrong(world(), id, 10, { device });
    });

    it('are counted per device, and a correct PIN resets only its own count', async () => {
      const { id } = await world().registerChild({ device: 'mias-tablet' });
      await tokenOn(world(), id, 'mums-phone');
      await guessWrong(world(), id, 10);
      await guessWrong(world(), id, 10, { device: 'mums-phone' });
      await guessWrong(world(), id, 9, { device: 'mias-tablet' });
      const changes = await world().changes(() => tokenOn(world(), id, 'mias-tablet'));
      assert.deepEqual(changes, { sessions: 1, pin_locks: -1 });
      assertRefusal(await login(world(), id, '1234'), 429, 'RATE_LIMITED');
      assertRefusal(await login(world(), id, '1234', { device: 'mums-phone' }), 429, 'RATE_LIMITED');
    });

    it('for one profile do not affect another on the same device', async () => {
      const device = 'the-siblings-tablet';
      const [mia, leo] = [await world().registerChild({ device }), await world().registerChild({ device })];
      await guessWrong(world(), mia.id, 10, { device });
      assertRefusal(await login(world(), mia.id, '1234', { device }), 429, 'RATE_LIMITED');
      assert.equal((await login(world(), leo.id, '1234', { device })).status, 200);
    });

    it('do not end existing sessions', async () => {
      const child = await world().registerChild();
      await guessWrong(world(), child.id, 10);
      assert.ok(await isSignedIn(world(), child.token));
    });
  },
  UNHURRIED,
);

story(
  'a correct PIN resets the count of wrong ones',
  async (world) => {
    const { id } = await world.registerChild();
    await guessWrong(world, id, 9);
    assert.equal((await login(world, id, '1234')).status, 200);
    await guessWrong(world, id, 9);
    assert.equal((await login(world, id, '1234')).status, 200);
    assert.equal(await world.count('pin_locks'), 0);
  },
  UNHURRIED,
);
