import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as app from '../../clients/play/src/rules/easy-pins.ts';
import * as service from '../../src/features/access/pins/easy-pins.ts';

test('the app refuses the PINs that the service marks as easy to guess: the 100 commonest and the year of birth', () => {
  const allPins = Array.from({ length: 10_000 }, (_, i) => String(i).padStart(4, '0'));
  const easyPins = allPins.filter((pin) => app.isEasyPin(pin, 2013));
  assert.equal(easyPins.length, 101);
  for (const pin of ['1234', '0000', '2580', '2013']) assert.ok(easyPins.includes(pin), pin);
  assert.deepEqual(
    allPins.filter((pin) => service.isEasyPin(pin, 2013)),
    easyPins,
  );
  assert.equal(app.isEasyPin('2013', null), false);
});
