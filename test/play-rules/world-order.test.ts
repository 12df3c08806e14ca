import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderWorlds } from '../../clients/play/src/rules/world-order.ts';

test("the current world comes first, then those in the child's language, in the order in which the service lists them", () => {
  const worlds = [
    { id: 'a', language_served: 'en' },
    { id: 'b', language_served: 'pl' },
    { id: 'c', language_served: 'en' },
    { id: 'd', language_served: 'pl-PL' },
  ];
  const listOrderedIds = (currentId: string | undefined) => orderWorlds(worlds, currentId, 'pl').map(({ id }) => id);
  assert.deepEqual(listOrderedIds(undefined), ['b', 'd', 'a', 'c']);
  assert.deepEqual(listOrderedIds('c'), ['c', 'b', 'd', 'a']);
});
