import type { DayLimit } from '../../../core/time/day-limit.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { prepareMultiRowQuery } from '../../../platform/database/index.ts';
import type { TodoRow, TodoSeriesRow } from '../../../schema/tables.ts';
import { INITIAL_DAY_LIMIT } from '../rules.ts';

type SeriesMember = Pick<TodoRow, 'id' | 'profile_id' | 'series_id'>;
export type SeriesById = ReadonlyMap<string, TodoSeriesRow>;

/** The series of these to-dos, which must be in one list, by id. A series without any completed occurrence is omitted. */
export async function listSeriesById(ctx: Context, todos: readonly SeriesMember[]): Promise<SeriesById> {
  const ids = [...new Set(todos.map(getSeriesId))];
  const profile_id = todos[0]?.profile_id ?? '';
  const rows = await listSeriesQuery(
    ctx,
    ids.map((id) => ({ profile_id, id })),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A query is prepared for each number of to-dos, which is at most one page. */
const listSeriesQuery = prepareMultiRowQuery(({ db }, keys: Pick<TodoSeriesRow, 'profile_id' | 'id'>[]) =>
  db
    .selectFrom('todo_series')
    .selectAll()
    .where('profile_id', '=', keys[0]?.profile_id ?? '')
    .where(
      'id',
      'in',
      keys.map(({ id }) => id),
    ),
);

/** The limit on the days on which occurrences of a to-do's series can be completed (gap 129). */
export function getDayLimit(series: SeriesById, todo: SeriesMember): DayLimit {
  const row = series.get(getSeriesId(todo));
  return row ? { lastDay: row.last_day, reservedUntil: row.reserved_until } : INITIAL_DAY_LIMIT;
}

/** The id of the series of a to-do, which is the id of its first completed occurrence. */
export function getSeriesId({ id, series_id }: SeriesMember): string {
  return series_id ?? id;
}

/** Stores when an occurrence of a series was last completed, and the id of that occurrence. The caller must hold the lock of the list. */
export async function saveSeries({ db }: TxContext, { id, profile_id, ...row }: TodoSeriesRow): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('todo_series')
    .set(row)
    .where('profile_id', '=', profile_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    await db
      .insertInto('todo_series')
      .values({ id, profile_id, ...row })
      .execute();
}

/** Ends the recurrence of a to-do and of all other occurrences of its series that can still be finished, so that none creates another. */
export async function endRecurrence({ db, now }: TxContext, todo: SeriesMember): Promise<void> {
  const id = getSeriesId(todo);
  await db
    .updateTable('todos')
    .set((eb) => ({ recurrence: null, revision: eb('revision', '+', 1), updated_at: now() }))
    .where('profile_id', '=', todo.profile_id)
    .where((eb) => eb.or([eb('id', '=', id), eb('series_id', '=', id), eb('id', '=', todo.id)]))
    .where('status', 'in', REOPENABLE_STATUSES)
    .where('recurrence', 'is not', null)
    .execute();
}

/** The statuses from which an occurrence can be finished or submitted, now or after it has been reopened. */
const REOPENABLE_STATUSES = ['pending', 'rejected', 'awaiting_approval', 'done'] as const;

/** Deletes series that have no to-dos left. */
export async function deleteEmptySeries({ db }: TxContext, profileId: string): Promise<void> {
  await db
    .deleteFrom('todo_series')
    .where('profile_id', '=', profileId)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('todos')
        .select('series_id')
        .where('profile_id', '=', profileId)
        .where('series_id', 'is not', null),
    )
    .execute();
}
