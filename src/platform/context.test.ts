import assert from 'node:assert/strict';
import { it } from 'node:test';
import { systemRandom } from './context.ts';

it('time-ordered ids are version 7 UUIDs in the order in which they are created, also within a millisecond', () => {
  const ids = Array.from({ length: 500 }, () => systemRandom.timeOrderedId());
  assert.deepEqual(ids, [...new Set(ids)].sort());
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
