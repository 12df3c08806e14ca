import type { Child } from '../../../core/requests/caller.ts';
import { toLocalDay, toLocalNow } from '../../../core/time/days.ts';
import { type Instant, MINUTE } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { type Activity, countLedgerRows } from '../../progress/index.ts';
import { applyDailyPracticeRound, applyTaskChange, type TaskResult } from '../attempts/apply-task-change.ts';
import { type Attempt, type SavedAnswer, updateAttempt } from '../attempts/attempts-store.ts';
import { type AttemptTask, buildAttemptTask } from '../attempts/drawn-items.ts';
import { buildItemSources } from '../attempts/item-sources.ts';
import { getOpenAttempt, loadTaskContextWithMemories, type TaskContext } from '../attempts/task-context.ts';
import { gradeTask, type TaskGrade } from '../grading/grade-task.ts';
import { mergeAnswers, removeGradedResponses, validateAnswers } from '../grading/sent-answers.ts';
import { copyWithPace } from '../learner/learner.ts';
import { recordItemResults } from '../learner/learner-store.ts';
import type { TaskEvent } from '../learner/next-task-state.ts';
import {
  computeQuizXp,
  DAILY_PRACTICE_XP,
  LESSON_XP,
  PERFECT_BONUS_XP,
  PRACTICE_XP,
  REAL_WORLD_XP,
  REWARDED_PRACTICES_PER_DAY,
} from '../learner/rewards.ts';
import { listFirstAnswers } from '../memory/first-answers.ts';
import { saveMemories } from '../memory/memories-store.ts';
import { updateMemories } from '../memory/update-memories.ts';
import { parseDailyPracticeDay } from '../practice/practice-id.ts';
import { listMasteryGains, type MasteryGain } from '../skills/mastery-gains.ts';
import { createSubmission, REAL_WORLD_CONTENT } from '../submissions/create-submission.ts';
import { countHints } from '../worlds/serializers.ts';

const MAX_COUNTED_SECONDS = 30 * MINUTE;

export interface CompletionInput {
  readonly attempt_id?: string;
  readonly answers?: readonly SavedAnswer[];
  readonly time_spent_seconds?: number;
  /** The child's time zone, in which the day counts for the streak. */
  readonly timeZone: string;
}

export interface Completion extends TaskResult {
  readonly context: TaskContext;
  readonly attempt: Attempt;
  readonly attemptTask: AttemptTask;
  readonly grade: TaskGrade;
  readonly masteryGains: readonly MasteryGain[];
}

/**
 * Grades the open attempt and awards XP when it is passed, in one transaction. Refuses invalid answers (400), an
 * unknown task or attempt (404), a locked task (403), and a task without an open attempt (409).
 */
export function completeTask(
  ctx: Context,
  child: Child,
  taskId: string,
  { attempt_id, answers = [], time_spent_seconds, timeZone }: CompletionInput,
): Promise<Completion> {
  return ctx.write(async (ctx) => {
    const { memories, ...context } = await loadTaskContextWithMemories(ctx, child, taskId);
    const responses = validateAnswers(context.task, answers);
    const openAttempt = await getOpenAttempt(ctx, context, attempt_id);
    const { grades } = openAttempt;
    const mergedAnswers = mergeAnswers(context.task, openAttempt.answers, removeGradedResponses(responses, grades));
    const attemptTask = buildAttemptTask(context.learner.content, context.task, openAttempt.draws, child.language);
    const taskGrade = gradeTask(attemptTask, { answers: mergedAnswers, grades });
    const grade = context.dailyPractice ? toDailyPracticeGrade(taskGrade) : taskGrade;
    const seconds = computeSpentSeconds(openAttempt, context.learner.now, time_spent_seconds);
    const answeredAttempt = { ...openAttempt, answers: mergedAnswers, time_spent_seconds: seconds };
    if (isReviewRequired(context, openAttempt))
      return {
        ...(await submitForReview(ctx, context, answeredAttempt, timeZone)),
        attemptTask,
        grade,
        masteryGains: [],
      };
    const gradedAttempt = applyGrade(answeredAttempt, context, grade);
    const reward = await computeReward(ctx, context, gradedAttempt, timeZone);
    const { pace } = context.learner.lockedTotals.totals;
    // A daily practice that is finished after midnight counts as a review on its own day. Otherwise its skills would count as
    // reviewed today, and today's practice would have no items.
    const today = parseDailyPracticeDay(taskId) ?? toLocalNow(context.learner.now, timeZone).today;
    const sources = buildItemSources(context);
    const firstAnswers = listFirstAnswers(sources, attemptTask.task, openAttempt, grade.items);
    const memoryUpdate = updateMemories(memories, firstAnswers, { today, pace });
    const applyResult = context.dailyPractice ? applyDailyPracticeRound : applyTaskChange;
    const result = await applyResult(ctx, copyWithPace(context.learner, memoryUpdate.pace), {
      ...reward,
      task: context.task,
      event: toTaskEvent(context, gradedAttempt),
      timeZone: gradedAttempt.status === 'passed' ? timeZone : null, // a failed attempt does not count for the streak
      language: child.language,
      counts: { seconds, ...(isPerfect(gradedAttempt) && { perfect_quizzes: 1 }) },
    });
    const attempt = { ...gradedAttempt, xp_awarded: result.award.xp_awarded };
    await updateAttempt(ctx, attempt);
    await recordItemResults(ctx, attempt, { items: grade.items, sources }, context.learner.now);
    await saveMemories(ctx, attempt.profile_id, memoryUpdate.memories);
    const masteryGains = listMasteryGains(context.learner.content, memories, memoryUpdate.memories);
    return { ...result, context, attempt, attemptTask, grade, masteryGains };
  });
}

/** Whether a guardian has to review the attempt. Practice is never reviewed. */
function isReviewRequired({ task }: TaskContext, { practice }: Attempt): boolean {
  return task.kind === 'real_world' && task.requires_review && !practice;
}

async function submitForReview(
  ctx: Context<Tx>,
  context: TaskContext,
  answeredAttempt: Attempt,
  timeZone: string,
): Promise<Omit<Completion, 'grade' | 'attemptTask' | 'masteryGains'>> {
  const attempt = { ...answeredAttempt, completed_at: context.learner.now };
  const result = await createSubmission(ctx, context, { attempt, content: REAL_WORLD_CONTENT, timeZone });
  return { ...result.taskResult, context, attempt: result.attempt };
}

/** The shortest of the time that the client reports, the time since the start and half an hour, in seconds (gap 55). */
function computeSpentSeconds({ started_at }: Attempt, now: Instant, reportedSeconds = MAX_COUNTED_SECONDS): number {
  const elapsedSeconds = Math.max(0, Math.floor((Date.parse(now) - Date.parse(started_at)) / 1000));
  return Math.min(reportedSeconds, elapsedSeconds, MAX_COUNTED_SECONDS);
}

function applyGrade(openAttempt: Attempt, { learner, task }: TaskContext, grade: TaskGrade): Attempt {
  const { score, points, max_points, stars, passed } = grade;
  return {
    ...openAttempt,
    status: passed ? 'passed' : 'failed',
    completed_at: learner.now,
    content_version: task.content_version,
    score,
    points,
    max_points,
    stars,
  };
}

type Reward = Pick<Activity, 'source' | 'entries'>;

/** The XP for an attempt itself. `applyTaskChange` adds the XP for completed places. */
async function computeReward(
  ctx: Context<Tx>,
  { learner, task, state, dailyPractice }: TaskContext,
  attempt: Attempt,
  timeZone: string,
): Promise<Reward> {
  const source = `task ${task.id}`;
  if (attempt.status !== 'passed') return { source, entries: [] };
  if (dailyPractice) {
    const isFirstRound = state?.status !== 'completed';
    return { source, entries: isFirstRound ? [{ reason: 'daily_practice', amount: DAILY_PRACTICE_XP }] : [] };
  }
  if (!attempt.practice) return { source, entries: buildFirstCompletionEntries(task, attempt) };
  const improvementXp =
    task.kind === 'quiz' ? computeImprovementXp(task.difficulty, attempt.stars, state?.stars_best ?? 0) : 0;
  if (improvementXp > 0) {
    return {
      source: `${source} stars ${attempt.stars}`, // so that each improvement has a ledger row of its own
      entries: [{ reason: 'quiz_improved', amount: improvementXp }],
    };
  }
  const rewardedCount = await countLedgerRows(ctx, learner.profileId, 'practice', toLocalDay(learner.now, timeZone));
  const entries =
    rewardedCount < REWARDED_PRACTICES_PER_DAY ? [{ reason: 'practice', amount: PRACTICE_XP } as const] : [];
  return { source: `practice ${attempt.id}`, entries };
}

function buildFirstCompletionEntries({ kind, difficulty }: TaskContext['task'], attempt: Attempt): Activity['entries'] {
  if (kind === 'lesson') return [{ reason: 'lesson_done', amount: LESSON_XP }];
  if (kind === 'real_world') return [{ reason: 'real_world_done', amount: REAL_WORLD_XP }];
  const quizEntry = { reason: 'quiz_passed', amount: computeQuizXp(difficulty, attempt.stars) } as const;
  return isPerfect(attempt) ? [quizEntry, { reason: 'quiz_perfect', amount: PERFECT_BONUS_XP }] : [quizEntry];
}

function computeImprovementXp(
  difficulty: TaskContext['task']['difficulty'],
  stars: number,
  previousBestStars: number,
): number {
  return stars > previousBestStars
    ? computeQuizXp(difficulty, stars) - computeQuizXp(difficulty, previousBestStars)
    : 0;
}

/** Whether this is the first attempt at the task, with a full score and without hints. */
function isPerfect({ number, practice, status, score, max_points, hints }: Attempt): boolean {
  const isFullScore = status === 'passed' && max_points > 0 && score === 1;
  return number === 1 && !practice && isFullScore && countHints({ hints }) === 0;
}

function toTaskEvent({ learner, dailyPractice }: TaskContext, attempt: Attempt): TaskEvent {
  const { status, stars } = attempt;
  const isCompleted = status === 'passed' && (dailyPractice !== null || !attempt.practice);
  return isCompleted ? { type: 'completed', stars, at: learner.now } : { type: 'attempt_ended', stars };
}

/** A daily practice is passed when at least half of its items were answered, correctly or not. */
function toDailyPracticeGrade(grade: TaskGrade): TaskGrade {
  const answeredCount = grade.items.filter(({ response }) => response !== undefined).length;
  const passed = answeredCount > 0 && 2 * answeredCount >= grade.items.length;
  return { ...grade, passed, stars: passed ? grade.stars : 0 };
}
