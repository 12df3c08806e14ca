import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MasteryLevel } from '../memory/memory.ts';
import { chooseTalkingPoints, type SkillState } from './list-skills.ts';

const TODAY = '2026-03-20';

function createSkill(id: string, mastery: MasteryLevel, reviewed_on: string, due_on: string, in_row = 1): SkillState {
  const schedule = { subject: id, reviewed_on, due_on, in_row };
  const memory = { ...schedule, stability: 1, difficulty: 5, ability: 0, asked: 3, proven_days: 0 };
  return { id, name: { en: id }, world_ids: [], mastery, memory, isDue: due_on <= TODAY };
}

function chooseIds(...skills: SkillState[]) {
  const { strength, practice } = chooseTalkingPoints(skills, TODAY);
  return [strength?.id, practice?.id];
}

test('the talking points are the best known skill of the last two weeks and the skill that is due first', () => {
  assert.deepEqual(
    chooseIds(
      createSkill('long-ago', 'mastered', '2026-03-05', '2026-06-01'),
      createSkill('steady', 'steady', '2026-03-18', '2026-03-30'),
      createSkill('newer', 'steady', '2026-03-19', '2026-03-30'),
      createSkill('due', 'growing', '2026-03-10', '2026-03-18'),
      createSkill('longer-due', 'growing', '2026-03-10', '2026-03-16'),
    ),
    ['newer', 'longer-due'],
  );
});

test('a skill that was missed today is suggested for practice and not as a strength', () => {
  assert.deepEqual(chooseIds(createSkill('missed', 'steady', TODAY, '2026-03-21', 0)), [undefined, 'missed']);
});

test('one skill is not chosen twice, and a child who has practiced nothing has no talking points', () => {
  assert.deepEqual(chooseIds(createSkill('only', 'growing', '2026-03-19', TODAY)), ['only', undefined]);
  assert.deepEqual(chooseIds({ ...createSkill('new', 'new', TODAY, TODAY), memory: undefined }), [
    undefined,
    undefined,
  ]);
});
