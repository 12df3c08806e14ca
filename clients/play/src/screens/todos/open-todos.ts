import type { Todo } from '../../../../typescript/src/index.ts';
import { fetchData } from '../../api/requests.ts';

/**
 * Fetches the to-dos that the child can do, at most `limit` with each status: those that a parent has rejected, then the
 * pending ones. A list of all to-dos begins with the oldest, so its first page may contain none of them.
 */
export async function fetchOpenTodos(limit: number): Promise<Todo[]> {
  const [rejected, pending] = await Promise.all([
    fetchData('/app/todos', { query: { status: 'rejected', limit } }),
    fetchData('/app/todos', { query: { status: 'pending', limit } }),
  ]);
  return [...rejected.data, ...pending.data];
}
