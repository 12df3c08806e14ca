import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerKey, Question } from '../kinds/index.ts';
import { checkEqualOptions } from './check-answers.ts';
import { normalizeOptionText } from './normalize-option-text.ts';

// biome-ignore format: a table is easier to read in columns
const EQUAL_TEXTS: readonly [language: string, a: string, b: string][] = [
  ['en', 'Three',        'three'],
  ['en', '1/2',          '2/4'],
  ['en', '1/2',          '0.5'],
  ['en', '½',            '50%'],
  ['en', '1½',           '1.5'],
  ['en', '1 1/2',        '3/2'],
  ['es', '0,5',          '50 %'],
  ['en', '1,000',        '1000'],
  ['en', '1,000',        '1 000'],
  ['es', '1.000',        '1000'],
  ['pl', '2,50 m',       '2,5 m'],
  ['en', '3 €',          '€3.00'],
  ['es', '3 €',          '3,00 euros'],
  ['en', '1 euro',       '100 cents'],
  ['uk', '2,50 грн',     '250 копійок'],
  ['pl', '1 zł',         '100 groszy'],
  ['en', '60 min',       '1 h'],
  ['uk', '90 хвилин',    '1 год 30 хв'],
  ['pl', '1,5 godziny',  '90 minut'],
  ['en', '2 m 5 cm',     '205 cm'],
  ['uk', '1 кг',         '1000 г'],
  ['pl', '1 tydzień',    '7 dni'],
  ['en', '−3',           '-3'],
  ['en', '2/4 of a cake', '1/2 of a cake'],
];

// biome-ignore format: a table is easier to read in columns
const DIFFERENT_TEXTS: readonly [language: string, a: string, b: string][] = [
  ['en', '1/2',          '1/4'],
  ['en', '3 m',          '3 cm'],
  ['en', '3 apples',     '3 pears'],
  ['en', '3 €',          '3 $'],
  ['en', '1,5',          '15'],
  ['es', '1,500',        '1500'],
  ['en', '2 + 3',        '3 + 2'], // only the form differs, and the question may ask for the form
  ['en', '2 × 3',        '6'],
  ['en', '3:00',         '3'],
  ['en', '007',          '7'],
  ['en', '0 1 1',        '11'],
  ['en', '1, 2, 3',      '123'],
  ['en', '(1, 2)',       '(2, 1)'],
  ['en', '5 − 3',        '53'],
  ['en', '2 h 5 cm',     '7205'],
  ['en', '1 h',          'an hour'],
];

test('normalizeOptionText returns equal texts for the same number or quantity in different notations, and different texts otherwise', () => {
  for (const [language, a, b] of EQUAL_TEXTS)
    assert.equal(normalizeOptionText(a, language), normalizeOptionText(b, language), `${a} and ${b} in ${language}`);
  for (const [language, a, b] of DIFFERENT_TEXTS)
    assert.notEqual(normalizeOptionText(a, language), normalizeOptionText(b, language), `${a} and ${b} in ${language}`);
});

function findProblem(item: object, key: object): string | undefined {
  const messages: string[] = [];
  checkEqualOptions({ id: 'half', ...item } as Question, key as AnswerKey, (_, message) => messages.push(message));
  return messages[0];
}

const toOptions = (...texts: string[]) => texts.map((text, i) => ({ id: `o${i + 1}`, text: { en: text, es: `${i}` } }));

test('checkEqualOptions reports a wrong option that is equal to a correct one, unless the question asks for a form', () => {
  const message = /"1\/2" and "50%" of the item "half" say the same in "en"/;
  const options = toOptions('1/2', '1/3', '50%');
  const choice = { kind: 'single_choice', options };
  assert.match(findProblem(choice, { kind: 'single_choice', answer: 'o1' }) ?? '', message);
  assert.match(findProblem(choice, { kind: 'single_choice', answer: 'o3' }) ?? '', message);
  assert.equal(findProblem(choice, { kind: 'single_choice', answer: 'o2' }), undefined, 'both are wrong');
  assert.equal(findProblem({ ...choice, asks_for_form: true }, { kind: 'single_choice', answer: 'o1' }), undefined);

  const multiple = { kind: 'multiple_choice', options };
  assert.match(findProblem(multiple, { kind: 'multiple_choice', answers: ['o1', 'o2'] }) ?? '', message);
  assert.equal(
    findProblem(multiple, { kind: 'multiple_choice', answers: ['o1', 'o3'] }),
    undefined,
    'both are correct',
  );

  assert.match(
    findProblem({ kind: 'sequencing', options }, { kind: 'sequencing', order: ['o2', 'o1', 'o3'] }) ?? '',
    message,
  );

  const matching = { kind: 'matching', left: toOptions('0.5', '0.25'), right: options };
  assert.match(findProblem(matching, { kind: 'matching', pairs: { o1: 'o1', o2: 'o2' } }) ?? '', message);
  const categorized = { kind: 'categorize', options, categories: toOptions('fraction', 'percentage') };
  assert.equal(findProblem(categorized, { kind: 'categorize', groups: { o1: 'o1', o2: 'o1', o3: 'o2' } }), undefined);
});
