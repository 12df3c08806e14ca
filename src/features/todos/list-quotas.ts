import { QUOTAS } from '../../core/quotas.ts';
import { ApiError, type ErrorReason } from '../../core/requests/api-error.ts';
import type { LocalizedText } from '../../core/text/languages.ts';
import { localized } from '../../locales/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { type ListSize, measureList, pruneClosed } from './lists-store.ts';
import { deleteEmptySeries } from './recurrence/series-store.ts';
import { isOpen } from './rules.ts';
import type { Todo } from './todos-store.ts';

/** A quota of a list (docs/security.md, "Quotas"). */
type Quota = keyof ListSize;

const LIST_QUOTAS: Readonly<
  Record<Quota, { readonly max: number; readonly text: LocalizedText; readonly reason: ErrorReason }>
> = {
  open: { max: QUOTAS.openTodos, text: localized.todos.listFull({ limit: QUOTAS.openTodos }), reason: 'list_full' },
  waiting: {
    max: QUOTAS.waitingTodos,
    text: localized.todos.tooManyWaiting({ limit: QUOTAS.waitingTodos }),
    reason: 'too_many_waiting',
  },
  bytes: { max: QUOTAS.todoBytes, text: localized.todos.listTooLarge, reason: 'list_too_large' },
};

/** Refuses a change that was just written when it takes the list over one of these quotas. The caller holds the list lock. */
export async function checkQuotas(tx: Tx, profileId: string, quotas: readonly Quota[]): Promise<void> {
  if (quotas.length === 0) return;
  const size = await measureList(tx, profileId);
  for (const quota of quotas) {
    const { max, text, reason } = LIST_QUOTAS[quota];
    if (size[quota] > max) throw new ApiError('CONFLICT', text, { reason });
  }
}

/** Deletes the oldest closed to-dos beyond the quota, if this to-do, which was just changed, is closed. */
export async function pruneIfClosed(tx: Tx, { profile_id, status }: Todo): Promise<void> {
  if (!isOpen(status) && status !== 'awaiting_approval') await pruneClosedTodos(tx, profile_id);
}

/** Deletes the oldest closed to-dos of a list beyond the quota. The caller holds the list lock. */
export async function pruneClosedTodos(tx: Tx, profileId: string): Promise<void> {
  if (await pruneClosed(tx, profileId)) await deleteEmptySeries(tx, profileId);
}

/** Whether a change made the texts of a to-do longer; only then can they exceed a quota. */
export function hasLongerTexts(before: Todo, after: Todo): boolean {
  return textBytes(after) > textBytes(before);
}

function textBytes({ title, notes, checklist }: Todo): number {
  return Buffer.byteLength(title) + Buffer.byteLength(notes) + Buffer.byteLength(JSON.stringify(checklist));
}
