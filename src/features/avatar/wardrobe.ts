import type { AvatarItem, Content } from '../../content/index.ts';
import type { LocalizedText } from '../../core/text/languages.ts';
import type { Context } from '../../platform/context.ts';
import { computeLevel, getTotals, listBadgeIds } from '../progress/index.ts';
import { getUnlockMessage } from './messages.ts';

/** The level and badges of a profile, by which avatar items are unlocked. A parent has level 1 and no badges. */
export interface Achievements {
  readonly level: number;
  readonly badgeIds: readonly string[];
}

export async function getAchievements(ctx: Context, profileId: string): Promise<Achievements> {
  const { xp_total, badges_count } = await getTotals(ctx, profileId);
  const { level } = computeLevel(xp_total, ctx.content.current.levels.length);
  return { level, badgeIds: badges_count === 0 ? [] : await listBadgeIds(ctx, profileId) };
}

export function isUnlocked({ required_level, required_badge }: AvatarItem, { level, badgeIds }: Achievements): boolean {
  const hasLevel = required_level === null || level >= required_level;
  return hasLevel && (!required_badge || badgeIds.includes(required_badge));
}

/** The text that explains how to unlock an item; null when it is unlocked from the start. */
export function getUnlockCondition(content: Content, item: AvatarItem): LocalizedText | null {
  return getUnlockMessage(item.required_level, getRequiredBadgeName(content, item));
}

/** The name of the badge that an item requires. */
export function getRequiredBadgeName({ badges }: Content, { required_badge }: AvatarItem): LocalizedText | null {
  return (required_badge && badges.get(required_badge)?.name) || null;
}
