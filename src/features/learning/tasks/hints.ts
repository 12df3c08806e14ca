import { localize } from '../../../content/index.ts';
import { fieldError } from '../../../core/requests/api-error.ts';
import type { Callers } from '../../../core/requests/caller.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Attempt, type SavedAnswer, updateAttempt } from '../attempts/attempts-store.ts';
import { getOpenAttempt, loadTask } from '../attempts/task-context.ts';
import { mergeAnswers } from '../grading/merge-answers.ts';
import { validateAnswers } from '../grading/validate-answers.ts';

export interface Hints {
  readonly item_id: string;
  /** All hints taken so far, the newest last. */
  readonly hints: string[];
  readonly hints_left: number;
}

/**
 * Gives the next hint of an item, or all of them again when none is left. Taking a hint costs only the bonus for a perfect
 * attempt.
 */
export function takeHint(ctx: Context, child: Callers['child'], taskId: string, itemId: string): Promise<Hints> {
  return ctx.write(async (unit) => {
    const { tx } = unit;
    const context = await loadTask(unit, child, taskId);
    if (!context.task.items.some(({ id }) => id === itemId))
      throw fieldError('item_id', localized.learning.unknownItem);
    const attempt = await getOpenAttempt(tx, context);
    const allHints = context.learner.content.keys.get(taskId)?.items.get(itemId)?.hints ?? [];
    if (allHints.length === 0) throw fieldError('item_id', localized.learning.noHints);
    const before = attempt.hints[itemId] ?? 0;
    const taken = Math.min(before + 1, allHints.length);
    if (taken > before) await updateAttempt(tx, { ...attempt, hints: { ...attempt.hints, [itemId]: taken } });
    return {
      item_id: itemId,
      hints: allHints.slice(0, taken).map((hint) => localize(hint, child.language).text),
      hints_left: allHints.length - taken,
    };
  });
}

/** Saves answers of the open attempt, so that the child can continue later or on another device. Null removes one. */
export function saveAnswers(
  ctx: Context,
  child: Callers['child'],
  taskId: string,
  answers: readonly SavedAnswer[],
): Promise<Attempt> {
  return ctx.write(async (unit) => {
    const { tx } = unit;
    const context = await loadTask(unit, child, taskId);
    const responses = validateAnswers(context.task, answers);
    const attempt = await getOpenAttempt(tx, context);
    const saved = { ...attempt, answers: mergeAnswers(context.task, attempt.answers, responses) };
    await updateAttempt(tx, saved);
    return saved;
  });
}
