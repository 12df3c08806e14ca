import type { Language } from '../../core/text/languages.ts';
import type { AssignedTodoDraft } from '../../features/todos/index.ts';
import type { DemoTexts } from './texts.ts';

// The family of `npm run demo`: its members, and the to-dos that the parents assign.

/** A child of the demo, and how it uses the app. */
export interface ChildPersona {
  readonly name: string;
  readonly pin: string;
  readonly birth_year: number;
  readonly language: Language;
  readonly avatar_id: string;
  /** On how many of ten days the child uses the app, on average. */
  readonly activeDaysInTen: number;
  /** The maximum number of tasks per day. */
  readonly maxTasksPerDay: number;
  /** The percentage of the child's answers that are correct. */
  readonly correctPercent: number;
  /** The local hour at which the child uses the app. */
  readonly playHour: number;
  /** The time zone on a day of the demo; 0 is the first day. */
  getTimeZone(dayNumber: number): string;
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
    getTimeZone: (dayNumber) => (dayNumber >= 18 && dayNumber < 27 ? 'America/New_York' : HOME_TIME_ZONE), // nine days with her grandmother
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

/** The to-dos that the parents assign, each with the names of the children who receive it. */
export const CHORES: readonly {
  readonly childNames: readonly string[];
  readonly createDraft: (texts: DemoTexts) => AssignedTodoDraft;
}[] = [
  {
    childNames: ['Mia', 'Софійка'],
    createDraft: ({ setTable }) => ({ title: setTable, xp_reward: 10, recurrence: { freq: 'daily' } }),
  },
  {
    childNames: ['Leo'],
    createDraft: ({ putToysAway }) => ({
      title: putToysAway,
      xp_reward: 8,
      recurrence: { freq: 'daily' },
      requires_approval: false,
    }),
  },
  {
    childNames: ['Mia', 'Leo', 'Софійка'],
    createDraft: ({ tidyRoom, partsOfRoom }) => ({
      title: tidyRoom,
      xp_reward: 25,
      recurrence: { freq: 'weekly', by_weekday: ['sa'] },
      checklist: partsOfRoom.map((text) => ({ text })),
    }),
  },
];
