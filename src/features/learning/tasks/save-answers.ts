import type { Child } from '../../../core/requests/caller.ts';
import type { Context } from '../../../platform/context.ts';
import { type Attempt, type SavedAnswer, updateAttempt } from '../attempts/attempts-store.ts';
import { getOpenAttempt, loadTask } from '../attempts/load-task.ts';
import { mergeAnswers, removeGradedResponses, validateAnswers } from '../grading/sent-answers.ts';

export interface SentAnswers {
  /** By default, the open attempt. */
  readonly attempt_id?: string;
  readonly answers: readonly SavedAnswer[];
}

/**
 * Saves answers of the open attempt, so that the child can continue later or on another device. A null response removes
 * the answer. Refuses invalid answers (400), an unknown task or attempt (404), a locked task (403), and a task without
 * an open attempt (409).
 */
export function saveAnswers(
  ctx: Context,
  child: Child,
  taskId: string,
  { attempt_id, answers }: SentAnswers,
): Promise<Attempt> {
  return ctx.write(async (ctx) => {
    const played = await loadTask(ctx, child, taskId);
    const responses = validateAnswers(played.task, answers);
    const attempt = await getOpenAttempt(ctx, played, attempt_id);
    const updatedAttempt = {
      ...attempt,
      answers: mergeAnswers(played.task, attempt.answers, removeGradedResponses(responses, attempt.grades)),
    };
    await updateAttempt(ctx, updatedAttempt);
    return updatedAttempt;
  });
}
