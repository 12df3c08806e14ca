import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTaskLock } from '../../src/features/learning/learner/content-locks.ts';
import type { Learner } from '../../src/features/learning/learner/learner.ts';
import { createLearner } from '../support/content/learner.ts';
import { loadAllPacks } from '../support/content/packs.ts';

const content = loadAllPacks();

test('a child can open every task without an adult who reviews submissions, and at the first level', () => {
  const taskStates: Map<string, NonNullable<ReturnType<Learner['taskStates']['get']>>> = new Map();
  for (let previousCount = -1; taskStates.size > previousCount; ) {
    previousCount = taskStates.size;
    const learner: Learner = {
      ...createLearner(content, new Map(taskStates), 1),
      level: 1,
      completedLocations: new Map(),
      completedWorlds: new Map(),
    };
    const openTasks = [...content.tasks.values()].filter((task) => !findTaskLock(learner, task));
    for (const { id, kind } of openTasks)
      taskStates.set(id, {
        task_id: id,
        status: kind === 'creative' ? 'pending_review' : 'completed',
        attempts_count: 1,
        open_attempt_id: null,
        stars_best: 1,
        xp_earned: 0,
        started_at: '',
        completed_at: null,
      });
  }
  assert.deepEqual(
    [...content.tasks.keys()].filter((id) => !taskStates.has(id)),
    [],
  );
});
