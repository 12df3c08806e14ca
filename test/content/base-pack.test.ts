import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import { parse } from 'yaml';
import { BADGE_METRICS, RARITIES } from '../../src/content/format/progression.ts';
import { LANGUAGES, type LocalizedText } from '../../src/core/text/languages.ts';

// The base pack meets rules that are stricter than those that loadPacks checks for every pack.

interface Level {
  name: LocalizedText;
  icon: string;
  color: string;
}

interface Badge {
  id: string;
  name: LocalizedText;
  description: LocalizedText;
  icon: string;
  rarity: string;
  criteria: { metric: string; op: string; value: number };
}

interface Planet {
  id: string;
  name: LocalizedText;
  description: LocalizedText;
  image: string;
  kind: string;
  goal?: object;
  age_min?: number;
  age_max?: number;
  min_level?: number;
}

const PACK_FOLDER = new URL('../../content/packs/base/', import.meta.url);
const { levels }: { levels: Level[] } = parse(readPackFile('levels.yaml'));
const { badges }: { badges: Badge[] } = parse(readPackFile('badges.yaml'));
const { planets }: { planets: Planet[] } = parse(readPackFile('planets.yaml'));

test('50 levels have distinct icons, distinct colors and short names in every language', () => {
  assert.equal(levels.length, 50);
  assertDistinct(levels.map(({ icon }) => icon));
  assertDistinct(levels.map(({ color }) => color));
  for (const { color } of levels) assert.match(color, /^[0-9A-F]{6}$/);
  assertShortDistinctTexts(levels, 'name', 24);
});

test('there are at least ten club planets, and all planets have goals, distinct images and short texts in every language', () => {
  assert.ok(planets.filter(({ kind }) => kind === 'club').length >= 10);
  assert.ok(planets.every(({ goal }) => goal));
  assertDistinct(planets.map(({ id }) => id));
  assertDistinct(planets.map(({ image }) => image));
  assertShortDistinctTexts(planets, 'name', 30);
  assertShortDistinctTexts(planets, 'description', 140);
  const clubsWithoutLimits = planets.filter(
    ({ age_min, age_max, min_level, kind }) => kind === 'club' && !age_min && !age_max && !min_level,
  );
  assert.ok(clubsWithoutLimits.length >= 5, 'a new child of any age can join five');
});

test('badges have distinct ids and icons, and short texts in every language', () => {
  assertDistinct(badges.map(({ id }) => id));
  assertDistinct(badges.map(({ icon }) => icon));
  for (const { id } of badges) assert.match(id, /^[a-z0-9-]+$/);
  assertShortDistinctTexts(badges, 'name', 30);
  assertShortDistinctTexts(badges, 'description', 90);
});

test('badges cover every metric and every rarity, and no two badges of a metric have the same threshold', () => {
  assert.deepEqual(new Set(badges.map((badge) => badge.criteria.metric)), new Set(BADGE_METRICS));
  assert.deepEqual(new Set(badges.map((badge) => badge.rarity)), new Set(RARITIES));
  assertDistinct(badges.map(({ criteria }) => `${criteria.metric} ${criteria.value}`));
  for (const { criteria } of badges) {
    assert.equal(criteria.op, '>=');
    assert.ok(Number.isInteger(criteria.value) && criteria.value > 0);
  }
});

test('every icon of a level or badge is a valid SVG without scripts or external resources', () => {
  for (const { icon } of [...levels, ...badges]) {
    const svg = readPackFile(`pictures/${icon}.svg`);
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+">/, icon);
    assert.doesNotMatch(svg, /<(script|style|image|text|foreignObject|metadata)\b|href=|url\((?!#)|\son\w+=/, icon);
    assert.doesNotThrow(() => new Resvg(svg), icon); // parses the XML
  }
});

function readPackFile(file: string): string {
  return readFileSync(new URL(file, PACK_FOLDER), 'utf8');
}

function assertShortDistinctTexts<Field extends string>(
  entries: readonly Readonly<Record<Field, LocalizedText>>[],
  field: Field,
  maxLength: number,
): void {
  for (const language of LANGUAGES) {
    const translations = entries.map((entry) => entry[field][language]);
    assertDistinct(translations);
    for (const text of translations) {
      assert.equal(text, text.normalize('NFC').trim());
      assert.ok(text.length > 0 && [...text].length <= maxLength, `"${text}" is empty or over ${maxLength} characters`);
    }
  }
}

function assertDistinct(values: string[]): void {
  const duplicates = values.filter((value, i) => values.indexOf(value) !== i);
  assert.deepEqual(duplicates, []);
}
