import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileExpression } from './expression.ts';
import { ExpressionError, type Value } from './values.ts';

const evaluate = (source: string, values: Record<string, Value> = {}, language = 'en') =>
  compileExpression(source).evaluate({ language, values: new Map(Object.entries(values)) });

// biome-ignore format: the columns of a table are easier to read
const CASES: readonly [source: string, result: Value][] = [
  ['a + b * 2',                          13],
  ['-(a - b)',                           2],
  ['a % 2 == 1 && !(b < a)',             true],
  ['a > b ? "more" : "fewer"',           'fewer'],
  ['0.1 + 0.2 == 0.3',                   true],
  ['"a" + "b" + 3',                      'ab3'],
  ['[a, b, 9][1]',                       5],
  ['letters(w)[0]',                      'd'],
  ['len("щука")',                        4],
  ['join(range(2, 10, 4), ", ")',        '2, 6, 10'],
  ['sort([3, 1, 10])',                   [1, 3, 10]],
  ['distinct(a, b, 3)',                  false],
  ['distinct([a, b])',                   true],
  ['gcd(12, 18)',                        6],
  ['round(10 / 4, 1)',                   2.5],
  ['floor(0.1 * 30)',                    3],
  ['capital("łąka")',                    'Łąka'],
  ['pad(5)',                             '05'],
  ['replace(w, 1, "_")',                 'd_g'],
  ['walk([1, 1], ["R", "R", "D"])',      [3, 2]],
  ['count("banana", "a")',               3],
  ['slice("castle", 0, 3)',              'cas'],
  ['counted(a, ["cat", "cats"])',        '3 cats'],
  ['jumble("aa", 5)',                    'aa'],
  ['len(jumble("river", -7))',           5],
  ['shift("dog", "abcdefgh", -10)',      'boe'],
];

test('operators and functions of expressions return the expected values', () => {
  for (const [source, result] of CASES) assert.deepEqual(evaluate(source, { a: 3, b: 5, w: 'dog' }), result, source);
});

test('a jumbled word has the same letters in another order, which depends only on the seed', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const word = evaluate('jumble("river", s)', { s: seed });
    assert.notEqual(word, 'river');
    assert.equal([...String(word)].sort().join(''), 'eirrv');
    assert.equal(word, evaluate('jumble("river", s)', { s: seed }));
  }
});

test('a noun has the plural form that the language requires for the number', () => {
  const formatCounted = (n: number, language: string, forms: string) =>
    evaluate(`counted(n, ${forms})`, { n }, language);
  const apples = '["яблуко", "яблука", "яблук"]';
  assert.deepEqual(
    [1, 2, 5, 11, 21, 22, 25].map((n) => formatCounted(n, 'uk', apples)),
    ['1 яблуко', '2 яблука', '5 яблук', '11 яблук', '21 яблуко', '22 яблука', '25 яблук'],
  );
  const cats = '["kot", "koty", "kotów"]';
  assert.deepEqual(
    [1, 2, 5, 12, 21, 22].map((n) => formatCounted(n, 'pl', cats)),
    ['1 kot', '2 koty', '5 kotów', '12 kotów', '21 kotów', '22 koty'],
  );
  assert.equal(evaluate('counted(2.5, ["litr", "litry", "litrów", "litra"])', {}, 'pl'), '2,5 litra');
});

const REJECTED_EXPRESSIONS = [
  'constructor',
  'a.constructor',
  'a["constructor"]',
  '[]["map"]',
  'this',
  'this.process',
  'process.exit(1)',
  'constructor("return 1")()',
  'letters.constructor("return process")()',
  '(letters)("a").x',
  'toString()',
  '__proto__',
  'hasOwnProperty("a")',
  'a = 5',
  'a; b',
  'import("fs")',
  '`text`',
  '() => 1',
  '1 & 2',
  '/a/',
  '1 / 0',
  '"a" * 2',
  'repeat("a", 1000)',
  'range(0, 1000000)',
  'text([1])',
  'a ? 1 : 2',
  'w[9]',
  'pow(9, 999)',
  `${'1 + '.repeat(200)}1`,
  `${'('.repeat(3000)}1`,
];

test('expressions that use other syntax, access JavaScript or exceed a limit are rejected', () => {
  for (const source of REJECTED_EXPRESSIONS)
    assert.throws(() => evaluate(source, { a: 3, w: 'dog' }), ExpressionError, source.slice(0, 60));
});
