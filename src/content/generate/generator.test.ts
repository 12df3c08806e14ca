import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GeneratorEntry } from '../format/generators.ts';
import { LEVEL_KEY } from './draw-values.ts';
import { compileGenerator } from './generator.ts';

const ENTRY: GeneratorEntry = {
  id: 'sum',
  kind: 'generated',
  as: 'numeric',
  draw: { w: { list: 'easy' }, a: { from: 10, to: 20 }, b: { from: 1, to: 'a' } },
  where: ['a % 10 + b % 10 >= 10'],
  prompt: { en: '{a} {w} and {b} more' },
};
const LEVELS: GeneratorEntry['levels'] = {
  1: { draw: { a: { from: 2, to: 5 } }, where: [] },
  4: { draw: { a: { from: 200, to: 300 }, w: { list: 'hard' } } },
};

function compile(entry: GeneratorEntry) {
  const text = { en: '' };
  return compileGenerator({
    taskId: 'sums',
    version: '1',
    entry,
    answerEntry: {
      id: 'sum',
      kind: 'generated',
      answer: 'a + b',
      hints: [text, text],
      feedback: { right: text, wrong: text },
    },
    wordLists: new Map([
      ['easy', { en: ['apples', 'pears'] }],
      ['hard', { en: ['chandeliers', 'xylophones', 'thermometers'] }],
    ]),
    languages: ['en'],
  });
}

const generator = compile({ ...ENTRY, levels: LEVELS });
const draw = (level?: number) =>
  Array.from({ length: 100 }, (_, i) => {
    const values = generator.draw(`${i}`, level);
    return {
      values,
      a: Number(values.a),
      b: Number(values.b),
      prompt: generator.createItem(values, []).item.prompt.en,
    };
  });

test('a level draws its own ranges, conditions and words, and the other variables as usual', () => {
  assert.deepEqual(generator.levels, [1, 4]);
  const easy = draw(1);
  assert.ok(easy.every(({ a, b }) => a >= 2 && a <= 5 && b >= 1 && b <= a));
  assert.ok(
    easy.some(({ a, b }) => (a % 10) + (b % 10) < 10),
    'without the usual condition',
  );
  assert.ok(easy.every(({ prompt }) => /apples|pears/.test(prompt ?? '')));
  const hard = draw(4);
  assert.ok(
    hard.every(({ a, b }) => a >= 200 && b <= a && (a % 10) + (b % 10) >= 10),
    'with the usual condition',
  );
  assert.ok(hard.every(({ prompt }) => /chandeliers|xylophones|thermometers/.test(prompt ?? '')));
});

test('levels do not change the usual draws', () => {
  const withoutLevels = compile(ENTRY);
  for (const [i, { values }] of draw().entries()) assert.deepEqual(withoutLevels.draw(`${i}`), values);
});

test('a draw is valid for the level that it names, and only for this one', () => {
  const withoutLevels = compile(ENTRY);
  for (const level of [undefined, 1, 4]) {
    for (const { values } of draw(level)) {
      assert.ok(generator.isValidDraw(values));
      const { [LEVEL_KEY]: _, ...unnamed } = values;
      for (const other of [undefined, 1, 2, 4, '4', null, 'constructor'].filter((other) => other !== level)) {
        const isValid = generator.isValidDraw(other === undefined ? unnamed : { ...unnamed, [LEVEL_KEY]: other });
        assert.equal(isValid, false, `${JSON.stringify(values)} as ${other}`);
      }
      assert.equal(withoutLevels.isValidDraw(values), level === undefined, 'when the pack no longer has the level');
    }
  }
});
