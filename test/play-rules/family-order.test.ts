import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareMembers } from '../../clients/play/src/rules/family-order.ts';

test('members of a family are ordered by XP, then by level, then by name', () => {
  const members = [
    { display_name: 'Mia', level: 13, xp: 0 },
    { display_name: 'Leo', level: 13, xp: 0 },
    { display_name: 'Sofia', level: 15, xp: 0 },
    { display_name: 'Ada', level: 2, xp: 5 },
  ];
  const names = members.sort(compareMembers).map(({ display_name }) => display_name);
  assert.deepEqual(names, ['Ada', 'Sofia', 'Leo', 'Mia']);
});
