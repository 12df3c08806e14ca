import type { Task } from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { ApiError, createConflictError } from '../../../core/requests/api-error.ts';
import type { Child } from '../../../core/requests/caller.ts';
import { toLocalDay, toLocalNow } from '../../../core/time/days.ts';
import { localized } from '../../../locales/index.ts';
import { createNotFoundError } from '../../../platform/api-errors.ts';
import type { TxContext } from '../../../platform/context.ts';
import { countLedgerRows, recordActivityUnderLock } from '../../progress/index.ts';
import { gradeTask } from '../grading/grade.ts';
import { findTaskLock } from '../learner/content-locks.ts';
import { copyWithPace, type LockedLearner, lockLearner } from '../learner/learner.ts';
import { type AttemptSelection, saveTaskState, type TaskState } from '../learner/learner-store.ts';
import {
  CHALLENGE_XP,
  computeQuizXp,
  LESSON_XP,
  PERFECT_BONUS_XP,
  PRACTICE_XP,
  REAL_WORLD_XP,
  REWARDED_PRACTICES_PER_DAY,
} from '../learner/rewards.ts';
import { getDifficulty } from '../memory/item-levels.ts';
import { updateMemories } from '../memory/update-memories.ts';
import { CHALLENGE_ID } from '../practice/practice-id.ts';
import { describeLock } from '../worlds/serializers.ts';
import { applyTaskChange, computeNextTaskState } from './apply-task-change.ts';
import { type Attempt, countHints, insertAttempt, pruneAttempts } from './attempts-store.ts';
import { createAttempt, findOpenAttempt } from './drawn-items.ts';
import type { PlayedTask, Reward } from './played-task.ts';

/** Loads a task of a pack. Refuses an unknown task (404) and a locked one (403). */
export async function loadPackTask(
  ctx: TxContext,
  { profileId, language }: Child,
  taskId: string,
  rounds: AttemptSelection | undefined,
): Promise<PlayedTask> {
  const task = ctx.content.current.tasks.get(taskId);
  if (!task) throw createNotFoundError();
  const { current } = ctx.content;
  const sources = new Map(
    task.items.map(({ id }) => [id, { task, item_id: id, difficulty: getDifficulty(current, task, id) }]),
  );
  const loaded = await lockLearner(ctx, profileId, { taskId, limit: 1, rounds });
  const { learner, attempts } = loaded;
  const lock = findTaskLock(learner, task);
  if (lock) throw new ApiError('FORBIDDEN', describeLock(lock, language), { reason: lock.reason });
  const state = learner.taskStates.get(taskId);
  return {
    learner,
    task,
    state,
    openAttempt: findOpenAttempt(learner.content, state, attempts[0]),
    sources,
    rounds: loaded.rounds,
    memories: loaded.memories,
    start: () => startAttempt(ctx, { learner, task, state }),
    grade: gradeTask,
    updateMemories,
    recordsItems: true,
    getMemoryDay: (timeZone) => toLocalNow(learner.now, timeZone).today,
    computeReward: (attempt, timeZone) => computeReward(ctx, { learner, task, state }, attempt, timeZone),
    saveResult({ status, practice, stars }, { pace, ...activity }) {
      const isFirstPass = status === 'passed' && !practice;
      const event = isFirstPass
        ? ({ type: 'completed', stars, at: learner.now } as const)
        : ({ type: 'attempt_ended', stars } as const);
      return applyTaskChange(ctx, copyWithPace(learner, pace), { ...activity, task, event });
    },
  };
}

interface PackTask {
  readonly learner: LockedLearner;
  readonly task: Task;
  readonly state: TaskState | undefined;
}

/**
 * Starts a new attempt. It is a practice attempt when the task is already completed. Refuses a task that waits for a review
 * and a completed creative task, which cannot be repeated (409, gap 53).
 */
async function startAttempt(ctx: TxContext, { learner, task, state }: PackTask): Promise<Attempt> {
  if (state?.status === 'pending_review') throw createConflictError(localized.learning.pendingReview, 'pending_review');
  const practice = state?.status === 'completed';
  if (practice && task.kind === 'creative') throw createConflictError(localized.learning.alreadySubmitted, 'completed');
  const attempt = createAttempt(ctx, learner, task, { state, practice, plan: [] });
  await insertAttempt(ctx, attempt);
  await saveTaskState(ctx, learner.profileId, computeNextTaskState(state, { type: 'started', attempt }));
  if (attempt.number > QUOTAS.attemptsPerTask) await pruneAttempts(ctx, attempt);
  if (!state) await recordActivityUnderLock(ctx, buildStartActivity(attempt), learner.lockedTotals);
  return attempt;
}

function buildStartActivity({ profile_id, task_id }: Attempt) {
  const source = `task ${task_id}`;
  return { profileId: profile_id, source, entries: [], timeZone: null, counts: { tasks_in_progress: 1 } };
}

async function computeReward(
  ctx: TxContext,
  { learner, task, state }: PackTask,
  attempt: Attempt,
  timeZone: string,
): Promise<Reward> {
  const source = `task ${task.id}`;
  if (attempt.status !== 'passed') return { source, entries: [] };
  if (!attempt.practice) return { source, ...computeFirstPassReward(task, attempt) };
  const improvementXp = task.kind === 'quiz' ? computeImprovementXp(task, attempt.stars, state?.stars_best ?? 0) : 0;
  if (improvementXp > 0) {
    return {
      source: `${source} stars ${attempt.stars}`, // so that each improvement has a ledger row of its own
      entries: [{ reason: 'quiz_improved', amount: improvementXp }],
    };
  }
  return computePracticeReward(ctx, learner, attempt, timeZone);
}

/** The first practice attempts of a day that are passed earn a little. */
export async function computePracticeReward(
  ctx: TxContext,
  { profileId, now }: LockedLearner,
  { id, task_id, status }: Attempt,
  timeZone: string,
): Promise<Reward> {
  const source = `practice ${id}`;
  if (status !== 'passed') return { source, entries: [] };
  const rewardedCount = await countLedgerRows(ctx, profileId, 'practice', toLocalDay(now, timeZone));
  const isRewarded = rewardedCount < REWARDED_PRACTICES_PER_DAY;
  const amount = task_id === CHALLENGE_ID ? CHALLENGE_XP : PRACTICE_XP;
  return { source, entries: isRewarded ? [{ reason: 'practice', amount }] : [] };
}

function computeFirstPassReward({ kind, difficulty }: Task, attempt: Attempt): Omit<Reward, 'source'> {
  const isPerfect = isPerfectAttempt(attempt);
  const counts = isPerfect ? { perfect_quizzes: 1 } : {};
  if (kind === 'lesson') return { entries: [{ reason: 'lesson_done', amount: LESSON_XP }], counts };
  if (kind === 'real_world') return { entries: [{ reason: 'real_world_done', amount: REAL_WORLD_XP }], counts };
  const quizEntry = { reason: 'quiz_passed', amount: computeQuizXp(difficulty, attempt.stars) } as const;
  const bonusEntry = { reason: 'quiz_perfect', amount: PERFECT_BONUS_XP } as const;
  return { entries: isPerfect ? [quizEntry, bonusEntry] : [quizEntry], counts };
}

function computeImprovementXp({ difficulty }: Task, stars: number, previousBestStars: number): number {
  return stars > previousBestStars
    ? computeQuizXp(difficulty, stars) - computeQuizXp(difficulty, previousBestStars)
    : 0;
}

/** Whether this is the first attempt at the task, with a full score and without hints. */
function isPerfectAttempt({ number, score, max_points, hints }: Attempt): boolean {
  return number === 1 && max_points > 0 && score === 1 && countHints(hints) === 0;
}
