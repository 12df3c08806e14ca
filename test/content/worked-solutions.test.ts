import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerKey, Item } from '../../src/content/index.ts';
import { getCorrectResponse } from '../../src/features/learning/grading/grade.ts';
import { isArithmeticCorrect } from '../support/content/arithmetic.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// The solutions are solved again by a parser of written sums, which shares no code with the generators.

const DRAWS_PER_GENERATOR = 50;
const { generators, tasks, taskKeys, worlds } = loadAllPacks();

/** Whether each equation in a text is true; undefined if there is none, or one that cannot be read. */
function checkEquations(text: string): boolean | undefined {
  const equations = text
    .split(/(?<=\S)[.,:;?!]\s|\.$/) // a colon between numbers and spaces is a division
    .filter((part) => part.includes('='))
    // The parser knows no negative numbers, and no equation without an operator.
    .map((part) => part.replaceAll(/(?<![\d)]\s?)−(\d+)/g, '(0 − $1)').replace(/(?<!\d|[\d+−] )\d+\/\d+ =/, '0 + $&'));
  const results = equations.map((equation) => isArithmeticCorrect(equation));
  return results.length === 0 || results.includes(undefined) ? undefined : results.every(Boolean);
}

test('each equation of the worked solutions is true, in every language, and the last step of a sum gives the answer', () => {
  let equationCount = 0;
  let generatorCount = 0;
  for (const [taskId, generatorsById] of generators) {
    const languages = worlds.get(tasks.get(taskId)?.world_id ?? '')?.languages ?? [];
    for (const [id, { levels, draw, createItem }] of generatorsById) {
      let hasSolution = false;
      for (const level of [undefined, ...levels]) {
        for (let i = 0; i < DRAWS_PER_GENERATOR; i += 1) {
          const drawnValues = draw(`solution ${i}`, level);
          const { item, key } = createItem(drawnValues, languages);
          if (!key.solution) continue;
          hasSolution = true;
          for (const language of languages) {
            const label = `${taskId}/${id} ${JSON.stringify(drawnValues)} ${language}`;
            equationCount += assertSteps(item, key, language, label);
          }
        }
      }
      if (hasSolution) generatorCount += 1;
    }
  }
  assert.ok(generatorCount >= 290, `${generatorCount} generators have a solution`);
  assert.ok(equationCount >= 20_000, `${equationCount} equations`);
});

test('each equation of the worked solutions of written items is true, and the steps show the number that is asked for', () => {
  let equationCount = 0;
  for (const { task_id, itemKeys } of taskKeys.values()) {
    const task = tasks.get(task_id);
    for (const language of worlds.get(task?.world_id ?? '')?.languages ?? []) {
      for (const item of task?.items ?? []) {
        const key = itemKeys.get(item.id);
        if (item.kind === 'info' || !key?.solution || generators.get(task_id)?.has(item.id)) continue;
        equationCount += assertSteps(item, key, language, `${task_id}/${item.id} ${language}`);
      }
    }
  }
  assert.ok(equationCount >= 80, `${equationCount} equations`);
});

/** Asserts that each equation is true, and that a step shows the answer if it is a number. Returns how many equations there are. */
function assertSteps(item: Item, key: AnswerKey, language: string, label: string): number {
  const lines = (key.solution ?? []).map(({ text }) => text[language] ?? '');
  let equationCount = 0;
  for (const line of lines) {
    const result = checkEquations(line);
    if (line.includes('=')) assert.notEqual(result, undefined, `cannot be checked: ${label}: ${line}`);
    assert.notEqual(result, false, `${label}: ${line}`);
    if (result) equationCount += 1;
  }
  if (key.kind === 'numeric') assertEndsWith(lines, key.answer, language, label);
  else if (item.kind === 'single_choice') {
    const response = getCorrectResponse(item, key, language);
    const answer = item.options.find((option) => option.id === response)?.text[language] ?? '';
    if (/^[\d,.−]+$/.test(answer)) assertIncludes(lines, answer, label);
  }
  return equationCount;
}

/** Asserts that a step shows the number, as children read it. */
function assertEndsWith(lines: readonly string[], answer: number, language: string, label: string): void {
  const digits = String(Number(answer.toFixed(6))).replace('-', '−');
  assertIncludes(lines, language === 'en' ? digits : digits.replace('.', ','), label);
}

function assertIncludes(lines: readonly string[], answer: string, label: string): void {
  const numbers = lines.flatMap(
    (line) => line.replaceAll(/(?<=\d)\s(?=\d{3}(\D|$))/g, '').match(/−?\d+(?:[.,:]\d+)*/g) ?? [],
  );
  assert.ok(
    numbers.some(
      (number) =>
        number === answer ||
        number === answer.replace('−', '') ||
        Number(number.replace(',', '.')) === Number(answer.replace(',', '.')),
    ),
    `${label}: no step shows ${answer}: ${lines.join(' | ')}`,
  );
}
