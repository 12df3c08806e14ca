import type { Content } from '../../../content/index.ts';
import { createConflictError } from '../../../core/requests/api-error.ts';
import type { Child } from '../../../core/requests/caller.ts';
import type { Day } from '../../../core/time/days.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { TxContext } from '../../../platform/context.ts';
import { noteForGuardians } from '../../notifications/index.ts';
import { computeNextTaskState, recordTaskActivity, sumTaskXp, type TaskResult } from '../attempts/apply-task-change.ts';
import type { Attempt, PlannedItem } from '../attempts/attempts-store.ts';
import { findOpenAttempt } from '../attempts/drawn-items.ts';
import type { PlayedTask, StateChange } from '../attempts/played-task.ts';
import { type GradedItem, gradeTask, type TaskGrade } from '../grading/grade.ts';
import { copyWithPace, copyWithTaskState, type LockedLearner, lockLearner } from '../learner/learner.ts';
import type { AttemptSelection } from '../learner/learner-store.ts';
import { DAILY_PRACTICE_XP } from '../learner/rewards.ts';
import { getDifficulty } from '../memory/item-levels.ts';
import { updateMemories } from '../memory/update-memories.ts';
import { buildRoundsSelection, type DailyPractice, loadDailyPractice } from './load-practice.ts';
import { getDailyPracticePhase } from './practice-id.ts';
import { findLevel } from './practice-task.ts';
import { startRound } from './round.ts';

type LockedPractice = DailyPractice<LockedLearner>;

/** Loads the daily practice of a day. Refuses a day in the future (404) and a day that is over (409). */
export async function loadPracticeTask(
  ctx: TxContext,
  { profileId, language, birthYear }: Child,
  day: Day,
  rounds: AttemptSelection | undefined,
): Promise<PlayedTask> {
  const phase = getDailyPracticePhase(day, ctx.now());
  if (phase === 'future') throw createNotFoundError();
  if (phase === 'over') throw createConflictError(localized.learning.practice.over, 'attempt_over');
  const loaded = await lockLearner(ctx, profileId, { ...buildRoundsSelection(day), rounds });
  const practice = await loadDailyPractice(ctx, loaded, { day, locale: language, birthYear });
  const { learner, task, state, newestAttempt } = practice;
  const sources = buildSources(learner.content, practice.plan);
  return {
    learner,
    task,
    state,
    openAttempt: findOpenAttempt(learner.content, state, newestAttempt),
    sources,
    rounds: loaded.rounds,
    memories: loaded.memories,
    start: () => startRound(ctx, practice, localized.learning.practice),
    grade: (...args) => toRoundGrade(gradeTask(...args)),
    updateMemories,
    recordsItems: true,
    // A round that is finished after midnight counts as a review on its own day. Otherwise its skills would count as reviewed
    // today, and today's practice would have no items.
    getMemoryDay: () => day,
    computeReward({ status }) {
      const isRewarded = status === 'passed' && state?.status !== 'completed'; // the first round of the day
      const entries = isRewarded ? [{ reason: 'daily_practice', amount: DAILY_PRACTICE_XP } as const] : [];
      return { source: `task ${task.id}`, entries };
    },
    saveResult: (attempt, change) => saveRound(ctx, practice, attempt, change),
  };
}

/** An item whose task the packs no longer contain has no source. */
export function buildSources(content: Content, plan: readonly PlannedItem[]): PlayedTask['sources'] {
  return new Map(
    plan.flatMap((planned) => {
      const { id, task_id, item_id } = planned;
      const task = content.tasks.get(task_id);
      if (!task) return [];
      const difficulty = getDifficulty(content, task, item_id, findLevel(content, planned));
      return [[id, { task, item_id, difficulty }] as const];
    }),
  );
}

/** Whether the child answered an item, also with "I don't know". */
export function wasAnswered({ response, first }: GradedItem): boolean {
  return response !== undefined || first !== undefined;
}

/** A round is passed when at least half of its items were answered, correctly or not. */
export function toRoundGrade(grade: TaskGrade): TaskGrade {
  const answeredCount = grade.items.filter(wasAnswered).length;
  const passed = answeredCount > 0 && 2 * answeredCount >= grade.items.length;
  return { ...grade, passed, stars: passed ? grade.stars : 0 };
}

async function saveRound(
  ctx: TxContext,
  practice: LockedPractice,
  attempt: Attempt,
  change: StateChange,
): Promise<TaskResult> {
  if (attempt.status === 'passed') await noteForGuardians(ctx, practice.learner.profileId, ['done']);
  return recordRound(ctx, practice, attempt, change);
}

/** Records a round as an activity. Its task has no row in `task_states` and cannot complete a location or world. */
export function recordRound(
  ctx: TxContext,
  { learner, task }: Pick<LockedPractice, 'learner' | 'task'>,
  { status, stars }: Attempt,
  { pace, ...activity }: StateChange,
): Promise<TaskResult> {
  const state = computeNextTaskState(
    learner.taskStates.get(task.id),
    status === 'passed' ? { type: 'completed', stars, at: learner.now } : { type: 'attempt_ended', stars },
    sumTaskXp(activity.entries),
  );
  const learnerAfter = copyWithPace(copyWithTaskState(learner, state), pace);
  return recordTaskActivity(ctx, learner, learnerAfter, { ...activity, profileId: learner.profileId, task });
}
