import { Type } from 'typebox';
import type { Child } from '../../../core/requests/caller.ts';
import { Enum, Nullable, NullableTimestamp } from '../../../core/requests/json-schema.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { loadLearner } from '../learner/learner.ts';
import { CHALLENGE_ID } from '../practice/practice-id.ts';
import { findBestRound } from './challenge-store.ts';
import { CHALLENGE_ITEMS } from './choose-challenge.ts';
import { CHALLENGE_SELECTION, loadChallenge } from './load-challenge.ts';

const ChallengeSchema = Type.Object(
  {
    task_id: Type.String({
      description: 'The id of the challenge round as a task, for `/app/tasks/:id`.',
      examples: [CHALLENGE_ID],
    }),
    status: Enum(['unavailable', 'available', 'in_progress', 'completed'], {
      description:
        '`unavailable` means that the child has practiced too few skills, and `completed` that it has played all rounds of the day.',
    }),
    items_total: Type.Integer({ minimum: 1, description: 'The number of questions of a round.' }),
    best: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'The personal best: the most right answers in a round; null before the first finished round.',
      }),
    ),
    best_at: { ...NullableTimestamp, description: 'When the child had so many right for the first time.' },
  },
  { title: 'Challenge' },
);

export const getChallenge = defineJsonEndpoint({
  operationId: 'getChallenge',
  summary: 'The challenge round, and the personal best',
  description: `A challenge round has five questions that are harder than the child's level, about skills that it has practiced, with one
    try each and without a clock. It is a task, which is read, started, answered and completed at /app/tasks/:id, like the daily practice.`,
  isCacheable: true,
  data: ChallengeSchema,
  run: async (ctx, { profileId, language: locale, birthYear }: Child) => {
    const loaded = await loadLearner(ctx, profileId, CHALLENGE_SELECTION);
    const { newestAttempt, isStartable } = await loadChallenge(ctx, loaded, { locale, birthYear });
    const best = await findBestRound(ctx, profileId);
    const closedStatus = newestAttempt ? 'completed' : 'unavailable';
    return {
      task_id: CHALLENGE_ID,
      status: newestAttempt?.status === 'in_progress' ? 'in_progress' : isStartable ? 'available' : closedStatus,
      items_total: CHALLENGE_ITEMS,
      best: best?.points ?? null,
      best_at: best?.completed_at ?? null,
    } as const;
  },
});
