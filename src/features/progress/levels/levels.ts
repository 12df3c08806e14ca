/** XP from the start of `level` to the next one: 50, then 25 more each time (gap 20). */
export function xpNeeded(level: number): number {
  return 50 + 25 * (level - 1);
}

/** XP in all with which `level` begins. */
export function xpAtStart(level: number): number {
  return (level - 1) * 50 + (25 * (level - 1) * (level - 2)) / 2;
}

export interface LevelStanding {
  readonly level: number;
  readonly xpInLevel: number;
  /** 0 at the top. */
  readonly xpToNext: number;
}

/** Where `xp` stands on a ladder of `levels` levels. */
export function levelOf(xp: number, levels: number): LevelStanding {
  let level = 1;
  while (level < levels && xp >= xpAtStart(level + 1)) level += 1;
  const xpInLevel = xp - xpAtStart(level);
  return { level, xpInLevel, xpToNext: level === levels ? 0 : xpAtStart(level + 1) - xp };
}

/** What opens above level `from`, up to and with level `to`; what asks for a badge besides is not promised. */
export function unlockedBetween<
  I extends { readonly required_level: number | null; readonly required_badge?: string | null },
>(items: Iterable<I>, from: number, to: number): I[] {
  return [...items].filter(
    ({ required_level: needed, required_badge }) => needed !== null && needed > from && needed <= to && !required_badge,
  );
}
