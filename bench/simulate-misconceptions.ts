import { join } from 'node:path';
import { loadPacks } from '../src/content/index.ts';
import { CHILD_KINDS, computeMean, createRandomNumberGenerator } from './learning/forgetting-child.ts';
import { simulateMisconceptions } from './learning/simulate-misconceptions.ts';

// node bench/simulate-misconceptions.ts [children] [days] [n]: simulates children with and without misconceptions, for every nth misconception,
// and prints the figures of docs/learning.md.
const [childCount = 1, dayCount = 60, nth = 1] = process.argv.slice(2).map(Number);
const content = loadPacks(join(import.meta.dirname, '../content/packs'));
const round = (value: number) => Math.round(1000 * value) / 1000;

for (const [name, kind] of Object.entries(CHILD_KINDS)) {
  const seeds = Array.from({ length: childCount }, (_, i) => i + 1);
  const runs = [...content.misconceptions.keys()]
    .filter((_, i) => i % nth === 0)
    .flatMap((misconception, i) =>
      seeds.map((seed) =>
        simulateMisconceptions(content, {
          kind,
          dayCount,
          misconception,
          random: createRandomNumberGenerator(1000 * seed + i),
        }),
      ),
    );
  const shown = runs.flatMap(({ daysUntilNamed }) => (daysUntilNamed === null ? [] : [daysUntilNamed ?? Infinity]));
  const gone = runs.flatMap(({ daysUntilGone }) => daysUntilGone ?? []);
  const slipping = seeds.map((seed) =>
    simulateMisconceptions(content, { kind, dayCount: 180, random: createRandomNumberGenerator(seed) }),
  );
  const share = (days: readonly number[], max: number) => round(computeMean(days.map((day) => Number(day <= max))));
  const figures = {
    name,
    shown: shown.length,
    named_within_3_days: share(shown, 3),
    named_within_7_days: share(shown, 7),
    named: share(shown, dayCount),
    gone_within_5_days: share(gone, 5),
    met_by_a_child: round(computeMean(slipping.map(({ metIds }) => metIds.size))),
    wrongly_named: round(
      computeMean(slipping.map(({ wronglyNamedIds }) => wronglyNamedIds.size)) /
        Math.max(1, computeMean(slipping.map(({ metIds }) => metIds.size))),
    ),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}
