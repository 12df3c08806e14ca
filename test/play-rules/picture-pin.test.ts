import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countPictures, isEasyPicturePin, toPicturePin } from '../../clients/play/src/rules/picture-pin.ts';

it('three pictures are a PIN of four digits, which never changes and tells apart all choices', () => {
  assert.equal(toPicturePin('730'), '7303');
  assert.equal(toPicturePin('000'), '0005');
  const pins = Array.from({ length: 1000 }, (_, i) => toPicturePin(String(i).padStart(3, '0')));
  assert.deepEqual([countPictures('7303'), countPictures('7304')], [3, 4]);
  assert.ok(pins.every((pin) => /^\d{4}$/.test(pin)));
  assert.equal(new Set(pins).size, 1000);
});

it('one picture three times, or a PIN that many people choose, is easy to guess', () => {
  const easy = ['555', '731', '200'].map((digits) => isEasyPicturePin(toPicturePin(digits), 2020));
  assert.deepEqual(easy, [true, false, false]);
  const easyCount = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0')).filter((digits) =>
    isEasyPicturePin(toPicturePin(digits), 2020),
  ).length;
  assert.ok(easyCount < 30, `${easyCount} of 1,000 are refused`);
});
