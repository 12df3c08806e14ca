import type { Task } from '../../../content/index.ts';
import type { Day } from '../../../core/time/days.ts';
import type { Activity } from '../../progress/index.ts';
import type { gradeTask, TaskGrade } from '../grading/grade.ts';
import type { LockedLearner } from '../learner/learner.ts';
import type { TaskState } from '../learner/learner-store.ts';
import type { Memory } from '../memory/memory.ts';
import type { updateMemories } from '../memory/update-memories.ts';
import type { TaskResult } from './apply-task-change.ts';
import type { Attempt, ItemSource } from './attempts-store.ts';

/**
 * A task that a child may play, and the child's state. The row of the child's totals is locked, so that changes wait: a task of a pack
 * (`loadPackTask`), the daily practice (`loadPracticeTask`), the repair of a quiz (`loadRepairTask`), a placement (`loadPlacementTask`) or a
 * challenge round (`loadChallengeTask`). Its methods belong to the transaction that has loaded it.
 */
export interface PlayedTask {
  readonly learner: LockedLearner;
  readonly task: Task;
  /** Undefined when the child has never started the task. */
  readonly state: TaskState | undefined;
  /** The attempt that the child has started but not yet ended. */
  readonly openAttempt: Attempt | undefined;
  /** Where the items come from, by item id. An item whose task the packs no longer contain has no source. */
  readonly sources: ReadonlyMap<string, ItemSource>;
  /** The rounds of today's practice, the newest first; empty unless they were asked for. */
  readonly rounds: readonly Attempt[];
  /** The child's memories; empty unless they were asked for. */
  readonly memories: readonly Memory[];
  /** Starts an attempt when none is open. Refuses when the task cannot be started now (409). */
  start(): Promise<Attempt>;
  grade(...args: Parameters<typeof gradeTask>): TaskGrade;
  /** What follows from a graded answer besides the grade. A placement and a challenge leave one try, and a placement chooses the next item. */
  continueAfterAnswer?(attempt: Attempt, itemId: string): Promise<Attempt>;
  /** What the answers of an attempt change in the child's memories. */
  updateMemories: typeof updateMemories;
  /** Whether the results are recorded for each item, so that guardians see what was hard and practice asks it again. */
  readonly recordsItems: boolean;
  /** The day on which an attempt counts as a review of the child's memories. */
  getMemoryDay(timeZone: string): Day;
  /** Computes what a graded attempt itself earns. Completed places earn XP in addition. */
  computeReward(attempt: Attempt, timeZone: string): Promise<Reward> | Reward;
  /** Saves the state of the task after a graded attempt, and records the activity, which adds its XP to the ledger. */
  saveResult(attempt: Attempt, change: StateChange): Promise<TaskResult>;
}

export type Reward = Pick<Activity, 'source' | 'entries' | 'counts'>;

export interface StateChange extends Omit<Activity, 'profileId'> {
  /** The child's pace after the attempt. */
  readonly pace: number;
}
