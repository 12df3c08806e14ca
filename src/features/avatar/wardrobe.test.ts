import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AvatarItem } from '../../content/index.ts';
import { getLockedMessage, getUnlockMessage } from './messages.ts';
import { isUnlocked } from './wardrobe.ts';

const createText = (value: string) => ({ en: value, es: value, uk: value, pl: value });
const createItem = (required_level: number | null, required_badge?: string | null): AvatarItem => ({
  id: 'hat',
  slot: 'hat',
  name: createText('Hat'),
  required_level,
  ...(required_badge === undefined ? {} : { required_badge }),
  art: {},
});

// biome-ignore format: a table is easier to read in columns
const CASES: readonly [item: AvatarItem, level: number, badgeIds: string[], isItemUnlocked: boolean][] = [
  [createItem(null),         1, [],             true],
  [createItem(null, null),   1, [],             true],
  [createItem(5),            4, ['sun'],        false],
  [createItem(5),            5, [],             true],
  [createItem(null, 'sun'), 50, [],             false],
  [createItem(null, 'sun'), 50, ['moon'],       false],
  [createItem(null, 'sun'),  1, ['moon', 'sun'], true],
  [createItem(5, 'sun'),     5, [],             false],
  [createItem(5, 'sun'),     4, ['sun'],        false],
  [createItem(5, 'sun'),     5, ['sun'],        true],
];

test('an item is unlocked for a profile that has its required level and badge', () => {
  for (const [item, level, badgeIds, isItemUnlocked] of CASES) {
    assert.equal(
      isUnlocked(item, { level, badgeIds }),
      isItemUnlocked,
      `${item.required_level} ${item.required_badge} ${level}`,
    );
  }
});

test('the messages about locked items exist in four languages', () => {
  const badge = { en: 'Sun', es: 'Sol', uk: 'Сонце', pl: 'Słońce' };
  assert.equal(getUnlockMessage(null, null), null);
  assert.equal(getUnlockMessage(5, null)?.pl, 'Osiągnij poziom 5');
  assert.equal(getUnlockMessage(null, badge)?.uk, 'Здобудь відзнаку «Сонце»');
  assert.equal(getUnlockMessage(5, badge)?.es, 'Llega al nivel 5 y gana la insignia «Sol»');
  assert.equal(getLockedMessage(createText('Hat'), 5, badge).en, '“Hat” unlocks at level 5 with the badge “Sun”.');
  assert.equal(getLockedMessage(createText('Hat'), null, badge).pl, '„Hat” odblokuje się z odznaką „Słońce”.');
  for (const [level, requiredBadge] of [
    [5, badge],
    [5, null],
    [null, badge],
  ] as const) {
    assert.equal(new Set(Object.values(getUnlockMessage(level, requiredBadge) ?? {})).size, 4);
    assert.equal(new Set(Object.values(getLockedMessage(createText('Hat'), level, requiredBadge))).size, 4);
  }
});
