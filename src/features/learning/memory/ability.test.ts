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

test('an answer changes its skill, its subject, and a little where other subjects begin, but no subject that has begun', () => {
  const [before, after] = [learn([]), learn([createAnswer(1)])];
  const gain = (skill: string) => after.compute([skill]) - before.compute([skill]);
  assert.ok(gain('sums') > gain('money') && gain('money') > 0, `${gain('sums')}, ${gain('money')}`);
  assert.ok(gain('money') > gain('rhyme') && gain('rhyme') > 0, `${gain('rhyme')}`);
  const begun = learn([createAnswer(1, 'rhyme')]);
  const rhyme = begun.compute(['rhyme']);
  begun.learn(createAnswer(1), 1);
  assert.equal(begun.compute(['rhyme']), rhyme);
});

test('a stored answer that counted for two skills counts for both when it is replayed', () => {
  const abilities = learn([createAnswer(1)]);
  const before = new Map(['sums', 'rhyme'].map((skill) => [skill, abilities.compute([skill])]));
  const subjects = { '@mathematics': 0.5, '@language': 0.5 };
  const start = { '@language': -1 };
  abilities.replay({ subjects, skills: ['sums', 'rhyme'], start, answers: [['item', 40, 1]] });
  assert.ok(abilities.compute(['sums']) > (before.get('sums') ?? 0));
  assert.ok(abilities.compute(['rhyme']) > -1);
  assert.deepEqual([abilities.getSkill('sums').asked, abilities.getSkill('rhyme').asked], [2, 1]);
});

test('an answer changes the ability less the more is known, and less if it is probably forgotten or easy', () => {
  const change = (before: readonly ReturnType<typeof createAnswer>[], difficulty = 3, retrievability = 1) => {
    const abilities = learn(before);
    const ability = abilities.compute(['sums']);
    abilities.learn(createAnswer(0, 'sums', difficulty), retrievability);
    return ability - abilities.compute(['sums']);
  };
  const answers = (count: number, difficulty = 3) =>
    Array.from({ length: count }, (_, i) => createAnswer(Number(i % 3 === 0), 'sums', difficulty));
  assert.ok(change([]) > 2 * change(answers(12)), `${change([])}, ${change(answers(12))}`);
  assert.ok(change(answers(200)) > 0.03, 'a child grows');
  assert.ok(change(answers(12), 3, 0.5) < change(answers(12)));
  const easy = Array.from({ length: 12 }, () => createAnswer(1, 'sums', 1));
  assert.ok(change(easy) > change(answers(12)), 'easy questions leave more to learn');
});

test('what was stored of answers gives the same ratings when it is replayed', () => {
  const learned = new Abilities([], { skills: SKILLS, age: 8 });
  const replayed = new Abilities([], { skills: new Map(), age: undefined });
  const skills = ['sums', 'money', 'sums', 'rhyme', 'sums', 'rhyme', 'money', 'rhyme'];
  for (const [i, skill] of skills.entries())
    replayed.replay(JSON.parse(JSON.stringify(learned.learn(createAnswer(Number(i % 3 > 0), skill), 1 - i / 20))));
  for (const key of ['@mathematics', '@language', 'sums', 'money', 'rhyme'])
    assert.deepEqual(replayed.find(key), learned.find(key));
});

test('a subject begins higher if the child is better in other subjects than usual at its age', () => {
  const start = learn([]).compute(['rhyme']);
  const answerAll = (score: number, count: number) =>
    learn(Array.from({ length: count }, (_, i) => createAnswer(score, i % 2 ? 'money' : 'sums', 3)));
  const [few, many, missed] = [answerAll(1, 2), answerAll(1, 12), answerAll(0, 12)];
  assert.ok(many.compute(['rhyme']) - start > 1, `${many.compute(['rhyme']) - start}`);
  assert.ok(few.compute(['rhyme']) - start < 0.7 * (few.compute(['sums']) - start));
  assert.ok(missed.compute(['rhyme']) < start);
});

test('twelve answers tell a quick child from a struggling one', () => {
  const answerAll = (score: (i: number) => number, difficulty: number) =>
    learn(Array.from({ length: 12 }, (_, i) => createAnswer(score(i), i % 2 ? 'money' : 'sums', difficulty)));
  assert.ok(toLevel(answerAll(() => 1, 3).compute(['sums'])) >= 4);
  assert.equal(toLevel(answerAll((i) => Number(i % 4 === 0), 2).compute(['sums'])), 1);
});
