import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLearner } from '../../../../test/support/content/learner.ts';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import type { AnswerKey, Item } from '../../../content/index.ts';
import { findSkillOfQuestion, type OpenQuestion } from '../advice/advice.ts';
import { chooseSheetExercises } from './choose-sheet.ts';

const content = loadAllPacks();

function choose(skill: string, level: number, questions: readonly OpenQuestion[] = []) {
  const learner = createLearner(content, new Map(), 1);
  return chooseSheetExercises(learner, skill, { locale: 'en', seed: 'a', level, questions, max: 10 });
}

for (const skill of ['subtraction', 'patterns', 'rounding', 'variables'])
  for (const level of [1, 2, 3])
    test(`the exercises for ${skill} at level ${level} ask for it, from easy to hard, at most one level above`, () => {
      const exercises = choose(skill, level);
      const difficulties = exercises.map(({ difficulty }) => difficulty);
      assert.ok(exercises.length >= 4, `${exercises.length} exercises`);
      assert.ok(Math.max(...difficulties) <= level + 1, `${difficulties}`);
      assert.deepEqual(difficulties, difficulties.toSorted());
      for (const { task, item } of exercises)
        assert.equal(findSkillOfQuestion(content, { task_id: task.id, item_id: item.id }), skill, item.id);
    });

test('a sheet for fractions, which children learn with eight, is not harder than the child can do and has no ratios, which come years later', () => {
  const exercises = choose('fractions', 4);
  assert.ok(exercises.length >= 4);
  assert.ok(exercises.every(({ difficulty }) => difficulty <= 4));
  assert.ok(!choose('fractions', 5).some(({ task }) => task.skills.includes('ratio')));
});

test('a sheet has no sum twice, and at most two exercises with the same number as their answer', () => {
  for (const skill of ['addition', 'subtraction']) {
    const answers = choose(skill, 1).flatMap(({ item, key }) =>
      key.kind === 'numeric' ? key.answer : findOption(item, key),
    );
    const numbers = answers.filter((answer) => /^\d+$/.test(String(answer)));
    assert.ok(numbers.length >= 4, skill);
    for (const number of numbers)
      assert.ok(numbers.filter((other) => other === number).length <= 2, `${skill}: ${answers}`);
  }
});

test('what is like the missed question comes right after it: of its generator with other numbers, or of its misconception', () => {
  const [own] = choose('addition', 1).filter(({ task, item }) => content.generators.get(task.id)?.has(item.id));
  assert.ok(own);
  const key = { task_id: own.task.id, item_id: own.item.id, tries: 1, misses: 1 };
  const draw = JSON.stringify(content.generators.get(key.task_id)?.get(key.item_id)?.draw('missed'));
  const answer = { last_missed_response: null, last_missed_draw: draw, last_missed_at: null, tried_together_at: null };
  const exercises = choose('addition', 1, [{ ...key, ...answer }]);
  const prompts = exercises.map(({ item }) => item.prompt.en);
  assert.deepEqual(
    exercises.slice(0, 4).map(({ item }) => item.id),
    Array(4).fill(own.item.id),
  );
  assert.equal(new Set(prompts).size, prompts.length, `${prompts}`);
  assert.ok(exercises.slice(4).some(({ item }) => item.id !== own.item.id));
  const unlimited = choose('addition', 4);
  assert.ok(unlimited.some(({ difficulty }) => difficulty > own.task.difficulty + 1));
  const limited = choose('addition', 4, [{ ...key, ...answer }]);
  assert.ok(limited.length >= 4 && limited.every(({ difficulty }) => difficulty <= own.task.difficulty + 1));
});

function findOption(item: Item, key: AnswerKey): string {
  if (item.kind !== 'single_choice' || key.kind !== 'single_choice') return '';
  return item.options.find(({ id }) => id === key.answer)?.text.en ?? '';
}
