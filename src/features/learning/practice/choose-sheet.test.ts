import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLearner } from '../../../../test/support/content/learner.ts';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import type { AnswerKey, Item } from '../../../content/index.ts';
import { findSkillOfQuestion } from '../advice/advice.ts';
import { chooseSheetExercises } from './choose-sheet.ts';

const content = loadAllPacks();

function choose(skill: string, level: number) {
  const learner = createLearner(content, new Map(), 1);
  return chooseSheetExercises(learner, skill, { locale: 'en', seed: 'a', level, questions: [], max: 10 });
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

function findOption(item: Item, key: AnswerKey): string {
  if (item.kind !== 'single_choice' || key.kind !== 'single_choice') return '';
  return item.options.find(({ id }) => id === key.answer)?.text.en ?? '';
}
