import { Type } from 'typebox';
import type { Callers } from '../../core/caller.ts';
import { fromCursor, toPage } from '../../core/cursor.ts';
import { dayOf, zoneOf } from '../../core/days.ts';
import { speaks } from '../../core/languages.ts';
import { PageQuery, Timestamp, Words } from '../../core/wire.ts';
import type { Context } from '../../platform/context.ts';
import { endpoint, list } from '../../platform/http/endpoint.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { pictureUrl, RARITIES } from '../content/index.ts';
import { currentStreak, levelOf } from './rules.ts';
import { type EarnedBadge, getTotals, listEarnedBadges } from './store.ts';
import { NO_CURSOR, NO_TIME_ZONE } from './words.ts';

const Count = Type.Integer({ minimum: 0 });

export const getStats = endpoint({
  summary: "The caller's XP, level, streak and counts",
  headers: { 'X-Timezone': 'IANA time zone in which today is meant; default UTC' },
  data: Type.Object({
    xp_total: Count,
    level: Count,
    level_name: Type.String({ description: "in the caller's language" }),
    xp_to_next_level: Type.Integer({ minimum: 0, description: '0 at the highest level' }),
    xp_in_current_level: Count,
    tasks_completed: Count,
    tasks_in_progress: Count,
    worlds_completed: Count,
    locations_completed: Count,
    badges_count: Count,
    current_streak_days: Count,
    longest_streak_days: Count,
    total_time_minutes: Count,
  }),
  run: async (ctx, { profileId, language }: Callers['any'], { client }) => {
    const zone = zoneOf(client.timeZone);
    if (zone === undefined) throw fieldRefusal('X-Timezone', NO_TIME_ZONE);
    const { streak_days, streak_last_date, total_time_seconds, ...totals } = await getTotals(ctx.db, profileId);
    const { levels } = ctx.content.current;
    const { level, xpInLevel, xpToNext } = levelOf(totals.xp_total, levels.length);
    return {
      ...totals,
      level,
      level_name: levels[level - 1]?.name[speaks(language)] ?? '',
      xp_to_next_level: xpToNext,
      xp_in_current_level: xpInLevel,
      current_streak_days: currentStreak(streak_days, streak_last_date, dayOf(ctx.now(), zone)),
      total_time_minutes: Math.floor(total_time_seconds / 60),
    };
  },
});

const BadgeShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  icon_url: Type.String(),
  rarity: Words(RARITIES),
  earned_at: Timestamp,
});

export const listMyBadges = list({
  summary: 'The badges that the caller has earned',
  description: 'The newest first.',
  query: PageQuery,
  item: BadgeShape,
  run: async (ctx, { profileId, language }: Callers['any'], { query: { cursor, limit } }) => {
    const after = cursor === undefined ? undefined : fromCursor(cursor, 2);
    if (cursor !== undefined && !after) throw fieldRefusal('cursor', NO_CURSOR);
    const rows = await listEarnedBadges(ctx.db, profileId, after, limit + 1);
    return toPage(
      rows,
      limit,
      (row) => [row.earned_at, row.badge_id],
      (row) => badgeOnWire(ctx, row, language),
    );
  },
});

/** A badge whose pack is gone keeps its place in the list under its id: what was earned stays earned. */
function badgeOnWire(ctx: Context, { badge_id, earned_at }: EarnedBadge, language: string) {
  const badge = ctx.content.current.badges.get(badge_id);
  const spoken = speaks(language);
  return {
    id: badge_id,
    name: badge?.name[spoken] ?? badge_id,
    description: badge?.description[spoken] ?? '',
    icon_url: badge ? pictureUrl(ctx, badge.icon) : '',
    rarity: badge?.rarity ?? 'common',
    earned_at,
  };
}
