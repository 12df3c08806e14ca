import type { World } from '../../../typescript/src/index.ts';

/** Whether the texts of a world are in a language. */
export function isInLanguage({ language_served }: Pick<World, 'language_served'>, language: string): boolean {
  return language_served.split('-')[0] === language;
}

/**
 * Sorts the child's current world first, then the worlds in the child's language. Keeps the order of the service within each
 * group.
 */
export function orderWorlds<W extends Pick<World, 'id' | 'language_served'>>(
  worlds: readonly W[],
  currentId: string | undefined,
  language: string,
): W[] {
  const rank = (world: W) => (world.id === currentId ? 0 : isInLanguage(world, language) ? 1 : 2);
  return [...worlds].sort((a, b) => rank(a) - rank(b));
}
