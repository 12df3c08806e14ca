import { join } from 'node:path';
import { loadPacks } from '../src/content/index.ts';
import { MASTERY_LEVELS } from '../src/features/learning/memory/memory.ts';
import { CHILD_KINDS, computeMean, createRandomNumberGenerator } from './learning/forgetting-child.ts';
import { type SimulatedLearning, simulateLearner } from './learning/simulate-learner.ts';
import { simulatePlacements } from './learning/simulate-placement.ts';

// node bench/simulate-learning.ts [children] [days]: simulates children who learn, and prints the figures of docs/learning.md.
const [childCount = 40, dayCount = 60] = process.argv.slice(2).map(Number);
const ABILITIES = [-3, -2, -1, 0, 1, 2, 3];
const content = loadPacks(join(import.meta.dirname, '../content/packs'));

for (const [name, kind] of Object.entries(CHILD_KINDS)) {
  for (const adaptsPace of [true, false]) {
    const seeds = Array.from({ length: childCount }, (_, i) => i + 1);
    const runs = seeds.map((seed) =>
      simulateLearner(content, { kind, dayCount, random: createRandomNumberGenerator(seed), adaptsPace }),
    );
    process.stdout.write(`${JSON.stringify({ name, adaptsPace, ...summarize(runs) })}\n`);
  }
}

for (const ability of ABILITIES) {
  const kind = { ...CHILD_KINDS.middle, ability };
  const runs = Array.from({ length: Math.ceil(childCount / 4) }, (_, i) =>
    simulateLearner(content, { kind, dayCount: 90, random: createRandomNumberGenerator(i + 1) }),
  );
  const { difficulty, right, items_a_day, within_3_days } = summarize(runs);
  process.stdout.write(`${JSON.stringify({ ability, difficulty, right, items_a_day, within_3_days })}\n`);
}

for (const subject of new Set([...content.skills.values()].map((skill) => skill.subject)))
  process.stdout.write(
    `${JSON.stringify({ placement: subject, ...simulatePlacements(content, subject, childCount) })}\n`,
  );

function summarize(runs: readonly SimulatedLearning[]) {
  const reviews = runs.flatMap((run) => run.reviews);
  const skills = runs.flatMap((run) => run.skills);
  const itemCounts = runs.flatMap((run) => run.itemCounts);
  const round = (value: number) => Math.round(100 * value) / 100;
  return {
    pace: round(computeMean(runs.map(({ pace }) => pace))),
    expected: round(computeMean(reviews.map(({ expectedProbability }) => expectedProbability))),
    real: round(computeMean(reviews.map(({ realProbability }) => realProbability))),
    within_3_days: round(computeMean(reviews.map(({ daysLate }) => Number(daysLate <= 3)))),
    still_due: round(computeMean(runs.map(({ dueCount }) => dueCount))),
    skills_met: round(skills.length / runs.length),
    difficulty: round(computeMean(runs.flatMap(({ practiced }) => practiced.map(({ difficulty }) => difficulty)))),
    right: round(computeMean(runs.flatMap(({ practiced }) => practiced.map(({ score }) => score)))),
    items_a_day: round(computeMean(itemCounts)),
    days_without: round(computeMean(itemCounts.map((count) => Number(count === 0)))),
    known_a_week_later: Object.fromEntries(
      MASTERY_LEVELS.slice(1).map((level) => {
        const skillsOfLevel = skills.filter((skill) => skill.level === level);
        return [
          level,
          {
            skills: round(skillsOfLevel.length / runs.length),
            known: round(computeMean(skillsOfLevel.map(({ knownProbability }) => knownProbability))),
          },
        ];
      }),
    ),
  };
}
