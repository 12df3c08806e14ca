import type { TestApp } from '../test-app.ts';
import { getCorrectAnswersOfAttempt, type LearningClient } from './learning-client.ts';

/** How many minutes a child plays a day. If the last task exceeds them, the next day is shorter. */
const MINUTES_PER_DAY = 20;

/** A child who opens the app once a day and plays for about MINUTES_PER_DAY minutes. */
export interface SimulatedChild {
  readonly description: string;
  readonly age: number;
  client: LearningClient;
  /** Minutes left to play; negative if the last task has exceeded them. */
  minutesLeft: number;
  readonly days: SimulatedDay[];
}

export interface SimulatedDay {
  /** The ids of the tasks played, in order. */
  readonly taskIds: readonly string[];
  /** The level and the number of badges at the end of the day. */
  readonly level: number;
  readonly badgeCount: number;
}

interface TaskResponse {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly estimated_minutes: number;
}

/** The percentage of items that a child answers, always correctly. With this percentage, some quizzes are perfect and others fail. */
const ANSWERED_PERCENT = 82;

/**
 * Plays the tasks of one day: at least one, and a new one first if there is any. Repeats a failed task once on the same day
 * and again on another day.
 */
export async function playDay(
  app: TestApp,
  child: SimulatedChild,
  randomBelow: (below: number) => number,
): Promise<void> {
  const playedTaskIds: string[] = [];
  let nextTasks: TaskResponse[] = [];
  child.minutesLeft = Math.max(1, child.minutesLeft + MINUTES_PER_DAY);
  while (child.minutesLeft > 0) {
    if (nextTasks.length === 0) nextTasks = await listNextTasks(child, playedTaskIds);
    const task = nextTasks.shift();
    if (!task) break;
    const isDone = await playTask(app, child.client, task, randomBelow);
    if (!isDone) await playTask(app, child.client, task, randomBelow);
    playedTaskIds.push(task.id);
    child.minutesLeft -= task.estimated_minutes;
  }
  child.minutesLeft = Math.min(child.minutesLeft, 0);
  const { level, badges_count } = await child.client.getStats();
  child.days.push({ taskIds: playedTaskIds, level, badgeCount: badges_count });
}

/**
 * Lists the tasks that the child can play next: those of the first location that has any, or all tasks in progress if no location
 * has one. Omits tasks that the child has played today. The first task of a day is a new one if there is any.
 */
async function listNextTasks(
  { client, age }: SimulatedChild,
  playedTaskIds: readonly string[],
): Promise<TaskResponse[]> {
  const playableStatuses =
    playedTaskIds.length === 0 ? ['available'] : ['available', 'in_progress', 'changes_requested'];
  const unfinishedTasks: TaskResponse[] = [];
  for (const world of await listWorldsInOrder(client, age)) {
    const { body } = await client.call('GET', `/app/worlds/${world.id}/locations?limit=100`);
    for (const { id, status } of body.data) {
      if (status === 'locked' || status === 'completed') continue;
      const { tasks }: { tasks: TaskResponse[] } = await client.getLocation(id);
      const nextTasks = tasks.filter(
        (task) => playableStatuses.includes(task.status) && !playedTaskIds.includes(task.id),
      );
      if (nextTasks.length > 0) return nextTasks;
      unfinishedTasks.push(
        ...tasks.filter((task) => task.status === 'in_progress' && !playedTaskIds.includes(task.id)),
      );
    }
  }
  return unfinishedTasks;
}

/** Lists the worlds that can be played: first those for the child's age, then the others; in both groups, started worlds first. */
async function listWorldsInOrder(client: LearningClient, age: number) {
  const { body } = await client.call('GET', '/app/worlds?limit=100');
  const worlds: { id: string; status: string; age_min: number; age_max: number }[] = body.data;
  const getSortKey = ({ status, age_min, age_max }: (typeof worlds)[number]) =>
    (age_min <= age && age <= age_max ? 0 : 2) + (status === 'in_progress' ? 0 : 1);
  return worlds
    .filter(({ status }) => status !== 'locked' && status !== 'completed')
    .sort((a, b) => getSortKey(a) - getSortKey(b));
}

/** Plays a task. Returns whether the child is done with it for today. */
async function playTask(
  app: TestApp,
  client: LearningClient,
  { id, kind }: TaskResponse,
  randomBelow: (below: number) => number,
): Promise<boolean> {
  if (kind === 'creative') {
    const { status } = await client.call('POST', `/app/tasks/${id}/submit-creative`, { text: 'This is what I made.' });
    return status === 201;
  }
  const { body } = await client.call('POST', `/app/tasks/${id}/start`);
  const answers = getCorrectAnswersOfAttempt(app, { profileId: client.id, taskId: id, number: body.data.number });
  const { attempt } = await client.complete(id, { answers: answers.filter(() => randomBelow(100) < ANSWERED_PERCENT) });
  return attempt.status !== 'failed';
}
