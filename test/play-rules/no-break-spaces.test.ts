import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertNoBreakSpaces } from '../../clients/play/src/rules/no-break-spaces.ts';

/** Shows as underscores the spaces at which a line cannot break. */
const showNoBreakSpaces = (text: string, language: string) =>
  insertNoBreakSpaces(text, language).replaceAll('\u00a0', '_');

test('in Ukrainian and Polish, numbers and one-letter words stay with the next word', () => {
  for (const [language, text, expected] of [
    ['pl', '7 dni nauki z rzędu', '7_dni nauki z_rzędu'],
    ['pl', 'Ile to 3 i 4? A w domu: „I co?”', 'Ile to 3_i_4? A_w_domu: „I_co?”'],
    ['pl', 'kosztuje 20 groszy. 4. Z kimś', 'kosztuje 20_groszy. 4._Z_kimś'],
    ['pl', 'Co to jest?', 'Co to jest?'],
    ['uk', 'Разом 16 разів у лісі, б’є о шостій', 'Разом 16_разів у_лісі, б’є о_шостій'],
    ['uk', 'Ця книга', 'Ця книга'],
    ['en', 'A pear costs 20 cents', 'A pear costs 20 cents'],
    ['es', '20 céntimos y 3 euros', '20 céntimos y 3 euros'],
  ] as const)
    assert.equal(showNoBreakSpaces(text, language), expected);
});

test('a number at the end stays with the word before it, in every language', () => {
  assert.equal(showNoBreakSpaces('Hi, Curious Robin 83!', 'en'), 'Hi, Curious Robin_83!');
  assert.equal(showNoBreakSpaces('Curious Robin 83', 'pl'), 'Curious Robin_83');
  assert.equal(showNoBreakSpaces('2 + 3', 'en'), '2 + 3');
});

test('a number stays with its unit, in every language', () => {
  assert.equal(showNoBreakSpaces('A rope of 12.5 m, at 80 km/h', 'en'), 'A rope of 12.5_m, at 80_km/h');
  assert.equal(showNoBreakSpaces('48 cm largas, 3 m² y 4 mesas', 'es'), '48_cm largas, 3_m² y 4 mesas');
});

test('a dash or dot between words does not begin a line, in every language', () => {
  assert.equal(showNoBreakSpaces('Десять паличок — одна в’язка', 'uk'), 'Десять паличок_— одна в’язка');
  assert.equal(showNoBreakSpaces('Tiny seed · 0 XP', 'en'), 'Tiny seed_· 0 XP');
  assert.equal(showNoBreakSpaces('Tiny seed ·', 'en'), 'Tiny seed_·');
  // An opening dash may begin a line.
  assert.equal(showNoBreakSpaces('la luna —si sale— brilla', 'es'), 'la luna —si sale— brilla');
});
