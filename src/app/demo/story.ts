import type { AssignedTodoDraft } from '../../features/todos/index.ts';

/** The family of `npm run demo`: who they are and how they live. Everything else comes of playing. */

export const WEEKS = 6;

export interface ChildStory {
  readonly name: string;
  readonly pin: string;
  readonly birth_year: number;
  readonly language: string;
  readonly avatar_id: string;
  /** Out of ten days, on how many the child plays. */
  readonly keenness: number;
  /** Tasks on such a day, at most. */
  readonly tasks: number;
  /** Out of a hundred answers, how many are right. */
  readonly skill: number;
  /** Local hour of play. */
  readonly hour: number;
  /** The zone on a day of the story, 0 for the first. */
  zone(day: number): string;
  /** Days on which nothing happens: ill, or away without the tablet. */
  readonly away: readonly number[];
  readonly planets: number;
}

const HOME = 'Europe/Kyiv';

export const CHILDREN: readonly ChildStory[] = [
  {
    name: 'Mia',
    pin: '4071',
    birth_year: 2017,
    language: 'en',
    avatar_id: 'fox',
    keenness: 9,
    tasks: 4,
    skill: 82,
    hour: 17,
    zone: (day) => (day >= 18 && day < 27 ? 'America/New_York' : HOME), // nine days with her grandmother
    away: [],
    planets: 2,
  },
  {
    name: 'Leo',
    pin: '2580',
    birth_year: 2020,
    language: 'es',
    avatar_id: 'acorn',
    keenness: 6,
    tasks: 2,
    skill: 68,
    hour: 16,
    zone: () => HOME,
    away: [9, 10, 11, 12, 13], // chicken pox
    planets: 1,
  },
  {
    name: 'Софійка',
    pin: '1963',
    birth_year: 2014,
    language: 'uk',
    avatar_id: 'starlight',
    keenness: 8,
    tasks: 5,
    skill: 93,
    hour: 19,
    zone: () => HOME,
    away: [30],
    planets: 2,
  },
];

export const PARENTS = {
  first: { name: 'Olena', email: 'olena@example.org', language: 'en' },
  second: { name: 'Daniel', email: 'daniel@example.org', language: 'es' },
} as const;

/** What the parents give to do: by the name of the child. */
export const CHORES: readonly { readonly of: readonly string[]; readonly draft: AssignedTodoDraft }[] = [
  {
    of: ['Mia', 'Софійка'],
    draft: { title: 'Set the table', xp_reward: 10, recurrence: { freq: 'daily' } },
  },
  {
    of: ['Leo'],
    draft: {
      title: 'Put the toys into their box',
      xp_reward: 8,
      recurrence: { freq: 'daily' },
      requires_approval: false,
    },
  },
  {
    of: ['Mia', 'Leo', 'Софійка'],
    draft: {
      title: 'Tidy your room',
      xp_reward: 25,
      recurrence: { freq: 'weekly', by_weekday: ['sa'] },
      checklist: [{ text: 'Bed' }, { text: 'Desk' }, { text: 'Floor' }],
    },
  },
];

/** What children give themselves to do. */
export const OWN_PLANS: Readonly<Record<string, readonly string[]>> = {
  Mia: ['Feed the cat', 'Practise the recorder', 'Draw a card for Grandma'],
  Leo: ['Regar las plantas', 'Llevar el libro a la biblioteca'],
  Софійка: ['Дочитати розділ', 'Повторити англійські слова', 'Полити кактус'],
};

export const STORIES: Readonly<Record<string, string>> = {
  en: 'Once a small river did not want to flow into the sea. "It is too big for me!" So it made a pond, and frogs came.',
  es: 'Había una vez un robot que plantaba flores en la luna. Nadie las veía, pero olían hasta la Tierra.',
  uk: 'Жила собі хмаринка, яка боялася грому. Вона подружилася з вітром, і він навчив її співати.',
};

export const PRAISE = [
  { text: 'I love the colours!', sticker: 'rainbow' },
  { text: 'What a story. Read it to me tonight?', sticker: 'heart' },
  { text: 'You took your time with this one. It shows.', sticker: 'star' },
] as const;
