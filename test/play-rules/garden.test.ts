import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPlants } from '../../clients/play/src/rules/garden.ts';

const toSkill = (id: string, level: 'new' | 'growing' | 'steady' | 'mastered', day: string | null) => ({
  id,
  level,
  name: id,
  world_ids: [],
  due: false,
  last_practised_on: day,
});
const SKILLS = [
  toSkill('add', 'steady', '2026-11-18'),
  toSkill('count', 'mastered', '2026-11-20'),
  toSkill('money', 'growing', '2026-11-19'),
  toSkill('shapes', 'new', null),
];

test('the plot of a new device shows every practiced skill, the last one first, and none that has grown', () => {
  const plants = listPlants(SKILLS, undefined);
  assert.deepEqual(
    plants.map(({ id, level }) => `${id} ${level}`),
    ['count mastered', 'money growing', 'add steady'],
  );
  assert.ok(plants.every(({ hasGrown }) => !hasGrown));
});

test('what has grown since the last visit comes first, and what is less known than before has not', () => {
  const seen = { add: 'growing', count: 'mastered', money: 'steady' } as const;
  assert.deepEqual(
    listPlants(SKILLS, seen).map(({ id, hasGrown }) => `${id} ${hasGrown}`),
    ['add true', 'count false', 'money false'],
  );
  assert.deepEqual(
    listPlants(SKILLS, {}).map(({ hasGrown }) => hasGrown),
    [true, true, true],
  );
});
