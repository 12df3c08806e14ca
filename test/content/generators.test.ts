import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnswerKey, findTexts, type Item } from '../../src/content/index.ts';
import {
  getCorrectResponse,
  getFeedback,
  gradeItem,
  parseResponse,
} from '../../src/features/learning/grading/grade.ts';
import { isArithmeticCorrect } from '../support/content/arithmetic.ts';
import { loadAllPacks } from '../support/content/packs.ts';
import { assertEquations, assertShowsNumber } from '../support/content/worked-solutions.ts';

// These tests create items with every generator and verify them in every language: the answers are graded, and the sums in
// the texts and in the worked solutions are calculated.

const { generators, tasks, worlds } = loadAllPacks();

/** How many items are created with each generator. */
const DRAWS_PER_GENERATOR = 200;
const DRAWS_PER_LEVEL = 50;
const ROUNDING_ERROR = 5e-7;

interface GeneratedItem {
  readonly item: Item;
  readonly key: AnswerKey;
  readonly languages: readonly string[];
  /** The task and the generator. */
  readonly generatorPath: string;
  /** The task, the generator and the drawn values. */
  readonly label: string;
}

function* generateItems(): Generator<GeneratedItem> {
  for (const [taskId, generatorsById] of generators) {
    const languages = worlds.get(tasks.get(taskId)?.world_id ?? '')?.languages ?? [];
    for (const [id, { levels, draw, createItem }] of generatorsById) {
      const generatorPath = `${taskId}/${id}`;
      const seenLabels = new Set<string>(); // some values are drawn several times, which gives the same item
      for (const level of [undefined, ...levels]) {
        for (let i = 0; i < (level === undefined ? DRAWS_PER_GENERATOR : DRAWS_PER_LEVEL); i += 1) {
          const drawnValues = draw(`test ${i}`, level);
          const label = `${generatorPath} ${JSON.stringify(drawnValues)}`;
          if (seenLabels.has(label)) continue;
          seenLabels.add(label);
          yield { ...createItem(drawnValues, languages), languages, generatorPath, label };
        }
      }
    }
  }
}

test('there are at least ninety generators, some in each world of the starter pack', () => {
  assert.ok([...generators.values()].flatMap((generatorsById) => [...generatorsById.keys()]).length >= 90);
  const worldIds = new Set([...generators.keys()].map((id) => tasks.get(id)?.world_id));
  for (const { id, pack_id } of worlds.values()) assert.ok(pack_id !== 'starter' || worldIds.has(id), id);
});

test('a draw that is changed by a rounding error or has a missing value is refused', () => {
  for (const [taskId, generatorsById] of generators) {
    for (const [id, { levels, draw, isValidDraw }] of generatorsById) {
      for (const level of [undefined, ...levels]) {
        const drawnValues = draw('test', level);
        assert.ok(isValidDraw(drawnValues));
        for (const [name, value] of Object.entries(drawnValues)) {
          const changedValues = typeof value === 'number' ? [value + ROUNDING_ERROR, null] : [null, {}];
          for (const changed of changedValues)
            assert.ok(!isValidDraw({ ...drawnValues, [name]: changed }), `${taskId}/${id} ${level} ${name} ${changed}`);
        }
      }
    }
  }
});

test('in every language, the correct response to a generated item is graded as correct, its mistakes as wrong, and the sums in its texts and its worked solution are correct', () => {
  const generatorsWithSolution = new Set<string>();
  let equationCount = 0;
  for (const generated of generateItems()) {
    const { item, key, label, generatorPath } = generated;
    for (const wrongResponse of listMistakes(key))
      assert.equal(gradeItem(item, key, wrongResponse).correct, false, `${label}: ${wrongResponse}`);
    equationCount += assertEquations(key, generated.languages, label);
    for (const language of generated.languages) {
      assertConsistent(generated, language);
      if (key.solution) assertShowsNumber(item, key, language, `${label} ${language}`);
    }
    if (key.solution) generatorsWithSolution.add(generatorPath);
    for (const { text } of findTexts({ hints: key.hints, feedback: key.feedback })) {
      for (const line of Object.values(text).flat())
        assert.notEqual(isArithmeticCorrect(line), false, `${label}: ${line}`);
    }
  }
  assert.ok(generatorsWithSolution.size >= 290, `${generatorsWithSolution.size} generators have a solution`);
  assert.ok(equationCount >= 20_000, `${equationCount} equations`);
});

/**
 * Asserts that the correct response is graded as correct, that mistakes have specific feedback, and that the sum in the prompt
 * is correct.
 */
function assertConsistent({ item, key, label }: GeneratedItem, language: string): void {
  const response = getCorrectResponse(item, key, language);
  assert.ok(parseResponse(item, response) !== undefined, `${label} ${language}`);
  assert.ok(gradeItem(item, key, response).correct, `${label} ${language}`);
  for (const wrongResponse of listMistakes(key, language)) {
    const feedback = getFeedback(key, { correct: false, response: wrongResponse }, language);
    assert.notEqual(feedback, key.feedback.wrong[language], `${label} ${language}: ${wrongResponse}`);
  }
  const answer = findNumericAnswer(item, key, language);
  const prompt = item.prompt[language] ?? '';
  if (answer !== undefined) assert.notEqual(isArithmeticCorrect(prompt, answer), false, `${label}: ${prompt}`);
}

/** The wrong responses that have specific feedback. Typed words are those of `language`, or of all languages. */
function listMistakes(key: AnswerKey, language?: string): unknown[] {
  if (!('mistakes' in key)) return [];
  return (key.mistakes ?? []).flatMap((mistake): unknown[] => {
    if (!('typed' in mistake)) return 'answer' in mistake ? [mistake.answer] : [];
    return language === undefined ? Object.values(mistake.typed).flat() : [mistake.typed[language] ?? []].flat();
  });
}

function findNumericAnswer(item: Item, key: AnswerKey, language: string): number | undefined {
  if (key.kind === 'numeric') return key.answer;
  if (item.kind !== 'single_choice' || key.kind !== 'single_choice') return undefined;
  const text = item.options.find(({ id }) => id === key.answer)?.text[language] ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
