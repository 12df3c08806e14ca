import type { Callers } from '../../../core/requests/caller.ts';
import { toLocalDay } from '../../../core/time/days.ts';
import { DAY, type Instant, MINUTE } from '../../../core/time/instant.ts';
import type { Context, UnitOfWork } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { type Activity, countLedgerRows } from '../../progress/index.ts';
import { applyResult, type TaskResult } from '../attempts/apply-result.ts';
import { type Attempt, type SavedAnswer, updateAttempt } from '../attempts/attempts-store.ts';
import { getOpenAttempt, loadTask, type TaskContext } from '../attempts/task-context.ts';
import { gradeTask, type TaskGrade } from '../grading/grade-task.ts';
import { mergeAnswers } from '../grading/merge-answers.ts';
import { validateAnswers } from '../grading/validate-answers.ts';
import { recordItemResults } from '../learner/learner-store.ts';
import type { TaskEvent } from '../learner/next-task-state.ts';
import {
  LESSON_XP,
  PAID_PRACTICES_PER_DAY,
  PERFECT_XP,
  PRACTICE_XP,
  quizXp,
  REAL_WORLD_XP,
} from '../learner/rewards.ts';
import { createSubmission, OFFLINE_ACTIVITY } from '../submissions/create-submission.ts';
import { countHints } from '../worlds/serializers.ts';

const MAX_SECONDS = 30 * MINUTE;

export interface CompletionInput {
  readonly attempt_id?: string | undefined;
  readonly answers?: readonly SavedAnswer[] | undefined;
  readonly time_spent_seconds?: number | undefined;
  /** The child's time zone, in which the day counts for the streak. */
  readonly timeZone: string;
}

export interface Completion extends TaskResult {
  readonly context: TaskContext;
  readonly attempt: Attempt;
  readonly grade: TaskGrade;
}

/** Grades the open attempt and awards XP when it is passed, in one transaction. */
export function completeTask(
  ctx: Context,
  child: Callers['child'],
  taskId: string,
  { attempt_id, answers = [], time_spent_seconds, timeZone }: CompletionInput,
): Promise<Completion> {
  return ctx.write(async (unit) => {
    const { tx } = unit;
    const context = await loadTask(unit, child, taskId);
    const responses = validateAnswers(context.task, answers);
    const open = await getOpenAttempt(tx, context, attempt_id);
    const merged = mergeAnswers(context.task, open.answers, responses);
    const grade = gradeTask(context.learner.content, context.task, merged);
    const seconds = secondsCounted(open, context.learner.now, time_spent_seconds);
    const timed = { ...open, answers: merged, time_spent_seconds: seconds };
    if (requiresReview(context, open)) return { ...(await submitForReview(unit, context, timed, timeZone)), grade };
    const graded = gradedAttempt(timed, context, grade);
    const reward = await rewardFor(tx, context, graded, timeZone);
    const result = await applyResult(unit, context.learner, {
      ...reward,
      task: context.task,
      event: toTaskEvent(graded, context.learner.now),
      timeZone: graded.status === 'passed' ? timeZone : null,
      counts: { seconds, ...(isPerfect(graded) && { perfect_quizzes: 1 }) },
    });
    const attempt = { ...graded, xp_awarded: result.award.xp_awarded };
    await updateAttempt(tx, attempt);
    await recordItemResults(tx, attempt, grade.items, context.learner.now);
    return { ...result, context, attempt, grade };
  });
}

/** A real-world task may require a guardian's review the first time. */
function requiresReview({ task }: TaskContext, { practice }: Attempt): boolean {
  return task.kind === 'real_world' && task.requires_review && !practice;
}

async function submitForReview(
  unit: UnitOfWork,
  context: TaskContext,
  ended: Attempt,
  timeZone: string,
): Promise<Omit<Completion, 'grade'>> {
  const attempt = { ...ended, completed_at: context.learner.now };
  const submitted = await createSubmission(unit, context, { attempt, content: OFFLINE_ACTIVITY, timeZone });
  return { ...submitted.result, context, attempt: submitted.attempt };
}

/** The least of the time that the client reports, the time since the start and half an hour (gap 55). */
function secondsCounted({ started_at }: Attempt, now: string, reported = DAY): number {
  const elapsed = Math.max(0, Math.floor((Date.parse(now) - Date.parse(started_at)) / 1000));
  return Math.min(reported, elapsed, MAX_SECONDS);
}

function gradedAttempt(open: Attempt, { learner, task }: TaskContext, grade: TaskGrade): Attempt {
  const { score, points, max_points, stars, passed } = grade;
  return {
    ...open,
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

/** The XP for the attempt itself. `applyResult` adds the XP for completed places. */
async function rewardFor(
  tx: Tx,
  { learner, task, state }: TaskContext,
  attempt: Attempt,
  timeZone: string,
): Promise<Reward> {
  const source = `task ${task.id}`;
  if (attempt.status !== 'passed') return { source, entries: [] };
  if (!attempt.practice) return { source, entries: firstReward(task, attempt) };
  const improvedBy =
    task.kind === 'quiz' ? computeImprovementXp(task.difficulty, attempt.stars, state?.stars_best ?? 0) : 0;
  if (improvedBy > 0) {
    return { source: `${source} stars ${attempt.stars}`, entries: [{ reason: 'quiz_improved', amount: improvedBy }] };
  }
  const paidToday = await countLedgerRows(tx, learner.profileId, 'practice', toLocalDay(learner.now, timeZone));
  const entries = paidToday < PAID_PRACTICES_PER_DAY ? [{ reason: 'practice', amount: PRACTICE_XP } as const] : [];
  return { source: `practice ${attempt.id}`, entries };
}

function firstReward({ kind, difficulty }: TaskContext['task'], attempt: Attempt): Activity['entries'] {
  if (kind === 'lesson') return [{ reason: 'lesson_done', amount: LESSON_XP }];
  if (kind === 'real_world') return [{ reason: 'real_world_done', amount: REAL_WORLD_XP }];
  const passed = { reason: 'quiz_passed', amount: quizXp(difficulty, attempt.stars) } as const;
  return isPerfect(attempt) ? [passed, { reason: 'quiz_perfect', amount: PERFECT_XP }] : [passed];
}

function computeImprovementXp(
  difficulty: TaskContext['task']['difficulty'],
  stars: number,
  previousBest: number,
): number {
  return stars > previousBest ? quizXp(difficulty, stars) - quizXp(difficulty, previousBest) : 0;
}

/** A full score on the first attempt without hints. */
function isPerfect({ number, status, score, max_points, hints }: Attempt): boolean {
  return number === 1 && status === 'passed' && max_points > 0 && score === 1 && countHints({ hints }) === 0;
}

function toTaskEvent({ status, practice, stars }: Attempt, at: Instant): TaskEvent {
  return status === 'passed' && !practice ? { type: 'completed', stars, at } : { type: 'attempt_ended', stars };
}
