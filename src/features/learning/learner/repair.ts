import { getWorldStructure, localize, type Task } from '../../../content/index.ts';
import { addSeconds, DAY, HOUR, type Instant } from '../../../core/time/instant.ts';
import { localized } from '../../../locales/index.ts';
import { findTaskLock } from './content-locks.ts';
import { isOffered, type Learner } from './learner.ts';
import type { TaskState } from './learner-store.ts';

// The way back to a quiz that a child has failed twice (decision 0090): rounds of easier items and then, on another day, rounds of the
// items that the child has missed. The rounds are attempts at a task of their own, the repair.

/** The ids of repairs begin with this prefix. Packs must not use it. */
const PREFIX = 'repair-';

/** After this many failures of a quiz, trying again at once would mostly fail again. */
export const REPEATED_FAILURES = 2;
/** The quiz returns so many days after its repair was begun. */
const DAYS_UNTIL_RETURN = 3;
/** A child who comes a little earlier on that day than before does not have to wait for another day. */
const TOLERANCE = 6 * HOUR;

/** The task id of the repair of a quiz. */
export function toRepairId(quizId: string): string {
  return `${PREFIX}${quizId}`;
}

/** The quiz that a repair leads back to; undefined for the id of another task, and if the packs no longer contain the quiz. */
export function findRepairedQuiz({ tasks }: Pick<Learner['content'], 'tasks'>, taskId: string): Task | undefined {
  return taskId.startsWith(PREFIX) ? tasks.get(taskId.slice(PREFIX.length)) : undefined;
}

/** Whether a child has failed a quiz twice and neither passed it since nor begun again. */
export function isFailedRepeatedly({ taskStates }: Pick<Learner, 'taskStates'>, { id, kind }: Task): boolean {
  const state = taskStates.get(id);
  if (kind !== 'quiz' || state?.status !== 'in_progress' || state.open_attempt_id !== null) return false;
  return state.attempts_count >= REPEATED_FAILURES;
}

/** What a round of a repair asks: easier items, or the items of the quiz that the child has missed. */
export type RepairStep = 'easier' | 'missed';

/**
 * The round that a child may play now on the way back to a quiz; undefined if the quiz needs no repair, and on a day on which the child
 * has already played a round. A round that was begun can be continued. If no easier items exist, the missed ones follow at once.
 */
export function findRepairStep(learner: Learner, quiz: Task): RepairStep | undefined {
  const { taskStates } = learner;
  if (!isFailedRepeatedly(learner, quiz)) return undefined;
  const state = taskStates.get(toRepairId(quiz.id));
  const step = isRepaired(state) || listEasierQuizzes(learner, quiz).length === 0 ? 'missed' : 'easier';
  if (state?.open_attempt_id) return step;
  const hasRested = state?.completed_at ? hasPassed(learner, state.completed_at, 1) : true;
  const begunAt = (state ?? taskStates.get(quiz.id))?.started_at ?? learner.now;
  const hasReturned = step === 'easier' || hasPassed(learner, begunAt, DAYS_UNTIL_RETURN);
  return hasRested && hasReturned ? step : undefined;
}

/** The repair of a quiz as a task of a list, without its items; undefined if no round can be played now. */
export function findRepairTask(learner: Learner, quiz: Task, locale: string): Task | undefined {
  const step = findRepairStep(learner, quiz);
  return step && { ...quiz, ...describeRepair(quiz, step, locale), items: [], pass_score: 0, estimated_minutes: 3 };
}

/** What the task of a repair is called and where it belongs. */
export function describeRepair(
  { id, world_id, location_id, order_index, title }: Task,
  step: RepairStep,
  locale: string,
) {
  return {
    id: toRepairId(id),
    world_id,
    location_id,
    order_index,
    title: localized.learning.repair.title({ title: localize(title, locale).text }),
    instructions: localized.learning.repair[step],
  };
}

/**
 * Whether the child has shown in easier items that it is ready for the quiz. The state of a repair is "completed" from then on, and
 * `completed_at` is when its last round ended.
 */
export function isRepaired(state: Pick<TaskState, 'status'> | undefined): boolean {
  return state?.status === 'completed';
}

function hasPassed({ now }: Pick<Learner, 'now'>, since: Instant, days: number): boolean {
  return now >= addSeconds(since, days * DAY - TOLERANCE);
}

/**
 * The quizzes whose items prepare for a quiz: the quizzes that the child may do about its skills or what they require, and that are not
 * harder, and after them the other quizzes of its world.
 */
export function listEasierQuizzes(learner: Learner, quiz: Task): Task[] {
  const { content } = learner;
  const languages = content.worlds.get(quiz.world_id)?.languages ?? [];
  const isRelated = createRelatedFilter(learner, quiz);
  const quizzes = [...content.worlds.values()]
    .filter((world) => languages.every((language) => world.languages.includes(language)))
    .flatMap((world) => getWorldStructure(content, world).tasks)
    .filter(
      (task) =>
        task.kind === 'quiz' &&
        task.id !== quiz.id &&
        task.difficulty <= quiz.difficulty &&
        isOffered(learner, task) &&
        (task.pre_reader || !quiz.pre_reader) &&
        (isRelated(task) || task.world_id === quiz.world_id) &&
        !isFailedRepeatedly(learner, task) &&
        !findTaskLock(learner, task),
    );
  return [...quizzes.filter(isRelated), ...quizzes.filter((task) => !isRelated(task))];
}

/** Returns a function that tells whether a task or a question is about the skills of a quiz or about what they require. */
export function createRelatedFilter({ content }: Pick<Learner, 'content'>, quiz: Task) {
  const skills = new Set(quiz.skills.flatMap((skill) => [skill, ...(content.skills.get(skill)?.requires ?? [])]));
  return (task: Pick<Task, 'skills'>) => task.skills.some((skill) => skills.has(skill));
}
