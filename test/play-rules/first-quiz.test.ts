import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chooseFirstQuiz } from '../../clients/play/src/rules/first-quiz.ts';
import type { NextStep } from '../../clients/typescript/src/index.ts';

const step = (kind: string, code: string) => ({ task: { kind }, reason: { code } }) as NextStep;
const creative = step('creative', 'creative');
const lesson = step('lesson', 'new_skill');
const repetition = step('quiz', 'again');
const quiz = step('quiz', 'more_stars');

it('a child who cannot read begins with a quiz, or else a lesson, and only then with a quiz that it has three stars in', () => {
  assert.equal(chooseFirstQuiz([creative, lesson, repetition, quiz]), quiz);
  assert.equal(chooseFirstQuiz([creative, repetition, lesson]), lesson);
  assert.equal(chooseFirstQuiz([creative, repetition]), repetition);
  assert.equal(chooseFirstQuiz([creative]), creative);
  assert.equal(chooseFirstQuiz([]), undefined);
});
