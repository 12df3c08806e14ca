import { type Static, Type } from 'typebox';
import type { Child } from '../../../core/requests/caller.ts';
import { Enum } from '../../../core/requests/json-schema.ts';
import { toLocalNow } from '../../../core/time/days.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { parseRequestTimeZone, TIME_ZONE_HEADER } from '../../../platform/http/request-params.ts';
import { type Learner, loadLearner } from '../learner/learner.ts';
import { DAILY_PRACTICE_XP } from '../learner/rewards.ts';
import { buildRoundsSelection, type DailyPractice, loadDailyPractice } from './load-practice.ts';

const PracticeSchema = Type.Object(
  {
    task_id: Type.String({
      description: 'The id of the practice as a task, for `/app/tasks/:id`.',
      examples: ['practice-2026-11-20'],
    }),
    day: Type.String({ description: "YYYY-MM-DD in the caller's time zone." }),
    status: Enum(['unavailable', 'available', 'in_progress', 'completed'], {
      description: '`unavailable` means that the caller knows too few items, or has answered them today.',
    }),
    items_total: Type.Integer({
      minimum: 0,
      description: 'The number of items to answer in the open round, or in the next one if no round is open.',
    }),
    items_answered: Type.Integer({
      minimum: 0,
      description: 'The number of items of the open round that were graded.',
    }),
    estimated_minutes: Type.Integer({ minimum: 0 }),
    due: Type.Integer({
      minimum: 0,
      description:
        'The number of skills and missed items that are due; 0 while a round is open and after the last round of a day.',
    }),
    rounds_completed: Type.Integer({ minimum: 0, description: 'The number of rounds of this day that were passed.' }),
    can_start: Type.Boolean({
      description:
        'Whether a round can be started. After the first round of a day, this is only possible while many items are due.',
    }),
    xp_reward: Type.Integer({ minimum: 0, description: 'The XP for the first round of a day; 0 after it.' }),
  },
  { title: 'Practice' },
);

export const getTodaysPractice = defineJsonEndpoint({
  operationId: 'getTodaysPractice',
  summary: "Today's practice",
  description: `The practice has five to eight questions: missed items, items of the skills that are due, and a new item.
    It also has the info items that these questions are about. The practice is a task, which is read, started, answered
    and completed at /app/tasks/:id. Reading it changes nothing.`,
  requestHeaders: TIME_ZONE_HEADER,
  isCacheable: true,
  data: PracticeSchema,
  run: async (ctx, { profileId, language, birthYear }: Child, { client }) => {
    const { today: day } = toLocalNow(ctx.now(), parseRequestTimeZone(client));
    const learnerWithRounds = await loadLearner(ctx, profileId, buildRoundsSelection(day));
    return serializePractice(
      day,
      await loadDailyPractice(ctx, learnerWithRounds, { day, locale: language, birthYear }),
    );
  },
});

function serializePractice(day: string, practice: DailyPractice<Learner>): Static<typeof PracticeSchema> {
  const { task, newestAttempt, completedRoundCount, isStartable, dueCount } = practice;
  const isOpen = newestAttempt?.status === 'in_progress';
  const hasItems = isOpen || isStartable;
  return {
    task_id: task.id,
    day,
    status: getPracticeStatus(practice),
    items_total: hasItems ? task.items.filter(({ kind }) => kind !== 'info').length : 0,
    items_answered: isOpen ? Object.keys(newestAttempt.grades).length : 0,
    estimated_minutes: hasItems ? task.estimated_minutes : 0,
    due: dueCount,
    rounds_completed: completedRoundCount,
    can_start: isStartable,
    xp_reward: completedRoundCount === 0 ? DAILY_PRACTICE_XP : 0,
  };
}

function getPracticeStatus({ newestAttempt, completedRoundCount, isStartable }: DailyPractice<Learner>) {
  if (newestAttempt?.status === 'in_progress') return 'in_progress';
  if (completedRoundCount > 0) return 'completed';
  return isStartable ? 'available' : 'unavailable';
}
