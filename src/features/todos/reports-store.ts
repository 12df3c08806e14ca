import { firstRow, type OffsetParams, type PagedRows } from '../../core/offset-page.ts';
import type { Reader } from '../../platform/database/index.ts';
import { OPEN_STATUSES } from './rules.ts';
import { COLUMNS, parseTodoRow, type Todo } from './todos-store.ts';

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

/** The to-dos of several children that wait for approval, longest waiting first. */
export async function listAwaitingApproval(
  db: Reader,
  childIds: readonly string[],
  limit: number,
  offset: number,
): Promise<Todo[]> {
  const rows = await db
    .selectFrom('todos')
    .select(COLUMNS)
    .where('profile_id', 'in', childIds)
    .where('status', '=', 'awaiting_approval')
    .orderBy('completed_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(parseTodoRow);
}

/** A child's to-dos as a parent sees them: todos that wait for approval, then open ones, then closed ones, newest first. */
export async function listTodosPage(db: Reader, profileId: string, offset: OffsetParams): Promise<PagedRows<Todo>> {
  const todos = db.selectFrom('todos').where('profile_id', '=', profileId);
  const { n: total } = await todos.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  if (firstRow(offset) >= total) return { rows: [], total };
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
    .offset(firstRow(offset))
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
