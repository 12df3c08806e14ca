import { type Static, Type } from 'typebox';
import { type AnswerKey, type Item, localize, type Skill } from '../../../content/index.ts';
import type { Child } from '../../../core/requests/caller.ts';
import { documentAs, Enum, InputText, LenientText, Nullable } from '../../../core/requests/json-schema.ts';
import type { Context } from '../../../platform/context.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { TIME_ZONE_HEADER } from '../../../platform/http/request-params.ts';
import { ResponseWithHeaders } from '../../../platform/http/responses/responses.ts';
import { AwardSchema, getTimeZoneOfWrite } from '../../progress/index.ts';
import { getCorrectResponse, getFeedback, gradeParts } from '../grading/grade.ts';
import {
  AnswerValueSchema,
  GivenAnswerSchema,
  ItemSchema,
  SolutionSchema,
  serializeItem,
  serializeSolution,
} from '../grading/item-serializers.ts';
import { PROVEN_LEVELS } from '../memory/memory.ts';
import { openNextTask } from '../next/load-next.ts';
import { AnswerSchema, AttemptSchema, GRADE_FIELDS, TASK_PARAMS, TaskSchema } from '../worlds/schemas.ts';
import { serializeAnswerGrade, serializeAttempt, serializeTask } from '../worlds/serializers.ts';
import { type Completion, completeTask } from './complete-task.ts';
import { gradeSentAnswer, gradeTwin, saveAnswers, startTask, takeHint } from './play-task.ts';

const ItemId = InputText(100, { description: 'The id of an item of the task.', examples: ['seven-and-five'] });

const AnswerInputs = Type.Array(
  Type.Object({ item_id: ItemId, response: Type.Optional(AnswerSchema.properties.response) }, { title: 'AnswerInput' }),
  { maxItems: 200 },
);

const AttemptId = Type.Optional(
  LenientText({
    description:
      'The id of the open attempt; 409 `attempt_over` if the attempt has ended, 404 for an attempt of another task or child. Leave it out unless the child plays on several devices.',
  }),
);

export const postStart = defineJsonEndpoint({
  operationId: 'startTask',
  summary: 'Start a task or resume it',
  description: `The status is 201 for a new attempt and 200 for the open one. A completed task can be played again for
    practice, except a creative one.`,
  params: TASK_PARAMS,
  status: 201,
  mayFindExisting: true,
  errorCodes: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  data: AttemptSchema,
  run: async (ctx, child: Child, { params: { id } }) => {
    const { attempt, isNew } = await startTask(ctx, child, id);
    return new ResponseWithHeaders(serializeAttempt(attempt), {}, isNew ? 201 : 200);
  },
});

export const patchAttempt = defineJsonEndpoint({
  operationId: 'saveAnswers',
  summary: 'Save answers of the open attempt',
  description: 'Answers that are not sent remain saved; null removes an answer. Nothing is graded.',
  params: TASK_PARAMS,
  body: { attempt_id: AttemptId, answers: AnswerInputs },
  errorCodes: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  data: AttemptSchema,
  run: async (ctx, child: Child, { params: { id }, body: { attempt_id, answers } }) =>
    serializeAttempt(await saveAnswers(ctx, child, id, { attempt_id, answers: fillMissingResponses(answers) })),
});

export const postHint = defineJsonEndpoint({
  operationId: 'takeHint',
  summary: 'Take the next hint of an item',
  description: `A hint does not change the score of the item; it costs only the bonus for a perfect first attempt. When no hint is
    left, the response repeats all of them.`,
  params: TASK_PARAMS,
  body: { attempt_id: AttemptId, item_id: ItemId },
  errorCodes: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  data: Type.Object(
    {
      item_id: Type.String(),
      hints: Type.Array(Type.String(), { description: 'All hints taken so far, the newest last.' }),
      hints_left: Type.Integer({ minimum: 0 }),
    },
    { title: 'Hints' },
  ),
  run: (ctx, child: Child, { params: { id }, body }) => takeHint(ctx, child, id, body),
});

const EXPLANATION_FIELDS = {
  parts: Type.Array(
    Type.Object(
      { id: Type.String(), correct: Type.Boolean(), feedback: Nullable(Type.String()) },
      { title: 'AnswerPart' },
    ),
    {
      description:
        'The parts of a wrong answer of the kinds `matching`, `sequencing` and `categorize`, by the id of the option that each is about.',
    },
  ),
  correct_response: AnswerValueSchema,
  solution: SolutionSchema,
};
const ExplanationSchema = Type.Object(EXPLANATION_FIELDS);

export const postAnswer = defineJsonEndpoint({
  operationId: 'gradeAnswer',
  summary: 'Grade one answer of the open attempt immediately',
  description: `A correct answer closes the item, and so does a wrong answer if there are only two options. After any other
    wrong or partly correct answer, the child has one more try. The score of the item is then the mean of the scores of
    both tries, or the score of the first try if that is higher. Therefore, a correct answer after a wrong one counts half.
    A repeated response, and any response after the item was closed, does not change the grade. An \`info\` item cannot
    be answered (400). In a placement and a challenge round, null says that the child does not know the answer; elsewhere, it is refused
    (400). Completing the task keeps the grades and grades the other items. \`correct_response\` is null until the item
    has closed.`,
  params: TASK_PARAMS,
  body: { attempt_id: AttemptId, item_id: ItemId, response: AnswerValueSchema },
  errorCodes: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  data: Type.Object(
    {
      item_id: Type.String(),
      ...GRADE_FIELDS,
      feedback: Type.String({
        description:
          'A text about the last answer. It explains the specific mistake if the pack describes this mistake.',
      }),
      ...EXPLANATION_FIELDS,
      twin: documentAs(Nullable(ItemSchema), {
        description:
          'A similar question after the item has closed with a wrong answer; null otherwise, or if the packs have none.',
        anyOf: [ItemSchema, { type: 'null' }],
      }),
    },
    { title: 'AnswerResult' },
  ),
  run: async (ctx, child: Child, { params: { id }, body }) => {
    const { item, key, grade, lastResponse, twin } = await gradeSentAnswer(ctx, child, id, body);
    return {
      item_id: item.id,
      ...serializeAnswerGrade(grade),
      feedback: getFeedback(key, { correct: grade.correct, response: lastResponse }, child.language),
      ...explain(ctx, { item, key }, { ...grade, response: lastResponse }, child.language),
      twin: twin ? serializeItem(ctx, twin.item, { locale: child.language, seed: twin.seed }, twin.key) : null,
    };
  },
});

export const postTwin = defineJsonEndpoint({
  operationId: 'gradeTwin',
  summary: 'Answer the similar question that follows a missed item',
  description: `The question is the \`twin\` of the item in the response of \`POST /app/tasks/:id/answer\`. It has one try, and nothing
    is stored: it changes neither the score nor the stars. The status is 409 until the item has closed with a wrong answer.`,
  params: TASK_PARAMS,
  body: { attempt_id: AttemptId, item_id: ItemId, response: GivenAnswerSchema },
  errorCodes: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  data: Type.Object(
    { item_id: Type.String(), correct: GRADE_FIELDS.correct, feedback: Type.String(), ...EXPLANATION_FIELDS },
    { title: 'TwinResult' },
  ),
  run: async (ctx, child: Child, { params: { id }, body }) => {
    const { twin, correct, response } = await gradeTwin(ctx, child, id, body);
    return {
      item_id: body.item_id,
      correct,
      feedback: getFeedback(twin.key, { correct, response }, child.language),
      ...explain(ctx, twin, { correct, closed: true, response }, child.language),
    };
  },
});

/** What helps after a wrong answer. The correct answer and the solution come only when no further try is left. */
function explain(
  ctx: Context,
  { item, key }: { readonly item: Item; readonly key: AnswerKey | undefined },
  { correct, closed, response }: { readonly correct: boolean; readonly closed: boolean; readonly response: unknown },
  locale: string,
): Static<typeof ExplanationSchema> {
  return {
    parts: correct ? [] : gradeParts(key, item, response, locale),
    correct_response: closed ? getCorrectResponse(item, key, locale) : null,
    solution: key && closed && !correct ? serializeSolution(ctx, key, locale) : [],
  };
}

const MasteryGainSchema = Type.Object(
  { id: Type.String(), name: Type.String(), level: Enum(PROVEN_LEVELS) },
  { title: 'MasteryGain', description: 'A skill as in `GET /app/skills`.' },
);

const PlacedSkillsSchema = Type.Array(
  Type.Object(
    { id: Type.String(), name: Type.String() },
    { title: 'PlacedSkill', description: 'A skill as in `GET /app/skills`.' },
  ),
);

const CompletionSchema = Type.Object(
  {
    task: TaskSchema,
    attempt: AttemptSchema,
    passed: Type.Boolean({ description: 'Whether the attempt has passed; false while it waits for a review.' }),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    stars: Type.Integer({ minimum: 0, maximum: 3 }),
    items: Type.Array(
      Type.Object(
        {
          item_id: Type.String(),
          correct: Type.Boolean(),
          score: Type.Number({ minimum: 0, maximum: 1 }),
          feedback: Type.String(),
          correct_response: AnswerValueSchema, // null unless passed
          solution: SolutionSchema, // empty unless passed and missed
        },
        { title: 'ItemResult' },
      ),
    ),
    ...AwardSchema.properties,
    mastery_gains: Type.Array(MasteryGainSchema, {
      description: 'The skills that have become steady or mastered with this attempt.',
    }),
    placement: Nullable(
      Type.Object({ strong: PlacedSkillsSchema, next: PlacedSkillsSchema }, { title: 'PlacementResult' }),
    ),
    unlocked: Type.Object(
      { location_ids: Type.Array(Type.String()), world_ids: Type.Array(Type.String()) },
      { title: 'Unlocked' },
    ),
    next_task_id: Nullable(
      Type.String({ description: 'The id of the task that `GET /app/next` now recommends; null if there is none.' }),
    ),
  },
  { title: 'Completion' },
);

export const postComplete = defineJsonEndpoint({
  operationId: 'completeTask',
  summary: 'Complete the open attempt',
  description: `Send \`{}\` if there are no answers. Saved answers count unless they are sent again; missing answers
    count as wrong. An item that was graded by \`POST /app/tasks/:id/answer\` keeps its grade, and an answer to it in this
    request is ignored. The status is 200 for a failed attempt, too. Then \`passed\` is false and the attempt earns
    nothing; the task can be started again any number of times. \`correct_response\` is null unless the attempt has passed. A lesson and a real_world task need no
    answers.`,
  requestHeaders: TIME_ZONE_HEADER,
  params: TASK_PARAMS,
  body: {
    attempt_id: AttemptId,
    answers: Type.Optional(AnswerInputs),
    time_spent_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 86_400,
        description:
          'The time spent on the task, in seconds. By default, the time since the start, which is also the maximum. At most half an hour counts.',
      }),
    ),
  },
  errorCodes: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  data: CompletionSchema,
  run: async (ctx, child: Child, { params: { id }, body, client }) => {
    const { attempt_id, answers, time_spent_seconds } = body;
    const timeZone = await getTimeZoneOfWrite(ctx, child.profileId, client);
    const input = { attempt_id, answers: answers && fillMissingResponses(answers), time_spent_seconds, timeZone };
    const completion = await completeTask(ctx, child, id, input);
    const { taskId, opened } = await openNextTask(ctx, completion.learner, { ...child, timeZone }, completion);
    const { location_ids, world_ids } = completion.unlocked;
    const unlocked = {
      location_ids: [...location_ids, ...opened.location_ids],
      world_ids: [...world_ids, ...opened.world_ids],
    };
    return serializeCompletion(ctx, { ...completion, unlocked }, taskId, child.language);
  },
});

function fillMissingResponses(answers: Static<typeof AnswerInputs>) {
  return answers.map(({ item_id, response = null }) => ({ item_id, response }));
}

function serializeCompletion(
  ctx: Context,
  { task, attempt, attemptTask, grade, award, masteryGains, placed, unlocked, learner }: Completion,
  next_task_id: string | null,
  locale: string,
): Static<typeof CompletionSchema> {
  const toNamed = ({ id, name }: Pick<Skill, 'id' | 'name'>) => ({ id, name: localize(name, locale).text });
  const itemsById = new Map(attemptTask.task.items.map((item) => [item.id, item]));
  return {
    task: serializeTask(learner, task, locale),
    attempt: serializeAttempt(attempt),
    passed: attempt.status === 'passed',
    score: attempt.score,
    stars: attempt.stars,
    items: grade.items.map(({ item_id, correct, score, response }) => {
      const item = itemsById.get(item_id);
      const key = attemptTask.itemKeys.get(item_id);
      return {
        item_id,
        correct,
        score,
        feedback: getFeedback(key, { correct, response }, locale),
        correct_response: grade.passed && item ? getCorrectResponse(item, key, locale) : null,
        solution: grade.passed && key && !correct ? serializeSolution(ctx, key, locale) : [],
      };
    }),
    ...award,
    mastery_gains: masteryGains.map((gain) => ({ ...toNamed(gain), level: gain.mastery })),
    placement: placed ? { strong: placed.strong.map(toNamed), next: placed.next.map(toNamed) } : null,
    unlocked,
    next_task_id,
  };
}
