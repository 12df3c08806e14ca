import { localize } from '../../../content/index.ts';
import { QUOTAS } from '../../../core/quotas.ts';
import { createConflictError, createFieldError } from '../../../core/requests/api-error.ts';
import type { Child } from '../../../core/requests/caller.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Attempt, updateAttempt } from '../attempts/attempts-store.ts';
import { type AttemptTask, buildAttemptTask } from '../attempts/drawn-items.ts';
import { getOpenAttempt, loadTask } from '../attempts/load-task.ts';
import type { PlayedTask } from '../attempts/played-task.ts';
import {
  type Answer,
  getAnsweredItem,
  gradeAnswer,
  gradeItem,
  mergeAnswers,
  parseResponse,
  removeGradedResponses,
  type SavedAnswer,
  validateAnswers,
} from '../grading/grade.ts';
import { findTwin } from './find-twin.ts';

// What a child does between starting and completing a task. `attempt_id` is the attempt that the client expects to be open.

/**
 * Returns the open attempt or starts a new one, so that two taps on "start" create only one attempt. Refuses an unknown
 * task (404), a locked task (403), and a task that cannot be started now (409).
 */
export function startTask(ctx: Context, child: Child, taskId: string): Promise<{ attempt: Attempt; isNew: boolean }> {
  return ctx.write(async (ctx) => {
    const played = await loadTask(ctx, child, taskId);
    if (played.openAttempt) return { attempt: played.openAttempt, isNew: false };
    return { attempt: await played.start(), isNew: true };
  });
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
  { attempt_id, answers }: { readonly attempt_id?: string; readonly answers: readonly SavedAnswer[] },
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

/**
 * Takes the next hint of an item, if any is left. Returns all hints that the child has taken for the item. A hint does not change
 * the score of the item; it costs only the bonus for a perfect attempt. Once the item is closed, all hints are returned and none
 * is counted. Refuses
 * an item that is unknown or has no hints (400), an unknown task or attempt (404), a locked task (403), and a task without
 * an open attempt (409).
 */
export function takeHint(
  ctx: Context,
  child: Child,
  taskId: string,
  { attempt_id, item_id: itemId }: { readonly attempt_id?: string; readonly item_id: string },
) {
  return ctx.write(async (ctx) => {
    const played = await loadTask(ctx, child, taskId);
    if (!played.task.items.some(({ id }) => id === itemId))
      throw createFieldError('item_id', localized.learning.unknownItem);
    const attempt = await getOpenAttempt(ctx, played, attempt_id);
    const allHints =
      buildAttemptTask(played.learner.content, played.task, attempt.draws, child.language).itemKeys.get(itemId)
        ?.hints ?? [];
    if (allHints.length === 0) throw createFieldError('item_id', localized.learning.noHints);
    const previousCount = attempt.hints[itemId] ?? 0;
    const isClosed = attempt.grades[itemId]?.closed === true;
    const shownCount = isClosed ? allHints.length : Math.min(previousCount + 1, allHints.length);
    if (shownCount > previousCount && !isClosed)
      await updateAttempt(ctx, { ...attempt, hints: { ...attempt.hints, [itemId]: shownCount } });
    return {
      item_id: itemId,
      hints: allHints.slice(0, shownCount).map((hint) => localize(hint, child.language).text),
      hints_left: allHints.length - shownCount,
    };
  });
}

/**
 * Grades one answer of the open attempt and stores the grade, which counts when the attempt is completed. Refuses an invalid
 * answer (400), an unknown task or attempt (404), a locked task (403), and a task without an open attempt (409). A response that is sent
 * after the item was closed is not graded; `lastResponse` is the one that was graded last. Null, which says that the child does not know the
 * answer (gap 214), is a wrong response, and refused (400) where a second try could follow.
 */
export function gradeSentAnswer(
  ctx: Context,
  child: Child,
  taskId: string,
  { attempt_id, ...answer }: Answer & { readonly attempt_id?: string },
) {
  return ctx.write(async (ctx) => {
    const played = await loadTask(ctx, child, taskId);
    const attempt = await getOpenAttempt(ctx, played, attempt_id);
    const { task, itemKeys } = buildAttemptTask(played.learner.content, played.task, attempt.draws, child.language);
    const item = getAnsweredItem(task, answer, { canBeNull: played.continueAfterAnswer !== undefined });
    const key = itemKeys.get(item.id);
    const response = parseResponse(item, answer.response) ?? null;
    const previous = findPreviousGrade(attempt, item.id);
    const grade = gradeAnswer(item, key, response, previous);
    const twin = grade.closed && !grade.correct ? findTwin(played, attempt, item.id, child.language) : undefined;
    if (grade === previous?.grade) return { item, key, grade, lastResponse: previous.response, twin }; // nothing was graded
    const answers = mergeAnswers(played.task, attempt.answers, new Map([[item.id, response]]));
    const grades = { ...attempt.grades, [item.id]: grade };
    if (Buffer.byteLength(JSON.stringify(grades)) > QUOTAS.answerBytes)
      throw createFieldError('response', localized.learning.tooLarge({ limit: QUOTAS.answerBytes / 1024 }));
    const gradedAttempt = { ...attempt, answers, grades };
    const updatedAttempt = (await played.continueAfterAnswer?.(gradedAttempt, item.id)) ?? gradedAttempt;
    await updateAttempt(ctx, updatedAttempt);
    return { item, key, grade: updatedAttempt.grades[item.id] ?? grade, lastResponse: response, twin };
  });
}

/**
 * Grades the answer to the twin of an item. Stores nothing. Refuses an invalid answer (400), an unknown task or attempt (404), a locked
 * task (403), and an item that has not closed with a wrong answer, or without a twin (409).
 */
export function gradeTwin(
  ctx: Context,
  child: Child,
  taskId: string,
  { attempt_id, item_id, response: sentResponse }: Answer & { readonly attempt_id?: string },
) {
  return ctx.write(async (ctx) => {
    const played = await loadTask(ctx, child, taskId);
    if (!played.task.items.some(({ id }) => id === item_id))
      throw createFieldError('item_id', localized.learning.answers.unknownItem);
    const attempt = await getOpenAttempt(ctx, played, attempt_id);
    const grade = Object.hasOwn(attempt.grades, item_id) ? attempt.grades[item_id] : undefined;
    const isMissed = grade?.closed && !grade.correct;
    const twin = isMissed ? findTwin(played, attempt, item_id, child.language) : undefined;
    if (!twin) throw createConflictError(localized.learning.noTwin, 'unavailable');
    const item = getAnsweredItem({ items: [twin.item] }, { item_id: twin.item.id, response: sentResponse });
    const response = parseResponse(item, sentResponse);
    return { twin, response, correct: gradeItem(item, twin.key, response).correct };
  });
}

/** Returns the open attempt as the child sees it, with the answer keys, for the simulated children of the demo. Refuses like `startTask`. */
export function loadOpenAttempt(ctx: Context, child: Child, taskId: string): Promise<OpenAttempt> {
  return ctx.write(async (ctx) => {
    const played = await loadTask(ctx, child, taskId);
    const { draws } = await getOpenAttempt(ctx, played);
    return { ...buildAttemptTask(played.learner.content, played.task, draws, child.language), sources: played.sources };
  });
}

interface OpenAttempt extends AttemptTask, Pick<PlayedTask, 'sources'> {}

function findPreviousGrade({ grades, answers }: Attempt, itemId: string) {
  const grade = Object.hasOwn(grades, itemId) ? grades[itemId] : undefined;
  const savedAnswer = answers.find(({ item_id }) => item_id === itemId);
  return grade && { grade, response: savedAnswer ? savedAnswer.response : grade.first.response };
}
