import type { Handle } from '../../../platform/database/index.ts';
import type { TotalsRow } from '../../../schema/tables.ts';
import { toRepairId } from '../learner/repair.ts';

type LearningCounts = Pick<
  TotalsRow,
  | 'tasks_completed'
  | 'tasks_in_progress'
  | 'locations_completed'
  | 'worlds_completed'
  | 'perfect_quizzes'
  | 'creative_approved'
  | 'total_time_seconds'
>;

/** Recomputes the learning counters of the totals from the learning tables. Returns them by profile id. */
export async function computeLearningCounts(
  { db }: Handle,
  profileIds: readonly string[],
): Promise<Map<string, LearningCounts>> {
  const rows = await db
    .selectFrom('profiles as profile')
    .select('profile.id')
    .select((query) => {
      const states = query.selectFrom('task_states as task').whereRef('task.profile_id', '=', 'profile.id');
      const tasks = states.where('task.task_id', 'not like', toRepairId('%')); // a repair is no task of its own
      const places = query.selectFrom('place_states as place').whereRef('place.profile_id', '=', 'profile.id');
      const attempts = query.selectFrom('attempts as attempt').whereRef('attempt.profile_id', '=', 'profile.id');
      const submissions = query
        .selectFrom('submissions as submission')
        .whereRef('submission.profile_id', '=', 'profile.id');
      return [
        tasks
          .where('task.status', '=', 'completed')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('tasks_completed'),
        tasks
          .where('task.status', '=', 'in_progress')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('tasks_in_progress'),
        places
          .where('place.kind', '=', 'location')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('locations_completed'),
        places
          .where('place.kind', '=', 'world')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('worlds_completed'),
        attempts
          .where('attempt.number', '=', 1)
          .where('attempt.practice', '=', 0)
          .where('attempt.status', '=', 'passed')
          .where('attempt.max_points', '>', 0)
          .where('attempt.score', '=', 1)
          .where('attempt.hints', '=', '{}')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('perfect_quizzes'),
        submissions
          .where('submission.status', '=', 'approved')
          .where('submission.kind', '!=', 'real_world')
          .select(({ fn }) => fn.count<number>('submission.task_id').distinct().as('n'))
          .as('creative_approved'),
        attempts.select(({ fn }) => fn.sum<number | null>('attempt.time_spent_seconds').as('n')).as('stored_seconds'),
        states.select(({ fn }) => fn.sum<number | null>('task.removed_seconds').as('n')).as('removed_seconds'),
      ];
    })
    .where('profile.id', 'in', profileIds)
    .execute();
  return new Map(
    rows.map(({ id, stored_seconds, removed_seconds, ...counts }) => {
      const total_time_seconds = (stored_seconds ?? 0) + (removed_seconds ?? 0); // includes removed attempts
      return [id, replaceNulls({ ...counts, total_time_seconds })];
    }),
  );
}

/** Replaces null with 0, because the type of a subquery allows null, although a count is never null. */
function replaceNulls(counts: Readonly<Record<keyof LearningCounts, number | null>>): LearningCounts {
  const numbers = Object.entries(counts).map(([name, count]) => [name, count ?? 0]);
  return Object.fromEntries(numbers) as LearningCounts; // `numbers` has the same keys as `counts`
}
