import { QUOTAS } from '../../core/quotas.ts';
import { ApiError, type ErrorReason } from '../../core/requests/api-error.ts';
import type { LocalizedText } from '../../core/text/languages.ts';
import { localized } from '../../locales/index.ts';
import type { TxContext } from '../../platform/context.ts';
import { deleteClosedTodosBeyondQuotas, type ListSize, measureList } from './lists-store.ts';
import { deleteEmptySeries } from './recurrence/series-store.ts';
import type { Todo } from './todos-store.ts';

/** A quota of a list (docs/security.md, "Quotas"). */
type Quota = keyof ListSize;

const LIST_QUOTAS: Readonly<
  Record<Quota, { readonly max: number; readonly text: LocalizedText; readonly reason: ErrorReason }>
> = {
  openCount: {
    max: QUOTAS.openTodos,
    text: localized.todos.listFull({ limit: QUOTAS.openTodos }),
    reason: 'list_full',
  },
  awaitingApprovalCount: {
    max: QUOTAS.waitingTodos,
    text: localized.todos.tooManyWaiting({ limit: QUOTAS.waitingTodos }),
    reason: 'too_many_waiting',
  },
  textBytes: { max: QUOTAS.todoBytes, text: localized.todos.listTooLarge, reason: 'list_too_large' },
};

/**
 * Refuses the change that the caller has just written if the list now exceeds one of these quotas (409). The caller must hold
 * the lock of the list.
 */
export async function checkQuotas(ctx: TxContext, profileId: string, quotas: readonly Quota[]): Promise<void> {
  if (quotas.length === 0) return;
  const size = await measureList(ctx, profileId);
  for (const quota of quotas) {
    const { max, text, reason } = LIST_QUOTAS[quota];
    if (size[quota] > max) throw new ApiError('CONFLICT', text, { reason });
  }
}

/** Deletes closed to-dos of a list beyond the quotas, those that were changed longest ago. The caller must hold the lock of the list. */
export async function pruneClosedTodos(ctx: TxContext, profileId: string): Promise<void> {
  if (await deleteClosedTodosBeyondQuotas(ctx, profileId)) await deleteEmptySeries(ctx, profileId);
}

/** Whether a change made the texts of a to-do longer. Only such a change can make a list exceed its quota of texts. */
export function hasLongerTexts(before: Todo, after: Todo): boolean {
  return countTextBytes(after) > countTextBytes(before);
}

function countTextBytes({ title, notes, checklist }: Todo): number {
  return Buffer.byteLength(title) + Buffer.byteLength(notes) + Buffer.byteLength(JSON.stringify(checklist));
}
