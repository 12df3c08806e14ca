import type { AssignedTodoDraft } from '../../features/todos/index.ts';

// The family of `npm run demo`: who its members are, and the texts that they write. Everything else is simulated.

export const WEEK_COUNT = 6;

/** A child of the demo, and how it uses the app. */
export interface ChildPersona {
  readonly name: string;
  readonly pin: string;
  readonly birth_year: number;
  readonly language: string;
  readonly avatar_id: string;
  /** The number of days, of ten, on which the child uses the app. */
  readonly activeDaysInTen: number;
  /** The maximum number of tasks per day. */
  readonly maxTasksPerDay: number;
  /** The percentage of the child's answers that are correct. */
  readonly correctPercent: number;
  /** The local hour at which the child uses the app. */
  readonly playHour: number;
  /** The time zone on a day of the demo; 0 is the first day. */
  getTimeZone(day: number): string;
  /** Days without activity: the child is ill, or away without the tablet. */
  readonly daysAway: readonly number[];
  /** The number of open planets that the child joins. */
  readonly planetCount: number;
}

const HOME_TIME_ZONE = 'Europe/Kyiv';

export const CHILDREN: readonly ChildPersona[] = [
  {
    name: 'Mia',
    pin: '4071',
    birth_year: 2017,
    language: 'en',
    avatar_id: 'fox',
    activeDaysInTen: 9,
    maxTasksPerDay: 4,
    correctPercent: 82,
    playHour: 17,
    getTimeZone: (day) => (day >= 18 && day < 27 ? 'America/New_York' : HOME_TIME_ZONE), // nine days with her grandmother
    daysAway: [],
    planetCount: 2,
  },
  {
    name: 'Leo',
    pin: '2580',
    birth_year: 2020,
    language: 'es',
    avatar_id: 'acorn',
    activeDaysInTen: 6,
    maxTasksPerDay: 2,
    correctPercent: 68,
    playHour: 16,
    getTimeZone: () => HOME_TIME_ZONE,
    daysAway: [9, 10, 11, 12, 13], // chicken pox
    planetCount: 1,
  },
  {
    name: 'Софійка',
    pin: '1963',
    birth_year: 2014,
    language: 'uk',
    avatar_id: 'starlight',
    activeDaysInTen: 8,
    maxTasksPerDay: 5,
    correctPercent: 93,
    playHour: 19,
    getTimeZone: () => HOME_TIME_ZONE,
    daysAway: [30],
    planetCount: 2,
  },
];

export const PARENTS = {
  first: { name: 'Olena', email: 'olena@example.org', language: 'en' },
  second: { name: 'Daniel', email: 'daniel@example.org', language: 'es' },
} as const;

/** The to-dos that the parents assign, with the names of the children. */
export const CHORES: readonly { readonly childNames: readonly string[]; readonly draft: AssignedTodoDraft }[] = [
  {
    childNames: ['Mia', 'Софійка'],
    draft: { title: 'Set the table', xp_reward: 10, recurrence: { freq: 'daily' } },
  },
  {
    childNames: ['Leo'],
    draft: {
      title: 'Put the toys into their box',
      xp_reward: 8,
      recurrence: { freq: 'daily' },
      requires_approval: false,
    },
  },
  {
    childNames: ['Mia', 'Leo', 'Софійка'],
    draft: {
      title: 'Tidy your room',
      xp_reward: 25,
      recurrence: { freq: 'weekly', by_weekday: ['sa'] },
      checklist: [{ text: 'Bed' }, { text: 'Desk' }, { text: 'Floor' }],
    },
  },
];

/** The to-dos that children add themselves. */
export const OWN_TODOS: Readonly<Record<string, readonly string[]>> = {
  Mia: ['Feed the cat', 'Practise the recorder', 'Draw a card for Grandma'],
  Leo: ['Regar las plantas', 'Llevar el libro a la biblioteca'],
  Софійка: ['Дочитати розділ', 'Повторити англійські слова', 'Полити кактус'],
};

export const STORY_TEXTS: Readonly<Record<string, string>> = {
  en: 'Once a small river did not want to flow into the sea. "It is too big for me!" So it made a pond, and frogs came.',
  es: 'Había una vez un robot que plantaba flores en la luna. Nadie las veía, pero olían hasta la Tierra.',
  uk: 'Жила собі хмаринка, яка боялася грому. Вона подружилася з вітром, і він навчив її співати.',
};

/** The texts that the children submit for tasks that ask for something special, by task and language. */
export const TASK_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'my-number-puzzle': {
    en: 'The clock tree strikes three times more often at noon than in the morning. It strikes 16 times in all. How often at noon?\nSolution: 12 times, because 4 and 3 times 4 make 16.',
    es: 'El árbol reloj da tres veces más campanadas al mediodía que por la mañana. En total da 16. ¿Cuántas al mediodía?\nSolución: 12, porque 4 y 3 por 4 son 16.',
    uk: 'Опівдні дерево-годинник б’є втричі більше разів, ніж уранці. Разом воно б’є 16 разів. Скільки опівдні?\nРозв’язок: 12, бо 4 і тричі по 4 — це 16.',
  },
};

export const PRAISE = [
  { text: 'I love your ideas!', sticker: 'rainbow' },
  { text: 'Wonderful! Show it to me again tonight?', sticker: 'heart' },
  { text: 'You took your time with this one. It shows.', sticker: 'star' },
] as const;
