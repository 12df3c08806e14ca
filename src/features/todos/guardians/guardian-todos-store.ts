import { getFirstRowIndex, type OffsetParams, type PagedRows } from '../../../core/requests/offset-page.ts';
import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { OPEN_STATUSES } from '../rules.ts';
import { COLUMNS, parseTodoRow, type Todo } from '../todos-store.ts';

/** How many to-dos of these children wait for approval. */
export async function countAwaitingApproval(db: Reader, childIds: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('todos')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('profile_id', 'in', childIds)
    .where('status', '=', 'awaiting_approval')
    .executeTakeFirstOrThrow();
  return n;
}

/** What a parent needs to know about a to-do to approve it. */
export type TodoAwaitingApproval = Pick<Todo, (typeof APPROVAL_COLUMNS)[number]>;
const APPROVAL_COLUMNS = ['id', 'profile_id', 'title', 'notes', 'xp_reward', 'completed_at'] as const;

/** The to-dos of several children that wait for approval, longest waiting first. */
export async function listAwaitingApproval(
  db: Reader,
  childIds: readonly string[],
  limit: number,
  offset: number,
): Promise<TodoAwaitingApproval[]> {
  // One list per child, each in the order of the index: both databases merge them and sort no rows.
  const [first, ...others] = childIds.map((childId) =>
    db
      .selectFrom('todos')
      .select(['completed_at', 'id'])
      .where('profile_id', '=', childId)
      .where('status', '=', 'awaiting_approval'),
  );
  if (first === undefined) return [];
  const merged = others.reduce((query, other) => query.unionAll(other), first);
  const rows = await merged.orderBy('completed_at').orderBy('id').limit(limit).offset(offset).execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return db
    .selectFrom('todos')
    .select(APPROVAL_COLUMNS)
    .where('id', 'in', ids)
    .orderBy('completed_at')
    .orderBy('id')
    .execute();
}

/** The statuses of the given to-dos that belong to the given children. The ids come from a request and may be any strings. */
export async function listStatuses(
  db: Reader,
  childIds: readonly string[],
  ids: readonly string[],
): Promise<Pick<Todo, 'id' | 'profile_id' | 'status'>[]> {
  const storable = ids.filter(isStorable);
  if (childIds.length === 0 || storable.length === 0) return [];
  return db
    .selectFrom('todos')
    .select(['id', 'profile_id', 'status'])
    .where('id', 'in', storable)
    .where('profile_id', 'in', childIds)
    .orderBy('id')
    .execute();
}

/** A child's to-dos as a parent sees them: those that wait for approval, then open ones, then closed ones, newest first. */
export async function listTodosPage(db: Reader, profileId: string, offset: OffsetParams): Promise<PagedRows<Todo>> {
  const todos = db.selectFrom('todos').where('profile_id', '=', profileId);
  const { n: total } = await todos.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  if (getFirstRowIndex(offset) >= total) return { rows: [], total };
  const rows = await todos
    .select(COLUMNS)
    .orderBy(({ eb }) =>
      eb
        .case()
        .when('status', '=', 'awaiting_approval')
        .then(0)
        .when('status', 'in', OPEN_STATUSES)
        .then(1)
        .else(2)
        .end(),
    )
    .orderBy(
      ({ eb }) => eb.case().when('status', 'in', OPEN_STATUSES).then('').else(eb.ref('updated_at')).end(),
      'desc',
    )
    .orderBy('position')
    .orderBy('id')
    .limit(offset.per_page)
    .offset(getFirstRowIndex(offset))
    .execute();
  return { rows: rows.map(parseTodoRow), total };
}

/** The titles of to-dos by id; deleted ones are omitted. */
export async function listTitles(db: Reader, profileId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('todos')
    .select(['id', 'title'])
    .where('profile_id', '=', profileId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}
