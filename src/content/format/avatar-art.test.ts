import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AvatarSlot } from '../../core/avatar-look.ts';
import { findArtError, type ItemArt } from './avatar-art.ts';

test('findArtError reports unknown values, bad colors and missing or unexpected fields', () => {
  const invalidCases: [AvatarSlot, ItemArt, RegExp][] = [
    ['hair', { top: 'skull', color: '2c1b18' }, /"skull" is not one of/],
    ['hair', { top: 'hijab', color: '2c1b18' }, /"hijab" is not one of/],
    ['skin', { color: '#edb98a' }, /six lowercase hex digits/],
    ['skin', { color: 'ff0000"/><script>' }, /six lowercase hex digits/],
    ['skin', {}, /art.color is missing/],
    ['skin', { color: 'edb98a', toString: 'x' }, /art.toString is not a field/],
    ['hat', { top: 'cap', color: '4a90e2', brim: 'wide' }, /art.brim is not a field/],
    ['hat', { top: 'toString', color: '4a90e2' }, /not one of/],
    ['shirt', { clothing: 'graphicShirt', color: '4a90e2' }, /art.graphic is missing/],
    ['shirt', { clothing: 'overall', color: '4a90e2' }, /art.under is missing/],
    ['shirt', { clothing: 'hoodie', color: '4a90e2', graphic: 'star' }, /art.graphic is not a field/],
    ['accessory', { glasses: 'eyepatch', color: '262e33' }, /not one of/],
  ];
  for (const [slot, fields, message] of invalidCases) assert.match(findArtError(slot, fields) ?? '', message);
});

test('findArtError accepts every kind of clothing with its fields', () => {
  assert.equal(findArtError('shirt', { clothing: 'graphicShirt', color: '4a90e2', graphic: 'rocket' }), null);
  assert.equal(findArtError('shirt', { clothing: 'overall', color: '4a90e2', under: 'ffffff' }), null);
  assert.equal(findArtError('hair', { top: 'none', color: '2c1b18' }), null);
});
