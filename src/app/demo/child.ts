import type { Content } from '../../content/index.ts';
import { buildAttemptTask, drawItems, getCorrectResponse } from '../../features/learning/index.ts';
import type { ApiClient } from './api-client.ts';
import type { ChildPersona } from './personas.ts';
import { drawSamplePicture } from './sample-picture.ts';
import { DEMO_TEXTS } from './texts.ts';

type RandomInt = (below: number) => number;

/** A response to a hotspot item that is usually wrong, because few correct areas contain the corner of a picture. */
const LOWER_LEFT_CORNER = { x: 0.02, y: 0.98 };

/** A child who is signed in, and how it uses the app. */
interface SimulatedChild {
  readonly id: string;
  readonly persona: Pick<ChildPersona, 'language' | 'maxTasksPerDay' | 'correctPercent'>;
  readonly client: ApiClient;
}

/** The content, random numbers and clock that a simulated day uses. */
interface Simulation {
  readonly content: Content;
  readonly randomInt: RandomInt;
  /** Advances the clock. */
  readonly advance: (seconds: number) => void;
  /** Whether the child does open creative tasks first, so that the panel has submissions to review, or leaves them out. */
  readonly creativeTasks: 'first' | 'in_order' | 'left_out';
}

interface TaskResponse {
  readonly id: string;
  readonly kind: 'quiz' | 'lesson' | 'creative' | 'real_world';
  readonly status: string;
}

/** Simulates a day of a child: a few tasks, sometimes as practice, and some to-dos. */
export async function simulateDay(child: SimulatedChild, simulation: Simulation) {
  const { randomInt, advance } = simulation;
  const { client, persona } = child;
  const taskCount = 1 + randomInt(persona.maxTasksPerDay);
  for (let i = 0; i < taskCount; i += 1) {
    const task = await pickTask(client, simulation);
    if (!task) return;
    advance(20 + randomInt(60));
    await simulateTask(child, task, simulation);
  }
  if (randomInt(3) === 0) await addTodo(child, randomInt);
  await completeTodos(child, randomInt);
}

/** Picks the next open task of a world, usually of one in progress, or sometimes a completed quiz for practice. */
async function pickTask(
  client: ApiClient,
  { randomInt, creativeTasks }: Simulation,
): Promise<TaskResponse | undefined> {
  const worlds = (await client.call('GET', '/app/worlds?limit=100')) as { id: string; status: string }[];
  const openWorlds = [
    ...worlds.filter(({ status }) => status === 'in_progress'),
    ...worlds.filter(({ status }) => status === 'available'),
  ];
  for (const { id } of randomInt(4) === 0 ? openWorlds.reverse() : openWorlds) {
    const tasks = await listTasks(client, id);
    const completedQuizzes = tasks.filter(({ status, kind }) => status === 'completed' && kind === 'quiz');
    if (completedQuizzes.length > 0 && randomInt(6) === 0) return completedQuizzes[randomInt(completedQuizzes.length)];
    const openTasks = tasks.filter(
      ({ status, kind }) =>
        ['available', 'in_progress', 'changes_requested'].includes(status) &&
        (kind !== 'creative' || creativeTasks !== 'left_out'),
    );
    const openCreativeTask = creativeTasks === 'first' && openTasks.find(({ kind }) => kind === 'creative');
    const openTask = openCreativeTask || openTasks[0];
    if (openTask) return openTask;
  }
  return undefined;
}

async function listTasks(client: ApiClient, worldId: string): Promise<TaskResponse[]> {
  const locations = (await client.call('GET', `/app/worlds/${worldId}/locations`)) as { id: string }[];
  const details = [];
  for (const { id } of locations)
    details.push((await client.call('GET', `/app/locations/${id}`)) as { tasks: TaskResponse[] });
  return details.flatMap(({ tasks }) => tasks);
}

async function simulateTask(
  { id: profileId, client, persona }: SimulatedChild,
  task: TaskResponse,
  simulation: Simulation,
) {
  const { content, randomInt, advance } = simulation;
  if (task.kind === 'creative') return submitCreativeTask(client, persona, task.id, randomInt);
  const { number } = (await client.call('POST', `/app/tasks/${task.id}/start`)) as { number: number };
  const attemptTask = getAttemptTask(content, { profileId, taskId: task.id, number });
  const items = attemptTask.task.items.filter(({ kind }) => kind !== 'info');
  const [firstItem] = items;
  if (firstItem && randomInt(5) === 0)
    await client.call('POST', `/app/tasks/${task.id}/hint`, { item_id: firstItem.id });
  advance(60 + randomInt(240));
  const answers = items.map(({ id }) => {
    const isCorrect = randomInt(100) < persona.correctPercent;
    return { item_id: id, response: createResponse(attemptTask, id, randomInt, isCorrect) };
  });
  await client.call('POST', `/app/tasks/${task.id}/complete`, { answers });
}

type AttemptTask = ReturnType<typeof buildAttemptTask>;

/** Returns a task with the items that the child sees in one attempt, and their answer keys. */
function getAttemptTask(content: Content, attempt: Parameters<typeof drawItems>[1]): AttemptTask {
  const task = content.tasks.get(attempt.taskId);
  if (!task) throw new Error(`There is no task ${attempt.taskId}.`);
  return buildAttemptTask(content, task, drawItems(content, attempt), 'en');
}

/** Creates a correct response to an item, or a plausible wrong one. */
function createResponse(
  { task, itemKeys }: AttemptTask,
  itemId: string,
  randomInt: RandomInt,
  isCorrect: boolean,
): unknown {
  const item = task.items.find(({ id }) => id === itemId);
  const correctResponse = item ? getCorrectResponse(item, itemKeys.get(itemId), 'en') : null;
  if (!item || isCorrect) return correctResponse;
  if (typeof correctResponse === 'number') return correctResponse + 1 + randomInt(3);
  if (typeof correctResponse === 'string') {
    const wrongIds = 'options' in item ? item.options.map(({ id }) => id).filter((id) => id !== correctResponse) : [];
    return wrongIds[randomInt(Math.max(1, wrongIds.length))] ?? correctResponse.slice(0, -1);
  }
  if (Array.isArray(correctResponse)) return correctResponse.slice(1);
  const { x, ...targetsById } = Object(correctResponse);
  if (x !== undefined) return LOWER_LEFT_CORNER;
  const [firstTarget, ...otherTargets] = Object.values(targetsById);
  const rotatedTargets = [...otherTargets, firstTarget];
  return Object.fromEntries(Object.keys(targetsById).map((id, i) => [id, rotatedTargets[i]]));
}

async function submitCreativeTask(
  client: ApiClient,
  { language }: SimulatedChild['persona'],
  taskId: string,
  randomInt: RandomInt,
): Promise<void> {
  const { submissions, story } = DEMO_TEXTS[language];
  const submission = submissions[taskId];
  if (submission !== undefined || randomInt(3) === 0) {
    const text = submission ?? story;
    await client.call('POST', `/app/tasks/${taskId}/submit-creative`, { text, caption: '' });
    return;
  }
  const form = new FormData();
  form.append('caption', '');
  form.append('files', new Blob([new Uint8Array(drawSamplePicture(randomInt))], { type: 'image/png' }), 'drawing.png');
  await client.call('POST', `/app/tasks/${taskId}/submit-creative`, form);
}

async function addTodo({ client, persona }: SimulatedChild, randomInt: RandomInt): Promise<void> {
  const titles = DEMO_TEXTS[persona.language].ownTodos;
  const title = titles[randomInt(titles.length)];
  if (title) await client.call('POST', '/app/todos', { title });
}

async function completeTodos({ client }: SimulatedChild, randomInt: RandomInt): Promise<void> {
  const listTodos = async (query: string) =>
    (await client.call('GET', `/app/todos?limit=100&${query}`)) as { id: string; due_date: string | null }[];
  const complete = (id: string) => client.call('PATCH', `/app/todos/${id}`, { status: 'done' });
  for (const { id } of await listTodos('status=rejected')) await complete(id);
  const todosWithoutDate = (await listTodos('status=pending')).filter(({ due_date }) => due_date === null);
  for (const { id } of [
    ...todosWithoutDate,
    ...(await listTodos('status=pending&due=overdue')),
    ...(await listTodos('status=pending&due=today')),
  ]) {
    if (randomInt(3) > 0) await complete(id);
  }
}
