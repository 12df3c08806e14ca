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
} as const;
