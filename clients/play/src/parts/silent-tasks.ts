import type { Task } from '../../../typescript/src/index.ts';
import { fetchData, useLoaded } from '../api/requests.ts';
import { needsWords } from '../rules/needs-words.ts';
import { isSilent } from '../speech/speak.ts';

/** The ids of the tasks whose words a child who does not read would have to hear, on a device that says nothing. */
export function useTasksWithWords(tasks: readonly Task[], reads: boolean): ReadonlySet<string> {
  const asked = reads || !isSilent() ? [] : tasks.filter(({ status }) => status !== 'locked');
  const loaded = useLoaded(
    async () => {
      const details = asked.map(({ id }) => fetchData('/app/tasks/{id}', { path: { id } }).catch(() => undefined));
      return (await Promise.all(details)).filter((task) => task && needsWords(task)).map((task) => task?.id ?? '');
    },
    `words ${asked.map(({ id }) => id)}`,
  );
  return new Set(loaded.data);
}
