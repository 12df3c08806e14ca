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
  const tasks = await db
    .selectFrom('task_states')
    .select('profile_id')
    .select(({ fn }) => {
      const ofTask = fn.countAll<number>().filterWhere('task_id', 'not like', toRepairId('%')); // a repair is no task of its own
      return [
        ofTask.filterWhere('status', '=', 'completed').as('tasks_completed'),
        ofTask.filterWhere('status', '=', 'in_progress').as('tasks_in_progress'),
        fn.sum<number>('removed_seconds').as('removed_seconds'),
      ];
    })
    .where('profile_id', 'in', profileIds)
    .groupBy('profile_id')
    .execute();
  const places = await db
    .selectFrom('place_states')
    .select('profile_id')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('kind', '=', 'location').as('locations_completed'),
      fn.countAll<number>().filterWhere('kind', '=', 'world').as('worlds_completed'),
    ])
    .where('profile_id', 'in', profileIds)
    .groupBy('profile_id')
    .execute();
  const attempts = await db
    .selectFrom('attempts')
    .select('profile_id')
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('number', '=', 1)
        .filterWhere('practice', '=', 0)
        .filterWhere('status', '=', 'passed')
        .filterWhere('max_points', '>', 0)
        .filterWhere('score', '=', 1)
        .filterWhere('hints', '=', '{}')
        .as('perfect_quizzes'),
      fn.sum<number>('time_spent_seconds').as('stored_seconds'),
    ])
    .where('profile_id', 'in', profileIds)
    .groupBy('profile_id')
    .execute();
  const submissions = await db
    .selectFrom('submissions')
    .select('profile_id')
    .select(({ fn }) => fn.count<number>('task_id').distinct().as('creative_approved'))
    .where('profile_id', 'in', profileIds)
    .where('status', '=', 'approved')
    .where('kind', '!=', 'real_world')
    .groupBy('profile_id')
    .execute();
  const [tasksById, placesById, attemptsById, submissionsById] = [
    mapById(tasks),
    mapById(places),
    mapById(attempts),
    mapById(submissions),
  ];
  return new Map(
    profileIds.map((id) => {
      const [task, place, attempt] = [tasksById.get(id), placesById.get(id), attemptsById.get(id)];
      const counts = {
        tasks_completed: task?.tasks_completed ?? 0,
        tasks_in_progress: task?.tasks_in_progress ?? 0,
        locations_completed: place?.locations_completed ?? 0,
        worlds_completed: place?.worlds_completed ?? 0,
        perfect_quizzes: attempt?.perfect_quizzes ?? 0,
        creative_approved: submissionsById.get(id)?.creative_approved ?? 0,
        total_time_seconds: (attempt?.stored_seconds ?? 0) + (task?.removed_seconds ?? 0), // includes removed attempts
      };
      return [id, counts];
    }),
  );
}

function mapById<Row extends { readonly profile_id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.profile_id, row]));
}
