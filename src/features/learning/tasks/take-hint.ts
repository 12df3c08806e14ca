import { localize } from '../../../content/index.ts';
import { createFieldError } from '../../../core/requests/api-error.ts';
import type { Child } from '../../../core/requests/caller.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../../platform/context.ts';
import { updateAttempt } from '../attempts/attempts-store.ts';
import { buildAttemptTask } from '../attempts/drawn-items.ts';
import { getOpenAttempt, loadTask } from '../attempts/load-task.ts';

export interface HintRequest {
  /** By default, the open attempt. */
  readonly attempt_id?: string;
  readonly item_id: string;
}

export interface Hints {
  readonly item_id: string;
  /** All hints taken so far, the newest last. */
  readonly hints: string[];
  readonly hints_left: number;
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
  { attempt_id, item_id: itemId }: HintRequest,
): Promise<Hints> {
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
