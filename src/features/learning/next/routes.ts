import { type Static, Type } from 'typebox';
import type { Child } from '../../../core/requests/caller.ts';
import { Enum, Nullable } from '../../../core/requests/json-schema.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { parseRequestTimeZone, TIME_ZONE_HEADER } from '../../../platform/http/request-params.ts';
import { copyWithTaskState, type Learner, loadLearner } from '../learner/learner.ts';
import { TaskSchema } from '../worlds/schemas.ts';
import { serializeTask } from '../worlds/serializers.ts';
import { NEXT_KINDS, NEXT_REASONS, type NextStep } from './choose-next.ts';
import { describeReason, findSkillName } from './describe-reason.ts';
import { loadNextSteps } from './load-next.ts';

const NextSkillSchema = Type.Object(
  { id: Type.String(), name: Type.String() },
  { title: 'NextSkill', description: 'A skill as in `GET /app/skills`.' },
);

const NextStepSchema = Type.Object(
  {
    kind: Enum(NEXT_KINDS, {
      description: `\`continue\`: something begun, or sent back by a guardian. \`repair\`: something easier after a quiz that failed
        twice. \`review\`: the daily practice, or a quiz once more. \`new\`: a quiz that fits, or the lesson before it.
        \`creative\`: something to make, or to do away from the screen.`,
    }),
    task: TaskSchema,
    reason: Type.Object(
      {
        code: Enum(NEXT_REASONS),
        skill: Nullable(NextSkillSchema),
        days: Nullable(
          Type.Integer({
            minimum: 0,
            description: 'For how many days the skill was not practiced; null for other reasons.',
          }),
        ),
        text: Type.String({
          description: "The reason in the caller's language.",
          examples: ['You know this: addition. New: subtraction'],
        }),
      },
      { title: 'NextReason' },
    ),
  },
  { title: 'NextStep' },
);

export const getNext = defineJsonEndpoint({
  operationId: 'listNextSteps',
  summary: 'What the caller does next',
  description: `The recommended activity comes first, then up to two alternatives. The list is empty only if no task is open. The
    \`next_task_id\` of a completion is the recommended activity after it.`,
  requestHeaders: TIME_ZONE_HEADER,
  isCacheable: true,
  data: Type.Array(NextStepSchema),
  run: async (ctx, { profileId, language, birthYear }: Child, { client }) => {
    const timeZone = parseRequestTimeZone(client);
    const loaded = await loadLearner(ctx, profileId);
    const { learner, steps } = await loadNextSteps(ctx, loaded.learner, { language, birthYear, timeZone });
    return steps.map((step) => serializeStep(learner, step, language));
  },
});

function serializeStep(
  learner: Learner,
  { kind, task, reason }: NextStep,
  locale: string,
): Static<typeof NextStepSchema> {
  const { content } = learner;
  const { code, skill: id, days = null } = reason;
  const state = learner.taskStates.get(task.id);
  // The state of a repair is "completed" when the child is ready for the quiz.
  const shown = state && kind === 'repair' ? copyWithTaskState(learner, { ...state, status: 'in_progress' }) : learner;
  return {
    kind,
    task: serializeTask(shown, task, locale),
    reason: {
      code,
      skill: id === undefined ? null : { id, name: findSkillName(content, id, locale) },
      days,
      text: describeReason(content, reason, locale),
    },
  };
}
