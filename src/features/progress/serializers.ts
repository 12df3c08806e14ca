import { type Static, Type } from 'typebox';
import { RARITIES } from '../../content/index.ts';
import { Enum, Nullable, Timestamp } from '../../core/requests/json-schema.ts';
import { toLanguage } from '../../core/text/languages.ts';
import type { Instant } from '../../core/time/instant.ts';
import type { Context } from '../../platform/context.ts';
import { buildPictureUrl } from '../content-media/index.ts';
import { XP_REASONS } from './ledger/xp-reasons.ts';

export const BADGE_FIELDS = {
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  icon_url: Type.String(),
  rarity: Enum(RARITIES),
};

export const BadgeSchema = Type.Object({ ...BADGE_FIELDS, earned_at: Timestamp }, { title: 'Badge' });
type SerializedBadge = Static<typeof BadgeSchema>;

/** What a child has earned with an activity. */
export const AwardSchema = Type.Object(
  {
    xp_awarded: Type.Integer({ description: 'The sum of `xp_breakdown`.' }),
    xp_breakdown: Type.Array(Type.Object({ reason: Enum(XP_REASONS), amount: Type.Integer() }, { title: 'XpEntry' })),
    level_up: Nullable(
      Type.Object(
        {
          from: Type.Integer(),
          to: Type.Integer(),
          level_name: Type.String(),
          unlocked_items: Type.Array(Type.String(), { description: 'The ids of avatar items.' }),
        },
        { title: 'LevelUp' },
      ),
    ),
    badges_awarded: Type.Array(BadgeSchema),
    streak: Type.Object(
      {
        current: Type.Integer(),
        longest: Type.Integer(),
        extended: Type.Boolean({ description: 'Whether the activity made today count for the streak.' }),
      },
      { title: 'StreakUpdate' },
    ),
  },
  { title: 'Award' },
);

/** A badge that a profile has earned. A badge of a removed pack has its id as its name. */
export function serializeBadge(ctx: Context, id: string, earned_at: Instant, language: string): SerializedBadge {
  const badge = ctx.content.current.badges.get(id);
  const textLanguage = toLanguage(language);
  return {
    id,
    name: badge?.name[textLanguage] ?? id,
    description: badge?.description[textLanguage] ?? '',
    icon_url: badge ? buildPictureUrl(ctx, badge.icon) : '',
    rarity: badge?.rarity ?? 'common',
    earned_at,
  };
}
