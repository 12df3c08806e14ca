import type { AnswerKey, Item } from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { createFieldError } from '../../../core/requests/api-error.ts';
import type { Child } from '../../../core/requests/caller.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Attempt, updateAttempt } from '../attempts/attempts-store.ts';
import { buildAttemptTask } from '../attempts/drawn-items.ts';
import { getOpenAttempt, loadTask } from '../attempts/load-task.ts';
import { type AnswerGrade, gradeAnswer, parseResponse } from '../grading/grade.ts';
import { type Answer, getAnsweredItem, mergeAnswers } from '../grading/sent-answers.ts';

export interface SentAnswer extends Answer {
  /** By default, the open attempt. */
  readonly attempt_id?: string;
}

export interface AnswerResult {
  readonly item: Item;
  readonly key: AnswerKey | undefined;
  readonly attempt: Attempt;
  readonly grade: AnswerGrade;
  /** The response that was graded last. A response that is sent after the item was closed is not graded. */
  readonly lastResponse: unknown;
}

/**
 * Grades one answer of the open attempt and stores the grade, which counts when the attempt is completed. Refuses an invalid
 * answer (400), an unknown task or attempt (404), a locked task (403), and a task without an open attempt (409).
 */
export function gradeSentAnswer(
  ctx: Context,
  child: Child,
  taskId: string,
  { attempt_id, ...answer }: SentAnswer,
): Promise<AnswerResult> {
  return ctx.write(async (ctx) => {
    const played = await loadTask(ctx, child, taskId);
    const attempt = await getOpenAttempt(ctx, played, attempt_id);
    const { task, itemKeys } = buildAttemptTask(played.learner.content, played.task, attempt.draws, child.language);
    const item = getAnsweredItem(task, answer);
    const key = itemKeys.get(item.id);
    const response = parseResponse(item, answer.response);
    const previous = findPreviousGrade(attempt, item.id);
    const grade = gradeAnswer(item, key, response, previous);
    if (grade === previous?.grade) return { item, key, attempt, grade, lastResponse: previous.response }; // nothing was graded
    const answers = mergeAnswers(played.task, attempt.answers, new Map([[item.id, response]]));
    const grades = { ...attempt.grades, [item.id]: grade };
    if (Buffer.byteLength(JSON.stringify(grades)) > QUOTAS.answerBytes)
      throw createFieldError('response', localized.learning.tooLarge({ limit: QUOTAS.answerBytes / 1024 }));
    const updatedAttempt = { ...attempt, answers, grades };
    await updateAttempt(ctx, updatedAttempt);
    return { item, key, attempt: updatedAttempt, grade, lastResponse: response };
  });
}

function findPreviousGrade({ grades, answers }: Attempt, itemId: string) {
  const grade = Object.hasOwn(grades, itemId) ? grades[itemId] : undefined;
  const savedAnswer = answers.find(({ item_id }) => item_id === itemId);
  return grade && { grade, response: savedAnswer ? savedAnswer.response : grade.first.response };
}
