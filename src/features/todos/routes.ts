import { Type } from 'typebox';
import type { Callers } from '../../core/caller.ts';
import type { Client } from '../../core/client.ts';
import { type CursorKey, cursorPage } from '../../core/cursor.ts';
import { clampedLocalDay } from '../../core/days.ts';
import { CursorQuery, Enum } from '../../core/json-schema.ts';
import { fieldRefusal } from '../../core/refusal.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { endpoint, list } from '../../platform/http/endpoint.ts';

import { parseCursor, requestTimeZone, TIME_ZONE_HEADER } from '../../platform/http/request-params.ts';
import { addTodo, MAX_POSITION } from './add-todo.ts';
import { changeTodo, removeTodo } from './change-todo.ts';
import { doneDays, listSeries } from './recurrence/series-store.ts';
import { type Here, NO_DAYS, STATUSES } from './rules.ts';
import { ChangeShape, DraftShape, TodoShape, todoResponse } from './serializers.ts';
import { listTodos } from './todos-store.ts';

const headers = TIME_ZONE_HEADER;
const params = { id: Type.String() };
/** Enough for thirty entries and notes of emoji only, written as JSON escapes. */
const BODY_LIMIT = 128 * 1024;

export const getTodos = list({
  summary: "The caller's to-dos",
  description: 'In the order of `position`.',
  headers,
  query: {
    status: Type.Optional(Enum(STATUSES)),
    due: Type.Optional(Enum(['today', 'overdue', 'upcoming'], { description: 'relative to today in X-Timezone' })),
    ...CursorQuery,
  },
  item: TodoShape,
  run: async (ctx, { profileId, role }: Callers['bearer'], { query, client }) => {
    const { cursor, limit, ...filter } = query;
    const here = hereOf(ctx, client);
    const rows = await listTodos(ctx.db, profileId, filter, here.today, parseTodoCursor(cursor), limit + 1);
    const series = await listSeries(ctx.db, rows);
    return cursorPage(
      rows,
      limit,
      (todo) => [String(todo.position), todo.id],
      (todo) => todoResponse(todo, role, doneDays(series, todo), here),
    );
  },
});

export const postTodo = endpoint({
  summary: 'Add a to-do to the list of the caller',
  description: 'At most 500 can be open at once.',
  headers,
  status: 201,
  errorCodes: ['CONFLICT'],
  bodyLimit: BODY_LIMIT,
  body: DraftShape,
  data: TodoShape,
  run: async (ctx, caller: Callers['bearer'], { body, client }) => {
    const here = hereOf(ctx, client);
    return todoResponse(await addTodo(ctx, caller, body), caller.role, NO_DAYS, here);
  },
});

export const patchTodo = endpoint({
  summary: 'Change the status or the fields of a to-do',
  description: `Send at least one field. Sending the current status is allowed. In a to-do that a parent assigned, a child
    can change the status, tick the checklist and set the position. Closing a recurring to-do creates its next
    occurrence, which cannot be closed before its day begins in X-Timezone (409, reason \`too_early\`); a series can be
    done once on a local day. \`done\` can be undone within 24 hours, which revokes XP and removes an unchanged next
    occurrence.`,
  headers,
  errorCodes: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  params,
  bodyLimit: BODY_LIMIT,
  body: ChangeShape,
  data: TodoShape,
  run: async (ctx, caller: Callers['bearer'], { params, body, client }) => {
    const { title, notes, due_date, priority, recurrence, checklist, position, status } = body;
    const change = { title, notes, due_date, priority, recurrence, checklist, position, status };
    const here = hereOf(ctx, client);
    const { todo, done } = await changeTodo(ctx, caller, params.id, change, here);
    return todoResponse(todo, caller.role, done, here);
  },
});

export const deleteTodo = endpoint({
  summary: 'Delete a to-do',
  description: 'XP that it paid stays. A deleted recurring to-do does not recur.',
  errorCodes: ['NOT_FOUND', 'FORBIDDEN'],
  params,
  data: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  run: async (ctx, caller: Callers['bearer'], { params }) => ({
    id: await removeTodo(ctx, caller, params.id),
    deleted: true,
  }),
});

function parseTodoCursor(cursor: string | undefined): CursorKey | undefined {
  const key = parseCursor(cursor, 2);
  if (!key) return undefined;
  const isPosition = /^\d{1,10}$/.test(key[0] ?? '') && Number(key[0]) <= MAX_POSITION;
  if (!isPosition) throw fieldRefusal('cursor', localized.http.invalidCursor); // it has to fit PostgreSQL's integer
  return key;
}

/** The time zone of X-Timezone and the local day there. */
function hereOf(ctx: Context, client: Client): Here {
  const zone = requestTimeZone(client);
  const now = ctx.now();
  return { now, zone, today: clampedLocalDay(now, zone) };
}
