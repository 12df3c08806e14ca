import { Type } from 'typebox';
import type { Child } from '../../../core/requests/caller.ts';
import { Nullable, NullableEnum } from '../../../core/requests/json-schema.ts';
import { type Day, type LocalNow, toLocalNow } from '../../../core/time/days.ts';
import type { Context } from '../../../platform/context.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { parseRequestTimeZone, TIME_ZONE_HEADER } from '../../../platform/http/request-params.ts';
import { computeCurrentStreak, type Pause } from '../streaks/streak.ts';
import { toStreak } from '../totals/totals.ts';
import {
  type DailyStats,
  findFirstActiveDay,
  findStreakStart,
  getTotalsAndPauses,
  listDailyStats,
  listPausesEndingAfter,
} from '../totals/totals-store.ts';

/** Why a day without activity does not end a streak. */
const REST_REASONS = ['pause', 'freeze'] as const;

const CalendarDaySchema = Type.Object(
  {
    day: Type.String({ description: 'YYYY-MM-DD.', examples: ['2026-11-20'] }),
    active: Type.Boolean({ description: 'Whether the day counted for the streak.' }),
    xp: Type.Integer({ minimum: 0, description: 'The XP of this day, even if the day did not count.' }),
    tasks: Type.Integer({ minimum: 0, description: 'The number of tasks that were completed on this day.' }),
    rest: NullableEnum(REST_REASONS, {
      description:
        "Why a day without activity does not end the streak: a guardian's pause, or a freeze of the current streak.",
    }),
  },
  { title: 'CalendarDay' },
);

export const getCalendar = defineJsonEndpoint({
  operationId: 'getCalendar',
  summary: "The days of a month, with the caller's activity",
  description:
    'An activity counts on the local date of the place where it happened, even after the caller has traveled. X-Timezone only decides which day is today.',
  requestHeaders: TIME_ZONE_HEADER,
  isCacheable: true,
  query: {
    month: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
        maxLength: 7,
        description: 'YYYY-MM. By default, the current month.',
        examples: ['2026-11'],
      }),
    ),
  },
  data: Type.Object(
    {
      month: Type.String({ description: 'YYYY-MM.' }),
      today: Type.String({ description: "YYYY-MM-DD in the caller's time zone." }),
      first_active_day: Nullable(
        Type.String({ description: 'The earliest day that counted, YYYY-MM-DD; null if no day has counted yet.' }),
      ),
      days: Type.Array(CalendarDaySchema, { description: 'All days of the month, including future ones.' }),
    },
    { title: 'Calendar' },
  ),
  run: async (ctx, { profileId }: Child, { query, client }) => {
    const localNow = toLocalNow(ctx.now(), parseRequestTimeZone(client));
    const { month = localNow.today.slice(0, 7) } = query;
    // Days are compared as texts, so the bounds can be dates that do not exist.
    const stats = await listDailyStats(ctx, profileId, `${month}-01`, `${month}-31`);
    const pauses = await listPausesEndingAfter(ctx, profileId, `${month}-00`);
    const streakStart = await findCurrentStreakStart(ctx, profileId, localNow);
    return {
      month,
      today: localNow.today,
      first_active_day: (await findFirstActiveDay(ctx, profileId)) ?? null,
      days: buildMonth(month, localNow.today, stats, pauses, streakStart),
    };
  },
});

/** The first counted day of the current streak; undefined if there is no streak. */
async function findCurrentStreakStart(ctx: Context, profileId: string, localNow: LocalNow): Promise<Day | undefined> {
  const { totals, pauses } = await getTotalsAndPauses(ctx, profileId);
  const length = computeCurrentStreak(toStreak(totals), localNow, pauses);
  const lastDay = totals.streak_last_date;
  return length === 0 || lastDay === null ? undefined : findStreakStart(ctx, profileId, { lastDay, length });
}

/**
 * Returns all days of a month. The database does not store which days were protected by freezes. In the current streak,
 * each past day that neither counted nor was paused is shown as protected by a freeze, including a day that was skipped
 * by travel and needed none (gap 154). For earlier streaks this is unknown, so no day is shown as protected.
 */
function buildMonth(
  month: string,
  today: Day,
  stats: readonly DailyStats[],
  pauses: readonly Pause[],
  streakStart: Day | undefined,
) {
  const statsByDay = new Map(stats.map((dailyStats) => [dailyStats.day, dailyStats]));
  const findRestReason = (day: Day): (typeof REST_REASONS)[number] | null => {
    if (pauses.some(({ from, until }) => from <= day && (until === null || day <= until))) return 'pause';
    return streakStart !== undefined && streakStart < day && day < today ? 'freeze' : null;
  };
  return listDaysOfMonth(month).map((day) => {
    const { active = false, xp = 0, tasks = 0 } = statsByDay.get(day) ?? {};
    return { day, active, xp, tasks, rest: active ? null : findRestReason(day) };
  });
}

function listDaysOfMonth(month: string): Day[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return Array.from({ length: daysInMonth }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
}
