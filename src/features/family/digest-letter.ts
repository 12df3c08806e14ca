import { type Day, plusDays } from '../../core/days.ts';
import type { Language } from '../../core/languages.ts';
import type { Context } from '../../platform/context.ts';
import { compose } from '../../platform/mail/compose.ts';
import type { Letter } from '../../platform/mail/transport.ts';

/** How a child's week was. */
export interface ChildsWeek {
  readonly name: string;
  readonly daysActive: number;
  readonly xp: number;
  readonly xpBefore: number;
  readonly tasks: number;
  readonly minutes: number;
  /** What it found hard, in the parent's language. */
  readonly questions: readonly string[];
}

const WORDS = {
  en: {
    subject: 'Your family’s week',
    lead: (span: string) => `The week of ${span}`,
    quiet: 'A quiet week.',
    days: (n: string) => `Active days: ${n} of 7`,
    tasks: (n: string, minutes: string) => `Tasks done: ${n}, in ${minutes} min`,
    xp: (n: string, before: string) => `XP: ${n} (the week before: ${before})`,
    ask: (question: string) => `To talk about: “${question}” How would you find out?`,
    button: 'Open the panel',
    why: 'You get this letter once a week, as a guardian in the Family Learning Service.',
    off: 'No more letters about the week',
  },
  es: {
    subject: 'La semana de tu familia',
    lead: (span: string) => `Semana del ${span}`,
    quiet: 'Una semana tranquila.',
    days: (n: string) => `Días activos: ${n} de 7`,
    tasks: (n: string, minutes: string) => `Ejercicios hechos: ${n}, en ${minutes} min`,
    xp: (n: string, before: string) => `XP: ${n} (la semana anterior: ${before})`,
    ask: (question: string) => `Para hablar: «${question}» ¿Cómo lo averiguarías?`,
    button: 'Abrir el panel',
    why: 'Recibes este mensaje una vez por semana porque acompañas un perfil en Family Learning Service.',
    off: 'No quiero más mensajes sobre la semana',
  },
  uk: {
    subject: 'Тиждень вашої родини',
    lead: (span: string) => `Тиждень ${span}`,
    quiet: 'Спокійний тиждень.',
    days: (n: string) => `Активних днів: ${n} із 7`,
    tasks: (n: string, minutes: string) => `Виконано завдань: ${n}, за ${minutes} хв`,
    xp: (n: string, before: string) => `XP: ${n} (тижнем раніше: ${before})`,
    ask: (question: string) => `Поговоріть про це: «${question}» Як це дізнатися?`,
    button: 'Відкрити панель',
    why: 'Цей лист приходить раз на тиждень, бо ви опікуєтеся дитячим профілем у Family Learning Service.',
    off: 'Більше не надсилати листів про тиждень',
  },
  pl: {
    subject: 'Tydzień Twojej rodziny',
    lead: (span: string) => `Tydzień ${span}`,
    quiet: 'Spokojny tydzień.',
    days: (n: string) => `Aktywne dni: ${n} z 7`,
    tasks: (n: string, minutes: string) => `Zrobione zadania: ${n}, w ${minutes} min`,
    xp: (n: string, before: string) => `XP: ${n} (tydzień wcześniej: ${before})`,
    ask: (question: string) => `Do rozmowy: „${question}” Jak można to sprawdzić?`,
    button: 'Otwórz panel',
    why: 'Ten list przychodzi raz w tygodniu, bo opiekujesz się profilem dziecka w Family Learning Service.',
    off: 'Nie wysyłajcie więcej listów o tygodniu',
  },
} satisfies Record<Language, unknown>;

type Words = (typeof WORDS)[Language];

/** The weekly letter: each child's week in a few numbers, and two things to talk about that were really hard. */
export function digestLetter(
  { settings }: Context,
  to: string,
  language: Language,
  weeks: readonly ChildsWeek[],
  monday: Day,
  offToken: string,
): Letter {
  const words = WORDS[language];
  const off = `${settings.baseUrl}/letters/${offToken}`;
  return compose({
    to,
    language,
    subject: words.subject,
    parts: [
      words.lead(spanIn(language, monday)),
      ...weeks.map((week) => ({ heading: week.name, lines: linesOf(week, words, language) })),
      { label: words.button, url: `${settings.baseUrl}/panel` },
    ],
    foot: [words.why, { label: words.off, url: off }],
    headers: { 'List-Unsubscribe': `<${off}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
}

function linesOf(
  { daysActive, tasks, minutes, xp, xpBefore, questions }: ChildsWeek,
  words: Words,
  language: Language,
) {
  const number = (n: number) => n.toLocaleString(language);
  const asked = questions.map((question) => words.ask(question));
  if (daysActive === 0 && xp === 0) return [words.quiet, ...asked];
  return [
    words.days(number(daysActive)),
    words.tasks(number(tasks), number(minutes)),
    words.xp(number(xp), number(xpBefore)),
    ...asked,
  ];
}

/** "Nov 16 – 22, 2026", as each language writes it. */
function spanIn(language: Language, monday: Day): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(new Date(monday), new Date(plusDays(monday, 6)));
}
