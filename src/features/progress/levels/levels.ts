/** XP from the start of `level` to the next one: 50, then 25 more each time (gap 20). */
export function xpNeeded(level: number): number {
  return 50 + 25 * (level - 1);
}

/** The total XP at which `level` begins. */
export function xpAtStart(level: number): number {
  return (level - 1) * 50 + (25 * (level - 1) * (level - 2)) / 2;
}

export interface LevelProgress {
  readonly level: number;
  readonly xpInLevel: number;
  /** 0 at the highest level. */
  readonly xpToNext: number;
}

/** The level for a total of `xp`, where `levels` is the number of levels. */
export function computeLevel(xp: number, levels: number): LevelProgress {
  let level = 1;
  while (level < levels && xp >= xpAtStart(level + 1)) level += 1;
  const xpInLevel = xp - xpAtStart(level);
  return { level, xpInLevel, xpToNext: level === levels ? 0 : xpAtStart(level + 1) - xp };
}

/** The items that unlock above level `from` up to and including level `to`, except those that also require a badge. */
export function unlockedBetween<
  I extends { readonly required_level: number | null; readonly required_badge?: string | null },
>(items: Iterable<I>, from: number, to: number): I[] {
  return [...items].filter(
    ({ required_level, required_badge }) =>
      required_level !== null && required_level > from && required_level <= to && !required_badge,
  );
}
