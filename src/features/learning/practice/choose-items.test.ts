import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLearner } from '../../../../bench/learning/simulate-learner.ts';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import { updateMemories } from '../memory/update-memories.ts';
import { chooseItems } from './choose-items.ts';

const content = loadAllPacks();

test('the new item of a practice comes from one of the easiest tasks, although harder ones come before it', () => {
  const started = content.tasks.get('wheel-of-thinking');
  assert.ok(started);
  const state = {
    task_id: started.id,
    status: 'completed',
    attempts_count: 1,
    open_attempt_id: null,
    stars_best: 3,
    xp_earned: 0,
    started_at: '2026-03-01T08:00:00.000Z',
    completed_at: '2026-03-01T08:00:00.000Z',
  } as const;
  const answers = started.items.map(({ id }) => ({
    skills: started.skills,
    itemSubject: `${started.id}/${id}`,
    score: 1,
    difficulty: started.difficulty,
    guessChance: 0,
  }));
  const { memories } = updateMemories([], answers, { today: '2026-03-01', pace: 1 });
  const world = content.worlds.get(started.world_id);
  assert.ok(world);
  const hardFirst = {
    ...content,
    worlds: new Map([[world.id, { ...world, location_ids: world.location_ids.toReversed() }]]),
  };
  const learner = createLearner(hardFirst, new Map([[started.id, state]]), 1);
  const { plan } = chooseItems(learner, memories, { today: '2026-03-09', pace: 1, locale: 'en', seed: 'a' });
  const newTasks = plan.flatMap(({ task_id }) => (task_id === started.id ? [] : (content.tasks.get(task_id) ?? [])));
  assert.ok(newTasks.length > 0);
  assert.deepEqual(new Set(newTasks.map(({ difficulty }) => difficulty)), new Set([1]));
});
