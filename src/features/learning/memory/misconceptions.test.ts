import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../../../core/time/days.ts';
import {
  addAnswer,
  findSubjectKey,
  isNamed,
  isOvercome,
  listActive,
  type MisconceptionStates,
} from './misconceptions.ts';

const FIRST_DAY = '2026-03-01';
const ID = 'adds-denominators';

/** Answers that show the misconception ("x"), could show it ("-"), or fall on the next day (" "). Returns the state after them. */
function answer(answers: string, daysApart = 1) {
  let states: MisconceptionStates = {};
  let today = FIRST_DAY;
  for (const sign of answers) {
    if (sign === ' ') today = addDays(today, daysApart);
    else states = addAnswer(states, { couldShow: [ID, 'other'], showed: sign === 'x' ? ID : undefined }, today);
  }
  const state = states[ID];
  if (!state) return 'none';
  if (isOvercome(state, today)) return 'overcome';
  return isNamed(state, today) ? 'named' : 'seen';
}

const CASES: readonly (readonly [answers: string, expected: string, daysApart?: number])[] = [
  ['', 'none'],
  ['----', 'none'],
  ['x', 'seen'],
  ['xx', 'seen'],
  ['xxx', 'named'],
  ['xx-x', 'named'],
  ['x-x-x', 'seen'],
  ['x-x-xx', 'named'],
  ['xx--xx', 'named'],
  ['xx---xx', 'seen'], // the first is not among the last six
  ['x x x', 'named', 10],
  ['x x x', 'seen', 11], // 22 days
  ['x---', 'seen'],
  ['x----', 'none'],
  ['xx---x', 'seen'],
  ['xxx---', 'named'],
  ['xxx----', 'overcome'],
  ['xxx---x---', 'named'],
  ['xxx---x----', 'overcome'],
  ['xxx---- ', 'overcome', 7],
  ['xxx---- -', 'none', 8],
  ['xxx----x', 'seen'],
  ['xxx----xxx', 'named'],
  ['xxx ', 'named', 56],
  ['xxx ', 'seen', 57],
];

for (const [answers, expected, daysApart] of CASES)
  test(`after the answers "${answers}"${daysApart ? ` ${daysApart} days apart` : ''}, a misconception is ${expected}`, () => {
    assert.equal(answer(answers, daysApart), expected);
  });

test('an answer that cannot show a misconception says nothing about it, and one that shows another is one without it', () => {
  const shown = addAnswer({}, { couldShow: [ID], showed: ID }, FIRST_DAY);
  assert.deepEqual(addAnswer(shown, { couldShow: ['other'], showed: 'other' }, FIRST_DAY)[ID], shown[ID]);
  const both = addAnswer(shown, { couldShow: [ID, 'other'], showed: 'other' }, FIRST_DAY);
  assert.deepEqual(both, { [ID]: { answers: [FIRST_DAY, null] }, other: { answers: [FIRST_DAY] } });
  assert.deepEqual(listActive({ ...both, gone: { answers: [], gone_on: FIRST_DAY } }, FIRST_DAY), [ID, 'other']);
  assert.deepEqual(listActive(both, addDays(FIRST_DAY, 22)), []);
});

test('a misconception is stored with the subject of the question, if it belongs to it', () => {
  const skills = new Map([
    ['fractions', { subject: 'mathematics' }],
    ['cooking', { subject: 'life-and-arts' }],
  ]);
  const packs = { skills, misconceptions: new Map([[ID, { skills: ['fractions'] }]]) };
  assert.equal(findSubjectKey(ID, 'fractions', packs), '@mathematics');
  assert.equal(findSubjectKey(ID, 'cooking', packs), undefined);
  assert.equal(findSubjectKey('removed', 'fractions', packs), undefined);
});
