import { Type } from 'typebox';
import type { Child } from '../../../core/requests/caller.ts';
import { Enum } from '../../../core/requests/json-schema.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { loadLearner } from '../learner/learner.ts';
import { listPlacements } from './list-placements.ts';

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
    return listPlacements(ctx, learner, { locale: language, birthYear });
  },
});
