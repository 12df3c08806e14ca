import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Abilities, computeAge, computeExpectedScore, toLevel } from './ability.ts';

const SKILLS = new Map([
  ['sums', { subject: 'mathematics' }],
  ['money', { subject: 'mathematics' }],
  ['rhyme', { subject: 'language' }],
]);
const createAnswer = (score: number, skill = 'sums', difficulty = 2) => ({
  itemId: 'item',
  skill,
  score,
  difficulty,
  guessChance: 0,
});

/** The abilities of a child after these answers, of which nothing was forgotten. */
function learn(answers: readonly ReturnType<typeof createAnswer>[], age: number | undefined = 8) {
  const abilities = new Abilities([], { skills: SKILLS, age });
  for (const answer of answers) abilities.learn(answer, 1);
  return abilities;
}

test('a child begins half a difficulty below the typical child of its age', () => {
  const levels = [undefined, 4, 5, 8, 10, 12].map((age) => toLevel(learn([], age).compute(['sums'])));
  assert.deepEqual(levels, [2, 1, 1, 2, 3, 4]);
  assert.equal(computeAge(2018, '2026-03-01'), 8);
  assert.equal(computeAge(null, '2026-03-01'), undefined);
});

test('the expected score of an item that equals the ability is 0.68, and lies between the chance to guess and 0.96', () => {
  const [ability, difficulty, retrievability] = [0, 3, 1];
  const compute = (change: object) =>
    Math.round(
      100 * computeExpectedScore({ difficulty, guessChance: 0, ...change }, { ability, retrievability, ...change }),
    );
  assert.equal(compute({}), 68);
  assert.equal(compute({ difficulty: 2 }), 87);
  assert.equal(compute({ difficulty: 4 }), 36);
  assert.equal(compute({ ability: 99 }), 96);
  assert.equal(compute({ retrievability: 0 }), 0);
  assert.equal(compute({ retrievability: 0, guessChance: 0.25 }), 25);
  assert.equal(compute({ ability: -99, guessChance: 0.5 }), 50);
});

test('an answer changes its skill, and through the subject every other skill of the subject, but no other subject', () => {
  const [before, after] = [learn([]), learn([createAnswer(1)])];
  const gain = (skill: string) => after.compute([skill]) - before.compute([skill]);
  assert.ok(gain('sums') > gain('money') && gain('money') > 0, `${gain('sums')}, ${gain('money')}`);
  assert.equal(gain('rhyme'), 0);
});

test('a stored answer that counted for two skills counts for both when it is replayed', () => {
  const abilities = learn([createAnswer(1)]);
  const before = new Map(['sums', 'rhyme'].map((skill) => [skill, abilities.compute([skill])]));
  const subjects = { '@mathematics': 0.5, '@language': 0.5 };
  const start = { '@language': -1 };
  abilities.replay({ subjects, skills: ['sums', 'rhyme'], start, answers: [['item', 40, 1]] });
  assert.ok(abilities.compute(['sums']) > (before.get('sums') ?? 0));
  assert.equal(abilities.compute(['rhyme']), -1 + 1.6 * 0.5 * 0.6 + 0.3 * 0.6);
  assert.deepEqual([abilities.getSkill('sums').asked, abilities.getSkill('rhyme').asked], [2, 1]);
});

test('later answers change the ability less, and never less than a tenth of the surprise', () => {
  const change = (count: number) => {
    const answers = Array.from({ length: count }, (_, i) => createAnswer(i % 2));
    return learn([...answers, createAnswer(1)]).compute(['sums']) - learn(answers).compute(['sums']);
  };
  assert.ok(
    change(0) > 1.5 * change(20) && change(20) > 2 * change(200),
    `${change(0)}, ${change(20)}, ${change(200)}`,
  );
  assert.ok(change(200) > 0.1 * 0.1);
});

test('twelve answers tell a quick child from a struggling one', () => {
  const answerAll = (score: (i: number) => number, difficulty: number) =>
    learn(Array.from({ length: 12 }, (_, i) => createAnswer(score(i), i % 2 ? 'money' : 'sums', difficulty)));
  assert.ok(toLevel(answerAll(() => 1, 3).compute(['sums'])) >= 4);
  assert.equal(toLevel(answerAll((i) => Number(i % 4 === 0), 2).compute(['sums'])), 1);
});
