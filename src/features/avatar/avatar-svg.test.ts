import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import { parse } from 'yaml';
import type { ItemArt } from '../../content/index.ts';
import { AVATAR_SLOTS, type AvatarLook, type AvatarSlot } from '../../core/avatar-look.ts';
import { LANGUAGES, type LocalizedText } from '../../core/text/languages.ts';
import { drawAvatar, drawItem, type LookArt } from './avatar-svg.ts';

interface Item {
  readonly id: string;
  readonly slot: AvatarSlot;
  readonly name: LocalizedText;
  readonly required_level: number | null;
  readonly required_badge?: string;
  readonly art: ItemArt;
}
type StarterLook = AvatarLook & { readonly id: string };

const avatarFile = new URL('../../../content/packs/base/avatar.yaml', import.meta.url);
const { drawn, items, looks }: { drawn: string; items: Item[]; looks: StarterLook[] } = parse(
  readFileSync(avatarFile, 'utf8'),
);

suite('avatar items of the base pack', () => {
  test('the "drawn" hash in avatar.yaml matches the artwork', () => {
    const avatars = looks.map((look) => drawAvatar(toLookArt(look)));
    const hash = createHash('sha256').update([...items.map(({ slot, art }) => drawItem(slot, art)), ...avatars].join());
    assert.equal(drawn, hash.digest('base64url').slice(0, 10), 'write the actual hash into avatar.yaml as "drawn"');
  });

  test('every slot has free items, and about half of all items are locked', () => {
    assert.ok(items.length >= 60);
    assert.ok(looks.length >= 12);
    for (const slot of AVATAR_SLOTS)
      assert.ok(
        listFreeItems().some((item) => item.slot === slot),
        slot,
      );
    const freeShare = listFreeItems().length / items.length;
    assert.ok(freeShare > 0.4 && freeShare < 0.6, `${freeShare} of the items are free`);
  });

  test('items have unique ids, names in four languages, and a required level of 2 to 30 or none', () => {
    assertDistinct(items.map((item) => item.id));
    for (const { id, name, required_level } of items) {
      assert.match(id, /^[a-z0-9-]{1,40}$/);
      for (const language of LANGUAGES) assert.ok(name[language]?.trim(), `${id} has no name in ${language}`);
      assert.ok(required_level === null || (required_level >= 2 && required_level <= 30), id);
    }
    for (const language of LANGUAGES) assertDistinct(items.map((item) => `${item.slot} ${item.name[language]}`));
  });

  test('at least ten items each need a different badge, and none needs a beginner’s badge', () => {
    const badges = items.flatMap((item) => item.required_badge ?? []);
    assert.ok(badges.length >= 10);
    assertDistinct(badges);
    for (const id of ['first-steps', 'off-we-go', 'spot-on', 'little-spark', 'creative-heart', 'hello-planet'])
      assert.ok(!badges.includes(id), id);
  });

  test('every skin, hijab, turban and hearing aid is free', () => {
    const itemsThatMustBeFree = items.filter(({ id, slot }) => slot === 'skin' || /hijab|turban|hearing/.test(id));
    assert.deepEqual(
      itemsThatMustBeFree.filter((item) => !listFreeItems().includes(item)),
      [],
    );
  });

  test('starter looks use only free items', () => {
    assertDistinct(looks.map((look) => look.id));
    for (const look of looks) {
      assert.match(look.id, /^[a-z0-9-]{1,64}$/);
      for (const slot of AVATAR_SLOTS) {
        const itemId = look[slot];
        if (itemId === null && (slot === 'hat' || slot === 'accessory')) continue;
        assert.ok(
          listFreeItems().some((item) => item.id === itemId && item.slot === slot),
          `${look.id}: ${slot} ${itemId}`,
        );
      }
    }
  });
});

suite('avatar drawings', () => {
  test('drawings of items are well-formed, deterministic and distinct', () => {
    const pictures = items.map((item) => drawItem(item.slot, item.art));
    for (const svg of pictures) assertWellFormed(svg);
    assert.deepEqual(
      pictures,
      items.map((item) => drawItem(item.slot, { ...item.art })),
    );
    assertDistinct(pictures);
    // A shape may hide the difference between two SVGs, so the pixels must differ, too.
    assertDistinct(pictures.map((svg) => renderPixels(svg)));
  });

  test('drawings of starter looks are well-formed, deterministic and distinct', () => {
    const pictures = looks.map((look) => drawAvatar(toLookArt(look)));
    for (const svg of pictures) assertWellFormed(svg);
    assert.deepEqual(
      pictures,
      looks.map((look) => drawAvatar(toLookArt(look))),
    );
    assertDistinct(pictures);
  });

  test('long hair shows below a cap but not below a hijab', () => {
    const baldLook: LookArt = { ...toLookArt({ ...getFirstLook(), accessory: null }), hair: findArt('hair-none') };
    const longHairLook: LookArt = { ...baldLook, hair: findArt('hair-long-black') };
    const renderWithHat = (look: LookArt, hat: string) => renderPixels(drawAvatar({ ...look, hat: findArt(hat) }));
    assert.notEqual(renderWithHat(longHairLook, 'cap-blue'), renderWithHat(baldLook, 'cap-blue'));
    assert.equal(renderWithHat(longHairLook, 'hijab-teal'), renderWithHat(baldLook, 'hijab-teal'));
  });

  test('changing the hat keeps the background color', () => {
    const getBackground = (look: LookArt) => /<rect [^>]*fill="(#\w+)"/.exec(drawAvatar(look))?.[1];
    const look = { ...toLookArt(getFirstLook()), hat: null };
    assert.equal(getBackground({ ...look, hat: findArt('crown-gold') }), getBackground(look));
  });
});

function listFreeItems(): Item[] {
  return items.filter((item) => item.required_level === null && item.required_badge === undefined);
}

function getFirstLook(): StarterLook {
  const [first] = looks;
  assert.ok(first);
  return first;
}

function toLookArt(look: AvatarLook): LookArt {
  return {
    skin: findArt(look.skin),
    hair: findArt(look.hair),
    hat: look.hat ? findArt(look.hat) : null,
    shirt: findArt(look.shirt),
    accessory: look.accessory ? findArt(look.accessory) : null,
  };
}

function findArt(id: string): ItemArt {
  const item = items.find((candidate) => candidate.id === id);
  assert.ok(item, id);
  return item.art;
}

/** resvg's XML parser is strict, so an SVG that it renders is well-formed. */
function assertWellFormed(svg: string): void {
  assert.ok(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="') && svg.endsWith('</svg>'));
  assert.doesNotMatch(svg, /undefined|NaN|<metadata|<script/);
  assert.ok(renderPixels(svg).length > 0);
}

function renderPixels(svg: string): string {
  return new Resvg(svg, { fitTo: { mode: 'width', value: 96 } }).render().pixels.toString('base64');
}

function assertDistinct(values: readonly string[]): void {
  const duplicates = values.filter((value, index) => values.indexOf(value) !== index);
  assert.deepEqual(
    duplicates.map((value) => value.slice(0, 200)),
    [],
  );
}
