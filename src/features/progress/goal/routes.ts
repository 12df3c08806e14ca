import { Type } from 'typebox';
import type { Child } from '../../../core/requests/caller.ts';
import { Nullable } from '../../../core/requests/json-schema.ts';
import { addDays, getStartOfWeek, toLocalNow } from '../../../core/time/days.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { parseRequestTimeZone, TIME_ZONE_HEADER } from '../../../platform/http/request-params.ts';
import { listChildAndSiblings, updateProfile } from '../../accounts/index.ts';
import { findPause } from '../streaks/pauses-store.ts';
import { listDailyStats } from '../totals/totals-store.ts';

const DAYS_PER_WEEK = 7;

const GoalDays = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: DAYS_PER_WEEK,
    description: 'On how many days of a week the child wants to learn; null without a goal.',
    examples: [3],
  }),
);

const GoalSchema = Type.Object(
  {
    days_per_week: GoalDays,
    days_done: Type.Integer({
      minimum: 0,
      description: 'The days of this week, Monday to Sunday, that counted for the streak.',
    }),
    paused: Type.Boolean({ description: 'Whether today is in a pause that a guardian has set. Then the goal waits.' }),
    together: Nullable(
      Type.Object(
        {
          days_per_week: Type.Integer({ minimum: 2, description: 'The sum of the goals.' }),
          days_done: Type.Integer({ minimum: 0, description: 'The sum of the days, of each child at most its goal.' }),
        },
        { title: 'SharedGoal' },
      ),
    ),
  },
  { title: 'Goal' },
);

export const getGoal = defineJsonEndpoint({
  operationId: 'getGoal',
  summary: 'The goal that the child has set for a week, and how far it is',
  requestHeaders: TIME_ZONE_HEADER,
  data: GoalSchema,
  run: (ctx, { profileId }: Child, { client }) => loadGoal(ctx, profileId, parseRequestTimeZone(client)),
});

export const postGoal = defineJsonEndpoint({
  operationId: 'setGoal',
  summary: 'Set, change or remove the goal for a week',
  requestHeaders: TIME_ZONE_HEADER,
  body: { days_per_week: GoalDays },
  data: GoalSchema,
  run: async (ctx, { profileId }: Child, { body: { days_per_week }, client }) => {
    await ctx.write((ctx) => updateProfile(ctx, profileId, { goal_days: days_per_week }));
    return loadGoal(ctx, profileId, parseRequestTimeZone(client));
  },
});

async function loadGoal(ctx: Context, profileId: string, timeZone: string) {
  const family = await listChildAndSiblings(ctx, profileId);
  const weeks = await Promise.all(
    family
      .filter(({ id, goal_days }) => id === profileId || goal_days !== null)
      .map(async ({ id, goal_days }) => ({ id, goal_days, ...(await loadWeek(ctx, id, timeZone)) })),
  );
  const own = weeks.find(({ id }) => id === profileId);
  if (!own) throw createNotFoundError();
  const joined = weeks.flatMap(({ goal_days: goal, days_done: done, paused }) =>
    goal === null || paused ? [] : [{ goal, done: Math.min(done, goal) }],
  );
  const isShared = own.goal_days !== null && !own.paused && joined.length > 1;
  return {
    days_per_week: own.goal_days,
    days_done: own.days_done,
    paused: own.paused,
    together: isShared
      ? { days_per_week: sum(joined.map(({ goal }) => goal)), days_done: sum(joined.map(({ done }) => done)) }
      : null,
  };
}

async function loadWeek(ctx: Context, profileId: string, timeZone: string) {
  const { today } = toLocalNow(ctx.now(), timeZone);
  const monday = getStartOfWeek(today);
  const days = await listDailyStats(ctx, profileId, monday, addDays(monday, DAYS_PER_WEEK - 1));
  const pause = await findPause(ctx, profileId, today);
  return { days_done: days.filter(({ active }) => active).length, paused: pause !== undefined && pause.from <= today };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
