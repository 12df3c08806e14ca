import type { TestApp } from '../test-app.ts';
import { correctAnswers, type LearningClient } from './learning-client.ts';

/** A child who opens the app once a day and plays for about twenty minutes what the app shows to be open. */
export interface SimulatedChild {
  readonly name: string;
  readonly age: number;
  client: LearningClient;
  /** Minutes a day; what the last task took more is played less the next day. */
  readonly minutesPerDay: number;
  /** Minutes that it may still play; below zero when the last task was longer than what was left. */
  minutesLeft: number;
  readonly days: SimulatedDay[];
}

export interface SimulatedDay {
  /** Tasks that were played, in order. */
  readonly tasks: readonly string[];
  /** Level and number of badges when the day is over. */
  readonly level: number;
  readonly badges: number;
}

interface TaskResponse {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly estimated_minutes: number;
}

/** Of a hundred answers, how many are right: some quizzes are perfect, some are failed. */
const CORRECT_PERCENT = 82;

/**
 * At least one task, however long yesterday's last one was; the first one is new if anything is. What was not passed is
 * tried once more at once, and then on another day.
 */
export async function playDay(app: TestApp, child: SimulatedChild, roll: (below: number) => number): Promise<void> {
  const tasks: string[] = [];
  let open: TaskResponse[] = [];
  child.minutesLeft = Math.max(1, child.minutesLeft + child.minutesPerDay);
  while (child.minutesLeft > 0) {
    if (open.length === 0) open = await openTasks(child, tasks);
    const task = open.shift();
    if (!task) break;
    const passed = await playTask(app, child.client, task, roll);
    if (!passed) await playTask(app, child.client, task, roll);
    tasks.push(task.id);
    child.minutesLeft -= task.estimated_minutes;
  }
  child.minutesLeft = Math.min(child.minutesLeft, 0);
  const { level, badges_count } = await child.client.stats();
  child.days.push({ tasks, level, badges: badges_count });
}

/** Those of the first location on the way that has any; what was played today already can wait until tomorrow. */
async function openTasks({ client: player, age }: SimulatedChild, played: readonly string[]): Promise<TaskResponse[]> {
  const wanted = played.length === 0 ? ['available'] : ['available', 'in_progress', 'changes_requested'];
  const tried: TaskResponse[] = [];
  for (const world of await worldsInOrder(player, age)) {
    const { body } = await player.call('GET', `/app/worlds/${world.id}/locations?limit=100`);
    for (const { id, status } of body.data) {
      if (status === 'locked' || status === 'completed') continue;
      const { tasks }: { tasks: TaskResponse[] } = await player.location(id);
      const open = tasks.filter((task) => wanted.includes(task.status) && !played.includes(task.id));
      if (open.length > 0) return open;
      tried.push(...tasks.filter((task) => task.status === 'in_progress' && !played.includes(task.id)));
    }
  }
  return tried;
}

/** Worlds for its age first, and of these the ones that it has begun. */
async function worldsInOrder(player: LearningClient, age: number) {
  const { body } = await player.call('GET', '/app/worlds?limit=100');
  const worlds: { id: string; status: string; age_min: number; age_max: number }[] = body.data;
  const rank = ({ status, age_min, age_max }: (typeof worlds)[number]) =>
    (age_min <= age && age <= age_max ? 0 : 2) + (status === 'in_progress' ? 0 : 1);
  return worlds.filter(({ status }) => status !== 'locked' && status !== 'completed').sort((a, b) => rank(a) - rank(b));
}

/** Whether it is done with for today. */
async function playTask(
  app: TestApp,
  player: LearningClient,
  { id, kind }: TaskResponse,
  roll: (below: number) => number,
): Promise<boolean> {
  if (kind === 'creative') {
    const { status } = await player.call('POST', `/app/tasks/${id}/submit-creative`, { text: 'This is what I made.' });
    return status === 201;
  }
  await player.call('POST', `/app/tasks/${id}/start`);
  const { attempt } = await player.complete(id, {
    answers: correctAnswers(app, id).filter(() => roll(100) < CORRECT_PERCENT),
  });
  return attempt.status !== 'failed';
}
