import { extendReservation, releaseReservation } from '../../../core/time/day-limit.ts';
import { addDays, type LocalNow } from '../../../core/time/days.ts';
import type { TxContext } from '../../../platform/context.ts';
import type { Todo } from '../todos-store.ts';
import { getDayLimit, getSeriesId, listSeriesById, saveSeries } from './series-store.ts';

/**
 * Records that an occurrence was completed today, so that no other occurrence of its series can be completed on this local day (gap
 * 129).
 */
export async function recordCompletionDay(ctx: TxContext, todo: Todo, { now, today }: LocalNow): Promise<void> {
  const dayLimit = getDayLimit(await listSeriesById(ctx, [todo]), todo);
  const row = { id: getSeriesId(todo), profile_id: todo.profile_id, last_day: today, last_todo_id: todo.id };
  await saveSeries(ctx, { ...row, reserved_until: extendReservation(dayLimit, now) });
}

/**
 * Makes the day of a completion that was undone available again, unless another occurrence of the series was completed on a
 * later day.
 */
export async function releaseCompletionDay(ctx: TxContext, todo: Todo): Promise<void> {
  const series = (await listSeriesById(ctx, [todo])).get(getSeriesId(todo));
  if (series?.last_todo_id !== todo.id) return;
  const last_day = addDays(series.last_day, -1); // so that `series.last_day` is a new day again
  await saveSeries(ctx, {
    ...series,
    last_day,
    last_todo_id: null,
    reserved_until: releaseReservation(series.reserved_until),
  });
}
