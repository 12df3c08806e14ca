import type { NextStep, Task } from '../../../typescript/src/index.ts';
import { fetchData, isCached, useLoaded } from '../api/requests.ts';
import { loadTask } from '../api/tasks.ts';
import { isOnline, isSubmissionWaiting, waitingWrites } from '../offline/queue.ts';
import { chooseFirstQuiz } from '../rules/first-quiz.ts';
import { needsWords } from '../rules/needs-words.ts';
import { isDailyPractice } from '../rules/return-link.ts';
import { isSilent } from '../speech/speak.ts';

/** So many tasks a child who hears nothing finds at home: the recommended one, and three others. */
const MAX_SILENT_STEPS = 4;

export function fetchNextSteps(): Promise<NextStep[]> {
  return fetchData('/app/next');
}

/**
 * The ids of the tasks whose words a child who does not read would have to hear, on a device that says nothing. Undefined until that is
 * known.
 */
export function useTasksWithWords(tasks: readonly Task[], reads: boolean): ReadonlySet<string> | undefined {
  const isKnown = reads || isSilent.value !== undefined;
  const asked = reads || !isSilent.value ? [] : tasks.filter(({ status }) => status !== 'locked');
  const key = `words ${asked.map(({ id }) => id)}`;
  const loaded = useLoaded(async () => ({ key, ids: await findTasksWithWords(asked) }), key).data;
  if (!isKnown) return undefined;
  if (asked.length === 0) return new Set();
  return loaded?.key === key ? loaded.ids : undefined;
}

async function findTasksWithWords(tasks: readonly Task[]): Promise<ReadonlySet<string>> {
  const details = tasks.map((task) => loadTask(task).catch(() => undefined));
  const found = (await Promise.all(details)).filter((task) => task && needsWords(task));
  return new Set(found.map((task) => task?.id ?? ''));
}

/**
 * The steps in the order in which home, the end of a task and the map suggest them. A child who does not read begins with a quiz, which needs
 * nobody's help; if it hears nothing, others of the world come before the steps that need words. Undefined until it is known what suits.
 */
export function useSuggestedSteps(steps: readonly NextStep[], reads: boolean): readonly NextStep[] | undefined {
  const isHeard = reads || isSilent.value === false;
  const key = `${isHeard} ${isSilent.value} ${isOnline.value} ${waitingWrites.value.length} ${steps.map(({ task }) => task.id)}`;
  const load = async () => {
    const possible = (isOnline.value ? steps : await filterCached(steps)).filter(isPossible);
    return { key, steps: isHeard ? possible : await putWordsLast(possible) };
  };
  const loaded = useLoaded(load, key).data;
  if (!reads && isSilent.value === undefined) return undefined;
  if (isHeard && isOnline.value) return order(steps.filter(isPossible), reads);
  return loaded?.key === key ? order(loaded.steps, reads || !isHeard) : undefined;
}

/** A child who does not read begins with a quiz. */
function order(steps: readonly NextStep[], isOrdered: boolean): readonly NextStep[] {
  const first = isOrdered ? undefined : chooseFirstQuiz(steps);
  return first ? [first, ...steps.filter((step) => step !== first)] : steps;
}

/** Puts the steps that need words after those that do not, and after tasks of the same worlds that the child can do as well. */
async function putWordsLast(steps: readonly NextStep[]): Promise<readonly NextStep[]> {
  const wordIds = await findTasksWithWords(steps.map(({ task }) => task));
  const fitting = steps.filter(({ task }) => !wordIds.has(task.id));
  const shown = [...order(fitting, false)];
  const worldIds = new Set(steps.map(({ task }) => task.world_id));
  for (const id of worldIds)
    if (shown.length < MAX_SILENT_STEPS) shown.push(...(await findSilentSteps(id, shown).catch(() => [])));
  return [...shown, ...order(steps, false).filter(({ task }) => wordIds.has(task.id))].slice(0, MAX_SILENT_STEPS);
}

/** Finds tasks of a world that are open and need no words, in the order of the map. */
async function findSilentSteps(worldId: string, known: readonly NextStep[]): Promise<NextStep[]> {
  const found: NextStep[] = [];
  const locations = await fetchData('/app/worlds/{id}/locations', { path: { id: worldId } });
  for (const { id } of locations.filter(({ lock }) => !lock)) {
    if (known.length + found.length >= MAX_SILENT_STEPS) break;
    const { tasks } = await fetchData('/app/locations/{id}', { path: { id } });
    const isNew = (task: Task) => !known.some((step) => step.task.id === task.id);
    const open = tasks.filter((task) => task.pre_reader && task.status === 'available' && isNew(task));
    const wordIds = await findTasksWithWords(open);
    for (const task of open)
      if (!wordIds.has(task.id))
        found.push({ kind: 'new', task, reason: { code: 'path', skill: null, days: null, text: '' } });
  }
  return found;
}

/** Keeps the steps whose tasks are on the device. */
async function filterCached(steps: readonly NextStep[]): Promise<readonly NextStep[]> {
  const cached = await Promise.all(steps.map(({ task }) => isCached('/app/tasks/{id}', { path: { id: task.id } })));
  return steps.filter((_, i) => cached[i]);
}

/** Without a network, a step that was done is not suggested again, and a new round of the daily practice cannot be started. */
function isPossible({ task }: NextStep): boolean {
  const isWaiting = waitingWrites.value.some(({ work }) => work?.kind === 'completion' && work.taskId === task.id);
  const isStartable = isOnline.value || !isDailyPractice(task) || task.status === 'in_progress';
  return isStartable && !isWaiting && !isSubmissionWaiting(task.id);
}
