import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  computeMean,
  createRandomNumbers,
  FORGETTING_PROFILES,
  type Forgetting,
  simulateLearner,
} from '../../bench/learning/simulate-learner.ts';
import { loadPacks } from '../../src/content/index.ts';

// The short form of bench/simulate-learning.ts, whose figures are in docs/learning.md.

const CONTENT = loadPacks(join(import.meta.dirname, '../../content/packs'));

/** Three children with the same forgetting, 45 days. */
function simulate(forgetting: Forgetting, hasOwnPace = true) {
  const runs = [1, 2, 3].map((seed) =>
    simulateLearner(CONTENT, { forgetting, days: 45, random: createRandomNumbers(seed), hasOwnPace }),
  );
  const reviews = runs.flatMap((run) => run.reviews);
  return {
    pace: computeMean(runs.map(({ pace }) => pace)),
    error: computeMean(reviews.map(({ expected }) => expected)) - computeMean(reviews.map(({ real }) => real)),
    punctual: computeMean(reviews.map(({ days_late }) => Number(days_late <= 3))),
    items: runs.flatMap((run) => run.items),
    skills: runs.flatMap((run) => run.skills),
  };
}

test('simulated learners get due skills back in time, at their own pace, and mastery follows what they know', () => {
  const [fast, slow] = [simulate(FORGETTING_PROFILES.fast), simulate(FORGETTING_PROFILES.slow)];
  for (const { punctual, items } of [fast, slow]) {
    assert.ok(punctual > 0.9, `${punctual} of the due skills that were asked came within three days`);
    // The first two days: nothing was learned, then too little.
    assert.ok(computeMean(items.map((n) => Number(n === 0))) < 0.1, 'hardly a day without practice');
    assert.ok(items.every((n) => n === 0 || (n >= 5 && n <= 16)));
  }
  assert.ok(fast.pace < slow.pace / 1.5, `paces ${fast.pace} and ${slow.pace}`);
  assert.ok(computeMean(fast.items) > computeMean(slow.items), 'a child who forgets faster practises more');
  const withDefaultPace = simulate(FORGETTING_PROFILES.fast, false);
  assert.ok(Math.abs(fast.error) < withDefaultPace.error / 2, `errors ${fast.error} and ${withDefaultPace.error}`);

  const skills = [...fast.skills, ...slow.skills];
  const knownAt = (level: string) =>
    computeMean(skills.filter((skill) => skill.level === level).map(({ known }) => known));
  assert.ok(knownAt('steady') > knownAt('growing') + 0.1, `${knownAt('growing')}, ${knownAt('steady')}`);
  const countMastered = (result: typeof fast) => result.skills.filter(({ level }) => level === 'mastered').length;
  assert.ok(countMastered(slow) > countMastered(fast));
});
