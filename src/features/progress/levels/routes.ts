import { Type } from 'typebox';
import { BADGE_METRICS } from '../../../content/index.ts';
import type { Child, User } from '../../../core/requests/caller.ts';
import { Enum, Nullable } from '../../../core/requests/json-schema.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { buildPictureUrl } from '../../content-media/index.ts';
import { BADGE_FIELDS } from '../serializers.ts';
import { getTotals, listBadgeIds } from '../totals/totals-store.ts';
import {
  computeLevel,
  computeMetricValue,
  computeXpAtStart,
  computeXpOfLevel,
  listAvatarItemsUnlockedBetween,
} from './levels.ts';

const LevelSchema = Type.Object(
  {
    level: Type.Integer({ minimum: 1 }),
    name: Type.String(),
    xp_required: Type.Integer({ minimum: 0, description: 'The total XP at which the level begins.' }),
    xp_to_next: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'The XP from the start of this level to the next one; null at the highest level.',
      }),
    ),
    icon_url: Type.String(),
    color: Type.String({ description: 'A CSS color such as `#7BB661`.' }),
    reached: Type.Boolean({ description: 'Whether the caller has reached the level.' }),
    is_current: Type.Boolean({ description: "Whether it is the caller's current level." }),
    unlocks: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, { title: 'UnlockedItem' }), {
      description: 'The avatar items that the level unlocks.',
    }),
  },
  { title: 'Level' },
);

export const listLevels = defineJsonEndpoint({
  operationId: 'listLevels',
  summary: 'The levels, with the one that the caller has reached',
  description: 'The lowest level is first. A parent is on level 1.',
  isCacheable: true,
  data: Type.Array(LevelSchema),
  run: async (ctx, { profileId, language }: User) => {
    const { levels, avatarItems } = ctx.content.current;
    const textLanguage = toLanguage(language);
    const currentLevel = computeLevel((await getTotals(ctx, profileId)).xp_total, levels.length).level;
    return levels.map(({ name, icon, color }, i) => {
      const level = i + 1;
      return {
        level,
        name: name[textLanguage],
        xp_required: computeXpAtStart(level),
        xp_to_next: level === levels.length ? null : computeXpOfLevel(level),
        icon_url: buildPictureUrl(ctx, icon),
        color: `#${color}`,
        reached: level <= currentLevel,
        is_current: level === currentLevel,
        unlocks: listAvatarItemsUnlockedBetween(avatarItems.values(), level - 1, level).map((item) => ({
          id: item.id,
          name: item.name[textLanguage],
        })),
      };
    });
  },
});

const BadgeProgressSchema = Type.Object(
  {
    ...BADGE_FIELDS,
    metric: Enum(BADGE_METRICS, { description: 'What the badge counts; `streak_days` is the longest streak.' }),
    value: Type.Integer({ minimum: 0, description: "The caller's value in the metric, at most `threshold`." }),
    threshold: Type.Integer({ minimum: 1, description: 'The value that earns the badge.' }),
    earned: Type.Boolean({ description: 'Whether the caller has earned the badge.' }),
  },
  { title: 'BadgeProgress' },
);

export const listAllBadges = defineJsonEndpoint({
  operationId: 'listAllBadges',
  summary: "All badges, with the caller's progress",
  description:
    'The badges are in the order of the packs. A caller who qualifies for a badge of a new pack earns it with the next activity.',
  isCacheable: true,
  data: Type.Array(BadgeProgressSchema),
  run: async (ctx, { profileId, language }: Child) => {
    const { badges, levels } = ctx.content.current;
    const textLanguage = toLanguage(language);
    const totals = await getTotals(ctx, profileId);
    const { level } = computeLevel(totals.xp_total, levels.length);
    const earnedIds = new Set(await listBadgeIds(ctx, profileId));
    return [...badges.values()].map((badge) => ({
      id: badge.id,
      name: badge.name[textLanguage],
      description: badge.description[textLanguage],
      icon_url: buildPictureUrl(ctx, badge.icon),
      rarity: badge.rarity,
      metric: badge.criteria.metric,
      value: Math.min(computeMetricValue(badge, totals, level), badge.criteria.value),
      threshold: badge.criteria.value,
      earned: earnedIds.has(badge.id),
    }));
  },
});
