import type { Day } from '../../core/days.ts';
import type { LocalizedText } from '../../core/languages.ts';
import { localized } from '../../locales/index.ts';

/** States from which day on an occurrence can be done or skipped. */
export function tooEarly(day: Day): LocalizedText {
  return localized.todos.tooEarly({ day: new Date(day) });
}
