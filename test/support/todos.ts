import assert from 'node:assert/strict';
import { Refusal } from '../../src/core/refusal.ts';
import { type AssignedTodoDraft, assignTodo, reviewTodo } from '../../src/features/todos/index.ts';
import type { Answer, World } from './test-app.ts';

export const UNHURRIED = { env: { RATE_LIMITS: 'off' } };

export interface Todo {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly allowed_transitions: readonly string[];
  readonly due_date: string | null;
  readonly position: number;
  readonly checklist: { id: string; text: string; done: boolean }[];
  readonly updated_at: string;
}

/** What the app does with to-dos, for one caller. */
export function listOf(world: World, token: string, zone = 'UTC') {
  const call = (method: string, path: string, body?: unknown) =>
    world.call(method, path, { token, headers: { 'x-timezone': zone }, ...(body !== undefined && { body }) });
  const good = async (answer: Promise<Answer>, status = 200) => {
    const { body, text, status: given } = await answer;
    assert.equal(given, status, text);
    return body.data;
  };
  const add = (draft: object = {}) => good(call('POST', '/app/todos', { title: 'Feed the cat', ...draft }), 201);
  const patch = (id: string, body: unknown) => call('PATCH', `/app/todos/${id}`, body);
  return {
    token,
    add,
    patch,
    call,
    set: (id: string, status: string) => good(patch(id, { status })),
    change: (id: string, body: object) => good(patch(id, body)),
    remove: (id: string) => call('DELETE', `/app/todos/${id}`),
    all: (query = ''): Promise<Todo[]> => good(call('GET', `/app/todos?limit=100${query}`)),
    titles: async (query: string) =>
      (await good(call('GET', `/app/todos?limit=100${query}`))).map(({ title }: Todo) => title),
    xp: async (): Promise<number> => (await good(call('GET', '/app/users/me/stats'))).xp_total,
    streak: async (): Promise<number> => (await good(call('GET', '/app/users/me/stats'))).current_streak_days,
    /** The first deed of a day may pay beside what it is: after this one only what is told does. */
    async warmUp() {
      await this.set((await add({ title: 'Get up' })).id, 'done');
    },
  };
}

export async function familyOf(world: World) {
  const { child, parent } = await world.family();
  const [guardian] = await world.ctx.db
    .selectFrom('guardians')
    .select('parent_id')
    .where('child_id', '=', child.id)
    .execute();
  const parentId = guardian?.parent_id ?? '';
  const assign = async (draft: Partial<AssignedTodoDraft> = {}) => {
    const [todo] = await assignTodo(world.ctx, parentId, [child.id], { title: 'Tidy up', ...draft });
    assert.ok(todo);
    return todo.id;
  };
  const decide = (id: string, decision: 'approved' | 'rejected', note: string | null = null) =>
    reviewTodo(world.ctx, parentId, id, { decision, note });
  return { child, parent, parentId, assign, decide, list: listOf(world, child.token) };
}

/** What a use case refuses with, told like an answer. */
export async function refusalOf(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Refusal, String(error));
  return [error.code, ...(error.details.fields ?? [])].join(' ');
}

export const atOnce = <T>(n: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => act(i)));

export const tally = (answers: readonly Answer[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, its]) => [status, its.length]));
