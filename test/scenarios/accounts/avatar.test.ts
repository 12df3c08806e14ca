import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTotals } from '../../support/learning/set-totals.ts';
import { assertError, describeWithApp, type TestApp, type TestResponse } from '../../support/test-app.ts';

interface AvatarItem {
  id: string;
  category: string;
  name: string;
  preview_url: string;
  unlocked: boolean;
  unlock_condition: string | null;
  required_level: number | null;
}

const ITEM_COUNT_BY_CATEGORY = { hat: 19, hair: 37, shirt: 34, accessory: 12, skin: 17 };

/** The XP at which a level starts: 50 for level 2, and each further level needs 25 XP more than the one before. */
const computeXpAtLevel = (level: number) => 50 * (level - 1) + (25 * (level - 1) * (level - 2)) / 2;

async function setLevelAndBadges(
  app: TestApp,
  profile_id: string,
  level: number,
  badgeIds: readonly string[] = [],
): Promise<void> {
  await setTotals(app, profile_id, { xp_total: computeXpAtLevel(level), badges_count: badgeIds.length });
  const earnedBadges = badgeIds.map((badge_id) => ({ profile_id, badge_id, earned_at: app.ctx.now() }));
  if (earnedBadges.length === 0) return;
  await app.ctx.write(({ db }) =>
    db
      .insertInto('earned_badges')
      .values(earnedBadges)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** The unlock condition of an item that needs a badge. */
const NEEDS_BADGE = /^Earn the badge/;

async function listItems(app: TestApp, token: string, query = ''): Promise<AvatarItem[]> {
  const response = await app.call('GET', `/app/avatar/items${query}`, { token });
  assert.equal(response.status, 200, response.text);
  return response.body.data;
}

describeWithApp('GET /app/avatar/items', (app) => {
  it('lists 119 items with all their fields', async () => {
    const { token } = await app.registerChild();
    await app.assertRowChanges({}, async () => {
      const items = await listItems(app, token);
      assert.equal(items.length, 119);
      assert.equal(new Set(items.map(({ id }) => id)).size, 119);
      for (const item of items) {
        const keys = ['id', 'category', 'name', 'preview_url', 'unlocked', 'unlock_condition', 'required_level'];
        assert.deepEqual(Object.keys(item), keys);
        assert.equal(item.unlocked, item.unlock_condition === null, item.id);
        const conditionPattern = item.required_level === null ? /^Earn the badge “[^”]+”$/ : /^Reach level \d+$/;
        if (item.unlock_condition !== null) assert.match(item.unlock_condition, conditionPattern, item.id);
        if (item.required_level !== null)
          assert.equal(item.unlock_condition, `Reach level ${item.required_level}`, item.id);
        assert.ok(item.preview_url.startsWith(`${app.url}/avatars/items/${item.id}.png?v=`));
        assert.ok(item.name.length > 0);
      }
    });
  });

  it('filters by category', async () => {
    const { token } = await app.registerChild();
    const allItems = await listItems(app, token);
    for (const [category, count] of Object.entries(ITEM_COUNT_BY_CATEGORY)) {
      const items = await listItems(app, token, `?category=${category}`);
      assert.equal(items.length, count, category);
      assert.deepEqual(
        items,
        allItems.filter((item) => item.category === category),
      );
    }
  });

  it('gives 400 for an unknown category', async () => {
    const { token } = await app.registerChild();
    for (const category of ['', 'shoes', 'HAT', 'hat,hair', 'hat%00', '__proto__', 'hat&category=hair']) {
      const response = await app.call('GET', `/app/avatar/items?category=${category}`, { token });
      assertError(response, 400, 'VALIDATION_ERROR', ['category']);
    }
  });

  it('unlocks items by level, and a parent has level 1', async () => {
    const { child, parent } = await app.registerFamily();
    const listUnlockedIds = async (token: string) =>
      (await listItems(app, token)).filter((item) => item.unlocked).map(({ id }) => id);
    const itemsWithoutBadge = (await listItems(app, child.token)).filter(
      (item) => !NEEDS_BADGE.test(item.unlock_condition ?? ''),
    );
    const requiredLevels = new Map(itemsWithoutBadge.map((item) => [item.id, item.required_level ?? 1]));
    const listIdsUpToLevel = (level: number) =>
      [...requiredLevels].filter(([, requiredLevel]) => requiredLevel <= level).map(([id]) => id);
    for (const level of [1, 2, 4, 29, 30, 50]) {
      await setLevelAndBadges(app, child.id, level);
      assert.deepEqual(await listUnlockedIds(child.token), listIdsUpToLevel(level), `level ${level}`);
    }
    assert.equal(listIdsUpToLevel(50).length, 105); // of 119 items, 14 need a badge
    assert.ok(listIdsUpToLevel(29).includes('hoodie-gold') && !listIdsUpToLevel(29).includes('crown-gold'));
    assert.deepEqual(await listUnlockedIds(parent.token), listIdsUpToLevel(1));
  });

  it('unlocks items by badge, and a parent has no badges', async () => {
    const { child, parent } = await app.registerFamily();
    const findWizardHat = async (token: string) =>
      (await listItems(app, token, '?category=hat')).find(({ id }) => id === 'wizard-hat');
    const lockedHat = await findWizardHat(child.token);
    assert.deepEqual([lockedHat?.unlocked, lockedHat?.unlock_condition], [false, 'Earn the badge “Ten Out of Ten”']);
    await setLevelAndBadges(app, child.id, 50);
    assert.equal((await findWizardHat(child.token))?.unlocked, false, 'a level does not unlock the item');
    await setLevelAndBadges(app, child.id, 1, ['spot-on']);
    assert.equal((await findWizardHat(child.token))?.unlocked, false, 'another badge does not unlock the item');
    await setLevelAndBadges(app, child.id, 50, ['spot-on', 'ten-out-of-ten']);
    const items = await listItems(app, child.token);
    assert.equal(items.filter((item) => !item.unlocked).length, 13); // the badge unlocks one item of fourteen
    const unlockedHat = await findWizardHat(child.token);
    assert.deepEqual([unlockedHat?.unlocked, unlockedHat?.unlock_condition], [true, 'Earn the badge “Ten Out of Ten”']);
    assert.equal((await findWizardHat(parent.token))?.unlocked, false);
  });

  it('uses the child’s language', async () => {
    const { token } = await app.registerChild();
    await app.call('PATCH', '/app/users/me', { token, body: { language: 'es' } });
    const crown = (await listItems(app, token, '?category=hat')).find(({ id }) => id === 'crown-gold');
    assert.equal(crown?.unlock_condition, 'Llega al nivel 30');
    for (const [language, condition] of [
      ['es', 'Gana la insignia «Diez de diez»'],
      ['uk', 'Здобудь відзнаку «Десять із десяти»'],
      ['pl-PL', 'Zdobądź odznakę „Dziesięć na dziesięć”'],
      ['fr', 'Earn the badge “Ten Out of Ten”'],
      ['es', 'Gana la insignia «Diez de diez»'],
    ] as const) {
      await app.call('PATCH', '/app/users/me', { token, body: { language } });
      const wizardHat = (await listItems(app, token, '?category=hat')).find(({ id }) => id === 'wizard-hat');
      assert.equal(wizardHat?.unlock_condition, condition);
    }
    const creamSkin = (await listItems(app, token, '?category=skin')).find(({ id }) => id === 'skin-cream');
    assert.equal(creamSkin?.name, 'Crema');
  });
});

describeWithApp('PATCH /app/avatar', (app) => {
  /** The starter look that `registerChild` chooses. */
  const FOX_LOOK = { skin: 'skin-fox', hair: 'hair-none', hat: null, shirt: 'hoodie-turquoise', accessory: null };
  const patch = (token: string, body: unknown): Promise<TestResponse> =>
    app.call('PATCH', '/app/avatar', { token, body });
  const patchSuccessfully = async (token: string, body: unknown) => {
    const response = await patch(token, body);
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(Object.keys(response.body.data), ['avatar_url', 'avatar']);
    return response.body.data;
  };
  const getMe = async (token: string) => (await app.call('GET', '/app/users/me', { token })).body.data;
  const getVersion = (url: string) => new URL(url).searchParams.get('v');

  it('changes the given slots and no others', async () => {
    const { token } = await app.registerChild();
    const otherChild = await app.registerChild();
    await app.assertRowChanges({}, async () => {
      assert.deepEqual((await patchSuccessfully(token, { hat: 'turban-saffron' })).avatar, {
        ...FOX_LOOK,
        hat: 'turban-saffron',
      });
      const completeLook = {
        skin: 'skin-mint',
        hair: 'hair-none',
        hat: 'hijab-rose',
        shirt: 'tee-sky',
        accessory: 'glasses-round',
      };
      const changedLook = await patchSuccessfully(token, completeLook);
      assert.deepEqual(changedLook.avatar, completeLook);
      const me = await getMe(token);
      assert.deepEqual(me.avatar, completeLook);
      assert.equal(me.avatar_url, changedLook.avatar_url);
    });
    assert.deepEqual((await getMe(otherChild.token)).avatar, FOX_LOOK);
  });

  it('works for parents', async () => {
    const { token } = await app.registerParent();
    assert.equal((await patchSuccessfully(token, { shirt: 'tee-sky' })).avatar.shirt, 'tee-sky');
    assertError(await patch(token, { hat: 'crown-gold' }), 403, 'ITEM_LOCKED');
  });

  it('removes hat and accessory with null, but not skin, hair or shirt', async () => {
    const { token } = await app.registerChild();
    await patchSuccessfully(token, { hat: 'hijab-rose', accessory: 'glasses-round' });
    assert.deepEqual((await patchSuccessfully(token, { hat: null, accessory: null })).avatar, FOX_LOOK);
    assert.deepEqual((await patchSuccessfully(token, { hat: null })).avatar, FOX_LOOK); // a repetition changes nothing
    for (const slot of ['skin', 'hair', 'shirt'])
      assertError(await patch(token, { [slot]: null }), 400, 'VALIDATION_ERROR', [slot]);
    assertError(await patch(token, { hat: null, skin: null }), 400, 'VALIDATION_ERROR', ['skin']);
    assert.deepEqual((await getMe(token)).avatar, FOX_LOOK);
  });

  it('gives 404 for an unknown item and for an item of another slot', async () => {
    const { token } = await app.registerChild();
    for (const slot of ['skin', 'hair', 'hat', 'shirt', 'accessory']) {
      const itemOfOtherSlot = slot === 'skin' ? 'tee-sky' : 'skin-mint';
      for (const id of ['no-such-thing', itemOfOtherSlot, '', '_', '__proto__', 'constructor', slot])
        assertError(await patch(token, { [slot]: id }), 404, 'ITEM_NOT_FOUND', [slot]);
    }
    assert.deepEqual((await getMe(token)).avatar, FOX_LOOK);
  });

  it('accepts items that the child’s level has unlocked', async () => {
    const { id, token } = await app.registerChild();
    const response = await patch(token, { hat: 'crown-gold' });
    assertError(response, 403, 'ITEM_LOCKED');
    assert.match(response.body.error.message, /level 30/);
    await setLevelAndBadges(app, id, 29);
    assertError(await patch(token, { hat: 'crown-gold' }), 403, 'ITEM_LOCKED');
    await setLevelAndBadges(app, id, 30);
    assert.equal((await patchSuccessfully(token, { hat: 'crown-gold' })).avatar.hat, 'crown-gold');
  });

  it('accepts items that the child’s badges have unlocked', async () => {
    const { id, token } = await app.registerChild();
    await setLevelAndBadges(app, id, 50);
    const response = await patch(token, { hat: 'wizard-hat' });
    assertError(response, 403, 'ITEM_LOCKED');
    assert.equal(response.body.error.message, '“Wizard hat” unlocks with the badge “Ten Out of Ten”.');
    await setLevelAndBadges(app, id, 1, ['ten-out-of-ten']);
    assert.equal((await patchSuccessfully(token, { hat: 'wizard-hat' })).avatar.hat, 'wizard-hat');
    assertError(await patch(token, { shirt: 'tee-rocket' }), 403, 'ITEM_LOCKED');
    const parent = await app.registerParent();
    assertError(await patch(parent.token, { hat: 'wizard-hat' }), 403, 'ITEM_LOCKED');
  });

  it('changes nothing when one of the items is refused', async () => {
    const { token } = await app.registerChild();
    const profileBefore = await getMe(token);
    const validItems = { skin: 'skin-mint', shirt: 'tee-sky' };
    assertError(await patch(token, { ...validItems, hat: 'crown-gold' }), 403, 'ITEM_LOCKED');
    assertError(await patch(token, { ...validItems, accessory: 'no-such-thing' }), 404, 'ITEM_NOT_FOUND', [
      'accessory',
    ]);
    assertError(await patch(token, { ...validItems, hair: 7 }), 400, 'VALIDATION_ERROR', ['hair']);
    assert.deepEqual(await getMe(token), profileBefore);
  });

  it('gives 400 without any of the five slots and ignores unknown keys', async () => {
    const { token } = await app.registerChild();
    const profileBefore = await getMe(token);
    for (const body of [{}, { shoes: 'boots' }, { Skin: 'skin-mint' }, { avatar: { skin: 'skin-mint' } }])
      assertError(await patch(token, body), 400, 'VALIDATION_ERROR');
    assert.deepEqual(await getMe(token), profileBefore);
    assert.deepEqual((await patchSuccessfully(token, { shoes: 'boots', skin: 'skin-mint' })).avatar, {
      ...FOX_LOOK,
      skin: 'skin-mint',
    });
  });

  it('gives each look a different picture URL, at which the picture can be fetched', async () => {
    const { token } = await app.registerChild();
    const foxUrl = (await getMe(token)).avatar_url;
    const changedUrl = (await patchSuccessfully(token, { shirt: 'tee-sky' })).avatar_url;
    assert.match(getVersion(foxUrl) ?? '', /^[\w-]{10}$/);
    assert.notEqual(getVersion(changedUrl), getVersion(foxUrl));
    const restoredUrl = (await patchSuccessfully(token, { shirt: 'hoodie-turquoise' })).avatar_url;
    assert.equal(restoredUrl, foxUrl);
    const otherChild = await app.registerChild();
    assert.equal((await getMe(otherChild.token)).avatar_url, foxUrl, 'the same look has the same picture URL');
    for (const url of [foxUrl, changedUrl]) {
      const picture = await app.call('GET', url.slice(app.url.length));
      assert.equal(picture.status, 200);
      assert.equal(picture.headers.get('content-type'), 'image/png');
    }
  });
});
