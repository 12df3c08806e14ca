import type { Todo } from '../../../../typescript/src/index.ts';
import { fetchData } from '../../api/requests.ts';
import { isRecentDecision } from '../../rules/recent-decisions.ts';

/**
 * Fetches the to-dos that the child can do, at most `limit` with each status: those that a parent has rejected, then the
 * pending ones. The first page of all to-dos may contain none of these, because it is in the order of `position` and includes finished to-dos.
 */
export async function fetchOpenTodos(limit: number): Promise<Todo[]> {
  const [rejected, pending] = await Promise.all([
    fetchData('/app/todos', { query: { status: 'rejected', limit } }),
    fetchData('/app/todos', { query: { status: 'pending', limit } }),
  ]);
  return [...rejected.data, ...pending.data];
}

/** Fetches the to-dos that a parent has approved in the last day, so that the child learns of it, the latest finished first. */
export async function fetchApprovedTodos(limit: number): Promise<Todo[]> {
  const { data } = await fetchData('/app/todos', { query: { status: 'approved', sort: 'completed', limit } });
  return data.filter(({ decided_at }) => isRecentDecision(decided_at, Date.now()));
}
