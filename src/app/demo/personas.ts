import type { AssignedTodoDraft } from '../../features/todos/index.ts';
import type { DemoTexts } from './texts.ts';

// The family of `npm run demo`: its members, and the to-dos that the parents assign.

/** A child of the demo, and how it uses the app. */
export interface ChildPersona {
  readonly name: string;
  readonly pin: string;
  readonly birth_year: number;
  readonly avatar_id: string;
  /** On how many of ten days the child uses the app, on average. */
  readonly activeDaysInTen: number;
  /** The maximum number of tasks per day. */
  readonly maxTasksPerDay: number;
  /** The difficulty of which the child answers half of the questions correctly. */
  readonly level: number;
  /** The skills in which the child's level is much lower. */
  readonly hardSkills: readonly string[];
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
    avatar_id: 'fox',
    activeDaysInTen: 9,
    maxTasksPerDay: 4,
    level: 4.2,
    hardSkills: ['division'],
    playHour: 17,
    getTimeZone: (dayNumber) => (dayNumber >= 18 && dayNumber < 27 ? 'America/New_York' : HOME_TIME_ZONE), // nine days with her grandmother
    daysAway: [],
    planetCount: 2,
  },
  {
    name: 'Leo',
    pin: '5083',
    birth_year: 2020,
    avatar_id: 'acorn',
    activeDaysInTen: 6,
    maxTasksPerDay: 3,
    level: 2.8,
    hardSkills: ['subtraction'],
    playHour: 16,
    getTimeZone: () => HOME_TIME_ZONE,
    daysAway: [9, 10, 11, 12, 13], // chicken pox
    planetCount: 1,
  },
  {
    name: 'Sofia',
    pin: '1963',
    birth_year: 2014,
    avatar_id: 'starlight',
    activeDaysInTen: 8,
    maxTasksPerDay: 5,
    level: 5.6,
    hardSkills: ['percent'],
    playHour: 19,
    getTimeZone: () => HOME_TIME_ZONE,
    daysAway: [30],
    planetCount: 2,
  },
];

export const PARENTS = {
  first: { name: 'Olena', email: 'olena@example.org' },
  second: { name: 'Daniel', email: 'daniel@example.org' },
} as const;

/** The to-dos that the parents assign, each with the names of the children who receive it. */
export const CHORES: readonly {
  readonly childNames: readonly string[];
  readonly createDraft: (texts: DemoTexts) => AssignedTodoDraft;
}[] = [
  {
    childNames: ['Mia', 'Sofia'],
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
    childNames: ['Mia', 'Leo', 'Sofia'],
    createDraft: ({ tidyRoom, partsOfRoom }) => ({
      title: tidyRoom,
      xp_reward: 25,
      recurrence: { freq: 'weekly', by_weekday: ['sa'] },
      checklist: partsOfRoom.map((text) => ({ text })),
    }),
  },
];
