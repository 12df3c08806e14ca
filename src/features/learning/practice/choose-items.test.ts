import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLearner } from '../../../../bench/learning/simulate-learner.ts';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import type { Task } from '../../../content/index.ts';
import { updateMemories } from '../memory/update-memories.ts';
import { chooseItems } from './choose-items.ts';

const content = loadAllPacks();
const DAY = { today: '2026-03-09', pace: 1, locale: 'en', seed: 'a' };

/** A child who completed these quizzes on 1 March with every answer right, and what it remembers. */
function createLearnerOf(quizzes: readonly Task[], ofContent = content) {
  const states = quizzes.map(({ id }) => ({
    task_id: id,
    status: 'completed' as const,
    attempts_count: 1,
    open_attempt_id: null,
    stars_best: 3,
    xp_earned: 0,
    started_at: '2026-03-01T08:00:00.000Z',
    completed_at: '2026-03-01T08:00:00.000Z',
  }));
  const answers = quizzes.flatMap(({ id, skills, difficulty, items }) =>
    items.map((item) => ({ skills, itemSubject: `${id}/${item.id}`, score: 1, difficulty, guessChance: 0 })),
  );
  const { memories } = updateMemories([], answers, { today: '2026-03-01', pace: 1 });
  return {
    learner: createLearner(ofContent, new Map(states.map((state) => [state.task_id, state])), 1),
    memories,
  };
}

test('the items of a quiz with a text come right after this text, which does not count as an item', () => {
  const quizzes = [...content.tasks.values()].filter(
    ({ kind, items }) => kind === 'quiz' && items.some((item) => item.kind === 'info'),
  );
  assert.ok(quizzes.length >= 10);
  for (const quiz of quizzes) {
    const { learner, memories } = createLearnerOf([quiz]);
    const { plan } = chooseItems(learner, memories, DAY);
    const items = plan.map(({ task_id, item_id }) => ({
      task_id,
      item: content.tasks.get(task_id)?.items.find(({ id }) => id === item_id),
    }));
    const questions = items.filter(({ item }) => item?.kind !== 'info');
    assert.ok(questions.length >= 5 && questions.length <= 8, `${quiz.id}: ${questions.length} questions`);
    const first = items.findIndex(({ task_id }) => task_id === quiz.id);
    const own = items.slice(first).filter(({ task_id }) => task_id === quiz.id);
    assert.ok(own.length > 1, `${quiz.id} is not practised`);
    assert.deepEqual(items.slice(first, first + own.length), own, 'they follow each other');
    assert.equal(own[0]?.item?.kind, 'info');
    assert.equal(own.at(-1)?.item?.kind === 'info', false);
  }
});

test('the new item of a practice comes from one of the easiest tasks, although harder ones come before it', () => {
  const started = content.tasks.get('wheel-of-thinking');
  assert.ok(started);
  const world = content.worlds.get(started.world_id);
  assert.ok(world);
  const hardFirst = {
    ...content,
    worlds: new Map([[world.id, { ...world, location_ids: world.location_ids.toReversed() }]]),
  };
  const { learner, memories } = createLearnerOf([started], hardFirst);
  const { plan } = chooseItems(learner, memories, DAY);
  const newTasks = plan.flatMap(({ task_id }) => (task_id === started.id ? [] : (content.tasks.get(task_id) ?? [])));
  assert.ok(newTasks.length > 0);
  assert.deepEqual(new Set(newTasks.map(({ difficulty }) => difficulty)), new Set([1]));
});
