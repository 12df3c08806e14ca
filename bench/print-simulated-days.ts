import { join } from 'node:path';
import { loadPacks } from '../src/content/index.ts';
import { computeMean, createRandomNumberGenerator } from './learning/forgetting-child.ts';
import { DAY_KINDS, type SimulatedDay, simulateDays } from './learning/simulate-days.ts';

const MAX_FAILURES = 2;
const HARD_DIFFICULTY = 4;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Simulates children who do what the service recommends for twenty minutes a day, and prints the figures of docs/learning.md. Sets the
 * exit code to 1 if the service recommended nothing at some time, a child failed a task more than twice in a row, or a written item was
 * asked twice in the practice of a day.
 */
export function printSimulatedDays({ children, days }: { readonly children: number; readonly days: number }): void {
  const content = loadPacks(join(import.meta.dirname, '../content/packs'));
  const rows = Object.entries(DAY_KINDS).map(([name, { age, difference }]) => {
    // Each child has a different seed, which is the same in every run.
    const runs = Array.from({ length: children }, (_, i) =>
      simulateDays(content, { age, difference, dayCount: days, random: createRandomNumberGenerator(1000 * age + i) }),
    );
    return { name, ...summarize(runs) };
  });
  console.table(rows);
  if (rows.some(({ failures, no_step, asked_twice }) => failures > MAX_FAILURES || no_step + asked_twice > 0))
    process.exitCode = 1;
}

/** The means of the children, except the largest number of failures. Numbers of days are for one child. */
function summarize(runs: readonly (readonly SimulatedDay[])[]) {
  const countDays = (isCounted: (day: SimulatedDay) => boolean) =>
    round(computeMean(runs.map((days) => days.filter(isCounted).length)));
  const computeRightShare = (days: readonly SimulatedDay[]) =>
    round(computeMean(days.flatMap(({ answers }) => answers.map(({ score }) => score))));
  const firstHardDays = runs.map((days) => {
    const index = days.findIndex(({ answers }) => answers.some(({ difficulty }) => difficulty >= HARD_DIFFICULTY));
    return index < 0 ? NEVER : index + 1;
  });
  const all = runs.flat();
  return {
    new_tasks: round(computeMean(all.map(({ newTasks }) => newTasks.length))),
    no_new_fitting_quiz: countDays(({ fittingQuizzes }) => fittingQuizzes.length === 0),
    nothing_new_or_due: countDays(({ newTasks, newOrDueItemCount }) => newTasks.length + newOrDueItemCount === 0),
    right: computeRightShare(all),
    right_first_week: computeRightShare(runs.flatMap((days) => days.slice(0, 7))),
    difficulty: round(computeMean(all.flatMap(({ answers }) => answers.map(({ difficulty }) => difficulty)))),
    first_difficulty_4: firstHardDays.toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? NEVER,
    failures: Math.max(...all.map(({ mostFailures }) => mostFailures)),
    no_step: countDays(({ hadNextStep }) => !hadNextStep),
    asked_twice: countDays(({ repeatedItems }) => repeatedItems.length > 0),
  };
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
