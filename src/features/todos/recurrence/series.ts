import { freeAt, takenAfter } from '../../../core/counted-days.ts';
import { addDays } from '../../../core/days.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Here } from '../rules.ts';
import type { Todo } from '../todos-store.ts';
import { doneDays, listSeries, saveSeries, seriesOf } from './series-store.ts';

/** An occurrence that was just done takes the local day: no other one of its series can be done on it (gap 129). */
export async function takeDay(tx: Tx, todo: Todo, { now, today }: Here): Promise<void> {
  const done = doneDays(await listSeries(tx, [todo]), todo);
  const row = { id: seriesOf(todo), profile_id: todo.profile_id, last_day: today, last_todo_id: todo.id };
  await saveSeries(tx, { ...row, taken_until: takenAfter(done, now) });
}

/** Undoing an occurrence frees its day, unless the series was done on a later day. */
export async function freeDay(tx: Tx, todo: Todo): Promise<void> {
  const series = (await listSeries(tx, [todo])).get(seriesOf(todo));
  if (series?.last_todo_id !== todo.id) return;
  const last_day = addDays(series.last_day, -1);
  await saveSeries(tx, { ...series, last_day, last_todo_id: null, taken_until: freeAt(series.taken_until) });
}
