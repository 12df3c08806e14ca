import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnswerKey, findTexts, type Item } from '../../src/content/index.ts';
import { getFeedback } from '../../src/features/learning/grading/answers/answer-feedback.ts';
import { getCorrectResponse, gradeItem, hasExpectedType } from '../../src/features/learning/grading/grade-item.ts';
import { isArithmeticCorrect } from '../support/content/arithmetic.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// Solves items of every generator in every language, with the grader and by calculating the sums in their texts.

const { generators, tasks, worlds } = loadAllPacks();

interface GeneratedItem {
  readonly item: Item;
  readonly key: AnswerKey;
  readonly language: string;
  readonly place: string;
}

function* drawAll(drawCount: number): Generator<GeneratedItem> {
  for (const [taskId, entries] of generators) {
    const languages = worlds.get(tasks.get(taskId)?.world_id ?? '')?.languages ?? [];
    for (const [id, { draw, instantiate }] of entries) {
      for (let i = 0; i < drawCount; i += 1) {
        const drawnValues = draw(`test ${i}`);
        for (const language of languages) {
          const place = `${taskId}/${id} ${language} ${JSON.stringify(drawnValues)}`;
          yield { ...instantiate(drawnValues, [language]), language, place };
        }
      }
    }
  }
}

test('the starter pack has at least sixty generators, some in each of its worlds', () => {
  assert.ok([...generators.values()].flatMap((entries) => [...entries.keys()]).length >= 60);
  assert.equal(new Set([...generators.keys()].map((id) => tasks.get(id)?.world_id)).size, 6);
});

test('a draw that is changed by a rounding error or has a missing value is refused', () => {
  for (const [taskId, entries] of generators) {
    for (const [id, { draw, isValidDraw }] of entries) {
      const drawnValues = draw('test');
      assert.ok(isValidDraw(drawnValues));
      for (const [name, value] of Object.entries(drawnValues)) {
        const changedValues = typeof value === 'number' ? [value + 5e-7, null] : [null, {}];
        for (const changedValue of changedValues)
          assert.ok(!isValidDraw({ ...drawnValues, [name]: changedValue }), `${taskId}/${id} ${name} ${changedValue}`);
      }
    }
  }
});

test('the key solves every generated item, and its mistakes are wrong and have their own feedback', () => {
  for (const { item, key, language, place } of drawAll(50)) {
    const response = getCorrectResponse(item, key, language);
    assert.ok(hasExpectedType(item, response), place);
    assert.ok(gradeItem(item, key, response).correct, place);
    for (const wrongResponse of listMistakes(key)) {
      const { correct } = gradeItem(item, key, wrongResponse);
      assert.equal(correct, false, `${place}: ${wrongResponse}`);
      const feedback = getFeedback(key, { correct, response: wrongResponse }, language);
      assert.notEqual(feedback, key.feedback.wrong[language], place);
    }
  }
});

test('sums in generated questions, hints and feedback are correct', () => {
  for (const { item, key, language, place } of drawAll(30)) {
    const answer = readNumber(item, key, language);
    const prompt = item.prompt[language] ?? '';
    if (answer !== undefined) assert.notEqual(isArithmeticCorrect(prompt, answer), false, `${place}: ${prompt}`);
    for (const { text } of findTexts({ hints: key.hints, feedback: key.feedback })) {
      for (const line of Object.values(text).flat())
        assert.notEqual(isArithmeticCorrect(line), false, `${place}: ${line}`);
    }
  }
});

function listMistakes(key: AnswerKey): unknown[] {
  if (!('mistakes' in key)) return [];
  return (key.mistakes ?? []).flatMap((mistake): unknown[] =>
    'typed' in mistake ? Object.values(mistake.typed).flat() : [mistake.answer],
  );
}

function readNumber(item: Item, key: AnswerKey, language: string): number | undefined {
  if (key.kind === 'numeric') return key.answer;
  if (item.kind !== 'single_choice' || key.kind !== 'single_choice') return undefined;
  const text = item.options.find(({ id }) => id === key.answer)?.text[language] ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
