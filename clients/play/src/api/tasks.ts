import type { Task, TaskDetail } from '../../../typescript/src/index.ts';
import { fetchData, findCached } from './requests.ts';
import { session } from './session.ts';

const loading = new Map<string, Promise<TaskDetail>>();

/**
 * Gets a task to show what it is about. Asks the service only if the task on the device has another status or number of attempts, and once for
 * all parts of a screen.
 */
export function loadTask(task: Task): Promise<TaskDetail> {
  const key = `${session.value?.profileId} ${task.id} ${task.status} ${task.attempts_count}`;
  const loaded = loading.get(key) ?? findOrFetch(task).finally(() => loading.delete(key));
  loading.set(key, loaded);
  return loaded;
}

/** An attempt on another device may have changed the items of the next one. */
async function findOrFetch({ id, status, attempts_count }: Task): Promise<TaskDetail> {
  const input = { path: { id } };
  const cached = await findCached('/app/tasks/{id}', input);
  const isCurrent = cached?.status === status && cached.attempts_count === attempts_count;
  return isCurrent ? cached : fetchData('/app/tasks/{id}', input);
}
