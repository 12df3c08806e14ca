import { Type } from 'typebox';
import { QUOTAS } from '../../core/quotas.ts';
import { createFieldError } from '../../core/requests/api-error.ts';
import type { Client, User } from '../../core/requests/caller.ts';
import { Enum } from '../../core/requests/json-schema.ts';
import { type CursorKey, CursorQuery, createCursorPage } from '../../core/requests/paging.ts';
import { type LocalNow, toLocalNow } from '../../core/time/days.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { defineCursorListEndpoint, defineJsonEndpoint } from '../../platform/http/endpoint.ts';
import { parseCursor, parseRequestTimeZone, TIME_ZONE_HEADER } from '../../platform/http/request-params.ts';
import { getTimeZoneOfWrite } from '../progress/index.ts';
import { addTodo, MAX_POSITION } from './add-todo.ts';
import { changeTodo, removeTodo } from './change-todo.ts';
import { getDayLimit, listSeriesById } from './recurrence/series-store.ts';
import { INITIAL_DAY_LIMIT, TODO_STATUSES } from './rules.ts';
import { CreateTodoProperties, serializeTodo, TodoSchema, UpdateTodoProperties } from './serializers.ts';
import { listTodos, SORT_ORDERS } from './todos-store.ts';

const TODO_PARAMS = {
  id: Type.String({ description: 'The id of a to-do.', examples: ['019aa0c1-7d1e-7c55-9b1f-4c8c2f0d6a3b'] }),
};
/**
 * The maximum body size, in bytes: enough for a full checklist and notes that consist of emoji, written as JSON
 * escapes.
 */
const BODY_LIMIT_BYTES = 128 * 1024;

export const getTodos = defineCursorListEndpoint({
  operationId: 'listTodos',
  summary: "The caller's to-dos",
  description: 'By default, all to-dos are listed in the order of `position`.',
  requestHeaders: TIME_ZONE_HEADER,
  query: {
    status: Type.Optional(Enum(TODO_STATUSES, { description: 'Only to-dos with this status are listed.' })),
    due: Type.Optional(
      Enum(['today', 'overdue', 'upcoming'], {
        description:
          'Only to-dos that are due today, overdue (open, and due before today) or due later are listed. X-Timezone decides which day is today.',
      }),
    ),
    sort: Enum(SORT_ORDERS, {
      default: 'position',
      description:
        'With `completed`, only finished to-dos are listed (done, awaiting approval or approved), the most recently finished first.',
    }),
    ...CursorQuery,
  },
  rowSchema: TodoSchema,
  run: async (ctx, { profileId, role }: User, { query, client }) => {
    const { cursor, limit, ...filter } = query;
    const localNow = toLocalNow(ctx.now(), parseRequestTimeZone(client));
    const after = parseTodoCursor(cursor, filter.sort);
    const rows = await listTodos(ctx, profileId, { ...filter, today: localNow.today, after, limit: limit + 1 });
    const series = await listSeriesById(ctx, rows);
    return createCursorPage(
      rows,
      limit,
      (todo) => [
        `todos ${filter.sort}`,
        filter.sort === 'completed' ? (todo.completed_at ?? '') : String(todo.position),
        todo.id,
      ],
      (todo) => serializeTodo(todo, role, getDayLimit(series, todo), localNow),
    );
  },
});

export const postTodo = defineJsonEndpoint({
  operationId: 'createTodo',
  summary: 'Add a to-do to the list of the caller',
  description: `At most ${QUOTAS.openTodos} can be open at once.`,
  requestHeaders: TIME_ZONE_HEADER,
  status: 201,
  errorCodes: ['CONFLICT'],
  bodyLimit: BODY_LIMIT_BYTES,
  body: CreateTodoProperties,
  data: TodoSchema,
  run: async (ctx, caller: User, { body, client }) => {
    const localNow = await getLocalNow(ctx, caller, client);
    // No occurrence of a new to-do has been completed yet.
    return serializeTodo(await addTodo(ctx, caller, body), caller.role, INITIAL_DAY_LIMIT, localNow);
  },
});

export const patchTodo = defineJsonEndpoint({
  operationId: 'updateTodo',
  summary: 'Change the status or the fields of a to-do',
  description: `Send at least one field. Sending the current status is allowed. If a parent assigned the to-do, a child
    can only change its status, check off entries of its checklist and set its position. Finishing or skipping a recurring to-do
    creates its next occurrence. An occurrence cannot be finished or skipped before its day begins in X-Timezone, and at
    most one occurrence of a series can be finished on a local day (409, reason \`too_early\`). Sending \`pending\`
    undoes \`done\` within 24 hours. Undoing revokes the XP, and removes the next occurrence unless somebody has changed it.`,
  requestHeaders: TIME_ZONE_HEADER,
  errorCodes: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  params: TODO_PARAMS,
  bodyLimit: BODY_LIMIT_BYTES,
  body: UpdateTodoProperties,
  data: TodoSchema,
  run: async (ctx, caller: User, { params, body, client }) => {
    const { title, notes, due_date, priority, recurrence, checklist, position, status } = body;
    const change = { id: params.id, title, notes, due_date, priority, recurrence, checklist, position, status };
    const localNow = await getLocalNow(ctx, caller, client);
    const { todo, dayLimit } = await changeTodo(ctx, caller, change, localNow);
    return serializeTodo(todo, caller.role, dayLimit, localNow);
  },
});

export const deleteTodo = defineJsonEndpoint({
  operationId: 'deleteTodo',
  summary: 'Delete a to-do',
  description: 'The XP that it earned is kept. Deleting an open occurrence of a recurring to-do ends its series.',
  errorCodes: ['NOT_FOUND', 'FORBIDDEN'],
  params: TODO_PARAMS,
  data: Type.Object({ id: Type.String(), deleted: Type.Boolean() }, { title: 'DeletedTodo' }),
  run: async (ctx, caller: User, { params }) => ({ id: await removeTodo(ctx, caller, params.id), deleted: true }),
});

function parseTodoCursor(cursor: string | undefined, sort: (typeof SORT_ORDERS)[number]): CursorKey | undefined {
  const key = parseCursor(cursor, `todos ${sort}`, 2);
  if (!key || sort === 'completed') return key;
  const isValidPosition = /^\d{1,10}$/.test(key[0] ?? '') && Number(key[0]) <= MAX_POSITION;
  if (!isValidPosition) throw createFieldError('cursor', localized.http.invalidCursor); // a position must fit into a PostgreSQL integer
  return key;
}

async function getLocalNow(ctx: Context, caller: User, client: Client): Promise<LocalNow> {
  return toLocalNow(ctx.now(), await getTimeZoneOfWrite(ctx, caller.profileId, client));
}
