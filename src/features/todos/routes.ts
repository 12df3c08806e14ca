import { Type } from 'typebox';
import type { Callers } from '../../core/caller.ts';
import { type Place, toPage } from '../../core/cursor.ts';
import { PageQuery, Words } from '../../core/wire.ts';
import { placeAsked, ZONE_HEADER } from '../../platform/http/asked.ts';
import { endpoint, list } from '../../platform/http/endpoint.ts';
import { fieldRefusal } from '../../platform/http/validation.ts';
import { NO_CURSOR } from '../../platform/http/words.ts';
import { addTodo, LAST_POSITION } from './add-todo.ts';
import { changeTodo, removeTodo } from './change-todo.ts';
import { hereOf } from './input.ts';
import { NO_DAYS, STATUSES } from './rules.ts';
import { doneDays, listSeries } from './series-store.ts';
import { listTodos } from './store.ts';
import { ChangeShape, DraftShape, TodoShape, todoOnWire } from './wire.ts';

const headers = ZONE_HEADER;
const params = { id: Type.String() };
/** Thirty entries and notes of nothing but emoji, as JSON escapes. */
const BODY_LIMIT = 128 * 1024;

export const getTodos = list({
  summary: "The caller's to-dos",
  description: 'In the order of `position`.',
  headers,
  query: {
    status: Type.Optional(Words(STATUSES)),
    due: Type.Optional(Words(['today', 'overdue', 'upcoming'], { description: 'seen from today' })),
    ...PageQuery,
  },
  item: TodoShape,
  run: async (ctx, { profileId, role }: Callers['any'], { query, client }) => {
    const { cursor, limit, ...filter } = query;
    const here = hereOf(ctx, client);
    const rows = await listTodos(ctx.db, profileId, filter, here.today, placeOf(cursor), limit + 1);
    const series = await listSeries(ctx.db, rows);
    return toPage(
      rows,
      limit,
      (todo) => [String(todo.position), todo.id],
      (todo) => todoOnWire(todo, role, doneDays(series, todo), here),
    );
  },
});

export const postTodo = endpoint({
  summary: 'Add a to-do to the list of the caller',
  description: 'At most 500 can be open at once.',
  headers,
  status: 201,
  refuses: ['CONFLICT'],
  bodyLimit: BODY_LIMIT,
  body: DraftShape,
  data: TodoShape,
  run: async (ctx, caller: Callers['any'], { body, client }) => {
    const here = hereOf(ctx, client);
    return todoOnWire(await addTodo(ctx, caller, body), caller.role, NO_DAYS, here);
  },
});

export const patchTodo = endpoint({
  summary: 'Change the status or the fields of a to-do',
  description: `Send at least one field. A status that it has already is fine. Of a parent's to-do a child can change the
    status, tick the checklist and set the position. Closing one that recurs makes its next occurrence, which cannot be
    closed before its day begins in X-Timezone (409, reason \`too_early\`); one of a series is done on a local day.
    \`done\` can be taken back within 24 hours, which takes back XP and, if untouched, the next occurrence.`,
  headers,
  refuses: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  params,
  bodyLimit: BODY_LIMIT,
  body: ChangeShape,
  data: TodoShape,
  run: async (ctx, caller: Callers['any'], { params, body, client }) => {
    const { title, notes, due_date, priority, recurrence, checklist, position, status } = body;
    const change = { title, notes, due_date, priority, recurrence, checklist, position, status };
    const here = hereOf(ctx, client);
    const { todo, done } = await changeTodo(ctx, caller, params.id, change, here);
    return todoOnWire(todo, caller.role, done, here);
  },
});

export const deleteTodo = endpoint({
  summary: 'Delete a to-do',
  description: 'XP that it has paid stay. One that recurs does not come again.',
  refuses: ['NOT_FOUND', 'FORBIDDEN'],
  params,
  data: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  run: async (ctx, caller: Callers['any'], { params }) => ({
    id: await removeTodo(ctx, caller, params.id),
    deleted: true,
  }),
});

function placeOf(cursor: string | undefined): Place | undefined {
  const place = placeAsked(cursor, 2);
  if (!place) return undefined;
  const isPosition = /^\d{1,10}$/.test(place[0] ?? '') && Number(place[0]) <= LAST_POSITION;
  if (!isPosition) throw fieldRefusal('cursor', NO_CURSOR); // PostgreSQL's integers have an end
  return place;
}
