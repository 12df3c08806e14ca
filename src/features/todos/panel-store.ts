import type { Reader } from '../../platform/database/index.ts';

/** How many to-dos of these children wait for a parent's word. */
export async function countAwaiting(db: Reader, childIds: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('todos')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('profile_id', 'in', childIds)
    .where('status', '=', 'awaiting_approval')
    .executeTakeFirstOrThrow();
  return n;
}
