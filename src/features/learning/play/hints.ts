import type { Callers } from '../../../core/caller.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { fieldRefusal } from '../../../platform/http/validation.ts';
import { localize } from '../../content/index.ts';
import { openAttempt } from '../attempts/open-attempt.ts';
import { loadTask } from '../attempts/task-context.ts';
import { mergedAnswers } from '../grading/merge-answers.ts';
import { validateAnswers } from '../grading/validate-answers.ts';
import { type Attempt, type SavedAnswer, updateAttempt } from '../learner/learner-store.ts';

export interface Hints {
  readonly item_id: string;
  /** All that have been taken, the newest last. */
  readonly hints: string[];
  readonly hints_left: number;
}

/** The next hint of an item. When all are taken they are told once more; hints cost nothing but a perfect score. */
export function takeHint(ctx: Context, child: Callers['child'], taskId: string, itemId: string): Promise<Hints> {
  return ctx.write(async (tx) => {
    const at = await loadTask(ctx, tx, child, taskId);
    if (!at.task.items.some(({ id }) => id === itemId)) throw fieldRefusal('item_id', localized.learning.unknownItem);
    const attempt = await openAttempt(tx, at);
    const ladder = at.learner.content.keys.get(taskId)?.items.get(itemId)?.hints ?? [];
    if (ladder.length === 0) throw fieldRefusal('item_id', localized.learning.noHints);
    const before = attempt.hints[itemId] ?? 0;
    const taken = Math.min(before + 1, ladder.length);
    if (taken > before) await updateAttempt(tx, { ...attempt, hints: { ...attempt.hints, [itemId]: taken } });
    return {
      item_id: itemId,
      hints: ladder.slice(0, taken).map((hint) => localize(hint, child.language).text),
      hints_left: ladder.length - taken,
    };
  });
}

/** Keeps answers of an attempt under way, so that it can go on later or on another device. Null takes one back. */
export function saveAnswers(
  ctx: Context,
  child: Callers['child'],
  taskId: string,
  answers: readonly SavedAnswer[],
): Promise<Attempt> {
  return ctx.write(async (tx) => {
    const at = await loadTask(ctx, tx, child, taskId);
    const given = validateAnswers(at.task, answers);
    const attempt = await openAttempt(tx, at);
    const saved = { ...attempt, answers: mergedAnswers(at.task, attempt.answers, given) };
    await updateAttempt(tx, saved);
    return saved;
  });
}
