/**
 * The XP from the start of `level` to the start of the next level: 50 for the first level, and 25 more for each further
 * level (gap 20).
 */
export function computeXpOfLevel(level: number): number {
  return 50 + 25 * (level - 1);
}

/** The total XP at which `level` begins. */
export function computeXpAtStart(level: number): number {
  return (level - 1) * 50 + (25 * (level - 1) * (level - 2)) / 2;
}

export interface LevelProgress {
  /** Counted from 1. */
  readonly level: number;
  /** The XP since the start of the level. */
  readonly xpInLevel: number;
  /** The XP that the child still needs for the next level; 0 at the highest level. */
  readonly missingXp: number;
}

/** The level for a total of `xp`, when there are `levelCount` levels. */
export function computeLevel(xp: number, levelCount: number): LevelProgress {
  let level = 1;
  while (level < levelCount && xp >= computeXpAtStart(level + 1)) level += 1;
  const xpInLevel = xp - computeXpAtStart(level);
  return { level, xpInLevel, missingXp: level === levelCount ? 0 : computeXpAtStart(level + 1) - xp };
}

/**
 * The avatar items that are unlocked between the levels `from` (exclusive) and `to` (inclusive), except those that also require
 * a badge.
 */
export function listAvatarItemsUnlockedBetween<
  I extends { readonly required_level: number | null; readonly required_badge?: string | null },
>(items: Iterable<I>, from: number, to: number): I[] {
  return [...items].filter(
    ({ required_level, required_badge }) =>
      required_level !== null && required_level > from && required_level <= to && !required_badge,
  );
}
