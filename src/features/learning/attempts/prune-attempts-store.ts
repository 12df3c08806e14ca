import { QUOTAS } from '../../../core/quotas.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Attempt } from '../learner/learner-store.ts';

/**
 * Removes the oldest finished attempts of a task when there are more than the quota. The first attempt stays because it
 * shows whether the task was completed perfectly, and attempts with a submission stay too. The time spent on removed
 * attempts is added to the task's state.
 */
export async function pruneAttempts(tx: Tx, { profile_id, task_id, number }: Attempt): Promise<void> {
  const removed = await tx
    .deleteFrom('attempts')
    .where('profile_id', '=', profile_id)
    .where('task_id', '=', task_id)
    .where('number', '>', 1)
    .where('number', '<=', number - QUOTAS.attemptsPerTask + 1)
    .where('status', 'in', ['passed', 'failed'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('submissions').select('id').whereRef('attempt_id', '=', 'attempts.id'))),
    )
    .returning('time_spent_seconds')
    .execute();
  const seconds = removed.reduce((sum, { time_spent_seconds }) => sum + time_spent_seconds, 0);
  if (seconds === 0) return;
  await tx
    .updateTable('task_states')
    .set((set) => ({ removed_seconds: set('removed_seconds', '+', seconds) }))
    .where('profile_id', '=', profile_id)
    .where('task_id', '=', task_id)
    .execute();
}
