import { DAY } from './instant.ts';

const KB = 1024;
const MB = 1024 * KB;

/**
 * The most of each kind that is kept. docs/security.md, "Quotas", says for every table which of these bounds it and
 * what happens beyond.
 */
export const QUOTAS = {
  /** To-dos of one list: still to do; handed in; and closed ones, of which the oldest are removed. */
  openTodos: 500,
  waitingTodos: 500,
  closedTodos: 500,
  /** Texts of a list's to-dos that are not closed, and of those that are. */
  todoBytes: 2 * MB,
  closedTodoBytes: 2 * MB,
  checklistEntries: 30,
  /** Undone to-dos of a child a day that take XP back: each writes to the ledger. */
  undoneTodosPerDay: 50,

  /** Attempts of a child at one task, the first and the newest among them. */
  attemptsPerTask: 20,
  /** Answers of one attempt. */
  answerBytes: 16 * KB,
  /** What a child hands in for one task. */
  revisionsPerTask: 50,
  /** Pictures and recordings of one child, and of all the children of one guardian. */
  childFileBytes: 200 * MB,
  familyFileBytes: 1024 * MB,

  /** Idempotency-Keys of one profile that are still kept, and the size of their answers. */
  idempotencyKeys: 1000,
  idempotencyBytes: 4 * MB,

  /** Sign-ins of one profile, in the app and in the panel: open ones, and ended ones that are still kept. */
  openSessions: 100,
  endedSessions: 100,
  /** Devices that know one profile, and profiles saved on one device. */
  devicesPerProfile: 100,
  profilesPerDevice: 100,

  /** Guardians of one child, and children of one parent. */
  guardiansPerChild: 4,
  childrenPerParent: 50,
  /** Planets that one parent has founded: living ones, and all that are kept. */
  livingPlanets: 10,
  foundedPlanets: 100,
  /** Planets that one child is on, and that it has ever been on. */
  currentPlanetsPerChild: 5,
  planetsPerChild: 500,
  /** Consents of one parent for one child. */
  consentsPerChild: 20,
} as const;

/** What one client address may do in a day; the budgets of codes, letters and PINs stand with sign-in. */
export const ADDRESS_QUOTAS = {
  registrations: { name: 'registrations of an address', count: 500, seconds: DAY },
  codeSends: { name: 'code sends of an address', count: 500, seconds: DAY },
} as const;
