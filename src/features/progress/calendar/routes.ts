import { Type } from 'typebox';
import type { Child } from '../../../core/requests/caller.ts';
import { Nullable, NullableEnum } from '../../../core/requests/json-schema.ts';
import { type Day, toLocalNow } from '../../../core/time/days.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { parseRequestTimeZone, TIME_ZONE_HEADER } from '../../../platform/http/request-params.ts';
import { computeCurrentStreak } from '../streaks/streak.ts';
import { toStreak } from '../totals/totals.ts';
import { findFirstActiveDay, getTotalsAndPauses, listPausesEndingAfter } from '../totals/totals-store.ts';
import { listCalendarDays, REST_REASONS } from './calendar-days.ts';

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
    const { totals, pauses } = await getTotalsAndPauses(ctx, profileId);
    const streak = {
      today: localNow.today,
      streakDays: computeCurrentStreak(toStreak(totals), localNow, pauses),
      lastDay: totals.streak_last_date,
      pauses: await listPausesEndingAfter(ctx, profileId, `${month}-00`), // days are compared as texts
    };
    return {
      month,
      today: localNow.today,
      first_active_day: (await findFirstActiveDay(ctx, profileId)) ?? null,
      days: await listCalendarDays(ctx, profileId, listDaysOfMonth(month), streak),
    };
  },
});

function listDaysOfMonth(month: string): Day[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return Array.from({ length: daysInMonth }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
}
