import type { LocalizedText } from '../../core/languages.ts';
import { QUOTAS } from '../../core/quotas.ts';
import { Refusal } from '../../core/refusal.ts';
import { localized } from '../../locales/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { type ListSize, measureList, pruneClosed } from './lists-store.ts';

import { deleteEmptySeries } from './recurrence/series-store.ts';
import { isOpen } from './rules.ts';
import type { Todo } from './todos-store.ts';

/** A bound of a list that a change may reach (docs/security.md, "Quotas"). */
type Bound = keyof ListSize;

const MOST: Readonly<Record<Bound, { readonly most: number; readonly text: LocalizedText; readonly reason: string }>> =
  {
    open: { most: QUOTAS.openTodos, text: localized.todos.listFull({ limit: QUOTAS.openTodos }), reason: 'list_full' },
    waiting: {
      most: QUOTAS.waitingTodos,
      text: localized.todos.tooManyWaiting({ limit: QUOTAS.waitingTodos }),
      reason: 'too_many_waiting',
    },
    bytes: { most: QUOTAS.todoBytes, text: localized.todos.listTooLarge, reason: 'list_too_large' },
  };

/** Refuses a change that was just made when it has taken the list over one of these bounds. The caller holds the list. */
export async function checkRoom(tx: Tx, profileId: string, bounds: readonly Bound[]): Promise<void> {
  if (bounds.length === 0) return;
  const size = await measureList(tx, profileId);
  for (const bound of bounds) {
    const { most, text, reason } = MOST[bound];
    if (size[bound] > most) throw new Refusal('CONFLICT', text, { reason });
  }
}

/** After a to-do was closed, or a closed one was changed: the oldest closed ones make room. */
export async function makeRoom(tx: Tx, { profile_id, status }: Todo): Promise<void> {
  if (isOpen(status) || status === 'awaiting_approval') return;
  if (await pruneClosed(tx, profile_id)) await deleteEmptySeries(tx, profile_id);
}

/** Whether a change has made the texts of a to-do longer; only then can they be too much. */
export function grows(before: Todo, after: Todo): boolean {
  return bytesOf(after) > bytesOf(before);
}

function bytesOf({ title, notes, checklist }: Todo): number {
  return Buffer.byteLength(title) + Buffer.byteLength(notes) + Buffer.byteLength(JSON.stringify(checklist));
}
