import type { Context } from '../../../platform/context.ts';
import { prepareMultiRowQuery } from '../../../platform/database/index.ts';

/** A child starts at most one placement of a subject in 18 hours, so these contain the newest of each subject that matters. */
const MAX_ATTEMPTS = 50;

const listPlacementAttemptsQuery = prepareMultiRowQuery(({ db }, rows: { id: string; taskId: string }[]) =>
  db
    .selectFrom('attempts')
    .select(['task_id', 'status', 'completed_at'])
    .where('profile_id', '=', rows[0]?.id ?? '')
    .where(
      'task_id',
      'in',
      rows.map(({ taskId }) => taskId),
    )
    .orderBy('id', 'desc')
    .limit(MAX_ATTEMPTS),
);

/** A child's newest attempts at these placements, the newest first. */
export function listPlacementAttempts(ctx: Context, profileId: string, taskIds: readonly string[]) {
  return listPlacementAttemptsQuery(
    ctx,
    taskIds.map((taskId) => ({ id: profileId, taskId })),
  );
}
