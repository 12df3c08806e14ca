import { join } from 'node:path';
import { loadPacks } from '../src/content/index.ts';
import { CHILD_KINDS, computeMean, createRandomNumberGenerator } from './learning/forgetting-child.ts';
import { type SimulatedDay, simulateDays } from './learning/simulate-days.ts';

const AGES = [5, 6, 7, 8, 9, 10, 11, 12];

/**
 * Simulates children of each age who play twenty minutes a day, and prints the figures of docs/learning.md. Sets the exit code
 * to 1 if a day had nothing new and nothing due, an item was asked twice on a day, or all tasks that remained were locked.
 */
export function printSimulatedDays({ children, days }: { readonly children: number; readonly days: number }): void {
  const content = loadPacks(join(import.meta.dirname, '../content/packs'));
  const rows = AGES.map((age) => {
    const runs = Object.values(CHILD_KINDS).flatMap((kind, kindIndex) =>
      Array.from({ length: children }, (_, childIndex) => {
        // Each child has a different seed, which is the same in every run.
        const random = createRandomNumberGenerator(1000 * age + 100 * kindIndex + childIndex);
        return simulateDays(content, { age, kind, dayCount: days, random });
      }),
    );
    return { age, ...summarize(runs.flat()) };
  });
  console.table(rows);
  const failures = rows.reduce((sum, row) => sum + row.nothing_new_or_due + row.repeated + row.blocked, 0);
  if (failures > 0) process.exitCode = 1;
}

function summarize(days: readonly SimulatedDay[]) {
  const count = (isCounted: (day: SimulatedDay) => boolean) => days.filter(isCounted).length;
  const computeRoundedMean = (read: (day: SimulatedDay) => number) => Math.round(10 * computeMean(days.map(read))) / 10;
  return {
    days: days.length,
    minutes: computeRoundedMean(({ minutes }) => minutes),
    new_tasks: computeRoundedMean(({ newTasks }) => newTasks.length),
    practiced_items: computeRoundedMean(({ practicedItemCount }) => practicedItemCount),
    new_or_due_items: computeRoundedMean(({ newOrDueItemCount }) => newOrDueItemCount),
    no_new_task: count(({ newTasks }) => newTasks.length === 0),
    no_practice: count(({ practiceRoundCount }) => practiceRoundCount === 0),
    nothing_new_or_due: count(({ newTasks, newOrDueItemCount }) => newTasks.length + newOrDueItemCount === 0),
    repeated: count(({ repeatedItems }) => repeatedItems.length > 0),
    blocked: count(({ isBlocked }) => isBlocked),
  };
}
