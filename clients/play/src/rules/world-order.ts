import type { World } from '../../../typescript/src/index.ts';

/** Whether the texts of a world are in a language. */
export function isInLanguage({ language_served }: Pick<World, 'language_served'>, language: string): boolean {
  return language_served.split('-')[0] === language;
}

/**
 * Sorts worlds: first the child's current world, then the worlds in the child's language, then the others. Each group stays
 * in the order of the service.
 */
export function orderWorlds<W extends Pick<World, 'id' | 'language_served'>>(
  worlds: readonly W[],
  currentId: string | undefined,
  language: string,
): W[] {
  const rank = (world: W) => (world.id === currentId ? 0 : isInLanguage(world, language) ? 1 : 2);
  return [...worlds].sort((a, b) => rank(a) - rank(b));
}
