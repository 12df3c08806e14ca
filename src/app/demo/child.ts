import { type AnswerKey, getSkill } from '../../content/index.ts';
import type { Language } from '../../core/text/languages.ts';
import { getCorrectResponse, LOGITS_PER_DIFFICULTY, loadOpenAttempt } from '../../features/learning/index.ts';
import type { Context } from '../../platform/context.ts';
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
  readonly persona: Pick<ChildPersona, 'birth_year' | 'maxTasksPerDay' | 'level' | 'hardSkills'>;
  readonly language: Language;
  readonly client: ApiClient;
}

/** The context, random numbers and clock that a simulated day uses. */
interface Simulation {
  readonly ctx: Context;
  readonly randomInt: RandomInt;
  /** Advances the clock. */
  readonly advance: (seconds: number) => void;
  /** How often the child prefers a suggested creative task: `always`, so that the panel has submissions to review, sometimes or never. */
  readonly creativeTasks: 'always' | 'sometimes' | 'never';
}

interface TaskResponse {
  readonly id: string;
  readonly kind: 'quiz' | 'lesson' | 'creative' | 'real_world';
  readonly status: string;
}

/** The chance, in percent, that a child does not do the first thing that the app suggests, but the second. */
const SECOND_STEP_PERCENT = 15;

/** Simulates a day of a child: first what it knows already, once for each subject, then a few of the tasks that the app suggests, and some to-dos. */
export async function simulateDay(child: SimulatedChild, simulation: Simulation) {
  const { randomInt, advance } = simulation;
  const { client, persona } = child;
  const placements = (await client.call('GET', '/app/placements')) as { task_id: string; offered: boolean }[];
  const placement = placements.find(({ offered }) => offered);
  if (placement) await simulatePlacement(child, placement.task_id, simulation);
  const taskCount = 1 + randomInt(persona.maxTasksPerDay);
  for (let i = 0; i < taskCount; i += 1) {
    const task = await pickTask(client, simulation);
    if (!task) break;
    advance(20 + randomInt(60));
    await simulateTask(child, task, simulation);
  }
  if (randomInt(3) === 0) await addTodo(child, randomInt);
  await completeTodos(child, randomInt);
}

/** Picks what the app suggests first, or sometimes an alternative. `always`: something to make, while no work of the child waits. */
async function pickTask(
  client: ApiClient,
  { randomInt, creativeTasks }: Simulation,
): Promise<TaskResponse | undefined> {
  const steps = (await client.call('GET', '/app/next')) as { task: TaskResponse }[];
  const tasks = steps.map(({ task }) => task).filter(({ kind }) => kind !== 'creative' || creativeTasks !== 'never');
  const prefersCreative = creativeTasks === 'always' || randomInt(4) === 0;
  const suggestion = prefersCreative ? tasks.find(({ kind }) => kind === 'creative') : undefined;
  const creativeTask = suggestion ?? (creativeTasks === 'always' ? await findCreativeTask(client) : undefined);
  return creativeTask ?? (randomInt(100) < SECOND_STEP_PERCENT ? tasks[1] : undefined) ?? tasks[0];
}

/** Finds something to make on the map, unless a work of the child waits for its parents. */
async function findCreativeTask(client: ApiClient): Promise<TaskResponse | undefined> {
  const works = (await client.call('GET', '/app/submissions')) as { status: string }[];
  if (works.some(({ status }) => status === 'pending_review')) return;
  for (const world of (await client.call('GET', '/app/worlds')) as { id: string }[])
    for (const { id } of (await client.call('GET', `/app/worlds/${world.id}/locations`)) as { id: string }[]) {
      const { tasks } = (await client.call('GET', `/app/locations/${id}`)) as { tasks: TaskResponse[] };
      const task = tasks.find(({ kind, status }) => kind === 'creative' && status === 'available');
      if (task) return task;
    }
  return;
}

/** Answers the questions of a placement, each of which depends on the answers before. */
async function simulatePlacement(child: SimulatedChild, taskId: string, simulation: Simulation): Promise<void> {
  const { client } = child;
  await client.call('POST', `/app/tasks/${taskId}/start`);
  for (let count = 0; ; count += 1) {
    const attempt = await loadAttempt(child, taskId, simulation);
    const item = attempt.task.items[count];
    if (!item) break;
    simulation.advance(10 + simulation.randomInt(20));
    await client.call('POST', `/app/tasks/${taskId}/answer`, answerItem(child, attempt, item.id, simulation.randomInt));
  }
  await client.call('POST', `/app/tasks/${taskId}/complete`, {});
}

async function simulateTask(child: SimulatedChild, task: TaskResponse, simulation: Simulation): Promise<void> {
  const { client } = child;
  const { randomInt, advance } = simulation;
  if (task.kind === 'creative') return submitCreativeTask(child, task.id, randomInt);
  await client.call('POST', `/app/tasks/${task.id}/start`);
  const attempt = await loadAttempt(child, task.id, simulation);
  const items = attempt.task.items.filter(({ kind }) => kind !== 'info');
  const [firstItem] = items;
  if (firstItem && attempt.itemKeys.get(firstItem.id)?.hints.length && randomInt(5) === 0)
    await client.call('POST', `/app/tasks/${task.id}/hint`, { item_id: firstItem.id });
  advance(60 + randomInt(240));
  const answers = items.map(({ id }) => answerItem(child, attempt, id, randomInt));
  await client.call('POST', `/app/tasks/${task.id}/complete`, { answers });
}

function loadAttempt({ id, persona, language }: SimulatedChild, taskId: string, { ctx }: Simulation) {
  const { birth_year: birthYear } = persona;
  return loadOpenAttempt(ctx, { role: 'child', profileId: id, sessionId: '', language, birthYear }, taskId);
}

type OpenAttempt = Awaited<ReturnType<typeof loadOpenAttempt>>;

/** How much lower a child's level is in a skill that is hard for it. */
const HARD_SKILL_LEVELS = 1.5;
/** Even a child who knows everything slips now and then. */
const MAX_CORRECT = 0.97;

/** Answers an item: the harder it is for the child, the more often wrong. */
function answerItem({ persona }: SimulatedChild, attempt: OpenAttempt, itemId: string, randomInt: RandomInt) {
  const source = attempt.sources.get(itemId);
  const item = source?.task.items.find(({ id }) => id === source.item_id);
  const skill = (item && source && getSkill(source.task, item)) ?? '';
  const level = persona.level - (persona.hardSkills.includes(skill) ? HARD_SKILL_LEVELS : 0);
  const chance = MAX_CORRECT / (1 + Math.exp(LOGITS_PER_DIFFICULTY * ((source?.difficulty ?? 1) - level)));
  const isCorrect = randomInt(1000) < 1000 * chance;
  return { item_id: itemId, response: createResponse(attempt, itemId, randomInt, isCorrect) };
}

/** Creates a correct response to an item, or a plausible wrong one. */
function createResponse(
  { task, itemKeys }: OpenAttempt,
  itemId: string,
  randomInt: RandomInt,
  isCorrect: boolean,
): unknown {
  const item = task.items.find(({ id }) => id === itemId);
  const correctResponse = item ? getCorrectResponse(item, itemKeys.get(itemId), 'en') : null;
  if (!item || isCorrect) return correctResponse;
  const mistakes = listMistakes(itemKeys.get(itemId));
  const wrongIds = 'options' in item ? item.options.map(({ id }) => id).filter((id) => id !== correctResponse) : [];
  const pick = (answers: readonly unknown[]) => answers[randomInt(answers.length)];
  if (typeof correctResponse === 'number') return mistakes.length > 0 ? pick(mistakes) : correctResponse + 1;
  if (typeof correctResponse === 'string')
    return pick(mistakes.length > 0 ? mistakes : wrongIds.length > 0 ? wrongIds : [correctResponse.slice(0, -1)]);
  if (Array.isArray(correctResponse)) {
    const [first, ...others] = correctResponse;
    if (item.kind === 'sequencing') return [...others, first];
    return [pick(wrongIds.filter((id) => !correctResponse.includes(id))) ?? first, ...others];
  }
  const { x, strokes, ...targetsById } = Object(correctResponse);
  if (strokes) return { strokes: strokes.slice(1) };
  if (x !== undefined) return LOWER_LEFT_CORNER;
  const [firstTarget, ...otherTargets] = Object.values(targetsById);
  const rotatedTargets = [...otherTargets, firstTarget];
  return Object.fromEntries(Object.keys(targetsById).map((id, i) => [id, rotatedTargets[i]]));
}

/** The wrong answers to a number or a choice that the pack expects. */
function listMistakes(key: AnswerKey | undefined): (string | number)[] {
  if (!key || !('mistakes' in key)) return [];
  return (key.mistakes ?? []).flatMap((mistake) => ('answer' in mistake ? [mistake.answer] : []));
}

async function submitCreativeTask(
  { client, language }: SimulatedChild,
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

async function addTodo({ client, language }: SimulatedChild, randomInt: RandomInt): Promise<void> {
  const titles = DEMO_TEXTS[language].ownTodos;
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
