import type { Callers } from '../../core/caller.ts';
import type { Context } from '../../platform/context.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { textIn } from '../content/index.ts';
import { attemptInHand } from './attempt-in-hand.ts';
import { goToTask } from './find-task.ts';
import { mergedAnswers } from './merge-answers.ts';
import { checkedAnswers } from './read-answers.ts';
import { type Attempt, type SavedAnswer, updateAttempt } from './store.ts';
import { NO_HINTS, NO_ITEM } from './words.ts';

export interface Hints {
  readonly item_id: string;
  /** All that have been taken, the newest last. */
  readonly hints: string[];
  readonly hints_left: number;
}

/** The next hint of an item. When all are taken they are told once more; hints cost nothing but a perfect score. */
export function takeHint(ctx: Context, child: Callers['child'], taskId: string, itemId: string): Promise<Hints> {
  return ctx.write(async (tx) => {
    const at = await goToTask(ctx, tx, child, taskId);
    if (!at.task.items.some(({ id }) => id === itemId)) throw fieldRefusal('item_id', NO_ITEM);
    const attempt = await attemptInHand(tx, at);
    const ladder = at.learner.content.keys.get(taskId)?.items.get(itemId)?.hints ?? [];
    if (ladder.length === 0) throw fieldRefusal('item_id', NO_HINTS);
    const before = attempt.hints[itemId] ?? 0;
    const taken = Math.min(before + 1, ladder.length);
    if (taken > before) await updateAttempt(tx, { ...attempt, hints: { ...attempt.hints, [itemId]: taken } });
    return {
      item_id: itemId,
      hints: ladder.slice(0, taken).map((hint) => textIn(hint, child.language).text),
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
    const at = await goToTask(ctx, tx, child, taskId);
    const given = checkedAnswers(at.task, answers);
    const attempt = await attemptInHand(tx, at);
    const saved = { ...attempt, answers: mergedAnswers(at.task, attempt.answers, given) };
    await updateAttempt(tx, saved);
    return saved;
  });
}
