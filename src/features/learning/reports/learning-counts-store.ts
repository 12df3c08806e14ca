import type { Reader } from '../../../platform/database/index.ts';
import type { TotalsRow } from '../../../schema/tables.ts';

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
  db: Reader,
  profileIds: readonly string[],
): Promise<Map<string, LearningCounts>> {
  const rows = await db
    .selectFrom('profiles as p')
    .select('p.id')
    .select((query) => {
      const tasks = query.selectFrom('task_states as s').whereRef('s.profile_id', '=', 'p.id');
      const places = query.selectFrom('place_states as s').whereRef('s.profile_id', '=', 'p.id');
      const attempts = query.selectFrom('attempts as a').whereRef('a.profile_id', '=', 'p.id');
      const submissions = query.selectFrom('submissions as sub').whereRef('sub.profile_id', '=', 'p.id');
      return [
        tasks
          .where('s.status', '=', 'completed')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('tasks_completed'),
        tasks
          .where('s.status', '=', 'in_progress')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('tasks_in_progress'),
        places
          .where('s.kind', '=', 'location')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('locations_completed'),
        places
          .where('s.kind', '=', 'world')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('worlds_completed'),
        attempts
          .where('a.number', '=', 1)
          .where('a.practice', '=', 0)
          .where('a.status', '=', 'passed')
          .where('a.max_points', '>', 0)
          .where('a.score', '=', 1)
          .where('a.hints', '=', '{}')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('perfect_quizzes'),
        submissions
          .where('sub.status', '=', 'approved')
          .where('sub.kind', '!=', 'real_world')
          .select(({ fn }) => fn.count<number>('sub.task_id').distinct().as('n'))
          .as('creative_approved'),
        attempts.select(({ fn }) => fn.sum<number | null>('a.time_spent_seconds').as('n')).as('stored_seconds'),
        tasks.select(({ fn }) => fn.sum<number | null>('s.removed_seconds').as('n')).as('removed_seconds'),
      ];
    })
    .where('p.id', 'in', profileIds)
    .execute();
  return new Map(
    rows.map(({ id, stored_seconds, removed_seconds, ...counts }) => {
      const total_time_seconds = Number(stored_seconds ?? 0) + Number(removed_seconds ?? 0); // includes removed attempts
      return [id, convertToNumbers({ ...counts, total_time_seconds })];
    }),
  );
}

/** Converts the counts to numbers, because the type of a subquery allows null, and PostgreSQL returns sums as text. */
function convertToNumbers(counts: Readonly<Record<keyof LearningCounts, number | null>>): LearningCounts {
  const numbers = Object.entries(counts).map(([name, count]) => [name, Number(count ?? 0)]);
  return Object.fromEntries(numbers) as LearningCounts; // `numbers` has the same keys as `counts`
}
