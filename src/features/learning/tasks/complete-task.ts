import type { Task } from '../../../content/index.ts';
import type { Child } from '../../../core/requests/caller.ts';
import { toLocalNow } from '../../../core/time/days.ts';
import { type Instant, MINUTE } from '../../../core/time/instant.ts';
import type { Context } from '../../../platform/context.ts';
import type { TaskResult } from '../attempts/apply-task-change.ts';
import { type Attempt, updateAttempt } from '../attempts/attempts-store.ts';
import { type AttemptTask, buildAttemptTask } from '../attempts/drawn-items.ts';
import { getOpenAttempt, loadTask } from '../attempts/load-task.ts';
import {
  mergeAnswers,
  removeGradedResponses,
  type SavedAnswer,
  type TaskGrade,
  validateAnswers,
} from '../grading/grade.ts';
import { recordItemResults, saveMemories } from '../learner/learner-store.ts';
import { computeAge } from '../memory/ability.ts';
import { listMasteryGains, type MasteryGain, type Memory } from '../memory/memory.ts';
import { listFirstAnswers } from '../memory/update-memories.ts';
import { createSubmission, REAL_WORLD_CONTENT } from '../submissions/create-submission.ts';

const MAX_COUNTED_SECONDS = 30 * MINUTE;

export interface CompletionInput {
  readonly attempt_id?: string;
  readonly answers?: readonly SavedAnswer[];
  readonly time_spent_seconds?: number;
  /** The child's time zone, in which the day counts for the streak. */
  readonly timeZone: string;
}

export interface Completion extends TaskResult {
  readonly task: Task;
  readonly attempt: Attempt;
  readonly attemptTask: AttemptTask;
  readonly grade: TaskGrade;
  readonly masteryGains: readonly MasteryGain[];
  /** The rounds of today's practice, the newest first. */
  readonly rounds: readonly Attempt[];
  /** All memories of the child. */
  readonly memories: readonly Memory[];
}

/**
 * Grades the open attempt and awards XP when it is passed, in one transaction. Refuses invalid answers (400), an
 * unknown task or attempt (404), a locked task (403), and a task without an open attempt (409).
 */
export function completeTask(ctx: Context, child: Child, taskId: string, input: CompletionInput): Promise<Completion> {
  return ctx.write(async (ctx) => {
    const { timeZone } = input;

    // Load
    const played = await loadTask(ctx, child, taskId, toLocalNow(ctx.now(), timeZone).today);
    const { learner, task, sources, rounds, memories } = played;
    const responses = validateAnswers(task, input.answers ?? []);
    const openAttempt = await getOpenAttempt(ctx, played, input.attempt_id);

    // Grade
    const { grades } = openAttempt;
    const answers = mergeAnswers(task, openAttempt.answers, removeGradedResponses(responses, grades));
    const attemptTask = buildAttemptTask(learner.content, task, openAttempt.draws, child.language);
    const grade = played.grade(attemptTask, answers, grades);
    const time_spent_seconds = computeSpentSeconds(openAttempt, learner.now, input.time_spent_seconds);
    const answeredAttempt = { ...openAttempt, answers, time_spent_seconds, completed_at: learner.now };
    if (needsApproval(task, openAttempt)) {
      const draft = { attempt: answeredAttempt, content: REAL_WORLD_CONTENT, timeZone };
      const { taskResult, attempt } = await createSubmission(ctx, played, draft);
      return { ...taskResult, task, attempt, attemptTask, grade, masteryGains: [], rounds, memories };
    }
    const gradedAttempt = applyGrade(answeredAttempt, task, grade);

    // Reward
    const reward = await played.computeReward(gradedAttempt, timeZone);
    const firstAnswers = listFirstAnswers(sources, attemptTask, openAttempt, grade.items);
    const { pace } = learner.lockedTotals.totals;
    const today = played.getMemoryDay(timeZone);
    const age = computeAge(child.birthYear, today);
    const { skills, misconceptions } = learner.content;
    const memoryUpdate = played.updateMemories(memories, firstAnswers, { today, pace, age, skills, misconceptions });

    // Save
    const result = await played.saveResult(gradedAttempt, {
      ...reward,
      pace: memoryUpdate.pace,
      timeZone,
      countsForStreak: grade.passed,
      language: child.language,
      counts: { ...reward.counts, seconds: time_spent_seconds },
    });
    const attempt = { ...gradedAttempt, ratings: memoryUpdate.ratings, xp_awarded: result.award.xp_awarded };
    await updateAttempt(ctx, attempt);
    if (played.recordsItems) await recordItemResults(ctx, attempt, { items: grade.items, sources }, learner.now);
    await saveMemories(ctx, child.profileId, memoryUpdate.memories);

    const masteryGains = listMasteryGains(learner.content, memories, memoryUpdate.memories);
    return {
      ...result,
      task,
      attempt,
      attemptTask,
      grade,
      masteryGains,
      rounds: rounds.map((round) => (round.id === attempt.id ? attempt : round)),
      memories: mergeMemories(memories, memoryUpdate.memories),
    };
  });
}

function mergeMemories(before: readonly Memory[], changed: readonly Memory[]): Memory[] {
  return [...new Map([...before, ...changed].map((memory) => [memory.subject, memory])).values()];
}

/** Whether a guardian has to approve the attempt. Practice needs no approval. */
function needsApproval({ kind, requires_review }: Task, { practice }: Attempt): boolean {
  return kind === 'real_world' && requires_review && !practice;
}

/** The shortest of the time that the client reports, the time since the start and half an hour, in seconds (gap 55). */
function computeSpentSeconds({ started_at }: Attempt, now: Instant, reportedSeconds = MAX_COUNTED_SECONDS): number {
  const elapsedSeconds = Math.max(0, Math.floor((Date.parse(now) - Date.parse(started_at)) / 1000));
  return Math.min(reportedSeconds, elapsedSeconds, MAX_COUNTED_SECONDS);
}

function applyGrade(attempt: Attempt, { content_version }: Task, grade: TaskGrade): Attempt {
  const { score, points, max_points, stars, passed } = grade;
  return { ...attempt, status: passed ? 'passed' : 'failed', content_version, score, points, max_points, stars };
}
