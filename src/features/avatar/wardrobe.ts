import type { Text } from '../../core/languages.ts';
import type { Context } from '../../platform/context.ts';
import type { AvatarItem, Content } from '../content/index.ts';
import { getTotals, levelOf, listBadgeIds } from '../progress/index.ts';
import { openedBy } from './words.ts';

/** What somebody has reached that opens avatar items. A parent has reached level 1 and no badge. */
export interface Reached {
  readonly level: number;
  readonly badges: readonly string[];
}

export async function getReached(ctx: Context, profileId: string): Promise<Reached> {
  const { xp_total, badges_count } = await getTotals(ctx.db, profileId);
  const { level } = levelOf(xp_total, ctx.content.current.levels.length);
  return { level, badges: badges_count === 0 ? [] : await listBadgeIds(ctx.db, profileId) };
}

export function mayWear({ required_level, required_badge }: AvatarItem, { level, badges }: Reached): boolean {
  const hasLevel = required_level === null || level >= required_level;
  return hasLevel && (!required_badge || badges.includes(required_badge));
}

/** What an item asks for, in words; null when it is free. */
export function conditionOf(content: Content, item: AvatarItem): Text | null {
  return openedBy(item.required_level, badgeOf(content, item));
}

/** The name of the badge that an item asks for. */
export function badgeOf({ badges }: Content, { required_badge }: AvatarItem): Text | null {
  return (required_badge && badges.get(required_badge)?.name) || null;
}
