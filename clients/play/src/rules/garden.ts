import type { Skill } from '../../../typescript/src/index.ts';

type Mastery = Exclude<Skill['level'], 'new'>;

export interface GardenPlant {
  readonly id: string;
  readonly name: string;
  readonly level: Mastery;
  /** Whether the skill was less known, or new, when the child last saw the plot. */
  readonly hasGrown: boolean;
}

const LEVELS: readonly Skill['level'][] = ['new', 'growing', 'steady', 'mastered'];

/**
 * The plants of the plot: what has grown first, then what was practiced last. `seen` has the levels of the last visit by id; without it,
 * as on a new device, nothing has grown.
 */
export function listPlants(
  skills: readonly Skill[],
  seen: Readonly<Record<string, Skill['level']>> | undefined,
): GardenPlant[] {
  return skills
    .flatMap(({ id, name, level, last_practised_on: practicedOn }) => {
      if (level === 'new') return [];
      const hasGrown = seen !== undefined && LEVELS.indexOf(level) > LEVELS.indexOf(seen[id] ?? 'new');
      return [{ id, name, level, hasGrown, practicedOn: practicedOn ?? '' }];
    })
    .sort((a, b) => Number(b.hasGrown) - Number(a.hasGrown) || compare(b.practicedOn, a.practicedOn))
    .map(({ practicedOn, ...plant }) => plant);
}

/** Under which key the device saves what the plot of a child showed last. */
export function buildGardenKey(childId: string | undefined): string {
  return `garden ${childId}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
