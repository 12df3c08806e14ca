import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  enterKey,
  formatNumber,
  getDecimalSeparator,
  MINUS,
  toNumberText,
} from '../../clients/play/src/rules/number-entry.ts';
import type { AnswerKey, Item } from '../../src/content/index.ts';
import { gradeItem } from '../../src/features/learning/grading/grade.ts';
import { loadAllPacks } from '../support/content/packs.ts';

const { generators, tasks, taskKeys, worlds } = loadAllPacks();
const DRAWS_PER_LEVEL = 10;
const separators = new Map(['en', 'es', 'pl', 'uk'].map((language) => [language, getDecimalSeparator(language)]));

/** Written and generated items that are answered with a number. */
function* listNumericItems(): Generator<{ readonly item: Item; readonly key: AnswerKey; readonly taskId: string }> {
  for (const { task_id: taskId, itemKeys } of taskKeys.values()) {
    for (const item of tasks.get(taskId)?.items ?? []) {
      const generator = generators.get(taskId)?.get(item.id);
      const key = itemKeys.get(item.id);
      if (item.kind !== 'numeric' || !key) continue;
      if (!generator) yield { item, key, taskId };
      for (const level of generator ? [undefined, ...generator.levels] : [])
        for (let i = 0; i < DRAWS_PER_LEVEL; i += 1)
          yield { ...generator?.createItem(generator.draw(`typed ${i}`, level), ['en']), taskId } as never;
    }
  }
}

test('every number that is right, or a whole number that the pack explains as a mistake, can be typed with the keys that the app shows', () => {
  const signs = new Set<number>();
  for (const { item, key, taskId } of listNumericItems()) {
    assert.ok(item.kind === 'numeric' && key.kind === 'numeric');
    const mistakes = (key.mistakes ?? []).filter(({ answer }) => Number.isInteger(answer)); // nobody types all digits of 2 ÷ 3
    for (const { answer } of [key, ...mistakes]) {
      for (const language of worlds.get(tasks.get(taskId)?.world_id ?? '')?.languages ?? []) {
        const keys = ['0123456789', separators.get(language), item.negative ? MINUS : ''].join('');
        const expected = formatNumber(answer, language);
        const typed = [...expected].filter((sign) => keys.includes(sign)).reduce(enterKey, '');
        assert.equal(typed, expected, `${taskId}/${item.id} ${language}`);
        assert.equal(gradeItem(item, key, typed).correct, answer === key.answer, `${taskId}/${item.id}: ${typed}`);
        signs.add(Math.sign(answer));
      }
    }
  }
  assert.deepEqual([...signs].sort(), [-1, 0, 1]);
});

test('a number that is typed or pasted keeps only what can be in a number', () => {
  assert.equal(toNumberText('about 1.5 km', 'pl', false), '1,5');
  assert.equal(toNumberText('-1,5', 'en', true), `${MINUS}1.5`);
  assert.equal(toNumberText('-3', 'en', false), '3');
  assert.equal(toNumberText('1234567890', 'en', false), '123456789');
});
