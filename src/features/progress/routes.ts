import { Type } from 'typebox';
import type { User } from '../../core/requests/caller.ts';
import { CursorQuery, createCursorPage } from '../../core/requests/paging.ts';
import { toLanguage } from '../../core/text/languages.ts';
import { toLocalNow } from '../../core/time/days.ts';
import { defineCursorListEndpoint, defineJsonEndpoint } from '../../platform/http/endpoint.ts';
import { parseCursor, parseRequestTimeZone, TIME_ZONE_HEADER } from '../../platform/http/request-params.ts';
import { computeLevel } from './levels/levels.ts';
import { BadgeSchema, serializeBadge } from './serializers.ts';
import { computeCurrentStreak } from './streaks/streak.ts';
import { toStreak } from './totals/totals.ts';
import { getTotalsAndPauses, listEarnedBadges } from './totals/totals-store.ts';

const Count = Type.Integer({ minimum: 0 });

export const getStats = defineJsonEndpoint({
  operationId: 'getStats',
  summary: "The caller's XP, level, streak and counters",
  requestHeaders: TIME_ZONE_HEADER,
  data: Type.Object(
    {
      xp_total: Count,
      level: Count,
      level_name: Type.String({ description: "The name of the level, in the caller's language." }),
      xp_to_next_level: Count,
      xp_in_current_level: Count,
      tasks_completed: Count,
      tasks_in_progress: Count,
      worlds_completed: Count,
      locations_completed: Count,
      badges_count: Count,
      current_streak_days: Count,
      longest_streak_days: Count,
      total_time_minutes: Count,
    },
    { title: 'Stats' },
  ),
  run: async (ctx, { profileId, language }: User, { client }) => {
    const localNow = toLocalNow(ctx.now(), parseRequestTimeZone(client));
    const { totals, pauses } = await getTotalsAndPauses(ctx, profileId);
    const { levels } = ctx.content.current;
    const { level, xpInLevel, missingXp } = computeLevel(totals.xp_total, levels.length);
    return {
      ...totals, // the serializer leaves out the columns that the schema does not contain
      level,
      level_name: levels[level - 1]?.name[toLanguage(language)] ?? '',
      xp_to_next_level: missingXp,
      xp_in_current_level: xpInLevel,
      current_streak_days: computeCurrentStreak(toStreak(totals), localNow, pauses),
      total_time_minutes: Math.floor(totals.total_time_seconds / 60),
    };
  },
});

export const listMyBadges = defineCursorListEndpoint({
  operationId: 'listMyBadges',
  summary: 'The badges that the caller has earned',
  description: 'The newest badge is first.',
  query: CursorQuery,
  rowSchema: BadgeSchema,
  run: async (ctx, { profileId, language }: User, { query: { cursor, limit } }) => {
    const after = parseCursor(cursor, 'badges', 2);
    const rows = await listEarnedBadges(ctx, profileId, after, limit + 1);
    return createCursorPage(
      rows,
      limit,
      (row) => ['badges', row.earned_at, row.badge_id],
      (row) => serializeBadge(ctx, row.badge_id, row.earned_at, language),
    );
  },
});
