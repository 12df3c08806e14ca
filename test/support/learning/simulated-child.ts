import type { TestApp } from '../test-app.ts';
import { correctAnswers, type LearningClient } from './learning-client.ts';

/** A child who opens the app once a day and plays for about twenty minutes. */
export interface SimulatedChild {
  readonly name: string;
  readonly age: number;
  client: LearningClient;
  /** Minutes a day; overtime is deducted from the next day. */
  readonly minutesPerDay: number;
  /** Minutes left to play; negative after overtime. */
  minutesLeft: number;
  readonly days: SimulatedDay[];
}

export interface SimulatedDay {
  /** The tasks played, in order. */
  readonly tasks: readonly string[];
  /** Level and number of badges at the end of the day. */
  readonly level: number;
  readonly badges: number;
}

interface TaskResponse {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly estimated_minutes: number;
}

/** Percentage of correct answers: some quizzes are perfect, some fail. */
const CORRECT_PERCENT = 82;

/**
 * Plays at least one task a day, a new one first if there is any. Repeats a failed task once, and again on another day.
 */
export async function playDay(
  app: TestApp,
  child: SimulatedChild,
  randomBelow: (below: number) => number,
): Promise<void> {
  const tasks: string[] = [];
  let open: TaskResponse[] = [];
  child.minutesLeft = Math.max(1, child.minutesLeft + child.minutesPerDay);
  while (child.minutesLeft > 0) {
    if (open.length === 0) open = await openTasks(child, tasks);
    const task = open.shift();
    if (!task) break;
    const passed = await playTask(app, child.client, task, randomBelow);
    if (!passed) await playTask(app, child.client, task, randomBelow);
    tasks.push(task.id);
    child.minutesLeft -= task.estimated_minutes;
  }
  child.minutesLeft = Math.min(child.minutesLeft, 0);
  const { level, badges_count } = await child.client.stats();
  child.days.push({ tasks, level, badges: badges_count });
}

/** The open tasks of the first location that has any, without those already played today. */
async function openTasks({ client: learner, age }: SimulatedChild, played: readonly string[]): Promise<TaskResponse[]> {
  const wanted = played.length === 0 ? ['available'] : ['available', 'in_progress', 'changes_requested'];
  const tried: TaskResponse[] = [];
  for (const world of await worldsInOrder(learner, age)) {
    const { body } = await learner.call('GET', `/app/worlds/${world.id}/locations?limit=100`);
    for (const { id, status } of body.data) {
      if (status === 'locked' || status === 'completed') continue;
      const { tasks }: { tasks: TaskResponse[] } = await learner.location(id);
      const open = tasks.filter((task) => wanted.includes(task.status) && !played.includes(task.id));
      if (open.length > 0) return open;
      tried.push(...tasks.filter((task) => task.status === 'in_progress' && !played.includes(task.id)));
    }
  }
  return tried;
}

/** Worlds for the child's age first, started ones before others. */
async function worldsInOrder(learner: LearningClient, age: number) {
  const { body } = await learner.call('GET', '/app/worlds?limit=100');
  const worlds: { id: string; status: string; age_min: number; age_max: number }[] = body.data;
  const rank = ({ status, age_min, age_max }: (typeof worlds)[number]) =>
    (age_min <= age && age <= age_max ? 0 : 2) + (status === 'in_progress' ? 0 : 1);
  return worlds.filter(({ status }) => status !== 'locked' && status !== 'completed').sort((a, b) => rank(a) - rank(b));
}

/** Whether the task is done for today. */
async function playTask(
  app: TestApp,
  learner: LearningClient,
  { id, kind }: TaskResponse,
  randomBelow: (below: number) => number,
): Promise<boolean> {
  if (kind === 'creative') {
    const { status } = await learner.call('POST', `/app/tasks/${id}/submit-creative`, { text: 'This is what I made.' });
    return status === 201;
  }
  await learner.call('POST', `/app/tasks/${id}/start`);
  const { attempt } = await learner.complete(id, {
    answers: correctAnswers(app, id).filter(() => randomBelow(100) < CORRECT_PERCENT),
  });
  return attempt.status !== 'failed';
}
