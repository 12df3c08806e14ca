import { join } from 'node:path';
import { loadPacks } from '../src/content/index.ts';
import { LOGITS_PER_DIFFICULTY } from '../src/features/learning/memory/ability.ts';
import { MASTERY_LEVELS } from '../src/features/learning/memory/memory.ts';
import {
  type DaysOptions,
  listLevelErrors,
  type SimulatedDays,
  simulateDays,
  simulatePlacement,
} from './learning/simulate-days.ts';
import { simulateMisconceptions } from './learning/simulate-misconceptions.ts';
import {
  type ChildKind,
  computeMean,
  createRandomNumberGenerator,
  DAY_KINDS,
  drawNormal,
  FORGETTING_KINDS,
} from './learning/simulated-child.ts';

// The simulated children of docs/learning.md.

const content = loadPacks(join(import.meta.dirname, '../content/packs'), undefined, 1);
const HARD_DIFFICULTY = 4;
const FORTNIGHT = 14;
const NEVER = Number.POSITIVE_INFINITY;

interface PrintOptions {
  readonly children: number;
  readonly days: number;
}

/** The tables, by the argument of `npm run bench -- learning`. */
export const LEARNING_TABLES = {
  days: printDays,
  forgetting: printForgetting,
  abilities: printAbilities,
  placement: printPlacements,
  misconceptions: printMisconceptions,
} as const satisfies Record<string, (options: PrintOptions) => void>;

/** Each child has a different seed, which is the same in every run. */
function simulateChildren(kind: ChildKind, { children, days }: PrintOptions, options: Partial<DaysOptions> = {}) {
  return Array.from({ length: children }, (_, i) => {
    const random = createRandomNumberGenerator(1000 * kind.age + i);
    return simulateDays(content, { ...kind, dayCount: days, random, ...options });
  });
}

/** What children of each age do. Numbers of days are means for one child, failures are the most of all children. */
function printDays(options: PrintOptions): void {
  for (const [name, kind] of Object.entries(DAY_KINDS))
    print({ name, ...summarizeDays(simulateChildren(kind, options)) });
}

function summarizeDays(runs: readonly SimulatedDays[]) {
  const countDays = (isCounted: (day: SimulatedDays['days'][number]) => boolean) =>
    round(computeMean(runs.map(({ days }) => days.filter(isCounted).length)));
  const all = runs.flatMap(({ days }) => days);
  const firstHardDays = runs.map(({ days }) => {
    const index = days.findIndex(({ answers }) => answers.some(({ difficulty }) => difficulty >= HARD_DIFFICULTY));
    return index < 0 ? NEVER : index + 1;
  });
  const fortnights = runs.map(({ days }) =>
    Array.from({ length: Math.ceil(days.length / FORTNIGHT) }, (_, i) =>
      computeRight(days.slice(FORTNIGHT * i, FORTNIGHT * (i + 1)).flatMap(({ answers }) => answers)),
    ),
  );
  const meansByFortnight = (fortnights[0] ?? []).map((_, i) => computeMean(fortnights.map((rights) => rights[i] ?? 0)));
  return {
    no_new_fitting_quiz: countDays(({ fittingQuizzes }) => fittingQuizzes.length === 0),
    nothing_new: countDays(({ newTasks }) => newTasks.length === 0),
    nothing_new_or_due: countDays(({ newTasks, newOrDueItemCount }) => newTasks.length + newOrDueItemCount === 0),
    right: round(computeRight(all.flatMap(({ answers }) => answers))),
    right_in_practice: round(computeRight(all.flatMap(({ practiced }) => practiced))),
    right_first_week: round(
      computeRight(runs.flatMap(({ days }) => days.slice(0, 7)).flatMap(({ answers }) => answers)),
    ),
    fortnights: `${round(Math.min(...meansByFortnight))}–${round(Math.max(...meansByFortnight))}`,
    in_range: round(computeMean(fortnights.flat().map((right) => Number(right >= 0.68 && right <= 0.93)))),
    difficulty: round(computeMean(all.flatMap(({ answers }) => answers.map(({ difficulty }) => difficulty)))),
    first_difficulty_4: firstHardDays.toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? NEVER,
    failures: Math.max(...all.map(({ mostFailures }) => mostFailures)),
    no_step: countDays(({ hadNextStep }) => !hadNextStep),
    asked_twice: countDays(({ repeatedItems }) => repeatedItems.length > 0),
    within_half: round(computeMean(runs.flatMap(listLevelErrors).map((error) => Number(error <= 0.5)))),
  };
}

/** How well the service knows what children remember, with and without their own pace. */
function printForgetting(options: PrintOptions): void {
  for (const [name, kind] of Object.entries(FORGETTING_KINDS))
    for (const adaptsPace of [true, false]) {
      const runs = simulateChildren(kind, options, { adaptsPace });
      const reviews = runs.flatMap((run) => run.days.flatMap((day) => day.reviews));
      const skills = runs.flatMap((run) => run.skills);
      const knownByLevel = MASTERY_LEVELS.slice(1).map((level) => {
        const known = skills.filter((skill) => skill.level === level).map(({ knownProbability }) => knownProbability);
        return [level, `${round(known.length / runs.length)}: ${round(computeMean(known))}`];
      });
      print({
        name,
        adaptsPace,
        pace: round(computeMean(runs.map(({ pace }) => pace))),
        expected: round(computeMean(reviews.map(({ expectedProbability }) => expectedProbability))),
        real: round(computeMean(reviews.map(({ realProbability }) => realProbability))),
        within_3_days: round(computeMean(reviews.map(({ daysLate }) => Number(daysLate <= 3)))),
        still_due: round(computeMean(runs.map(({ dueCount }) => dueCount))),
        ...summarizePractice(runs),
        ...Object.fromEntries(knownByLevel),
      });
    }
}

/** The daily practice of children of nine whose abilities, in logits, differ. Typical children of nine have a level of 3.08. */
function printAbilities(options: PrintOptions): void {
  for (const ability of [-3, -2, -1, 0, 1, 2, 3]) {
    const kind = { age: 9, difference: ability / LOGITS_PER_DIFFICULTY - 0.08 };
    print({ ability, ...summarizePractice(simulateChildren(kind, options)) });
  }
}

function summarizePractice(runs: readonly SimulatedDays[]) {
  const days = runs.flatMap((run) => run.days);
  const practiced = days.flatMap((day) => day.practiced);
  return {
    difficulty: round(computeMean(practiced.map(({ difficulty }) => difficulty))),
    right: round(computeRight(practiced)),
    items_a_day: round(practiced.length / days.length),
  };
}

/** Where children of 6 to 12 stand after one placement. Their levels differ by one difficulty (standard deviation) within an age. */
function printPlacements({ children }: PrintOptions): void {
  for (const subject of new Set([...content.skills.values()].map((skill) => skill.subject))) {
    const runs = [6, 7, 8, 9, 10, 11, 12].flatMap((age) => {
      const random = createRandomNumberGenerator(age);
      return Array.from({ length: children }, () =>
        simulatePlacement(content, subject, { age, difference: drawNormal(random), random }),
      );
    });
    const errors = runs.flatMap(listLevelErrors);
    print({
      subject,
      within_one: round(computeMean(errors.map((error) => Number(error <= 1)))),
      within_half: round(computeMean(errors.map((error) => Number(error <= 0.5)))),
      right: round(computeMean(runs.flatMap(({ scores }) => scores))),
    });
  }
}

/** Children who have a misconception, and children who only slip. */
function printMisconceptions({ children, days }: PrintOptions): void {
  for (const [name, kind] of Object.entries(FORGETTING_KINDS).slice(0, 2)) {
    const simulate = (seed: number, dayCount: number, misconception?: string) =>
      simulateMisconceptions(content, { ...kind, dayCount, misconception, random: createRandomNumberGenerator(seed) });
    const ids = [...content.misconceptions.keys()];
    const runs = Array.from({ length: children }, (_, i) =>
      simulate(i + 1, days, ids[Math.floor((i * ids.length) / children)]),
    );
    const shown = runs.flatMap(({ daysUntilNamed }) => (daysUntilNamed === null ? [] : [daysUntilNamed ?? NEVER]));
    const gone = runs.flatMap(({ daysUntilGone }) => daysUntilGone ?? []);
    const slipping = Array.from({ length: Math.ceil(children / 10) }, (_, i) => simulate(i + 1, 180));
    const share = (counts: readonly number[], max: number) =>
      round(computeMean(counts.map((count) => Number(count <= max))));
    const metCount = computeMean(slipping.map(({ metIds }) => metIds.size));
    print({
      name,
      shown: shown.length,
      named_within_3_days: share(shown, 3),
      named_within_7_days: share(shown, 7),
      named: share(shown, days),
      gone_within_5_days: share(gone, 5),
      met_by_a_child: round(metCount),
      wrongly_named: round(
        computeMean(slipping.map(({ wronglyNamedIds }) => wronglyNamedIds.size)) / Math.max(1, metCount),
      ),
    });
  }
}

function computeRight(answers: readonly { readonly score: number }[]): number {
  return computeMean(answers.map(({ score }) => score));
}

function print(row: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
