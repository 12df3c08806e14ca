import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerKey, Item } from '../kinds/index.ts';
import { findTextProblem } from './check-generated-texts.ts';

function findProblem(prompt: string, optionTexts: readonly string[] = ['3', '4']): string | undefined {
  const options = optionTexts.map((text, i) => ({ id: `option-${i}`, text: { en: text } }));
  const item = { id: 'sum', kind: 'single_choice', prompt: { en: prompt }, options } as unknown as Item;
  const key = { kind: 'single_choice', answer: 'option-0' } as unknown as AnswerKey;
  return findTextProblem(item, key, { languages: ['en'], allowsNegative: false });
}

test('findTextProblem reports two options with the same text', () => {
  assert.equal(findProblem('How many?'), undefined);
  assert.match(findProblem('How many?', ['Three', 'three']) ?? '', /Two options are the same in "en"/);
});

test('findTextProblem reports numbers that a child cannot read, and placeholders', () => {
  assert.equal(findProblem('How much is 5 − 3?'), undefined);
  assert.match(findProblem('How much is 1.33333 + 1?') ?? '', /too many digits/);
  assert.match(findProblem('−3 + 5 = ?') ?? '', /negative number/);
  assert.match(findProblem('How much is NaN + 1?') ?? '', /placeholder/);
});
