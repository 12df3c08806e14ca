import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shortenNames } from '../../clients/play/src/rules/short-names.ts';

it('a pseudonym is shown without its number, unless another profile of the device has the same words', () => {
  assert.deepEqual(shortenNames(['Brave Otter 41', 'Zorro Ágil 12', 'Хоробрий Лис 30']), [
    'Brave Otter',
    'Zorro Ágil',
    'Хоробрий Лис',
  ]);
  assert.deepEqual(shortenNames(['Brave Otter 41', 'Brave Otter 17', 'Brave Otter', 'Mia']), [
    'Brave Otter 41',
    'Brave Otter 17',
    'Brave Otter',
    'Mia',
  ]);
  assert.deepEqual(shortenNames(['Agent 7', '42', 'R2D2 100']), ['Agent 7', '42', 'R2D2 100']);
});
