import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import type { ItemArt } from '../../../content/index.ts';
import { LANGUAGES, type Language } from '../../../core/text/languages.ts';
import { generatePseudonym } from './pseudonyms.ts';

for (const language of LANGUAGES) {
  test(`pseudonyms are unique, short and well-formed (${language})`, () => {
    const { names, animalCount, adjectiveCount } = listAllPseudonyms(language);
    assert.ok(animalCount >= 24 && adjectiveCount >= 24);
    assert.equal(new Set(names).size, animalCount * adjectiveCount * 2, 'a word occurs twice');
    for (const name of names) {
      assert.ok([...name].length <= 40, name);
      assert.match(name, /^\p{L}[\p{L}' -]+ \d\d$/u);
    }
  });
}

test('generatePseudonym is deterministic for the same random numbers', () => {
  const pickMiddle = (below: number) => Math.floor(below / 2);
  for (const language of LANGUAGES)
    assert.equal(generatePseudonym(language, pickMiddle), generatePseudonym(language, pickMiddle));
  assert.equal(
    generatePseudonym('en', () => 0),
    'Brave Otter 10',
  );
});

test('the animal of a starter look is the animal of the name, in every language', () => {
  const { items, looks } = parse(
    readFileSync(new URL('../../../../content/packs/base/avatar.yaml', import.meta.url), 'utf8'),
  );
  const worn = new Set(looks.map(({ skin }: { skin: string }) => skin));
  const animals = items.filter(({ id, art }: { id: string; art: ItemArt }) => art.animal && worn.has(id));
  assert.ok(animals.length >= 6);
  for (const { name } of animals)
    for (const language of LANGUAGES)
      assert.ok(
        generatePseudonym(language, () => 0, name[language])
          .split(' ')
          .includes(name[language]),
        name[language],
      );
});

test('the highest number in a pseudonym is 99', () => {
  assert.match(
    generatePseudonym('en', (below) => below - 1),
    / 99$/,
  );
});

test('adjectives agree with the animal’s gender', () => {
  const expected: Record<Language, string[]> = {
    en: ['Brave Otter 10', 'Wise Fox 10'],
    es: ['Nutria Valiente 10', 'Nutria Curiosa 10', 'Zorro Curioso 10', 'Ardilla Soñadora 10', 'Águila Optimista 10'],
    uk: ['Хоробра Видра 10', 'Хоробрий Лис 10', 'Хоробре Кошеня 10', 'Терпляча Сова 10', 'Швидке Левеня 10'],
    pl: [
      'Dzielna Wydra 10',
      'Dzielny Lis 10',
      'Dzielne Kocię 10',
      'Szybka Sowa 10',
      'Szybki Jeż 10',
      'Szybkie Lwiątko 10',
    ],
  };
  for (const language of LANGUAGES) {
    const names = new Set(listAllPseudonyms(language).names);
    for (const name of expected[language]) assert.ok(names.has(name), name);
  }
});

test('adjective endings match animal endings in Spanish, Ukrainian and Polish', () => {
  for (const name of listAllPseudonyms('es').names) {
    const [animal = '', adjective = ''] = name.split(' ');
    const isFeminine = /a$/.test(animal) ? !/^(Panda|Koala)$/.test(animal) : animal === 'Liebre';
    assert.doesNotMatch(adjective, isFeminine ? /(o|dor)$/ : /(?<!ist)a$/, name);
  }
  for (const name of listAllPseudonyms('uk').names) {
    const [adjective = '', animal = ''] = name.split(' ');
    assert.match(adjective, getUkrainianAdjectiveEnding(animal), name);
  }
  for (const name of listAllPseudonyms('pl').names) {
    const [adjective = '', animal = ''] = name.split(' ');
    assert.match(adjective, getPolishAdjectiveEnding(animal), name);
  }
});

function getUkrainianAdjectiveEnding(animal: string): RegExp {
  if (animal.endsWith('еня')) return /е$/; // neuter
  return /[ая]$/.test(animal) ? /а$/ : /ий$/;
}

function getPolishAdjectiveEnding(animal: string): RegExp {
  if (/[ęo]$/.test(animal)) return /e$/; // neuter
  return animal.endsWith('a') ? /a$/ : /[iy]$/;
}

/** Every animal combined with every adjective, with the lowest and the highest number. */
function listAllPseudonyms(language: Language) {
  const [animalCount = 0, adjectiveCount = 0, numberCount = 0] = countChoices(language);
  const names = createRange(animalCount).flatMap((animal) =>
    createRange(adjectiveCount).flatMap((adjective) =>
      [0, numberCount - 1].map((number) =>
        generatePseudonym(language, createScriptedRandom([animal, adjective, number])),
      ),
    ),
  );
  return { names, animalCount, adjectiveCount };
}

/** For each random choice in a pseudonym, the number of values to choose from. */
function countChoices(language: Language): number[] {
  const choices: number[] = [];
  generatePseudonym(language, (below) => {
    choices.push(below);
    return 0;
  });
  return choices;
}

function createScriptedRandom(draws: number[]): () => number {
  return () => draws.shift() ?? 0;
}

function createRange(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}
