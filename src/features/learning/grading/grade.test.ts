import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import type { AnswerKey, Item, Task } from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError } from '../../../core/requests/api-error.ts';
import {
  type Answer,
  explainAnswer,
  formatAnswer,
  getCorrectResponse,
  getFeedback,
  gradeItem,
  gradeParts,
  mergeAnswers,
  parseResponse,
  validateAnswers,
} from './grade.ts';

const toMultilingualText = (value: string) => ({ en: value, es: value });
const createOptions = (...ids: string[]) => ids.map((id) => ({ id, text: toMultilingualText(id) }));
const itemFields = { id: 'item', prompt: toMultilingualText('?'), media: [], points: 1, hints_available: 1 };
const keyFields = {
  id: 'item',
  hints: [toMultilingualText('Hm')],
  feedback: { right: toMultilingualText('Yes'), wrong: toMultilingualText('No') },
};

/** An item of each kind, and a second numeric item without a tolerance (`thousand`), with their keys. */
const ITEMS = {
  single_choice: [
    { ...itemFields, kind: 'single_choice', options: createOptions('a', 'b', 'c') },
    { ...keyFields, kind: 'single_choice', answer: 'b' },
  ],
  true_false: [
    { ...itemFields, kind: 'true_false', options: createOptions('so', 'not-so') },
    { ...keyFields, kind: 'true_false', answer: 'so' },
  ],
  multiple_choice: [
    { ...itemFields, kind: 'multiple_choice', options: createOptions('a', 'b', 'c', 'd') },
    { ...keyFields, kind: 'multiple_choice', answers: ['a', 'b'] },
  ],
  fill_in: [
    { ...itemFields, kind: 'fill_in', max_length: 12 },
    {
      ...keyFields,
      kind: 'fill_in',
      accepted: { en: ['ice cream', 'Café'], es: ['helado'], uk: ['п’ять'], de: ['Straße'] },
    },
  ],
  numeric: [
    { ...itemFields, kind: 'numeric' },
    { ...keyFields, kind: 'numeric', answer: 0.3, tolerance: 0.1 },
  ],
  thousand: [
    { ...itemFields, kind: 'numeric' },
    { ...keyFields, kind: 'numeric', answer: -1500 },
  ],
  matching: [
    { ...itemFields, kind: 'matching', left: createOptions('a', 'b', 'c'), right: createOptions('1', '2', '3', '4') },
    {
      ...keyFields,
      kind: 'matching',
      pairs: { a: '1', b: '2', c: '3' },
      parts: { a: toMultilingualText('Why a'), b: toMultilingualText('Why b') },
    },
  ],
  sequencing: [
    { ...itemFields, kind: 'sequencing', options: createOptions('b', 'a', 'd', 'c') },
    { ...keyFields, kind: 'sequencing', order: ['a', 'b', 'c', 'd'] },
  ],
  categorize: [
    {
      ...itemFields,
      kind: 'categorize',
      options: createOptions('a', 'b', 'c', 'd'),
      categories: createOptions('x', 'y'),
    },
    { ...keyFields, kind: 'categorize', groups: { a: 'x', b: 'x', c: 'y', d: 'y' } },
  ],
  hotspot: [
    { ...itemFields, kind: 'hotspot', image: 'pond' },
    {
      ...keyFields,
      kind: 'hotspot',
      areas: [
        { x: 0.1, y: 0.1, width: 0.2, height: 0.2 },
        { x: 0.9, y: 0.9, width: 0.1, height: 0.1 },
      ],
      mistakes: [{ area: { x: 0.5, y: 0.5, width: 0.2, height: 0.2 }, says: toMultilingualText('Too far') }],
    },
  ],
  trace: [
    {
      ...itemFields,
      kind: 'trace',
      alt: toMultilingualText('A hook'),
      strokes: {
        en: [
          [
            [0.3, 0.1],
            [0.3, 0.9],
            [0.7, 0.9],
          ],
        ],
      },
    },
    { ...keyFields, kind: 'trace' },
  ],
} as const satisfies Record<string, [Item, AnswerKey]>;
type ItemName = keyof typeof ITEMS;

const INFO: Item = { ...itemFields, kind: 'info', text: toMultilingualText('Read'), points: 0, hints_available: 0 };
const WRONG_TYPE = 'wrong type';

// The score of each response, or WRONG_TYPE.
// biome-ignore format: a table is easier to read in columns
const CASES: readonly [name: ItemName, response: unknown, score: number | typeof WRONG_TYPE][] = [
  ['single_choice',   'b',                               1],
  ['single_choice',   'a',                               0],
  ['single_choice',   'no-such-option',                  0],
  ['single_choice',   '',                                0],
  ['single_choice',   ['b'],                             WRONG_TYPE],
  ['single_choice',   2,                                 WRONG_TYPE],
  ['single_choice',   'b'.repeat(201),                   WRONG_TYPE],
  ['single_choice',   'b\0',                             WRONG_TYPE],
  ['true_false',      'so',                              1],
  ['true_false',      'not-so',                          0],
  ['true_false',      true,                              WRONG_TYPE],
  ['multiple_choice', ['b', 'a'],                        1],
  ['multiple_choice', ['a'],                             0.5],
  ['multiple_choice', ['a', 'a'],                        0.5],
  ['multiple_choice', ['a', 'b', 'c'],                   0.5],
  ['multiple_choice', ['a', 'b', 'no-such-option'],      0.5],
  ['multiple_choice', ['a', 'c'],                        0],
  ['multiple_choice', ['c', 'd'],                        0],
  ['multiple_choice', ['a', 'b', 'c', 'd'],              0],
  ['multiple_choice', [],                                0],
  ['multiple_choice', 'a',                               WRONG_TYPE],
  ['multiple_choice', ['a', 2],                          WRONG_TYPE],
  ['multiple_choice', Array(13).fill('a'),               WRONG_TYPE],
  ['fill_in',         'ice cream',                       1],
  ['fill_in',         '  ICE \t Cream ',                 1],
  ['fill_in',         'Helado',                          1],
  ['fill_in',         'cafe\u0301',                      1],
  ['fill_in',         'cafe',                            0],
  ['fill_in',         'STRASSE',                         1],
  ['fill_in',         "П'ЯТЬ",                           1],
  ['fill_in',         'пʼять',                           1],
  ['fill_in',         'icecream',                        0],
  ['fill_in',         '',                                0],
  ['fill_in',         'twelve chars',                    0],
  ['fill_in',         'thirteen char',                   WRONG_TYPE],
  ['fill_in',         `ice cream${' '.repeat(900)}`,     WRONG_TYPE],
  ['fill_in',         8,                                 WRONG_TYPE],
  ['fill_in',         'half \ud800',                     WRONG_TYPE],
  ['numeric',         0.3,                               1],
  ['numeric',         0.4,                               1],
  ['numeric',         0.2,                               1],
  ['numeric',         0.41,                              0],
  ['numeric',         0.19,                              0],
  ['numeric',         '0,3',                             1],
  ['numeric',         ' .25 ',                           1],
  ['numeric',         '+0.2',                            1],
  ['numeric',         '0.3.0',                           0],
  ['numeric',         'a third',                         0],
  ['numeric',         '3e-1',                            0],
  ['numeric',         '',                                0],
  ['numeric',         '0'.repeat(31),                    WRONG_TYPE],
  ['numeric',         Number.NaN,                        WRONG_TYPE],
  ['numeric',         Number.POSITIVE_INFINITY,          WRONG_TYPE],
  ['numeric',         [0.3],                             WRONG_TYPE],
  ['thousand',        -1500,                             1],
  ['thousand',        '-1500',                           1],
  ['thousand',        '−1 500',                          1],
  ['thousand',        '– 1\u00a0500,0',                  1],
  ['thousand',        '1500',                            0],
  ['thousand',        '-15 00',                          0],
  ['thousand',        -1500.0001,                        0],
  ['matching',        { ['a'.repeat(201)]: '1' },        WRONG_TYPE],
  ['matching',        { a: '1', b: '2', c: '3' },        1],
  ['matching',        { a: '1', b: '3', c: '2' },        1 / 3],
  ['matching',        { a: '1', b: '1', c: '1' },        1 / 3],
  ['matching',        { a: '4', unknown: '1' },          0],
  ['matching',        {},                                0],
  ['matching',        [['a', '1']],                      WRONG_TYPE],
  ['matching',        { a: 1 },                          WRONG_TYPE],
  ['matching',        'a',                               WRONG_TYPE],
  ['matching',        JSON.parse('{"__proto__": "1"}'),  0],
  ['sequencing',      ['a', 'b', 'c', 'd'],              1],
  ['sequencing',      ['b', 'c', 'd', 'a'],              2 / 3],
  ['sequencing',      ['a', 'b'],                        1 / 3],
  ['sequencing',      ['d', 'c', 'b', 'a'],              0],
  ['sequencing',      ['b', 'a', 'b', 'c', 'a', 'c'],    0],
  ['sequencing',      [],                                0],
  ['sequencing',      { 0: 'a', 1: 'b' },                WRONG_TYPE],
  ['sequencing',      Array(13).fill('a'),               WRONG_TYPE],
  ['categorize',      { a: 'x', b: 'x', c: 'y', d: 'y' }, 1],
  ['categorize',      { a: 'x', b: 'y', c: 'y', d: 'x' }, 0.5],
  ['categorize',      { a: 'nowhere' },                  0],
  ['categorize',      null,                              WRONG_TYPE],
  ['hotspot',         { x: 0.2, y: 0.2 },                1],
  ['hotspot',         { x: 0.1, y: 0.1 },                1],
  ['hotspot',         { x: 1, y: 1 },                    1],
  ['hotspot',         { x: 0.5, y: 0.2 },                0],
  ['hotspot',         { x: 0.2, y: 0.5 },                0],
  ['hotspot',         { x: 1.1, y: 0.5 },                WRONG_TYPE],
  ['hotspot',         { x: '0.2', y: 0.2 },              WRONG_TYPE],
  ['hotspot',         { x: 0.2 },                        WRONG_TYPE],
  ['hotspot',         { x: Number.NaN, y: 0.2 },         WRONG_TYPE],
  ['trace',           trace('.3,.1 .3,.9 .7,.9'),        1],
  ['trace',           trace('.3,.1 .3,.5', '.3,.5 .3,.9 .7,.9'), 1],
  ['trace',           trace('.38,.1 .25,.5 .35,.9 .7,.82'), 1],
  ['trace',           trace('.7,.9 .3,.9 .3,.1'),        0],
  ['trace',           trace('.3,.1 .3,.9'),              0],
  ['trace',           trace('.3,.1 .3,.9 .7,.9 .7,.1'),  0],
  ['trace',           trace('.5,.1 .5,.9 .9,.9'),        0],
  ['trace',           trace('.3,.1'),                    0],
  ['trace',           { strokes: [] },                   0],
  ['trace',           trace('.3,1.1 .3,.9'),             WRONG_TYPE],
  ['trace',           { strokes: [[[0.3, 0.1, 0.5]]] },  WRONG_TYPE],
  ['trace',           { strokes: [[0.3, 0.1]] },         WRONG_TYPE],
  ['trace',           trace('.3,.1 '.repeat(121).trim()), WRONG_TYPE],
];

/** Lines with their points as in SVG. */
function trace(...lines: string[]) {
  return { strokes: lines.map((line) => line.split(' ').map((point) => point.split(',').map(Number))) };
}

test('gradeItem scores each response by kind; a response of the wrong type scores 0', () => {
  for (const [name, response, expected] of CASES) {
    const [item, key] = ITEMS[name];
    const label = `${name} ${JSON.stringify(response)}`;
    const score = expected === WRONG_TYPE ? 0 : expected;
    assert.equal(parseResponse(item, response) !== undefined, expected !== WRONG_TYPE, label);
    assert.deepEqual(gradeItem(item, key, response), { score, correct: score === 1 }, label);
  }
});

test('a missing response is wrong, and an info item is always correct', () => {
  for (const [item, key] of Object.values(ITEMS)) {
    for (const missing of [undefined, null]) {
      assert.deepEqual(gradeItem(item, key, missing), { score: 0, correct: false }, item.kind);
      assert.equal(parseResponse(item, missing) !== undefined, false);
    }
    assert.deepEqual(gradeItem(item, undefined, 'a'), { score: 0, correct: false }, item.kind);
  }
  assert.deepEqual(gradeItem(INFO, undefined, undefined), { score: 0, correct: true });
  assert.deepEqual(gradeItem(INFO, undefined, 'thanks'), { score: 0, correct: true });
  assert.equal(parseResponse(INFO, 'thanks'), undefined);
});

test('getCorrectResponse returns a response that is graded as correct', () => {
  for (const [item, key] of Object.values(ITEMS)) {
    const correctResponse = getCorrectResponse(item, key, 'en');
    assert.deepEqual(
      gradeItem(item, key, JSON.parse(JSON.stringify(correctResponse))),
      { score: 1, correct: true },
      item.kind,
    );
  }
  assert.equal(getCorrectResponse(INFO, undefined, 'en'), null);
  assert.deepEqual(getCorrectResponse(...ITEMS.hotspot, 'en'), { x: 0.2, y: 0.2 });
  assert.equal(getCorrectResponse(...ITEMS.numeric, 'en'), 0.3);
});

test('the correct answer to a fill-in item is in the language of the prompt', () => {
  assert.equal(getCorrectResponse(...ITEMS.fill_in, 'es-MX'), 'helado');
  assert.equal(getCorrectResponse(...ITEMS.fill_in, 'en'), 'ice cream');
  assert.equal(getCorrectResponse(...ITEMS.fill_in, 'uk'), 'ice cream', 'the prompt is not in Ukrainian');
});

test('formatAnswer puts a response into words, or says that there is none', () => {
  assert.equal(formatAnswer(...format('sequencing', ['a', 'b'])), 'a → b');
  assert.equal(formatAnswer(...format('matching', { a: '2' })), 'a → 2');
  assert.equal(formatAnswer(...format('trace', { strokes: ITEMS.trace[0].strokes.en })), 'A hook');
  assert.equal(formatAnswer(...format('trace', { strokes: [[[0.3, 0.1]]] })), 'drawn differently');
  const noAnswer = formatAnswer(...format('numeric', null));
  for (const [kind, response] of [
    ['multiple_choice', []],
    ['sequencing', []],
    ['hotspot', { x: 2, y: 0 }],
    ['trace', { strokes: [] }],
  ] as const)
    assert.equal(formatAnswer(...format(kind, response)), noAnswer, kind);
});

function format(kind: keyof typeof ITEMS, response: unknown): [Item, unknown, string] {
  return [ITEMS[kind][0], response, 'en'];
}

const anyItem = fc.constantFrom<[Item, AnswerKey]>(...Object.values(ITEMS));
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'x', 'y', '1', '2', '3', 'so', '', '__proto__', 'constructor');
const plausibleResponses = fc.oneof(
  ids,
  fc.array(ids),
  fc.dictionary(ids, ids),
  fc.record({ x: fc.double(), y: fc.double() }),
  fc.double(),
  fc.string({ unit: 'binary' }),
);

test('gradeItem never throws, and scores are between 0 and 1', () => {
  fc.assert(
    fc.property(anyItem, fc.oneof(fc.jsonValue(), fc.anything(), plausibleResponses), ([item, key], response) => {
      const { score, correct } = gradeItem(item, key, response);
      assert.ok(score >= 0 && score <= 1);
      assert.equal(correct, score === 1);
      assert.ok(score === 0 || parseResponse(item, response) !== undefined, 'a response of the wrong type has a score');
    }),
    { numRuns: 3000 },
  );
});

test('repeating a choice does not change the score', () => {
  const itemWithChoices = fc.constantFrom(ITEMS.multiple_choice, ITEMS.sequencing);
  fc.assert(
    fc.property(itemWithChoices, fc.array(ids, { maxLength: 12 }), ([item, key], response) => {
      assert.deepEqual(gradeItem(item, key, response), gradeItem(item, key, [...new Set(response)]));
    }),
    { numRuns: 1000 },
  );
});

// The options that are in the wrong place.
const WRONG_PARTS: readonly [name: ItemName, response: unknown, wrongIds: string, texts: string][] = [
  ['matching', { a: '1', b: '3', c: '2' }, 'b c', 'Why b'],
  ['matching', { a: '2' }, 'a b c', 'Why a Why b'],
  ['categorize', { a: 'x', b: 'y', c: 'y', d: 'y' }, 'b', ''],
  ['sequencing', ['a', 'b', 'c', 'd'], '', ''],
  ['sequencing', ['b', 'c', 'd', 'a'], 'a b', ''], // c and d follow the right ones
  ['sequencing', ['a', 'c', 'b', 'd'], 'b c d', ''],
  ['sequencing', ['a'], 'b c d', ''],
  ['single_choice', 'a', '', ''],
];

test('gradeParts says which parts of an answer are wrong, and why if the pack does', () => {
  for (const [name, response, wrongIds, texts] of WRONG_PARTS) {
    const [item, key] = ITEMS[name];
    const wrongParts = gradeParts(key, item, response, 'en').filter(({ correct }) => !correct);
    assert.equal(wrongParts.map(({ id }) => id).join(' '), wrongIds, `${name} ${JSON.stringify(response)}`);
    assert.equal(wrongParts.flatMap(({ feedback }) => feedback ?? []).join(' '), texts, name);
  }
});

test('a wrong place in a picture has the feedback of its area', () => {
  const [, key] = ITEMS.hotspot;
  assert.equal(getFeedback(key, { correct: false, response: { x: 0.6, y: 0.6 } }, 'en'), 'Too far');
  assert.equal(getFeedback(key, { correct: false, response: { x: 0.8, y: 0.6 } }, 'en'), 'No');
  assert.equal(getFeedback(key, { correct: false, response: undefined }, 'en'), 'No');
});

test('an explanation is the worked solution, or what the pack says of the mistake, or else a reply to the right answer', () => {
  const [, key] = ITEMS.single_choice;
  const withMistake: AnswerKey = { ...key, mistakes: [{ answer: 'a', says: toMultilingualText('a is too few') }] };
  const withSolution: AnswerKey = {
    ...withMistake,
    solution: [{ text: toMultilingualText('First.') }, { text: toMultilingualText('Then.') }],
  };
  const reply = { lines: ['Yes'], kind: 'reply' };
  for (const response of ['a', 'c', undefined, null]) {
    assert.deepEqual(explainAnswer(key, 'en', response), reply);
    const said = { lines: ['a is too few'], kind: 'saysToAnswer' };
    assert.deepEqual(explainAnswer(withMistake, 'en', response), response === 'a' ? said : reply);
    assert.deepEqual(explainAnswer(withSolution, 'en', response), { lines: ['First.', 'Then.'], kind: 'explained' });
  }
  assert.equal(explainAnswer(undefined, 'en'), undefined);
});

const { tasks } = loadAllPacks();
const sumsTask = getTask('first-sums');
const readingTask = getTask('bundles-of-ten');

function getTask(id: string): Task {
  const task = tasks.get(id);
  assert.ok(task);
  return task;
}

/** The fields that the error reports. */
function listInvalidFields(task: Task, answers: readonly Answer[]): string[] {
  let fields: string[] = [];
  assert.throws(
    () => validateAnswers(task, answers),
    (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'VALIDATION_ERROR');
      for (const text of Object.values(error.text)) assert.ok(text.length > 10 && !text.includes('undefined'), text);
      fields = error.details.fields ?? [];
      return true;
    },
  );
  return fields;
}

test('validateAnswers returns the responses by item id, with null for a missing response', () => {
  const answers = [
    { item_id: 'eight-in-letters', response: 'eight' },
    { item_id: 'seven-and-five' },
    { item_id: 'nine-and-six', response: '15' },
    { item_id: 'even-eight', response: null },
  ];
  assert.deepEqual(
    [...validateAnswers(sumsTask, answers)],
    [
      ['eight-in-letters', 'eight'],
      ['seven-and-five', null],
      ['nine-and-six', '15'],
      ['even-eight', null],
    ],
  );
  assert.equal(validateAnswers(sumsTask, []).size, 0);
});

test('an info item is accepted among the answers only without a response', () => {
  assert.equal(
    validateAnswers(readingTask, [{ item_id: 'ten-sticks' }, { item_id: 'thirty-four', response: null }]).size,
    0,
  );
  assert.deepEqual(listInvalidFields(readingTask, [{ item_id: 'ten-sticks', response: 'read' }]), [
    'answers.0.response',
  ]);
});

test('validateAnswers reports all invalid fields in one error', () => {
  const answers = [
    { item_id: 'seven-and-five', response: 12 },
    { item_id: 'no-such-item', response: 12 },
    { item_id: 'even-eight', response: 'whatever' }, // valid: any text can be the id of an option
    { item_id: 'seven-and-five', response: 'twelve' },
  ];
  assert.deepEqual(listInvalidFields(sumsTask, answers), [
    'answers.0.response',
    'answers.1.item_id',
    'answers.3.item_id',
  ]);
  assert.deepEqual(listInvalidFields(sumsTask, [{ item_id: '__proto__' }]), ['answers.0.item_id']);
});

test('more answers than items are refused', () => {
  const tooManyAnswers = Array.from({ length: 5000 }, () => ({ item_id: 'seven-and-five' }));
  assert.deepEqual(listInvalidFields(sumsTask, tooManyAnswers), ['answers']);
});

for (const [kind, response, expected] of [
  ['single_choice', 1, 'must be the id of an option'],
  ['true_false', true, 'must be the id of an option'],
  ['multiple_choice', 'a', 'must be an array of option ids'],
  ['fill_in', ['word'], 'must be text of at most'],
  ['numeric', { value: 1 }, 'must be a number'],
  ['matching', ['a', 'b'], 'must be an object that gives each left option'],
  ['sequencing', { first: 'a' }, 'must be an array of all option ids in order'],
  ['categorize', 'a', 'must be an object that gives each option'],
  ['hotspot', { x: 2, y: 0 }, 'must be an object with x and y'],
  ['trace', { strokes: [[[2, 0]]] }, 'must be an object with strokes'],
] as const)
  test(`a response of the wrong type to an item of the kind ${kind} is refused with a description of the expected type`, () => {
    const task = [...tasks.values()].find(({ items }) => items.some((item) => item.kind === kind));
    const item = task?.items.find((candidate) => candidate.kind === kind);
    assert.ok(task && item);
    const validate = () => validateAnswers(task, [{ item_id: item.id, response }]);
    assert.throws(validate, (error) => error instanceof ApiError && error.text.en.includes(expected));
  });

const pondItems: Item[] = [
  { ...itemFields, id: 'frog', kind: 'hotspot', image: 'pond' },
  { ...itemFields, id: 'sum', kind: 'numeric' },
];
const pondTask = { items: pondItems } as unknown as Task; // mergeAnswers reads nothing else
const toResponses = (responses: object) => new Map(Object.entries(responses));

test('new answers replace saved ones, and null removes them', () => {
  const savedAnswers = [
    { item_id: 'sum', response: 7 },
    { item_id: 'frog', response: { x: 0.1, y: 0.2 } },
  ];
  assert.deepEqual(mergeAnswers(pondTask, savedAnswers, toResponses({ sum: 8 })), [
    savedAnswers[1],
    { item_id: 'sum', response: 8 },
  ]);
  assert.deepEqual(mergeAnswers(pondTask, savedAnswers, toResponses({ frog: null })), [savedAnswers[0]]);
});

test('saved answers that no longer match the item are dropped', () => {
  assert.deepEqual(mergeAnswers(pondTask, [{ item_id: 'frog', response: 'b' }], toResponses({})), []);
});

test('only the coordinates of an answer to a hotspot are stored', () => {
  const response = { x: 0.5, y: 0.5, drawing: 'x'.repeat(100_000), z: [[[[]]]] };
  assert.deepEqual(mergeAnswers(pondTask, [], toResponses({ frog: response })), [
    { item_id: 'frog', response: { x: 0.5, y: 0.5 } },
  ]);
});

test('an attempt stores at most 16 KB of answers', () => {
  const createTextItem = (id: string): Item => ({ ...itemFields, id, kind: 'fill_in', max_length: 200 });
  const longTask = { items: Array.from({ length: 21 }, (_, i) => createTextItem(`item ${i + 10}`)) } as unknown as Task;
  const savedAnswers = longTask.items.map(({ id }) => ({ item_id: id, response: '🦊'.repeat(190) }));
  const maxLastAnswerBytes =
    QUOTAS.answerBytes - Buffer.byteLength(JSON.stringify(savedAnswers)) + Buffer.byteLength('🦊'.repeat(190));
  // An answer to the last item.
  const createAnswerOfBytes = (bytes: number) =>
    toResponses({ 'item 30': `${'🦊'.repeat(Math.floor(bytes / 4))}${'x'.repeat(bytes % 4)}` });
  assert.equal(
    Buffer.byteLength(JSON.stringify(mergeAnswers(longTask, savedAnswers, createAnswerOfBytes(maxLastAnswerBytes)))),
    QUOTAS.answerBytes,
  );
  assert.throws(() => mergeAnswers(longTask, savedAnswers, createAnswerOfBytes(maxLastAnswerBytes + 1)), /16 KB/);
});
