import { sql } from 'kysely';
import { QUOTAS } from '../../core/quotas.ts';
import { isStorable } from '../../core/text/normalize-text.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { prepareQuery } from '../../platform/database/index.ts';
import { isClosed, isOpen, TODO_STATUSES } from './rules.ts';

/**
 * Locks a list, and the stars and rewards of a child, until the transaction ends, and returns the highest position that a to-do of the list has ever had (0 for a new
 * list). PostgreSQL locks the row; SQLite has only one writer at a time.
 */
export async function lockList(ctx: TxContext, profileId: string): Promise<number> {
  const [row] = await lockListQuery(ctx, { profileId });
  return row?.last_position ?? 0;
}

const lockListQuery = prepareQuery(({ db }: TxContext, { profileId }: { profileId: string }) =>
  db
    .insertInto('todo_lists')
    .values({ profile_id: profileId, last_position: 0, rewards_on_at: null })
    .onConflict((conflict) =>
      conflict.column('profile_id').doUpdateSet((eb) => ({ last_position: eb.ref('todo_lists.last_position') })),
    )
    .returning('last_position'),
);

/** Raises the stored highest position of a list to `position`, unless it is already higher. */
export async function raiseHighestPosition(ctx: TxContext, profileId: string, position: number): Promise<void> {
  await raiseHighestPositionQuery(ctx, { profileId, position });
}

const raiseHighestPositionQuery = prepareQuery(
  ({ db }: TxContext, { profileId, position }: { profileId: string; position: number }) =>
    db
      .updateTable('todo_lists')
      .set({ last_position: position })
      .where('profile_id', '=', profileId)
      .where('last_position', '<', position),
);

/**
 * What counts toward the quotas of a list: the number of open to-dos, the number of to-dos awaiting approval, and the size
 * of the texts of both.
 */
export interface ListSize {
  readonly openCount: number;
  readonly awaitingApprovalCount: number;
  readonly textBytes: number;
}

export async function measureList(ctx: TxContext, profileId: string): Promise<ListSize> {
  const rows = await measureListQuery(ctx, { profileId });
  const sumCounts = (group: readonly { count: number }[]) => group.reduce((total, { count }) => total + count, 0);
  return {
    openCount: sumCounts(rows.filter(({ status }) => isOpen(status))),
    awaitingApprovalCount: sumCounts(rows.filter(({ status }) => !isOpen(status))),
    textBytes: rows.reduce((total, { bytes }) => total + bytes, 0),
  };
}

const measureListQuery = prepareQuery(({ db }: TxContext, { profileId }: { profileId: string }) =>
  db
    .selectFrom('todos')
    .select('status')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>(TEXT_BYTES).as('bytes')])
    .where('profile_id', '=', profileId)
    .where('status', 'in', NOT_CLOSED_STATUSES)
    .groupBy('status'),
);

/** Deletes closed to-dos beyond the quotas, those that were changed longest ago. Returns whether any to-dos were deleted. */
export async function deleteClosedTodosBeyondQuotas({ db }: TxContext, profileId: string): Promise<boolean> {
  const closedTodos = db
    .selectFrom('todos')
    .select('id')
    .select(({ fn }) => [
      fn
        .agg<number>('row_number')
        .over((window) => window.orderBy('updated_at', 'desc').orderBy('id', 'desc'))
        .as('recency_rank'),
      fn
        .sum<number>(TEXT_BYTES)
        .over((window) => window.orderBy('updated_at', 'desc').orderBy('id', 'desc'))
        .as('bytes_up_to_here'),
    ])
    .where('profile_id', '=', profileId)
    .where('status', 'in', CLOSED_STATUSES);
  const { numDeletedRows } = await db
    .deleteFrom('todos')
    .where('profile_id', '=', profileId)
    .where('id', 'in', (query) =>
      query
        .selectFrom(closedTodos.as('closed'))
        .select('closed.id')
        .where((eb) =>
          eb.or([eb('recency_rank', '>', QUOTAS.closedTodos), eb('bytes_up_to_here', '>', QUOTAS.closedTodoBytes)]),
        ),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const CLOSED_STATUSES = TODO_STATUSES.filter(isClosed);
const NOT_CLOSED_STATUSES = TODO_STATUSES.filter((status) => !isClosed(status));
/** The expression that the index `todos_by_size` contains, so that a query reads the index and not the texts. */
const TEXT_BYTES = sql<number>`octet_length(title) + octet_length(notes) + octet_length(checklist)`;

/** The number of to-dos of a list that a parent has assigned. The ids may be any texts from a request. */
export async function countTodosAssignedBy({ db }: Context, profileId: string, parentId: string): Promise<number> {
  if (!isStorable(profileId) || !isStorable(parentId)) return 0;
  const { count } = await db
    .selectFrom('todos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('profile_id', '=', profileId)
    .where('assigned_by', '=', parentId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Turns to-dos that a former guardian assigned to the child into the child's own to-dos, at most `limit` of them (gap 40). Returns
 * their number. Their revisions stay the same, so that an occurrence that nobody has edited still counts as unchanged.
 */
export async function unassignTodosOfFormerGuardian(
  ctx: TxContext,
  childId: string,
  parentId: string,
  limit?: number,
): Promise<number> {
  await lockList(ctx, childId);
  const assignedTodos = ctx.db
    .selectFrom('todos')
    .select('id')
    .where('profile_id', '=', childId)
    .where('assigned_by', '=', parentId);
  const { numUpdatedRows } = await ctx.db
    .updateTable('todos')
    .set({ assigned_by: null, paused_at: null, updated_at: ctx.now() })
    .where('profile_id', '=', childId)
    .where('id', 'in', limit === undefined ? assignedTodos : assignedTodos.limit(limit))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
