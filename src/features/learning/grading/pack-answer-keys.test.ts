import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isArithmeticCorrect } from '../../../../test/support/content/arithmetic.ts';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import { type AnswerKey, findTexts, type Item } from '../../../content/index.ts';
import { getCorrectResponse, gradeItem, parseResponse } from './grade.ts';

// Answers the items of all packs from their answer keys, and verifies the arithmetic in their texts.

const { tasks, taskKeys } = loadAllPacks();
const gradedItems = [...tasks.values()].flatMap((task) =>
  task.items
    .filter(({ kind }) => kind !== 'info')
    .map((item) => ({ item, key: getKey(task.id, item), path: `${task.id}/${item.id}` })),
);

function getKey(taskId: string, { id }: Item): AnswerKey {
  const key = taskKeys.get(taskId)?.itemKeys.get(id);
  assert.ok(key, `${taskId}/${id}`);
  return key;
}

test('the correct response to every item earns the full score, in every language', () => {
  assert.ok(gradedItems.length > 0);
  for (const { item, key, path } of gradedItems) {
    for (const locale of Object.keys(item.prompt)) {
      const correctResponse = JSON.parse(JSON.stringify(getCorrectResponse(item, key, locale)));
      assert.deepEqual(gradeItem(item, key, correctResponse), { score: 1, correct: true }, `${path} ${locale}`);
    }
  }
});

test('a wrong response to any item has a valid type and does not earn the full score', () => {
  for (const { item, key, path } of gradedItems) {
    const response = createWrongResponse(item, key);
    assert.ok(parseResponse(item, response) !== undefined, path);
    assert.equal(gradeItem(item, key, response).correct, false, `${path} ${JSON.stringify(response)}`);
  }
});

test('arithmetic in questions matches the answer key', () => {
  for (const { item, key, path } of gradedItems) {
    for (const [prompt, answer] of findNumberQuestions(item, key)) {
      assert.notEqual(isArithmeticCorrect(prompt, answer), false, `${path}: "${prompt}" is not ${answer}`);
    }
  }
});

test('arithmetic in hints and feedback is correct', () => {
  for (const { key, path } of gradedItems) {
    for (const { text } of findTexts({ hints: key.hints, feedback: key.feedback })) {
      for (const translation of Object.values(text).flat())
        assert.notEqual(isArithmeticCorrect(translation), false, `${path}: "${translation}"`);
    }
  }
});

// biome-ignore format: a table is easier to read in columns
const ARITHMETIC_CASES: readonly [text: string, answer: number | undefined, result: boolean | undefined][] = [
  ['How much is 7 + 5?',                12,        true],
  ['How much is 7 + 5?',                13,        false],
  ['¿Cuánto es 12 × 3?',                36,        true],
  ['20 − 8 = ?',                        12,        true],
  ['20 - 8 = __',                       11,        false],
  ['Oblicz: 24 : 6',                    4,         true],
  ['24 ÷ 6 = …',                        4,         true],
  ['7 + ? = 12',                        5,         true],
  ['7 + ? = 12',                        6,         false],
  ['2 + 3 × 4 = □',                     14,        true],
  ['(2 + 3) × 4 = □',                   20,        true],
  ['1 000 + 250 = ?',                   1250,      true],
  ['0,5 + 1.25 = ?',                    1.75,      true],
  ['1/2 + 1/4 = ?',                     0.75,      true],
  ['Yes: 7 + 5 = 12.',                  undefined, true],
  ['Yes: 7 + 5 = 13.',                  undefined, false],
  ['Try 9 + 1 first, then 6 + 6 = 13.', undefined, false],
  ['Try 9 + 1 first, then the rest.',   15,        undefined],
  ['A 3 × 4 grid: how many corners?',   4,         undefined],
  ['At 10:30 he is 3-5 years old?',     9,         undefined],
  ['What is 3/4 of 20?',                15,        undefined],
  ['How many legs does an ant have?',   6,         undefined],
];

test('isArithmeticCorrect checks the calculations in a text and ignores other numbers', () => {
  for (const [text, answer, result] of ARITHMETIC_CASES)
    assert.equal(isArithmeticCorrect(text, answer), result, `${text} ${answer}`);
});

/** The questions of an item whose answer is a number, in every language, each with this number. */
function findNumberQuestions(item: Item, key: AnswerKey): [string, number][] {
  if (item.kind === 'numeric' && key.kind === 'numeric')
    return Object.values(item.prompt).map((prompt) => [prompt, key.answer]);
  if (item.kind === 'single_choice' && key.kind === 'single_choice') {
    const correctTexts = item.options.find(({ id }) => id === key.answer)?.text ?? {};
    return Object.entries(item.prompt).flatMap(([locale, prompt]) => toNumberQuestion(prompt, correctTexts[locale]));
  }
  if (item.kind !== 'matching' || key.kind !== 'matching') return [];
  return item.left.flatMap(({ id, text }) => {
    const answerTexts = item.right.find((option) => option.id === key.pairs[id])?.text ?? {};
    return Object.entries(text).flatMap(([locale, question]) => toNumberQuestion(question, answerTexts[locale]));
  });
}

/** The question with its answer as a number; empty if the answer is not a number. */
function toNumberQuestion(question: string, answer = ''): [string, number][] {
  return /^\d+([.,]\d+)?$/.test(answer) ? [[question, Number(answer.replace(',', '.'))]] : [];
}

function createWrongResponse(item: Item, key: AnswerKey): unknown {
  if (key.kind === 'fill_in') return '¿?';
  if (key.kind === 'numeric') return key.answer + 2 * (key.tolerance ?? 0) + 1;
  if (key.kind === 'matching') return shiftPairs(key.pairs);
  if (key.kind === 'categorize') return shiftPairs(key.groups);
  if (key.kind === 'sequencing') return [...key.order].reverse();
  if (key.kind === 'hotspot') return findPointOutside(key.areas);
  if (key.kind === 'trace') return { strokes: [] };
  const options = 'options' in item ? item.options.map(({ id }) => id) : [];
  if (key.kind === 'multiple_choice') return options.filter((id) => !key.answers.includes(id));
  return options.find((id) => id !== key.answer);
}

/** Assigns each id to a wrong target; to an empty one if there is only one target. */
function shiftPairs(correctPairs: Readonly<Record<string, string>>): Record<string, string> {
  const targets = [...new Set(Object.values(correctPairs))];
  const getNextTarget = (target: string) => targets[(targets.indexOf(target) + 1) % targets.length] ?? '';
  return Object.fromEntries(
    Object.entries(correctPairs).map(([id, target]) => [id, targets.length > 1 ? getNextTarget(target) : '']),
  );
}

function findPointOutside(areas: (AnswerKey & { kind: 'hotspot' })['areas']): { x: number; y: number } | undefined {
  const steps = Array.from({ length: 21 }, (_, i) => i / 20);
  return steps
    .flatMap((x) => steps.map((y) => ({ x, y })))
    .find((point) =>
      areas.every(
        ({ x, y, width, height }) => point.x < x || point.x > x + width || point.y < y || point.y > y + height,
      ),
    );
}
