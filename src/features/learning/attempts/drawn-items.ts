import { type AnswerKey, type Content, chooseLanguage, type Task } from '../../../content/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Learner } from '../learner/learner.ts';
import type { TaskState } from '../learner/learner-store.ts';
import type { Attempt, Draws } from './attempts-store.ts';

/** A task with the items that one attempt shows, and their answer keys. */
export interface AttemptTask {
  readonly task: Task;
  readonly itemKeys: ReadonlyMap<string, AnswerKey>;
}

/**
 * Returns the draws of the generated items of the attempt with this number, which may not have been started yet. They are the
 * same for the same attempt on every machine.
 */
export function drawItems(
  { generators }: Content,
  { profileId, taskId, number }: { profileId: string; taskId: string; number: number },
): Draws {
  const taskGenerators = [...(generators.get(taskId) ?? [])];
  return Object.fromEntries(taskGenerators.map(([id, { draw }]) => [id, draw(`${profileId} ${taskId} ${number}`)]));
}

/** Builds a task as an attempt with these draws shows it. Generated texts are in the language of `locale`. */
export function buildAttemptTask(content: Content, task: Task, draws: Draws, locale: string): AttemptTask {
  const taskKey = content.taskKeys.get(task.id);
  const generators = content.generators.get(task.id);
  if (!generators) return { task, itemKeys: taskKey?.itemKeys ?? new Map() };
  const language = chooseLanguage(content.worlds.get(task.world_id)?.languages ?? [], locale);
  const generatedItems = new Map(
    [...generators].flatMap(([id, { isValidDraw, createItem }]) => {
      const draw = draws[id];
      return isValidDraw(draw) ? [[id, createItem(draw, [language])] as const] : [];
    }),
  );
  return {
    task: { ...task, items: task.items.map((item) => generatedItems.get(item.id)?.item ?? item) },
    itemKeys: new Map([...(taskKey?.itemKeys ?? [])].map(([id, key]) => [id, generatedItems.get(id)?.key ?? key])),
  };
}

/** Finds the attempt that a child has started but not yet ended. `newestAttempt` is the newest attempt at the task. */
export function findOpenAttempt(
  content: Content,
  state: TaskState | undefined,
  newestAttempt: Attempt | undefined,
): Attempt | undefined {
  const isOpen = newestAttempt !== undefined && newestAttempt.id === state?.open_attempt_id;
  return isOpen ? replaceInvalidDraws(content, newestAttempt) : undefined;
}

/**
 * Draws items of an attempt again if the current packs do not accept their draws. The answers, hints and grades of the old items
 * are removed (gap 148).
 */
export function replaceInvalidDraws(content: Content, attempt: Attempt): Attempt {
  const generators = content.generators.get(attempt.task_id);
  if (!generators) return attempt;
  const invalidIds = [...generators]
    .filter(([id, { isValidDraw }]) => !isValidDraw(attempt.draws[id]))
    .map(([id]) => id);
  if (invalidIds.length === 0) return attempt;
  const { profile_id: profileId, task_id: taskId, number, draws, answers, hints, grades } = attempt;
  const newDraws = drawItems(content, { profileId, taskId, number });
  const isKept = (id: string) => !invalidIds.includes(id);
  const filterKept = <V>(record: Readonly<Record<string, V>>): Record<string, V> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => isKept(id)));
  return {
    ...attempt,
    draws: { ...newDraws, ...filterKept(draws) },
    answers: answers.filter(({ item_id }) => isKept(item_id)),
    hints: filterKept(hints),
    grades: filterKept(grades),
  };
}

/** Creates the next attempt at a task. */
export function createAttempt(
  ctx: Context,
  { content, profileId, now }: Learner,
  { id: taskId, content_version, items }: Task,
  { state, ...fields }: Pick<Attempt, 'practice' | 'plan'> & { readonly state: TaskState | undefined },
): Attempt {
  const number = (state?.attempts_count ?? 0) + 1;
  return {
    id: ctx.random.timeOrderedId(),
    profile_id: profileId,
    task_id: taskId,
    number,
    status: 'in_progress',
    started_at: now,
    completed_at: null,
    content_version,
    answers: [],
    hints: {},
    grades: {},
    draws: drawItems(content, { profileId, taskId, number }),
    score: 0,
    points: 0,
    ratings: null,
    max_points: items.reduce((sum, { points }) => sum + points, 0),
    stars: 0,
    time_spent_seconds: 0,
    xp_awarded: 0,
    ...fields,
  };
}
