import type { World } from '../../../typescript/src/index.ts';

type OrderedWorld = Pick<World, 'id' | 'language_served' | 'age_min' | 'age_max' | 'status'>;

/** Home shows as many worlds at first, also if fewer fit, and not more. */
const MIN_SHOWN = 3;
const MAX_SHOWN = 5;

/** Whether the texts of a world are in a language. */
export function isInLanguage({ language_served }: Pick<World, 'language_served'>, language: string): boolean {
  return language_served.split('-')[0] === language;
}

/** What the order of the worlds depends on. */
interface OrderContext {
  readonly currentId: string | undefined;
  readonly language: string;
  /** Undefined if the year of birth is not known. */
  readonly age: number | undefined;
}

/**
 * Sorts worlds: the child's current world, what it has begun, the worlds in its language, what it has not completed, what fits its age
 * best. Equal ones stay in the order of the service.
 */
export function orderWorlds<W extends OrderedWorld>(
  worlds: readonly W[],
  { currentId, language, age }: OrderContext,
): W[] {
  const rank = (world: W) => [
    world.id !== currentId,
    world.status !== 'in_progress',
    !isInLanguage(world, language),
    world.status === 'completed',
    !isForAge(world, age),
    measureGap(world, age),
  ];
  return worlds
    .map((world) => ({ world, rank: rank(world).map(Number) }))
    .sort((a, b) => a.rank.map((part, i) => part - (b.rank[i] ?? 0)).find((difference) => difference !== 0) ?? 0)
    .map(({ world }) => world);
}

/** The worlds that home shows at first, and the others. */
export interface HomeWorlds<W> {
  readonly shown: readonly W[];
  readonly others: readonly W[];
}

/** Divides worlds, in their order: three to five are shown at first. */
export function chooseHomeWorlds<W extends OrderedWorld>(worlds: readonly W[], context: OrderContext): HomeWorlds<W> {
  const ordered = orderWorlds(worlds, context);
  const fits = (world: W) =>
    world.id === context.currentId || world.status === 'in_progress' || isForAge(world, context.age);
  const count = Math.min(MAX_SHOWN, Math.max(MIN_SHOWN, worlds.filter(fits).length));
  return { shown: ordered.slice(0, count), others: ordered.slice(count) };
}

function isForAge({ age_min, age_max }: OrderedWorld, age: number | undefined): boolean {
  return age === undefined || (age_min <= age && age <= age_max);
}

/** How far a child is from the middle of the ages of a world, in years. To be too old for it counts double. */
function measureGap({ age_min, age_max }: OrderedWorld, age: number | undefined): number {
  if (age === undefined) return 0;
  const years = age - (age_min + age_max) / 2;
  return years > 0 ? 2 * years : -years;
}
