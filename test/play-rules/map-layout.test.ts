import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPlaceBefore, placeThings } from '../../clients/play/src/rules/map-layout.ts';

test('things on a tall map stand apart from the locations and from each other, as many as fit', () => {
  const points = [30, 50, 70].map((y) => ({ id: String(y), x: 50, y }));
  const things = placeThings(points, 60);
  assert.ok(things.length > 5 && things.length < 60);
  const all = [...points, ...things];
  for (const [i, a] of all.entries())
    for (const b of all.slice(i + 1)) assert.ok(Math.abs(a.y - b.y) >= 6 || Math.abs(a.x - b.x) > 15);
});

test('the place before a locked one is the first open place on the way, with the message of the lock that it opens', () => {
  const lock = (...required_ids: string[]) => ({ message: `Finish ${required_ids}.`, required_ids });
  const gate = { id: 'gate', status: 'available', lock: null };
  const pond = { id: 'pond', status: 'locked', lock: lock('gate') };
  const done = { id: 'done', status: 'completed', lock: null };
  const hill = { id: 'hill', status: 'locked', lock: lock('done', 'pond') };
  const places = [hill, pond, done, gate];
  assert.deepEqual(findPlaceBefore(pond, places), { place: gate, message: 'Finish gate.' });
  assert.deepEqual(findPlaceBefore(hill, places), { place: gate, message: 'Finish gate.' }, 'past the locked pond');
  const both = { id: 'both', status: 'locked', lock: lock('pond', 'gate') };
  assert.deepEqual(findPlaceBefore(both, places)?.message, 'Finish pond,gate.', 'an open place of its own comes first');
  assert.equal(findPlaceBefore(gate, places), undefined);
  const other = { id: 'other', status: 'locked', lock: lock('elsewhere') };
  assert.equal(findPlaceBefore(other, places), undefined, 'what it waits for is not on the map');
  const circle = ['a', 'b'].map((id) => ({ id, status: 'locked', lock: lock(id === 'a' ? 'b' : 'a') }));
  assert.equal(findPlaceBefore(circle[0] ?? gate, circle), undefined);
});
