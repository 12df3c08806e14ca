import { Type } from 'typebox';
import { getLocationStructure, getWorldStructure } from '../../../content/index.ts';
import type { User } from '../../../core/requests/caller.ts';
import { Enum, InputText } from '../../../core/requests/json-schema.ts';
import { CursorQuery, createCursorPage } from '../../../core/requests/paging.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { defineCursorListEndpoint, defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { parseCursor } from '../../../platform/http/request-params.ts';
import { listGuardians } from '../../accounts/index.ts';
import { replaceInvalidDraws } from '../attempts/drawn-items.ts';
import { CHALLENGE_SELECTION, loadChallenge } from '../challenge/load-challenge.ts';
import { type Learner, loadLearner } from '../learner/learner.ts';
import { findRepairedQuiz } from '../learner/repair.ts';
import { PLACE_STATUSES } from '../learner/task-status.ts';
import { buildPlacementSelection, loadPlacement } from '../placement/load-placement.ts';
import { buildRoundsSelection, type DailyPractice, loadDailyPractice } from '../practice/load-practice.ts';
import { CHALLENGE_ID, findPlacementSubject, parseDailyPracticeDay } from '../practice/practice-id.ts';
import { buildRepairSelection, loadRepair } from '../repair/load-repair.ts';
import { loadSerializedSubmission } from '../submissions/serializers.ts';
import { findNewestSubmission } from '../submissions/submissions-store.ts';
import { LocationSchema, StoryPanelSchema, TASK_PARAMS, TaskDetailSchema, TaskSchema, WorldSchema } from './schemas.ts';
import {
  serializeLocation,
  serializeStory,
  serializeTask,
  serializeTaskDetail,
  serializeWorld,
} from './serializers.ts';

const WORLD_PARAMS = { id: Type.String({ description: 'The id of a world.', examples: ['number-garden'] }) };
const LOCATION_PARAMS = { id: Type.String({ description: 'The id of a location.', examples: ['garden-gate'] }) };

export const listWorlds = defineCursorListEndpoint({
  operationId: 'listWorlds',
  summary: "The worlds with the caller's progress",
  description: 'The worlds are in display order. For a parent, they are without progress.',
  query: {
    status: Type.Optional(Enum(PLACE_STATUSES, { description: 'Only worlds with this status are listed.' })),
    subject: Type.Optional(
      InputText(100, { description: 'Only worlds with this `subject` are listed.', examples: ['mathematics'] }),
    ),
    ...CursorQuery,
  },
  isCacheable: true,
  rowSchema: WorldSchema,
  run: async (ctx, { profileId, language }: User, { query: { status, subject, cursor, limit } }) => {
    const [orderIndex, id = ''] = parseCursor(cursor, 'worlds', 2) ?? [];
    const { learner } = await loadLearner(ctx, profileId);
    const worlds = learner.content.worlds
      .values()
      .filter((world) => orderIndex === undefined || isAfter(world, Number(orderIndex), id))
      .filter((world) => subject === undefined || world.subject === subject)
      .map((world) => serializeWorld(ctx, learner, world, language))
      .filter((world) => status === undefined || world.status === status)
      .take(limit + 1); // what follows is not serialized
    return createCursorPage(
      [...worlds],
      limit,
      (world) => ['worlds', String(world.order_index), world.id],
      (world) => world,
    );
  },
});

export const getWorld = defineJsonEndpoint({
  operationId: 'getWorld',
  summary: 'A world',
  params: WORLD_PARAMS,
  isCacheable: true,
  errorCodes: ['NOT_FOUND'],
  data: WorldSchema,
  run: async (ctx, { profileId, language }: User, { params: { id } }) => {
    const { learner } = await loadLearner(ctx, profileId);
    const world = learner.content.worlds.get(id);
    if (!world) throw createNotFoundError();
    return serializeWorld(ctx, learner, world, language);
  },
});

export const listLocations = defineJsonEndpoint({
  operationId: 'listLocations',
  summary: 'The locations on the map of a world',
  description: 'Lists all locations, in display order.',
  params: WORLD_PARAMS,
  isCacheable: true,
  errorCodes: ['NOT_FOUND'],
  data: Type.Array(LocationSchema),
  run: async (ctx, { profileId, language }: User, { params: { id } }) => {
    const { learner } = await loadLearner(ctx, profileId);
    const world = learner.content.worlds.get(id);
    if (!world) throw createNotFoundError();
    const { locations } = getWorldStructure(learner.content, world);
    return locations.map((location) => serializeLocation(ctx, learner, location, language));
  },
});

export const getLocation = defineJsonEndpoint({
  operationId: 'getLocation',
  summary: 'A location with its tasks',
  description: 'A locked location can be read, too.',
  params: LOCATION_PARAMS,
  isCacheable: true,
  errorCodes: ['NOT_FOUND'],
  data: Type.Object(
    {
      ...LocationSchema.properties,
      story: Type.Array(StoryPanelSchema, {
        description: 'What happens at the location, told in pictures before the tasks.',
      }),
      tasks: Type.Array(TaskSchema),
    },
    { title: 'LocationDetail' },
  ),
  run: async (ctx, { profileId, language }: User, { params: { id } }) => {
    const { learner } = await loadLearner(ctx, profileId);
    const location = learner.content.locations.get(id);
    if (!location) throw createNotFoundError();
    const { tasks } = getLocationStructure(learner.content, location);
    return {
      ...serializeLocation(ctx, learner, location, language),
      story: serializeStory(ctx, location, language),
      tasks: tasks.map((task) => serializeTask(learner, task, language)),
    };
  },
});

export const getTask = defineJsonEndpoint({
  operationId: 'getTask',
  summary: 'A task with its items',
  description: `The correct answers, hints and feedback are not included. \`attempt\` is the open attempt, or the last
    one if none is open.`,
  params: TASK_PARAMS,
  isCacheable: true,
  errorCodes: ['NOT_FOUND'],
  data: TaskDetailSchema,
  run: async (ctx, { profileId, role, language, birthYear }: User, { params: { id } }) => {
    const day = parseDailyPracticeDay(id);
    if (day) {
      const learnerWithRounds = await loadLearner(ctx, profileId, buildRoundsSelection(day));
      const practice = await loadDailyPractice(ctx, learnerWithRounds, { day, locale: language, birthYear });
      return getRoundDetail(ctx, practice, language);
    }
    const quiz = findRepairedQuiz(ctx.content.current, id);
    if (quiz) {
      const loaded = await loadLearner(ctx, profileId, buildRepairSelection(quiz));
      return getRoundDetail(ctx, await loadRepair(ctx, loaded, { quiz, locale: language, birthYear }), language);
    }
    const subject = findPlacementSubject(ctx.content.current, id);
    if (subject) {
      const loaded = await loadLearner(ctx, profileId, buildPlacementSelection(subject));
      return getRoundDetail(ctx, await loadPlacement(ctx, loaded, { subject, locale: language, birthYear }), language);
    }
    if (id === CHALLENGE_ID) {
      const loaded = await loadLearner(ctx, profileId, CHALLENGE_SELECTION);
      return getRoundDetail(ctx, await loadChallenge(ctx, loaded, { locale: language, birthYear }), language);
    }
    const task = ctx.content.current.tasks.get(id);
    if (!task) throw createNotFoundError();
    const selection = { taskId: id, limit: 1 };
    const { learner, attempts } = await loadLearner(ctx, profileId, selection);
    const attempt = attempts[0] && replaceInvalidDraws(learner.content, attempts[0]);
    const latest_submission =
      attempt && KINDS_WITH_SUBMISSIONS.includes(task.kind) ? await findSerializedSubmission(ctx, profileId, id) : null;
    const guardian_missing =
      task.kind === 'creative' && role === 'child' ? await findMissingGuardian(ctx, profileId) : null;
    return serializeTaskDetail(ctx, learner, { task, attempt, latest_submission, guardian_missing }, language);
  },
});

function getRoundDetail(
  ctx: Context,
  { learner, task, newestAttempt }: Pick<DailyPractice<Learner>, 'learner' | 'task' | 'newestAttempt'>,
  locale: string,
) {
  if (task.items.length === 0) throw createNotFoundError();
  const attempt = newestAttempt && replaceInvalidDraws(learner.content, newestAttempt);
  return serializeTaskDetail(ctx, learner, { task, attempt, latest_submission: null, guardian_missing: null }, locale);
}

/** The kinds of task that have submissions. */
const KINDS_WITH_SUBMISSIONS: readonly string[] = ['creative', 'real_world'];

/** What happens to creative work of a child that has no guardian; null if it has one. */
async function findMissingGuardian(ctx: Context, childId: string): Promise<'work_waits' | 'work_refused' | null> {
  if ((await listGuardians(ctx, childId)).length > 0) return null;
  return ctx.settings.requiresConsent ? 'work_refused' : 'work_waits';
}

async function findSerializedSubmission(ctx: Context, profileId: string, taskId: string) {
  const submission = await findNewestSubmission(ctx, profileId, taskId);
  return submission ? loadSerializedSubmission(ctx, submission) : null;
}

function isAfter(world: { order_index: number; id: string }, orderIndex: number, id: string): boolean {
  return world.order_index > orderIndex || (world.order_index === orderIndex && world.id > id);
}
