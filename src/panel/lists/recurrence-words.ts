import type { Language } from '../../core/languages.ts';
import { type Recurrence, WEEKDAYS } from '../../features/todos/index.ts';
import { weekdays } from '../parts/format.ts';
import { counted } from '../parts/words.ts';

type Every = Readonly<Record<Recurrence['freq'], (n: number) => string>>;

/** "every 2 weeks: Mon, Thu" */
export function recurrenceWords(
  language: Language,
  { freq, interval, by_weekday }: Pick<Recurrence, 'freq' | 'interval' | 'by_weekday'>,
): string {
  const names = weekdays(language, 'short');
  const days = by_weekday.map((day) => names[WEEKDAYS.indexOf(day)]);
  return [EVERY[language][freq](interval), days.join(', ')].filter(Boolean).join(': ');
}

const EVERY: Readonly<Record<Language, Every>> = {
  en: {
    daily: counted('en', { one: 'every day', other: 'every # days' }),
    weekly: counted('en', { one: 'every week', other: 'every # weeks' }),
    monthly: counted('en', { one: 'every month', other: 'every # months' }),
  },
  es: {
    daily: counted('es', { one: 'cada día', many: 'cada # días', other: 'cada # días' }),
    weekly: counted('es', { one: 'cada semana', many: 'cada # semanas', other: 'cada # semanas' }),
    monthly: counted('es', { one: 'cada mes', many: 'cada # meses', other: 'cada # meses' }),
  },
  uk: {
    daily: once(
      'щодня',
      counted('uk', { one: 'кожен # день', few: 'кожні # дні', many: 'кожні # днів', other: 'кожні # дня' }),
    ),
    weekly: once(
      'щотижня',
      counted('uk', { one: 'кожен # тиждень', few: 'кожні # тижні', many: 'кожні # тижнів', other: 'кожні # тижня' }),
    ),
    monthly: once(
      'щомісяця',
      counted('uk', { one: 'кожен # місяць', few: 'кожні # місяці', many: 'кожні # місяців', other: 'кожні # місяця' }),
    ),
  },
  pl: {
    daily: once(
      'codziennie',
      counted('pl', { one: 'co # dzień', few: 'co # dni', many: 'co # dni', other: 'co # dnia' }),
    ),
    weekly: once(
      'co tydzień',
      counted('pl', { one: 'co # tydzień', few: 'co # tygodnie', many: 'co # tygodni', other: 'co # tygodnia' }),
    ),
    monthly: once(
      'co miesiąc',
      counted('pl', { one: 'co # miesiąc', few: 'co # miesiące', many: 'co # miesięcy', other: 'co # miesiąca' }),
    ),
  },
};

function once(alone: string, words: (n: number) => string): (n: number) => string {
  return (n) => (n === 1 ? alone : words(n));
}
