import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addSeconds, DAY } from '../../../src/core/time/instant.ts';
import {
  assertError,
  describeWithRateLimits,
  NEW_CHILD,
  type TestApp,
  type TestRequest,
} from '../../support/test-app.ts';

/** Requests the caller's profile. */
async function requestMe(app: TestApp, token: string) {
  return app.call('GET', '/app/users/me', { token });
}

async function isSignedIn(app: TestApp, token: string): Promise<boolean> {
  const { status } = await requestMe(app, token);
  assert.ok(status === 200 || status === 401, `${status}`);
  return status === 200;
}

/** Signs a child in on a device and returns the token. */
async function signInOnDevice(app: TestApp, id: string, device: string): Promise<string> {
  const response = await app.loginChild(id, '1234', { device });
  assert.equal(response.status, 200, response.text);
  return response.body.data.token;
}

async function listSavedProfileIds(app: TestApp, device: string): Promise<string[]> {
  const response = await app.call('GET', '/app/auth/profiles', { device });
  assert.equal(response.status, 200, response.text);
  return response.body.data.map(({ id }: { id: string }) => id);
}

describeWithRateLimits('Registering a child', (app) => {
  const register = (body: object, request: TestRequest = {}) =>
    app.call('POST', '/app/auth/register/child', { body: { ...NEW_CHILD, ...body }, ...request });

  it('gives a 30-day session and a generated name', async () => {
    // The counter counts registrations from the client IP address.
    const response = await app.assertRowChanges({ counters: 1, profiles: 1, pins: 1, sessions: 1 }, () => register({}));
    assert.equal(response.status, 201);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.deepEqual(Object.keys(response.body), ['data']);
    const { id, token, expires_at, ...otherFields } = response.body.data;
    assert.deepEqual(otherFields, {});
    assert.equal(expires_at, addSeconds(app.ctx.now(), 30 * DAY));
    assert.equal((await app.deliverEmails()).length, 0);

    const me = (await requestMe(app, token)).body.data;
    assert.equal(me.id, id);
    assert.match(me.display_name, /^[A-Z][a-z]+ [A-Z][a-z]+ \d\d$/);
    assert.equal(me.birth_year, 2017);
    assert.equal(me.role, 'child');
    assert.equal(me.linked_parent_email, null);
  });

  it('saves the profile on the device of the request', async () => {
    await app.assertRowChanges({ counters: 1, profiles: 1, pins: 1, sessions: 1, saved_profiles: 1 }, () =>
      register({}, { device: 'the-registration-tablet' }),
    );
    assert.equal((await listSavedProfileIds(app, 'the-registration-tablet')).length, 1);
  });

  it('stores neither the PIN nor the device id in plain text', async () => {
    const { id } = (await register({ pin: '8642' }, { device: 'a-secret-device-id' })).body.data;
    const { hash } = await app.ctx.db
      .selectFrom('pins')
      .select('hash')
      .where('profile_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.match(hash, /^\$argon2id\$v=19\$/);
    const savedProfile = await app.ctx.db
      .selectFrom('saved_profiles')
      .select('device_key')
      .where('profile_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.ok(!savedProfile.device_key.includes('a-secret-device-id'));
  });

  it('applies the chosen starter look, and always the same look for an unknown avatar id', async () => {
    const registerWithAvatar = async (avatar_id: string) => {
      const { token } = (await register({ avatar_id })).body.data;
      return (await requestMe(app, token)).body.data.avatar;
    };
    assert.deepEqual(await registerWithAvatar('rose'), {
      skin: 'skin-honey',
      hair: 'hair-bun-brown',
      hat: 'hijab-rose',
      shirt: 'scoop-lilac',
      accessory: null,
    });
    const avatarForUnknownId = await registerWithAvatar('Robot_of-2031');
    assert.deepEqual(await registerWithAvatar('Robot_of-2031'), avatarForUnknownId);
    assert.equal(typeof avatarForUnknownId.skin, 'string');
    assert.equal((await register({ avatar_id: 'x'.repeat(64) })).status, 201);
    assertError(await register({ avatar_id: 'x'.repeat(65) }), 400, 'VALIDATION_ERROR', ['avatar_id']);
  });

  it('accepts birth years from 1900 to the current year', async () => {
    for (const birth_year of [1900, 2026]) assert.equal((await register({ birth_year })).status, 201);
    for (const birth_year of [1899, 2027, 0, -1, 2017.5, 1e300])
      assertError(await register({ birth_year }), 400, 'VALIDATION_ERROR', ['birth_year']);
  });

  it('accepts any language tag and stores it in canonical form', async () => {
    const registerWithLanguage = async (language: string) => {
      const { token } = (await register({ language })).body.data;
      return (await requestMe(app, token)).body.data.language;
    };
    assert.equal(await registerWithLanguage('UK'), 'uk');
    assert.equal(await registerWithLanguage('PT-br'), 'pt-BR');
    assert.equal(await registerWithLanguage('zh-hant-tw'), 'zh-Hant-TW');
    assert.equal(await registerWithLanguage('fil'), 'fil');
    for (const language of ['e', 'english', 'en_US', 'en-', '*', 'i-klingon', 'x-private', 'en-a', 'e1'])
      assertError(await register({ language }), 400, 'VALIDATION_ERROR', ['language']);
  });

  it('accepts any PIN of four digits and nothing else', async () => {
    const { id } = (await register({ pin: '0007' })).body.data;
    assert.equal((await app.loginChild(id, '0007')).status, 200);
    assertError(await app.loginChild(id, '7'), 401, 'INVALID_PIN');
    for (const pin of ['123', '12345', '12a4', ' 1234', '1234\n', '-123', '1.23', '١٢٣٤']) {
      const response = await register({ pin });
      assertError(response, 400, 'VALIDATION_ERROR', ['pin']);
      assert.match(response.body.error.message, /4 digits/);
    }
  });
});

describeWithRateLimits('Signing in a child', (app) => {
  it('succeeds with the profile id and PIN, and does not end earlier sessions', async () => {
    const child = await app.registerChild({ pin: '4711' });
    const response = await app.assertRowChanges({ sessions: 1 }, () => app.loginChild(child.id, '4711'));
    assert.equal(response.status, 200);
    const { token, expires_at, profile, ...otherFields } = response.body.data;
    assert.deepEqual(otherFields, {});
    assert.equal(expires_at, addSeconds(app.ctx.now(), 30 * DAY));
    const me = (await requestMe(app, token)).body.data;
    assert.deepEqual(profile, { id: child.id, display_name: me.display_name, avatar_url: me.avatar_url });
    assert.notEqual(token, child.token);
    assert.ok(await isSignedIn(app, child.token));
    assert.equal((await app.deliverEmails()).length, 0);
  });

  it('fails with a wrong PIN', async () => {
    const child = await app.registerChild();
    await app.assertRowChanges({ wrong_pins: 1 }, async () => {
      const response = await app.loginChild(child.id, '4321', { device: 'the-tablet' });
      assertError(response, 401, 'INVALID_PIN');
      assert.match(response.body.error.message, /A PIN has 4 digits/);
      assert.equal(response.headers.get('www-authenticate'), null);
    });
    assert.deepEqual(await listSavedProfileIds(app, 'the-tablet'), []);
  });

  it('gives 401 for a malformed PIN without counting it', async () => {
    const child = await app.registerChild();
    await app.assertRowChanges({}, async () => {
      for (const pin of ['', '123', '12345', 'abcd', '1234 ', '１２３４'])
        assertError(await app.loginChild(child.id, pin), 401, 'INVALID_PIN');
    });
  });

  it('gives 404 for an unknown profile and for a parent’s profile', async () => {
    const parent = await app.registerParent();
    const parentId = (await requestMe(app, parent.token)).body.data.id;
    await app.assertRowChanges({}, async () => {
      for (const id of [parentId, 'nobody', '', '../x', 'f'.repeat(32)]) {
        assertError(await app.loginChild(id, '1234'), 404, 'NOT_FOUND');
        assertError(await app.loginChild(id, 'x'), 404, 'NOT_FOUND');
      }
    });
  });
});

describeWithRateLimits('A child’s session', (app) => {
  it('ends on sign-out, without ending other sessions', async () => {
    const child = await app.registerChild();
    const otherToken = await signInOnDevice(app, child.id, 'the-other-tablet');
    await app.assertRowChanges({}, async () => {
      const response = await app.call('POST', '/app/auth/logout', { token: child.token });
      assert.equal(response.status, 200);
      assert.deepEqual(Object.keys(response.body.data), ['message']);
    });
    assert.equal(await isSignedIn(app, child.token), false);
    assertError(await app.call('POST', '/app/auth/logout', { token: child.token }), 401, 'UNAUTHORIZED');
    assert.ok(await isSignedIn(app, otherToken));
    assert.deepEqual(
      await listSavedProfileIds(app, 'the-other-tablet'),
      [child.id],
      'the profile is still saved on the device',
    );
  });

  it('is replaced by a newer session of the same profile on the same device', async () => {
    const [mia, leo] = [await app.registerChild(), await app.registerChild()];
    const firstToken = await signInOnDevice(app, mia.id, 'the-shared-tablet');
    const phoneToken = await signInOnDevice(app, mia.id, 'the-phone');
    const leosToken = await signInOnDevice(app, leo.id, 'the-shared-tablet');
    await app.assertRowChanges({ sessions: 1 }, () => signInOnDevice(app, mia.id, 'the-shared-tablet'));
    assert.equal(await isSignedIn(app, firstToken), false);
    for (const token of [phoneToken, leosToken, mia.token]) assert.ok(await isSignedIn(app, token));
  });
  it('lasts exactly 30 days', async () => {
    const child = await app.registerChild();
    app.advance(30 * DAY - 1);
    assert.ok(await isSignedIn(app, child.token));
    app.advance(1);
    const response = await requestMe(app, child.token);
    assertError(response, 401, 'UNAUTHORIZED');
    const challenge = 'Bearer realm="family-learning", error="invalid_token"';
    assert.equal(response.headers.get('www-authenticate'), challenge);
    assert.equal((await app.loginChild(child.id, '1234')).status, 200);
  });
});

describeWithRateLimits(
  'Saved profiles of a device',
  (app) => {
    it('are listed with the latest sign-in first', async () => {
      const device = 'the-family-tablet';
      assert.deepEqual(await listSavedProfileIds(app, device), []);
      const mia = await app.registerChild({ device });
      app.advance(1);
      const parent = await app.registerParent('mom@example.org', { device });
      app.advance(1);
      const leo = await app.registerChild();
      await signInOnDevice(app, leo.id, device);
      const parentMe = (await requestMe(app, parent.token)).body.data;
      assert.deepEqual(await listSavedProfileIds(app, device), [leo.id, parentMe.id, mia.id]);
      app.advance(1);
      await signInOnDevice(app, mia.id, device);
      assert.deepEqual(await listSavedProfileIds(app, device), [mia.id, leo.id, parentMe.id]);

      await app.assertRowChanges({}, async () => {
        const response = await app.call('GET', '/app/auth/profiles', { device });
        assert.deepEqual(response.body.data[2], {
          id: parentMe.id,
          display_name: 'Parent',
          avatar_url: parentMe.avatar_url,
          role: 'parent',
        });
        assert.deepEqual(Object.keys(response.body.data[0]), ['id', 'display_name', 'avatar_url', 'role']);
        assert.equal(response.body.data[0].role, 'child');
      });
      assert.deepEqual(await listSavedProfileIds(app, 'the-neighbors-tablet'), []);
    });

    it('cannot be listed without a Device-Id', async () => {
      assertError(await app.call('GET', '/app/auth/profiles'), 400, 'VALIDATION_ERROR', ['Device-Id']);
    });

    it('contain a profile only once after the secret key has changed', async () => {
      const device = 'the-old-tablet';
      const { id } = await app.registerChild({ device });
      const [, device_key = ''] = app.ctx.secrets.hashWithAllKeys('device', device);
      const earlierColumns = { device_key, saved_at: addSeconds(app.ctx.now(), -DAY) };
      await app.ctx.write(({ db }) =>
        db.updateTable('saved_profiles').set(earlierColumns).where('profile_id', '=', id).execute(),
      );
      assert.deepEqual(
        await listSavedProfileIds(app, device),
        [id],
        'a profile that was saved with the previous secret is listed',
      );
      await app.assertRowChanges({ sessions: 1 }, () => signInOnDevice(app, id, device));
      assert.deepEqual(await listSavedProfileIds(app, device), [id]);
    });
  },
  { env: { SECRET_KEYS: 'nBq7wZ4tK1xY8pV3mC6rL0sD5fG2hJ9u,Qe8Rt2Yu6Io0Pa4Sd7Fg1Hj5Kl9Zx3Cv' } },
);
