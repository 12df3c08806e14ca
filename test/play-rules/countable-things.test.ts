import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countsForChild, countThing, findThingAt, findThings } from '../../clients/play/src/rules/countable-things.ts';
import { clock, coins, dots, tenFrame } from '../../src/content/drawings/quantities.ts';
import { count, tiles } from '../../src/content/drawings/scenes.ts';
import type { Drawing } from '../../src/content/drawings/svg.ts';

const draw = (drawing: Drawing, params: Record<string, unknown>) =>
  drawing.draw(params, (_, x, y, size) => `<svg x="${x}" y="${y}" width="${size}" height="${size}"><circle/></svg>`);
const countThings = (drawing: Drawing, params: Record<string, unknown>) =>
  findThings(draw(drawing, params), 2)?.things.length;

it('icons and counters of the same size can be counted', () => {
  for (const number of [2, 5, 12, 20]) {
    assert.equal(countThings(count, { count: number }), number);
    assert.equal(countThings(tenFrame, { filled: number }), number);
  }
  assert.equal(countThings(count, { count: 3, groups: 2 }), 6);
  assert.equal(countThings(dots, { rows: 3, columns: 4 }), 12);
  assert.equal(countThings(tiles, { tiles: ['red-apple', 'duck', 'duck', '?'] }), 3);
});

it('coins and a clock cannot be counted, and a single thing only if that is enough', () => {
  assert.equal(countThings(count, { count: 1 }), undefined);
  assert.equal(findThings(draw(count, { count: 1 }), 1)?.things.length, 1);
  assert.equal(countThings(coins, { values: [1, 1, 2] }), undefined);
  assert.equal(countThings(clock, {}), undefined);
});

it('a tap belongs to the nearest thing, unless none is near', () => {
  const things = findThings(draw(count, { count: 10 }), 1)?.things ?? [];
  for (const [i, { x, y, width, height }] of things.entries()) {
    assert.equal(findThingAt(things, [x + width / 2, y + height / 2]), i);
    assert.equal(findThingAt(things, [x - width / 20, y + height / 2]), i);
  }
  assert.equal(findThingAt(things.slice(0, 2), [0.9, 0.9]), -1);
});

it('a second tap on a thing changes nothing, and a tap on an earlier one begins anew', () => {
  const counted = [3, 1, 2].reduce<readonly number[]>(countThing, []);
  assert.deepEqual(counted, [3, 1, 2]);
  assert.equal(countThing(counted, 2), counted);
  assert.equal(countThing(counted, -1), counted);
  assert.deepEqual(countThing(counted, 3), [3]);
});

it('only words below a picture count for the child', () => {
  const image_url = '/media/ducks.svg';
  const single = { text: 'duck', image_url };
  for (const text of ['duck, duck, duck', 'dots: 3', 'крапки: 5 і 3', '5 dots and 3 dots'])
    assert.ok(countsForChild([single, { text, image_url }]), text);
  for (const text of ['duck', 'duck, goose', 'less than 5', '5 + 1'])
    assert.ok(!countsForChild([single, { text, image_url }]), text);
  for (const text of ['3, 3, 3, 3', '5 dots'])
    assert.ok(!countsForChild([single, { text, image_url: null }]), 'without a picture, they are the answer');
});
