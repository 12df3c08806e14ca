import { Type } from 'typebox';
import type { Child } from '../../../core/requests/caller.ts';
import { Enum } from '../../../core/requests/json-schema.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { loadLearner } from '../learner/learner.ts';
import { listMemoriesOfSubjects } from '../learner/learner-store.ts';
import { toPlacementId } from '../practice/practice-id.ts';
import { listPlacementItems } from './choose-placement.ts';
import { canBegin, hasEnoughItems, isOldEnough } from './load-placement.ts';
import { listPlacementAttempts } from './placements-store.ts';

/** A child who has answered more questions of a subject is not asked anymore to show what it knows, but can still do it. */
const MAX_ANSWERS_WHEN_OFFERED = 12;

const PlacementSchema = Type.Object(
  {
    subject: Type.String({ description: 'A subject of `GET /app/skills`.', examples: ['mathematics'] }),
    task_id: Type.String({
      description: 'The id of the placement as a task, for `/app/tasks/:id`.',
      examples: ['practice-placement-mathematics'],
    }),
    status: Enum(['available', 'in_progress', 'completed'], {
      description: '`completed` means that one has ended today; the next one can be started tomorrow.',
    }),
    offered: Type.Boolean({
      description:
        'Whether the app should offer it: the child has never started one, and the service knows little about the child in this subject.',
    }),
  },
  { title: 'Placement' },
);

export const getPlacements = defineJsonEndpoint({
  operationId: 'listPlacements',
  summary: 'Where the child can show what it knows already',
  description: `A placement is a task of twelve questions about a subject. It is read, started, answered and completed at /app/tasks/:id, like
    the daily practice. Its items are chosen one by one: read the task again after each answer, until no item is added. Completing it, also before the
    last question, tells the service how hard the child's tasks should be, and opens locations to which the child knows the way. The
    list is empty for a child under six.`,
  isCacheable: true,
  data: Type.Array(PlacementSchema),
  run: async (ctx, { profileId, language, birthYear }: Child) => {
    const { learner } = await loadLearner(ctx, profileId);
    const { skills } = learner.content;
    const subjects = [...new Set([...skills.values()].map(({ subject }) => subject))].filter(
      (subject) => isOldEnough(learner, birthYear) && hasEnoughItems(listPlacementItems(learner, subject, language)),
    );
    const attempts = await listPlacementAttempts(ctx, profileId, subjects.map(toPlacementId));
    const ratings = await listMemoriesOfSubjects(
      ctx,
      profileId,
      subjects.map((subject) => `@${subject}`),
    );
    return subjects.map((subject) => {
      const task_id = toPlacementId(subject);
      const newest = attempts.find((attempt) => attempt.task_id === task_id);
      const asked = ratings.find((rating) => rating.subject === `@${subject}`)?.asked ?? 0;
      const status =
        newest?.status === 'in_progress' ? newest.status : canBegin(learner, newest) ? 'available' : 'completed';
      return { subject, task_id, status, offered: !newest && asked <= MAX_ANSWERS_WHEN_OFFERED } as const;
    });
  },
});
