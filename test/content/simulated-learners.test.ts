import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DaysOptions,
  listLevelErrors,
  simulateDays,
  simulatePlacement,
} from '../../bench/learning/simulate-days.ts';
import { simulateMisconceptions } from '../../bench/learning/simulate-misconceptions.ts';
import {
  type ChildKind,
  computeMean,
  createRandomNumberGenerator,
  DAY_KINDS,
  drawNormal,
  FORGETTING_KINDS,
} from '../../bench/learning/simulated-child.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// Shorter versions of the simulations of `npm run bench -- learning` (docs/learning.md).

const CONTENT = loadAllPacks();

function simulate(kind: ChildKind, seed: number, options: Partial<DaysOptions> = {}) {
  return simulateDays(CONTENT, { ...kind, dayCount: 30, random: createRandomNumberGenerator(seed), ...options });
}

/** Simulates children who forget equally fast. */
function simulateChildren(kind: ChildKind, options: Partial<DaysOptions> = {}) {
  const runs = Array.from({ length: 6 }, (_, i) => simulate(kind, i + 1, { dayCount: 40, ...options }));
  const reviews = runs.flatMap(({ days }) => days.flatMap((day) => day.reviews));
  return {
    pace: computeMean(runs.map(({ pace }) => pace)),
    /** By how much the expected probability that a child knows the skill of a review exceeds the real one, on average. */
    meanError: computeMean(
      reviews.map(({ expectedProbability, realProbability }) => expectedProbability - realProbability),
    ),
    punctualShare: computeMean(reviews.map(({ daysLate }) => Number(daysLate <= 3))),
    itemCounts: runs.flatMap(({ days }) => days.map(({ practiced }) => practiced.length)),
    skills: runs.flatMap((run) => run.skills),
  };
}

test('simulated learners practice due skills on time, the service adapts to their pace, and their mastery levels reflect what they know', () => {
  // The names say how fast the children forget.
  const [fast, slow] = [simulateChildren(FORGETTING_KINDS.fast), simulateChildren(FORGETTING_KINDS.slow)];
  for (const { punctualShare, itemCounts } of [fast, slow]) {
    assert.ok(punctualShare > 0.9, `${punctualShare} of the reviews of due skills took place within three days`);
    // There is no practice until the children have learned enough in their first quizzes.
    assert.ok(
      computeMean(itemCounts.map((itemCount) => Number(itemCount === 0))) < 0.1,
      'there is practice on at least nine days in ten',
    );
  }
  assert.ok(fast.pace < slow.pace / 1.5, `paces ${fast.pace} and ${slow.pace}`);
  assert.ok(computeMean(fast.itemCounts) > computeMean(slow.itemCounts), 'a child who forgets faster practices more');
  const fastWithFixedPace = simulateChildren(FORGETTING_KINDS.fast, { adaptsPace: false });
  assert.ok(
    Math.abs(fast.meanError) < fastWithFixedPace.meanError / 2,
    `errors ${fast.meanError} and ${fastWithFixedPace.meanError}`,
  );

  const skills = [...fast.skills, ...slow.skills];
  const computeKnownProbability = (level: string) =>
    computeMean(skills.filter((skill) => skill.level === level).map(({ knownProbability }) => knownProbability));
  assert.ok(
    computeKnownProbability('steady') > computeKnownProbability('growing') + 0.1,
    `${computeKnownProbability('growing')}, ${computeKnownProbability('steady')}`,
  );
  const countMastered = (result: typeof fast) => result.skills.filter(({ level }) => level === 'mastered').length;
  assert.ok(countMastered(slow) > countMastered(fast));
});

test('the daily practice follows the ability of a child, who is mostly right', () => {
  const [least, less, middle, able] = [-3, -2, 0, 3].map((ability) => {
    const runs = [1, 2].map((seed) => simulate({ age: 9, difference: ability / 1.6 }, seed, { dayCount: 60 }));
    const practiced = runs.flatMap(({ days }) => days.flatMap((day) => day.practiced));
    return {
      difficulty: computeMean(practiced.map(({ difficulty }) => difficulty)),
      right: computeMean(practiced.map(({ score }) => score)),
    };
  });
  assert.ok(least && less && middle && able);
  assert.ok(able.difficulty > least.difficulty + 1, `${least.difficulty}, ${able.difficulty}`);
  assert.ok(least.right > 0.6, `${least.right}`); // few items are easier than what this child can just do
  for (const { right } of [less, middle, able]) assert.ok(right > 0.7 && right < 0.9, `${right}`);
});

test('twelve questions place most children within one difficulty, and two of three answers are right', () => {
  const runs = [6, 7, 8, 9, 10, 11, 12].flatMap((age) => {
    const random = createRandomNumberGenerator(age);
    return Array.from({ length: 20 }, () =>
      simulatePlacement(CONTENT, 'mathematics', { age, difference: drawNormal(random), random }),
    );
  });
  const errors = runs.flatMap(listLevelErrors);
  const computeShareWithin = (max: number) => computeMean(errors.map((error) => Number(error <= max)));
  const right = computeMean(runs.flatMap(({ scores }) => scores));
  assert.ok(computeShareWithin(1) > 0.86 && computeShareWithin(0.5) > 0.5);
  assert.ok(right > 0.55 && right < 0.8, `${right}`);
});

test('children who do what is recommended always have a next step, fail no task more than twice in a row, and get what fits them', () => {
  const [preReader, struggling, quick] = (['5, cannot read', '8, struggling', '12, quick'] as const).map((kind) => {
    const { days } = simulate(DAY_KINDS[kind], 1);
    for (const [i, { hadNextStep, mostFailures, repeatedItems }] of days.entries()) {
      assert.ok(hadNextStep, `${kind}, day ${i + 1}`);
      assert.ok(mostFailures <= 2, `${kind}, day ${i + 1}`);
      assert.deepEqual(repeatedItems, [], `${kind}, day ${i + 1}`);
    }
    const empty = days.filter(({ newTasks, newOrDueItemCount }) => newTasks.length + newOrDueItemCount === 0);
    // From 14 seeds: 0.3 days in 30 on average, more than two with one seed in 40.
    assert.ok(empty.length <= 2, `${kind}: ${empty.length} days with nothing new and nothing due`);
    const newDays = days.filter(({ fittingQuizzes }) => fittingQuizzes.length > 0);
    assert.ok(newDays.length >= 20, `${kind}: a new quiz that fits on ${newDays.length} of 30 days`);
    const answers = days.flatMap((day) => day.answers);
    const newTasks = days.flatMap((day) => day.newTasks);
    return { newTasks, answers, difficulty: computeMean(answers.map(({ difficulty }) => difficulty)) };
  });
  assert.ok(preReader && struggling && quick);
  assert.ok(preReader.newTasks.every(({ pre_reader }) => pre_reader));
  assert.ok(quick.difficulty > struggling.difficulty + 1, `${struggling.difficulty}, ${quick.difficulty}`);
  assert.ok(quick.newTasks.every(({ kind, difficulty }) => kind !== 'quiz' || difficulty > 1));
});

test('a misconception that a simulated child has is named within days and gone soon after it is overcome', () => {
  const ids = ['counts-the-start', 'subtracts-for-plus', 'mixes-tens-and-ones', 'judges-by-looks', 'forgets-the-minus'];
  const runs = ids.map((misconception, i) =>
    simulateMisconceptions(CONTENT, {
      ...FORGETTING_KINDS.middle,
      dayCount: 50,
      misconception,
      random: createRandomNumberGenerator(i + 1),
    }),
  );
  const shown = runs.filter(({ daysUntilNamed }) => daysUntilNamed !== null);
  assert.ok(shown.length >= 3, `${shown.length} children met an item that shows theirs`);
  // Which items a child meets, and when, changes with every new quiz, so one child may take long.
  const late = shown.filter(({ daysUntilNamed }) => (daysUntilNamed ?? 99) > 10);
  assert.ok(late.length <= 1, `named after ${shown.map(({ daysUntilNamed }) => daysUntilNamed)} days`);
  const slow = shown.filter(({ daysUntilGone = 0 }) => daysUntilGone > 21);
  assert.ok(slow.length <= 1, `gone after ${shown.map(({ daysUntilGone }) => daysUntilGone)} days`);
});
