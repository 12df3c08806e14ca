import type { Instant } from '../../core/instant.ts';
import type { Tx } from '../../platform/database/index.ts';
import { OPEN } from './rules.ts';

/**
 * Makes whoever else writes to this list wait until this transaction ends, and gives its highest position. On
 * PostgreSQL it is the row that waits; SQLite has one writer anyway.
 */
export async function lockList(tx: Tx, profileId: string): Promise<number> {
  const { last_position } = await tx
    .insertInto('todo_lists')
    .values({ profile_id: profileId, last_position: 0 })
    .onConflict((conflict) =>
      conflict.column('profile_id').doUpdateSet((set) => ({ last_position: set.ref('todo_lists.last_position') })),
    )
    .returning('last_position')
    .executeTakeFirstOrThrow();
  return last_position;
}

export async function raiseLastPosition(tx: Tx, profileId: string, position: number): Promise<void> {
  await tx
    .updateTable('todo_lists')
    .set({ last_position: position })
    .where('profile_id', '=', profileId)
    .where('last_position', '<', position)
    .execute();
}

export async function countOpen(tx: Tx, profileId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('todos')
    .select(tx.fn.countAll<number>().as('n'))
    .where('profile_id', '=', profileId)
    .where('status', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return n;
}

/** No revision: the child has not put a hand to them, and an untouched next occurrence stays untouched. */
export async function releaseAssigned(tx: Tx, profileId: string, parentId: string, now: Instant): Promise<void> {
  await tx
    .updateTable('todos')
    .set({ assigned_by: null, updated_at: now })
    .where('profile_id', '=', profileId)
    .where('assigned_by', '=', parentId)
    .execute();
}
