import { DAY } from './time/instant.ts';

const KB = 1024;
const MB = 1024 * KB;

/**
 * The maximum number or size of each kind of stored data. For every table, docs/security.md, "Quotas", says which quota
 * limits it and what happens when the quota is exceeded.
 */
export const QUOTAS = {
  /** To-dos in one list: open, awaiting approval, and closed. If a list has more closed to-dos, the oldest of them are removed. */
  openTodos: 500,
  waitingTodos: 500,
  closedTodos: 500,
  /** Total size of the texts in one list: of all to-dos that are not closed, and of all closed to-dos. */
  todoBytes: MB,
  closedTodoBytes: MB,
  /** Entries in the checklist of one to-do. */
  checklistEntries: 30,
  /**
   * To-dos from guardians that can earn a child XP on one day. The quota is high, because a guardian may approve the to-dos of
   * several weeks at once.
   */
  rewardedAssignedTodosPerDay: 100,
  /** To-dos of a child that earned XP, and approvals of its work, that can be undone on one day, because each undo writes to the ledger. */
  undonePerDay: 50,
  /** Rewards on the list of one child. */
  rewardsPerChild: 50,

  /** Stored attempts of a child at one task, including the first and the newest. Attempts with a submission do not count. */
  attemptsPerTask: 20,
  /** Rounds of the daily practice on one day, including unfinished ones. */
  practiceRoundsPerDay: 5,
  /** Challenge rounds on one day, including unfinished ones. */
  challengeRoundsPerDay: 3,
  /** Total size of the answers of one attempt and, counted separately, of their grades. */
  answerBytes: 16 * KB,
  /** Submissions of a child for one task. */
  revisionsPerTask: 50,
  /** Total size of the pictures and recordings of one child, and of all the children of one guardian. */
  childFileBytes: 200 * MB,
  familyFileBytes: 1024 * MB,
  /**
   * Total size of the files of a child without a guardian. It is lower, because anybody can register any number of such children.
   */
  unlinkedChildFileBytes: 30 * MB,

  /** Phrases that one parent has recorded, in all languages, and their total size. */
  recordingsPerParent: 2000,
  recordingBytes: 100 * MB,

  /** Stored Idempotency-Keys of one profile, and the total size of their responses. */
  idempotencyKeys: 1000,
  idempotencyBytes: 4 * MB,

  /** Stored sessions of one profile, counted separately for the app and the panel: open ones, and ended ones. */
  openSessions: 100,
  endedSessions: 100,
  /** Devices on which one profile is saved, and profiles that are saved on one device. */
  devicesPerProfile: 100,
  profilesPerDevice: 100,

  /** Passkeys of one parent. */
  passkeysPerParent: 10,

  /** Browsers in which one parent is told at once. */
  pushBrowsersPerParent: 10,

  /** Guardians of one child, and children of one parent. */
  guardiansPerChild: 4,
  childrenPerParent: 50,
  /** Children that one parent has ever been linked to and that still exist. */
  linkedChildrenPerParent: 200,
  /** Planets that one parent has founded: active ones, and all that are stored. */
  activePlanetsPerFounder: 10,
  planetsPerFounder: 100,
  /** Planets that one child is a member of, and all that the child has ever been a member of. */
  currentPlanetsPerChild: 5,
  planetsPerChild: 500,
  /** Changes of a parent's address in the seven days in which each can be undone. */
  addressChangesPerParent: 3,
  /** Consents of one parent for one child. */
  consentsPerChild: 20,
} as const;

/** Daily limits of one client IP address. */
export const IP_ADDRESS_LIMITS = {
  registrations: { name: 'registrations of an address', maxCount: 500, windowSeconds: DAY },
  /** One-time codes that are sent by email. */
  codeSends: { name: 'code sends of an address', maxCount: 500, windowSeconds: DAY },
  /** Attempts to enter a code for an email address that has no valid code. */
  attemptsWithoutCode: { name: 'attempts without a code of an address', maxCount: 500, windowSeconds: DAY },
  /** Total size, in units of 1024 bytes, of the files that children without a guardian upload from one IP address. */
  unlinkedFileKilobytes: {
    name: 'kilobytes of unlinked children of an address',
    maxCount: 500 * 1024,
    windowSeconds: DAY,
  },
} as const;
