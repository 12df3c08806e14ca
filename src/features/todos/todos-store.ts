import type { CursorKey } from '../../core/requests/paging.ts';
import { isStorable } from '../../core/text/normalize-text.ts';
import type { Day } from '../../core/time/days.ts';
import type { Instant } from '../../core/time/instant.ts';
import type { Context, TxContext } from '../../platform/context.ts';
import { prepareQuery } from '../../platform/database/index.ts';
import type { TodoRow } from '../../schema/tables.ts';
import type { Recurrence } from './recurrence/recurrence.ts';
import { OPEN_STATUSES, type TodoStatus } from './rules.ts';

export interface ChecklistEntry {
  readonly id: string;
  readonly text: string;
  readonly done: boolean;
}

/** A to-do row with its JSON columns parsed and `requires_approval` as a boolean. */
export interface Todo extends Omit<TodoRow, 'recurrence' | 'checklist' | 'requires_approval'> {
  requires_approval: boolean;
  recurrence: Recurrence | null;
  checklist: readonly ChecklistEntry[];
}

/** The id of a to-do and the id of its owner, which a database whose tables are split by profile needs to find the row (decision 0056). */
type TodoKey = Pick<TodoRow, 'id' | 'profile_id'>;

/**
 * Selects at most `limit` to-dos of a list after the cursor key `after`, which consists of the position and the id, or of the
 * instant of completion and the id. `due` is relative to `today`.
 */
export interface TodoQuery {
  readonly status?: TodoStatus;
  readonly due?: 'today' | 'overdue' | 'upcoming';
  readonly sort: (typeof SORT_ORDERS)[number];
  readonly today: Day;
  readonly after: CursorKey | undefined;
  readonly limit: number;
}

/** The orders in which a list can be sorted: by position, or by the time of completion. */
export const SORT_ORDERS = ['position', 'completed'] as const;

export const TODO_COLUMNS = [
  'id',
  'profile_id',
  'title',
  'notes',
  'status',
  'due_date',
  'anchor_day',
  'priority',
  'created_by',
  'assigned_by',
  'requires_approval',
  'xp_reward',
  'stars',
  'recurrence',
  'checklist',
  'position',
  'previous_id',
  'series_id',
  'revision',
  'xp_paid',
  'completed_at',
  'decided_at',
  'decision_note',
  'decided_by',
  'paused_at',
  'planned_change',
  'change_due_at',
  'created_at',
  'updated_at',
] as const;

/** Finds a to-do. The id may be any text from a request. Returns undefined for a text that cannot be an id. */
export async function findTodo({ db }: Context, id: string): Promise<Todo | undefined> {
  if (!isStorable(id)) return undefined;
  const row = await db.selectFrom('todos').select(TODO_COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && parseTodoRow(row);
}

/**
 * The to-dos of a list that are not paused: either all of them by position, or the finished ones by the instant of completion,
 * the most recent first.
 */
export async function listTodos(ctx: Context, profileId: string, query: TodoQuery): Promise<Todo[]> {
  const { status, due, sort, today, after, limit } = query;
  const [sortValue = '', id = ''] = after ?? [];
  const filterKey = `${status !== undefined} ${due} ${sort} ${after !== undefined}`;
  const listQuery = listQueries.get(filterKey) ?? prepareListQuery(query);
  listQueries.set(filterKey, listQuery);
  const values = {
    profile_id: profileId,
    status: status ?? 'pending',
    today,
    position: Number(sortValue),
    completed_at: sortValue,
    id,
    limit,
  };
  return (await listQuery(ctx, values)).map(parseTodoRow);
}

/** The prepared queries of `listTodos`, by the filters that they have. */
const listQueries = new Map<string, ReturnType<typeof prepareListQuery>>();

/** Prepares a query with the same filters as `query`. Each run supplies the values of the filters. */
function prepareListQuery({ status, due, sort, after }: TodoQuery) {
  return prepareQuery(({ db }, values: ListValues) => {
    const [column, direction, operator, columnValue] =
      sort === 'completed'
        ? (['completed_at', 'desc', '<', values.completed_at] as const)
        : (['position', 'asc', '>', values.position] as const);
    return db
      .selectFrom('todos')
      .select(TODO_COLUMNS)
      .where('profile_id', '=', values.profile_id)
      .where('paused_at', 'is', null)
      .$if(status !== undefined, (query) => query.where('status', '=', values.status))
      .$if(due === 'today', (query) => query.where('due_date', '=', values.today))
      .$if(due === 'upcoming', (query) => query.where('due_date', '>', values.today))
      .$if(due === 'overdue', (query) =>
        query.where('due_date', '<', values.today).where('status', 'in', OPEN_STATUSES),
      )
      .$if(sort === 'completed', (query) =>
        query.where('completed_at', 'is not', null).where('status', 'not in', OPEN_STATUSES),
      )
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb(column, operator, columnValue),
            eb.and([eb(column, '=', columnValue), eb('id', operator, values.id)]),
          ]),
        ),
      )
      .orderBy(column, direction)
      .orderBy('id', direction)
      .limit(values.limit);
  });
}

type ListValues = Pick<TodoRow, 'profile_id' | 'status' | 'position' | 'id'> & {
  readonly today: Day;
  readonly completed_at: Instant;
  readonly limit: number;
};

export async function insertTodo(ctx: TxContext, todo: Todo): Promise<void> {
  await insertTodoQuery(ctx, { ...toRow(todo) });
}

const insertTodoQuery = prepareQuery(({ db }: TxContext, row: TodoRow) => db.insertInto('todos').values(row));

/** Stores the next occurrence of a to-do, unless there already is one. */
export async function insertNextOccurrence({ db }: TxContext, next: Todo): Promise<void> {
  await db
    .insertInto('todos')
    .values(toRow(next))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the next occurrence of a to-do, unless somebody has changed it. */
export async function deleteUnchangedNextOccurrence({ db }: TxContext, { id, profile_id }: TodoKey): Promise<void> {
  await db
    .deleteFrom('todos')
    .where('profile_id', '=', profile_id)
    .where('previous_id', '=', id)
    .where('revision', '=', 0)
    .execute();
}

/** Updates a to-do and returns it. Returns undefined and changes nothing if the to-do was changed or deleted since it was read. */
export async function updateTodo({ db, now }: TxContext, todo: Todo, change: Partial<Todo>): Promise<Todo | undefined> {
  const changedTodo = { ...todo, ...change, revision: todo.revision + 1, updated_at: now() };
  const { id, profile_id, ...columns } = toRow(changedTodo);
  const { numUpdatedRows } = await db
    .updateTable('todos')
    .set(columns)
    .where('id', '=', id)
    .where('profile_id', '=', profile_id)
    .where('status', '=', todo.status)
    .where('revision', '=', todo.revision)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? changedTodo : undefined;
}

/** Stores the XP awarded for a to-do. The revision does not change, because the award is part of the change that finished it. */
export async function saveAwardedXp({ db }: TxContext, { id, profile_id }: TodoKey, xp_paid: number): Promise<void> {
  await db.updateTable('todos').set({ xp_paid }).where('id', '=', id).where('profile_id', '=', profile_id).execute();
}

export async function deleteTodo({ db }: TxContext, { id, profile_id }: TodoKey): Promise<void> {
  await db.deleteFrom('todos').where('id', '=', id).where('profile_id', '=', profile_id).execute();
}

export function parseTodoRow(row: TodoRow): Todo {
  return {
    ...row,
    requires_approval: row.requires_approval === 1,
    recurrence: row.recurrence === null ? null : JSON.parse(row.recurrence),
    checklist: JSON.parse(row.checklist),
  };
}

function toRow({ requires_approval, recurrence, checklist, ...todo }: Todo): TodoRow {
  return {
    ...todo,
    requires_approval: requires_approval ? 1 : 0,
    recurrence: recurrence === null ? null : JSON.stringify(recurrence),
    checklist: JSON.stringify(checklist),
  };
}
