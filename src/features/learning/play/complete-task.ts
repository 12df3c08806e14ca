import type { Callers } from '../../../core/caller.ts';
import { localDay } from '../../../core/days.ts';
import { DAY, MINUTE } from '../../../core/instant.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { type Activity, countPaidToday } from '../../progress/index.ts';
import { applyResult, type TaskResult } from '../attempts/apply-result.ts';
import { openAttempt } from '../attempts/open-attempt.ts';
import { loadTask, type TaskContext } from '../attempts/task-context.ts';
import { gradeTask, type TaskGrade } from '../grading/grade-task.ts';
import { mergedAnswers } from '../grading/merge-answers.ts';
import { validateAnswers } from '../grading/validate-answers.ts';
import {
  type Attempt,
  recordItemResults,
  type SavedAnswer,
  type TaskState,
  updateAttempt,
} from '../learner/learner-store.ts';
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

const LONGEST_SECONDS = 30 * MINUTE;

export interface CompletionInput {
  readonly attempt_id?: string | undefined;
  readonly answers?: readonly SavedAnswer[] | undefined;
  readonly time_spent_seconds?: number | undefined;
}

export interface Completion extends TaskResult {
  readonly at: TaskContext;
  readonly attempt: Attempt;
  readonly marks: TaskGrade;
}

/** Grades the attempt under way and, when it is passed, pays for it: all in one transaction, once. */
export function completeTask(
  ctx: Context,
  child: Callers['child'],
  taskId: string,
  { attempt_id, answers = [], time_spent_seconds }: CompletionInput,
  zone: string,
): Promise<Completion> {
  return ctx.write(async (tx) => {
    const at = await loadTask(ctx, tx, child, taskId);
    const given = validateAnswers(at.task, answers);
    const open = await openAttempt(tx, at, attempt_id);
    const merged = mergedAnswers(at.task, open.answers, given);
    const marks = gradeTask(at.learner.content, at.task, merged);
    const seconds = secondsCounted(open, at.learner.now, time_spent_seconds);
    const timed = { ...open, answers: merged, time_spent_seconds: seconds };
    if (waitsForReview(at, open)) return handInDone(ctx, tx, at, timed, marks, zone);
    const graded = gradedAttempt(timed, at, marks);
    const pay = await payFor(tx, at, graded, zone);
    const settled = await applyResult(ctx, tx, at.learner, at.task, stateAfter(at, graded, pay), {
      ...pay,
      zone: graded.status === 'passed' ? zone : null,
      counts: { seconds, ...(isPerfect(graded) && { perfect_quizzes: 1 }) },
    });
    const attempt = { ...graded, xp_awarded: settled.award.xp_awarded };
    await updateAttempt(tx, attempt);
    await recordItemResults(tx, child.profileId, taskId, marks.items, at.learner.now);
    return { ...settled, at, attempt, marks };
  });
}

/** What is done away from the screen may ask for a guardian's word, once. */
function waitsForReview({ task }: TaskContext, { practice }: Attempt): boolean {
  return task.kind === 'real_world' && task.requires_review && !practice;
}

async function handInDone(
  ctx: Context,
  tx: Tx,
  at: TaskContext,
  attempt: Attempt,
  marks: TaskGrade,
  zone: string,
): Promise<Completion> {
  const { settled, ...handedIn } = await createSubmission(
    ctx,
    tx,
    at,
    { ...attempt, completed_at: at.learner.now },
    OFFLINE_ACTIVITY,
    zone,
  );
  return { ...settled, at, attempt: handedIn.attempt, marks };
}

/** No more than the client says, than has really passed, and than half an hour (gap 55). */
function secondsCounted({ started_at }: Attempt, now: string, said = DAY): number {
  const passed = Math.max(0, Math.floor((Date.parse(now) - Date.parse(started_at)) / 1000));
  return Math.min(said, passed, LONGEST_SECONDS);
}

function gradedAttempt(open: Attempt, { learner, task }: TaskContext, marks: TaskGrade): Attempt {
  const { score, points, max_points, stars, passed } = marks;
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

type Pay = Pick<Activity, 'source' | 'entries'>;

/** What an attempt pays by itself; what else it brings about is settleTask's. */
async function payFor(tx: Tx, { learner, task, state }: TaskContext, attempt: Attempt, zone: string): Promise<Pay> {
  const source = `task ${task.id}`;
  if (attempt.status !== 'passed') return { source, entries: [] };
  if (!attempt.practice) return { source, entries: firstPay(task, attempt) };
  const better = task.kind === 'quiz' ? improvement(task.difficulty, attempt.stars, state?.stars_best ?? 0) : 0;
  if (better > 0) {
    return { source: `${source} stars ${attempt.stars}`, entries: [{ reason: 'quiz_improved', amount: better }] };
  }
  const paid = await countPaidToday(tx, learner.profileId, 'practice', localDay(learner.now, zone));
  const entries = paid < PAID_PRACTICES_PER_DAY ? [{ reason: 'practice', amount: PRACTICE_XP } as const] : [];
  return { source: `practice ${attempt.id}`, entries };
}

function firstPay({ kind, difficulty }: TaskContext['task'], attempt: Attempt): Activity['entries'] {
  if (kind === 'lesson') return [{ reason: 'lesson_done', amount: LESSON_XP }];
  if (kind === 'real_world') return [{ reason: 'real_world_done', amount: REAL_WORLD_XP }];
  const passed = { reason: 'quiz_passed', amount: quizXp(difficulty, attempt.stars) } as const;
  return isPerfect(attempt) ? [passed, { reason: 'quiz_perfect', amount: PERFECT_XP }] : [passed];
}

function improvement(difficulty: TaskContext['task']['difficulty'], stars: number, best: number): number {
  return stars > best ? quizXp(difficulty, stars) - quizXp(difficulty, best) : 0;
}

/** All right at the first try, without hints. */
function isPerfect({ number, status, score, max_points, hints }: Attempt): boolean {
  return number === 1 && status === 'passed' && max_points > 0 && score === 1 && countHints({ hints }) === 0;
}

/** A bonus for perfection, and practice, are beyond what a task has to give: they are not counted as earned in it. */
const BEYOND: readonly Activity['entries'][number]['reason'][] = ['quiz_perfect', 'practice'];

function stateAfter({ task, state }: TaskContext, attempt: Attempt, { entries }: Pay): TaskState {
  const earned = entries.filter(({ reason }) => !BEYOND.includes(reason)).reduce((sum, { amount }) => sum + amount, 0);
  const isFirst = attempt.status === 'passed' && !attempt.practice;
  return {
    task_id: task.id,
    attempts_count: attempt.number,
    open_attempt_id: null,
    status: isFirst ? 'completed' : (state?.status ?? 'in_progress'),
    stars_best: Math.max(state?.stars_best ?? 0, attempt.stars),
    xp_earned: (state?.xp_earned ?? 0) + earned,
    started_at: state?.started_at ?? attempt.started_at,
    completed_at: isFirst ? attempt.completed_at : (state?.completed_at ?? null),
  };
}
