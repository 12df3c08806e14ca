import type { Language } from '../../../core/languages.ts';
import { type Recurrence, WEEKDAYS } from '../../../features/todos/index.ts';
import { messages } from '../../../locales/index.ts';
import { weekdays } from '../../parts/format.ts';

/** "every 2 weeks: Mon, Thu" */
export function formatRecurrence(
  language: Language,
  { freq, interval, by_weekday }: Pick<Recurrence, 'freq' | 'interval' | 'by_weekday'>,
): string {
  const names = weekdays(language, 'short');
  const days = by_weekday.map((day) => names[WEEKDAYS.indexOf(day)]);
  return [messages(language).panel.recurrence.every[freq]({ count: interval }), days.join(', ')]
    .filter(Boolean)
    .join(': ');
}
