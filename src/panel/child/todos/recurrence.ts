import { type Recurrence, WEEKDAYS } from '../../../features/todos/index.ts';
import type { PanelRequest } from '../../endpoints.ts';
import { listWeekdayNames } from '../../parts/format.ts';

/** Formats a recurrence: "every 2 weeks: Mon, Thu". */
export function formatRecurrence(
  { t, language }: PanelRequest,
  { freq, interval = 1, by_weekday = [] }: Pick<Recurrence, 'freq'> & Partial<Recurrence>,
): string {
  const weekdayNames = listWeekdayNames(language);
  const days = by_weekday.map((day) => weekdayNames[WEEKDAYS.indexOf(day)]).join(', ');
  const frequency = t.child.todos.recurrence.every[freq]({ count: interval });
  return days ? `${frequency}: ${days}` : frequency;
}
