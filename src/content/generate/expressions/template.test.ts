import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileTemplate } from './template.ts';
import { ExpressionError, type Value } from './values.ts';

const format = (text: string, language: string, values: Record<string, Value>) =>
  compileTemplate(text, language).format({ language, values: new Map(Object.entries(values)) });

test('a text contains the values of its expressions as the language writes them', () => {
  assert.equal(format('{a} + {b} = ?', 'en', { a: 3, b: 1.5 }), '3 + 1.5 = ?');
  assert.equal(format('{a} + {b} = ?', 'pl', { a: 3, b: 1.5 }), '3 + 1,5 = ?');
  assert.equal(format('{a - b} °C', 'uk', { a: 3, b: 5 }), '−2 °C');
  assert.equal(format('{join([a, b], ", ")}!', 'es', { a: 3, b: 5 }), '3, 5!');
  assert.equal(format('no expression', 'en', {}), 'no expression');
});

test('a plural has the form that its number requires', () => {
  const text = '{n, plural, one {# ряд} few {# ряди} many {# рядів} other {# ряду}} по {k}';
  assert.deepEqual(
    [1, 3, 7, 21].map((n) => format(text, 'uk', { n, k: 4 })),
    ['1 ряд по 4', '3 ряди по 4', '7 рядів по 4', '21 ряд по 4'],
  );
  assert.equal(
    format('{a + 1, plural, one {# row of {k}} other {# rows of {k}}}', 'en', { a: 1, k: 4 }),
    '2 rows of 4',
  );
});

test('a text with an unbalanced brace or a missing plural form is rejected', () => {
  for (const text of ['{a', 'a}', '{a +}', '{n, plural, one {# ряд} other {# ряду}}', '{n, plural, one {x}'])
    assert.throws(() => format(text, 'uk', { a: 1, n: 1 }), ExpressionError, text);
});
