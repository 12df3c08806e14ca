import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countSteps } from '../../clients/play/src/rules/rounds.ts';
import type { Item, TaskDetail } from '../../clients/typescript/src/index.ts';

const createTask = (id: string, world_id: string, kinds: readonly Item['kind'][]) =>
  ({ id, world_id, items: kinds.map((kind, i) => ({ id: `i${i}`, kind })) }) as Pick<
    TaskDetail,
    'id' | 'world_id' | 'items'
  >;

test('the steps of a practice are its questions, and a text belongs to the question after it', () => {
  const practice = createTask('practice-2026-03-09', 'practice', ['numeric', 'info', 'numeric', 'numeric']);
  assert.deepEqual(
    practice.items.map((_, i) => countSteps(practice, i)),
    [0, 1, 1, 2].map((before) => ({ count: 3, before })),
  );
  const placement = createTask('practice-placement-science', 'nature', ['numeric', 'numeric']);
  assert.deepEqual(countSteps(placement, 1), { count: 12, before: 1 });
});

test('the steps of another task are all its items', () => {
  const lesson = createTask('bundles-of-ten', 'number-garden', ['info', 'numeric', 'info']);
  assert.deepEqual(countSteps(lesson, 2), { count: 3, before: 2 });
});
