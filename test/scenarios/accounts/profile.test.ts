import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertError, describeWithApp, type TestResponse } from '../../support/test-app.ts';

describeWithApp('A profile', (app) => {
  const getMe = async (token: string) => {
    const response = await app.call('GET', '/app/users/me', { token });
    assert.equal(response.status, 200, response.text);
    return response.body.data;
  };
  const patch = (token: string, body: unknown): Promise<TestResponse> =>
    app.call('PATCH', '/app/users/me', { token, body });

  it('has nine fields', async () => {
    const { child, parent } = await app.registerFamily();
    const now = app.ctx.now();
    const { display_name, avatar_url, ...childProfile } = await getMe(child.token);
    assert.deepEqual(childProfile, {
      id: child.id,
      birth_year: 2017,
      language: 'en',
      role: 'child',
      avatar: { skin: 'skin-fox', hair: 'hair-none', hat: null, shirt: 'hoodie-turquoise', accessory: null },
      linked_parent_email: parent.email,
      created_at: now,
    });
    assert.match(display_name, /^\S+ Fox \d\d$/, 'the name fits the look');
    assert.ok(avatar_url.startsWith(`${app.url}/avatars/`), avatar_url);
    assert.ok(!avatar_url.includes(child.id));

    const parentProfile = await getMe(parent.token);
    assert.deepEqual(
      Object.keys(parentProfile).sort(),
      [...Object.keys(childProfile), 'display_name', 'avatar_url'].sort(),
    );
    assert.ok(app.ctx.content.current.avatarItems.get(parentProfile.avatar.skin)?.art.animal === undefined);
    assert.equal(parentProfile.birth_year, null);
    assert.equal(parentProfile.linked_parent_email, null);
  });

  it('can be read without side effects and only by its owner', async () => {
    const [mia, leo] = [await app.registerChild(), await app.registerChild()];
    await app.assertRowChanges({}, async () => {
      const response = await app.call('GET', '/app/users/me', { token: mia.token });
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.body.data.id, mia.id);
      assert.equal((await getMe(leo.token)).id, leo.id);
    });
  });

  it('accepts a new name and language, which change nothing else', async () => {
    const child = await app.registerChild();
    const otherChild = await app.registerChild();
    const [profileBefore, otherProfileBefore] = [await getMe(child.token), await getMe(otherChild.token)];
    await app.assertRowChanges({}, async () => {
      const nameResponse = await patch(child.token, { display_name: 'Mia' });
      assert.equal(nameResponse.status, 200);
      assert.deepEqual(nameResponse.body.data, { ...profileBefore, display_name: 'Mia' });
      const languageResponse = await patch(child.token, { language: 'ES-mx' });
      assert.deepEqual(languageResponse.body.data, { ...profileBefore, display_name: 'Mia', language: 'es-MX' });
      const bothResponse = await patch(child.token, { display_name: 'Zoé', language: 'uk' });
      assert.deepEqual(bothResponse.body.data, { ...profileBefore, display_name: 'Zoé', language: 'uk' });
      assert.deepEqual(await getMe(child.token), bothResponse.body.data);
    });
    assert.deepEqual(await getMe(otherChild.token), otherProfileBefore);
  });

  it('accepts a parent’s changes', async () => {
    const { token } = await app.registerParent();
    app.advance(1);
    const { body } = await patch(token, { display_name: 'Mom', language: 'pl' });
    assert.equal(body.data.display_name, 'Mom');
    assert.equal(body.data.language, 'pl');
  });

  it('has a display name of 1 to 40 characters', async () => {
    const { token } = await app.registerChild();
    const saveName = async (display_name: string) => {
      const response = await patch(token, { display_name });
      assert.equal(response.status, 200, response.text);
      return response.body.data.display_name;
    };
    assert.equal(await saveName('  Mia \n'), 'Mia');
    assert.equal(await saveName('x'), 'x');
    assert.equal(await saveName('🦊'.repeat(40)), '🦊'.repeat(40));
    assert.equal(await saveName(` ${'ї'.repeat(40)} `), 'ї'.repeat(40));
    assert.equal(await saveName('Zoe\u0301'), 'Zo\u00e9', 'the name is stored in its composed form');
    assert.equal(await saveName('e\u0301'.repeat(40)), 'é'.repeat(40)); // characters are counted after composition
    assert.equal(await saveName('<b>Robert\'); DROP TABLE "profiles";--'), '<b>Robert\'); DROP TABLE "profiles";--');
    assert.equal(await saveName('ميا'), 'ميا');
    const savedProfile = await getMe(token);
    for (const display_name of [
      '',
      ' \t\n ',
      'x'.repeat(41),
      '🦊'.repeat(41),
      'Mi\na',
      'Mi\u0000a',
      'Mi\u007fa',
      '\u0085x\u0085y',
      'Mi\ud800a',
    ])
      assertError(await patch(token, { display_name }), 400, 'VALIDATION_ERROR', ['display_name']);
    assert.deepEqual(await getMe(token), savedProfile);
  });

  it('has a valid language tag that starts with two or three letters', async () => {
    const { token } = await app.registerChild();
    for (const [sent, stored] of [
      ['DE', 'de'],
      ['sr-latn-rs', 'sr-Latn-RS'],
      ['iw', 'he'],
      [' fr ', 'fr'],
    ])
      assert.equal((await patch(token, { language: sent })).body.data.language, stored);
    for (const language of ['', 'english', 'e', 'en_GB', 'en-', '*', '12', 'en-GB-GB-x', 'a'.repeat(9)])
      assertError(await patch(token, { language }), 400, 'VALIDATION_ERROR', ['language']);
    assert.equal((await getMe(token)).language, 'fr');
  });

  it('changes nothing when one of the fields is invalid', async () => {
    const { token } = await app.registerChild();
    const profileBefore = await getMe(token);
    assertError(await patch(token, { display_name: 'Mia', language: '??' }), 400, 'VALIDATION_ERROR', ['language']);
    assertError(await patch(token, { display_name: 7, language: 'es' }), 400, 'VALIDATION_ERROR', ['display_name']);
    assertError(await patch(token, { display_name: '', language: null }), 400, 'VALIDATION_ERROR');
    assert.deepEqual(await getMe(token), profileBefore);
  });

  it('ignores keys that cannot be changed, and gives 400 when there are no others', async () => {
    const { token } = await app.registerChild();
    const profileBefore = await getMe(token);
    const readOnlyKeys = {
      id: 'me',
      role: 'parent',
      birth_year: 1990,
      linked_parent_email: 'a@b.co',
      created_at: 'now',
    };
    assertError(await patch(token, {}), 400, 'VALIDATION_ERROR');
    assertError(await patch(token, readOnlyKeys), 400, 'VALIDATION_ERROR');
    assert.deepEqual(await getMe(token), profileBefore);
    const response = await patch(token, { ...readOnlyKeys, display_name: 'Leo' });
    assert.deepEqual(response.body.data, { ...profileBefore, display_name: 'Leo' });
  });
});
