import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeThings } from '../../clients/play/src/rules/map-layout.ts';

test('things on a tall map stand apart from the locations and from each other, as many as fit', () => {
  const points = [30, 50, 70].map((y) => ({ id: String(y), x: 50, y }));
  const things = placeThings(points, 60);
  assert.ok(things.length > 5 && things.length < 60);
  const all = [...points, ...things];
  for (const [i, a] of all.entries())
    for (const b of all.slice(i + 1)) assert.ok(Math.abs(a.y - b.y) >= 6 || Math.abs(a.x - b.x) > 15);
});
