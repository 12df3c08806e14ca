import { getFirstRowIndex, type OffsetParams, type PagedRows } from '../../../core/requests/paging.ts';
import { isStorable } from '../../../core/text/normalize-text.ts';
import type { Day } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import type { Context, TxContext } from '../../../platform/context.ts';
import { parseJsonRows, selectJsonRows } from '../../../platform/database/index.ts';
import { findDueDay } from '../recurrence/recurrence.ts';
import { selectRequestCounts } from '../rewards/rewards-store.ts';
import { OPEN_STATUSES, type TodoStatus } from '../rules.ts';
import { parseTodoRow, TODO_COLUMNS, type Todo } from '../todos-store.ts';

/** The numbers of to-dos and of wishes for rewards of these children that wait for a guardian's decision. */
export async function countWaiting(
  ctx: Context,
  childIds: readonly string[],
): Promise<{ todoCount: number; requestCount: number }> {
  const todos = ctx.db
    .selectFrom('todos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('profile_id', 'in', childIds)
    .where('status', '=', 'awaiting_approval')
    .where('change_due_at', 'is', null);
  const requests = ctx.db
    .selectFrom('reward_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('profile_id', 'in', childIds)
    .where('decided_at', 'is', null);
  const { todoCount, requestCount } = await ctx.db
    .selectNoFrom([todos.as('todoCount'), requests.as('requestCount')])
    .executeTakeFirstOrThrow();
  return { todoCount: todoCount ?? 0, requestCount: requestCount ?? 0 };
}

/** What a parent needs to know about a to-do to approve it, and whether its child has rewards. */
export type TodoAwaitingApproval = Pick<Todo, (typeof APPROVAL_COLUMNS)[number]> & { readonly hasRewards: boolean };
const APPROVAL_COLUMNS = [
  'id',
  'profile_id',
  'title',
  'notes',
  'checklist',
  'xp_reward',
  'stars',
  'assigned_by',
  'due_date',
  'recurrence',
  'anchor_day',
  'completed_at',
] as const;

/**
 * At most `limit` to-dos of these children that wait for approval, the longest waiting first, starting at row `offset`
 * (counted from 0).
 */
export async function listTodosAwaitingApproval(
  ctx: Context,
  childIds: readonly string[],
  limit: number,
  offset: number,
): Promise<TodoAwaitingApproval[]> {
  // Each child has a separate query, which returns rows in the order of the index, so that both databases can merge the
  // results without sorting.
  const [firstQuery, ...otherQueries] = childIds.map((childId) =>
    ctx.db
      .selectFrom('todos')
      .select(['completed_at', 'id'])
      .where('profile_id', '=', childId)
      .where('status', '=', 'awaiting_approval')
      .where('change_due_at', 'is', null),
  );
  if (firstQuery === undefined) return [];
  const mergedQuery = otherQueries.reduce((query, nextQuery) => query.unionAll(nextQuery), firstQuery);
  const rows = await mergedQuery.orderBy('completed_at').orderBy('id').limit(limit).offset(offset).execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const todos = await ctx.db
    .selectFrom('todos')
    .select(APPROVAL_COLUMNS)
    .select(({ selectFrom }) =>
      selectFrom('todo_lists')
        .select('rewards_on_at')
        .whereRef('todo_lists.profile_id', '=', 'todos.profile_id')
        .as('rewards_on_at'),
    )
    .where('id', 'in', ids)
    .orderBy('completed_at')
    .orderBy('id')
    .execute();
  return todos.map(({ checklist, recurrence, rewards_on_at, ...todo }) => ({
    ...todo,
    checklist: JSON.parse(checklist),
    recurrence: recurrence === null ? null : JSON.parse(recurrence),
    hasRewards: rewards_on_at !== null,
  }));
}

/** At most `limit` to-dos and as many wishes for rewards of these children that wait for a guardian's decision, the oldest first. */
export async function listWaitingTitles(ctx: Context, childIds: readonly string[], limit: number) {
  const todos = ctx.db
    .selectFrom('todos')
    .select(['profile_id', 'title', 'completed_at as since'])
    .where('profile_id', 'in', childIds)
    .where('status', '=', 'awaiting_approval')
    .where('change_due_at', 'is', null)
    .orderBy('completed_at')
    .orderBy('id')
    .limit(limit);
  const wishes = ctx.db
    .selectFrom('reward_requests')
    .select(['profile_id', 'title', 'asked_at as since'])
    .where('profile_id', 'in', childIds)
    .where('decided_at', 'is', null)
    .orderBy('asked_at')
    .orderBy('id')
    .limit(limit);
  const row = await ctx.db
    .selectNoFrom([selectJsonRows(ctx, todos).as('todos'), selectJsonRows(ctx, wishes).as('wishes')])
    .executeTakeFirstOrThrow();
  return { todos: parseJsonRows(row.todos), wishes: parseJsonRows(row.wishes) };
}

/** The to-dos of these children that have one of these ids, with their titles and statuses. `ids` may be any texts from a request. */
export async function listTodoStatuses(
  { db }: Context,
  childIds: readonly string[],
  ids: readonly string[],
): Promise<Pick<Todo, 'id' | 'profile_id' | 'title' | 'status' | 'planned_change'>[]> {
  const storableIds = ids.filter(isStorable);
  if (childIds.length === 0 || storableIds.length === 0) return [];
  return db
    .selectFrom('todos')
    .select(['id', 'profile_id', 'title', 'status', 'planned_change'])
    .where('id', 'in', storableIds)
    .where('profile_id', 'in', childIds)
    .orderBy('id')
    .execute();
}

/**
 * A page of a child's to-dos as a parent sees them: first those that wait for approval, then open to-dos in the order
 * of the list, then closed to-dos. To-dos that wait for approval and closed to-dos are sorted by their last change, the
 * newest first.
 */
export async function listTodosPage(
  { db }: Context,
  profileId: string,
  pageParams: OffsetParams,
): Promise<PagedRows<Todo>> {
  const todos = db.selectFrom('todos').where('profile_id', '=', profileId);
  const { total } = await todos.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  if (getFirstRowIndex(pageParams) >= total) return { rows: [], total };
  const rows = await todos
    .select(TODO_COLUMNS)
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
    .limit(pageParams.per_page)
    .offset(getFirstRowIndex(pageParams))
    .execute();
  return { rows: rows.map(parseTodoRow), total };
}

const FINISHED_COLUMNS = ['id', 'title', 'status', 'completed_at', 'xp_paid'] as const;
export type FinishedTodo = Pick<Todo, Exclude<(typeof FINISHED_COLUMNS)[number], 'completed_at'>> & {
  readonly completed_at: Instant;
  /** The stars that the child has for it. */
  readonly stars: number;
};

/** At most `limit` to-dos that a child finished before an instant, the newest first. */
export async function listFinishedTodos(
  { db }: Context,
  profileId: string,
  { before, limit }: { readonly before: Instant | undefined; readonly limit: number },
): Promise<FinishedTodo[]> {
  const rows = await db
    .selectFrom('todos')
    .select(FINISHED_COLUMNS)
    .select(({ selectFrom }) =>
      selectFrom('earned_stars')
        .select('earned_stars.stars')
        .where('earned_stars.profile_id', '=', profileId)
        .whereRef('earned_stars.todo_id', '=', 'todos.id')
        .as('stars'),
    )
    .where('profile_id', '=', profileId)
    .where('completed_at', 'is not', null)
    .$if(before !== undefined, (query) => query.where('completed_at', '<', before ?? ''))
    .$narrowType<{ completed_at: Instant }>()
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, stars: row.stars ?? 0 }));
}

type DueTodo = Pick<Todo, 'id' | 'title' | 'assigned_by' | 'planned_change'> & { readonly dueDay: Day };

/** The to-dos of a child that a parent should know about. */
export interface TodosOfDay {
  /** Open to-dos that are due today or were due before (`findDueDay`), the longest overdue first. */
  readonly due: readonly DueTodo[];
  /** Those for which something is planned. */
  readonly planned: readonly DueTodo[];
  /** What the child has finished since the given instant; 0 without one. */
  readonly finishedCount: number;
  readonly waitingCount: number;
  /** The rewards for which the child asks. */
  readonly requestCount: number;
}

/** The maximum number of due to-dos of a child that are read. */
const MAX_DUE_TODOS = 100;

/** The to-dos of these children on their local days, by child, read with one statement. */
export async function listTodosOfDay(
  ctx: Context,
  children: readonly { readonly id: string; readonly today: Day; readonly since?: Instant }[],
): Promise<ReadonlyMap<string, TodosOfDay>> {
  if (children.length === 0) return new Map();
  const ids = children.map(({ id }) => id);
  const todos = ctx.db.selectFrom('todos').where('profile_id', 'in', ids);
  const latestDay =
    children
      .map(({ today }) => today)
      .sort()
      .at(-1) ?? '';
  const due = todos
    .select(['profile_id', 'id', 'title', 'due_date', 'recurrence', 'anchor_day', 'assigned_by', 'planned_change'])
    .where('status', 'in', OPEN_STATUSES)
    .where('paused_at', 'is', null)
    .where('due_date', '<=', latestDay)
    .orderBy('due_date')
    .orderBy('id')
    .limit(MAX_DUE_TODOS * children.length);
  const waiting = todos
    .select(['profile_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('status', '=', 'awaiting_approval')
    .where('change_due_at', 'is', null)
    .groupBy('profile_id');
  const earliest = children.flatMap(({ since }) => since ?? []).toSorted()[0];
  const finished = todos
    .select(['profile_id', 'completed_at'])
    .where('completed_at', '>=', earliest ?? ctx.now())
    .where('status', 'in', ['done', 'awaiting_approval', 'approved']);
  const row = await ctx.db
    .selectNoFrom([
      selectJsonRows(ctx, finished).as('finished'),
      selectJsonRows(ctx, due).as('due'),
      selectJsonRows(ctx, waiting).as('waiting'),
      selectJsonRows(ctx, selectRequestCounts(ctx, ids)).as('requests'),
    ])
    .executeTakeFirstOrThrow();
  const dueTodos = parseJsonRows(row.due);
  const finishedTodos = parseJsonRows(row.finished);
  const toCounts = (rows: readonly { profile_id: string; count: number }[]) =>
    new Map(rows.map(({ profile_id, count }) => [profile_id, count]));
  const counts = toCounts(parseJsonRows(row.waiting));
  const requestCounts = toCounts(parseJsonRows(row.requests));
  return new Map(
    children.map(({ id, today, since }) => {
      const todosOfChild = dueTodos
        .flatMap(({ profile_id, due_date, anchor_day, recurrence: json, ...todo }) => {
          const recurrence = json === null ? null : JSON.parse(json);
          const dueDay = findDueDay({ due_date, anchor_day, recurrence }, today);
          return profile_id === id && dueDay !== null && dueDay <= today ? [{ ...todo, dueDay }] : [];
        })
        .sort((a, b) => a.dueDay.localeCompare(b.dueDay));
      return [
        id,
        {
          due: todosOfChild.filter(({ planned_change }) => planned_change === null),
          planned: todosOfChild.filter(({ planned_change }) => planned_change !== null),
          finishedCount: finishedTodos.filter(
            ({ profile_id, completed_at }) => profile_id === id && since && (completed_at ?? '') >= since,
          ).length,
          waitingCount: counts.get(id) ?? 0,
          requestCount: requestCounts.get(id) ?? 0,
        },
      ];
    }),
  );
}

/** The maximum number of open to-dos of a family that a board shows. */
const MAX_BOARD_TODOS = 300;

/** The open to-dos of these children that are due until `lastDay`, have no date or are paused, by date. What has no date comes first. */
export async function listOpenTodosUntil({ db }: Context, childIds: readonly string[], lastDay: Day): Promise<Todo[]> {
  if (childIds.length === 0) return [];
  const rows = await db
    .selectFrom('todos')
    .select(TODO_COLUMNS)
    .where('profile_id', 'in', childIds)
    .where('status', 'in', OPEN_STATUSES)
    .where(({ eb }) =>
      eb.or([eb('due_date', 'is', null), eb('due_date', '<=', lastDay), eb('paused_at', 'is not', null)]),
    )
    .orderBy('due_date', (order) => order.asc().nullsFirst())
    .orderBy('position')
    .orderBy('id')
    .limit(MAX_BOARD_TODOS)
    .execute();
  return rows.map(parseTodoRow);
}

/** The maximum number of finished to-dos of a child that are read. */
const MAX_FINISHED_TODOS = 100;

/** The to-dos that these children have finished in a period, the earliest first, whether or not they were approved. */
export async function listTodosFinishedBetween(
  { db }: Context,
  childIds: readonly string[],
  { from, before }: { readonly from: Instant; readonly before: Instant },
) {
  if (childIds.length === 0) return [];
  const rows = await db
    .selectFrom('todos')
    .select([
      'profile_id',
      'id',
      'title',
      'status',
      'completed_at',
      'assigned_by',
      'xp_reward',
      'stars',
      'planned_change',
    ])
    .where('profile_id', 'in', childIds)
    .where('completed_at', 'is not', null) // so that the partial index can be used
    .where('completed_at', '>=', from)
    .where('completed_at', '<', before)
    .orderBy('completed_at')
    .orderBy('id')
    .limit(MAX_FINISHED_TODOS * childIds.length)
    .execute();
  return rows.flatMap(({ status, completed_at, ...todo }) =>
    completed_at !== null && isFinished(status) ? [{ ...todo, status, completed_at }] : [],
  );
}

function isFinished(status: TodoStatus) {
  return status === 'done' || status === 'awaiting_approval' || status === 'approved';
}

/** The most decisions of each kind that are read. */
const MAX_DECISIONS = 50;

/**
 * The to-dos and the requests for rewards of these children on which guardians have decided since an instant, the newest first. To-dos whose
 * decision is planned come before them.
 */
export async function listDecisionsSince(ctx: Context, childIds: readonly string[], since: Instant) {
  if (childIds.length === 0) return { planned: [], todos: [], requests: [] };
  const todos = ctx.db
    .selectFrom('todos')
    .select([
      'id',
      'profile_id',
      'title',
      'status',
      'due_date',
      'recurrence',
      'anchor_day',
      'assigned_by',
      'paused_at',
      'xp_reward',
      'xp_paid',
      'planned_change',
      'change_due_at',
      'completed_at',
      'decided_at',
      'decided_by',
      'decision_note',
    ])
    .where('profile_id', 'in', childIds)
    .limit(MAX_DECISIONS);
  const decided = todos
    .where('decided_at', '>=', since)
    .where('change_due_at', 'is', null)
    .orderBy('decided_at', 'desc');
  const requests = ctx.db
    .selectFrom('reward_requests')
    .select(['id', 'profile_id', 'title', 'decision', 'decided_at', 'decided_by', 'note'])
    .where('profile_id', 'in', childIds)
    .where('decided_at', '>=', since)
    .orderBy('decided_at', 'desc')
    .limit(MAX_DECISIONS);
  const row = await ctx.db
    .selectNoFrom([
      selectJsonRows(ctx, todos.where('change_due_at', 'is not', null).orderBy('change_due_at', 'desc')).as('planned'),
      selectJsonRows(ctx, decided).as('todos'),
      selectJsonRows(ctx, requests).as('requests'),
    ])
    .executeTakeFirstOrThrow();
  const parseTodos = (rows: typeof row.todos) =>
    parseJsonRows(rows).map(({ recurrence, ...todo }) => ({
      ...todo,
      recurrence: recurrence === null ? null : (JSON.parse(recurrence) as Todo['recurrence']), // as it was stored
    }));
  return { planned: parseTodos(row.planned), todos: parseTodos(row.todos), requests: parseJsonRows(row.requests) };
}

/** The titles of a child's to-dos, by id, without deleted to-dos. */
export async function listTodoTitlesById(
  { db }: Context,
  profileId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('todos')
    .select(['id', 'title'])
    .where('profile_id', '=', profileId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/**
 * Plans a change of these to-dos of a list that have one of these statuses and no planned change. Returns their number. The
 * caller must hold the lock of the list.
 */
export async function planChange(
  { db }: TxContext,
  profileId: string,
  ids: readonly string[],
  {
    status,
    ...change
  }: { readonly status: readonly TodoStatus[]; readonly planned_change: string; readonly change_due_at: Instant },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('todos')
    .set(change)
    .where('profile_id', '=', profileId)
    .where('id', 'in', ids)
    .where('status', 'in', status)
    .where('change_due_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes the planned changes of these to-dos of a list. Returns how many there were. The caller must hold the lock of the list. */
export async function clearPlannedChanges(
  { db }: TxContext,
  profileId: string,
  ids: readonly string[],
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('todos')
    .set({ planned_change: null, change_due_at: null })
    .where('profile_id', '=', profileId)
    .where('id', 'in', ids)
    .where('change_due_at', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** At most `limit` to-dos with a planned change that is due, the longest due first. */
export async function listDueChanges({ db, now }: Context, limit: number): Promise<Pick<Todo, 'id' | 'profile_id'>[]> {
  return db
    .selectFrom('todos')
    .select(['id', 'profile_id'])
    .where('change_due_at', '<=', now())
    .orderBy('change_due_at')
    .orderBy('profile_id')
    .orderBy('id')
    .limit(limit)
    .execute();
}
