import assert from 'node:assert/strict';
import { type AssignedTodoDraft, assignTodo, reviewTodo } from '../../../src/features/todos/index.ts';
import type { TestApp, TestResponse } from '../test-app.ts';

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

/** Creates a client of the app's to-do endpoints for one caller. */
export function createTodoClient(app: TestApp, token: string, timeZone = 'UTC') {
  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, headers: { 'x-timezone': timeZone }, ...(body !== undefined && { body }) });
  const expectStatus = async (response: Promise<TestResponse>, status = 200) => {
    const { body, text, status: actualStatus } = await response;
    assert.equal(actualStatus, status, text);
    return body.data;
  };
  const add = (draft: object = {}) =>
    expectStatus(call('POST', '/app/todos', { title: 'Feed the cat', ...draft }), 201);
  const patch = (id: string, body: unknown) => call('PATCH', `/app/todos/${id}`, body);
  return {
    token,
    add,
    patch,
    call,
    setStatus: (id: string, status: string) => expectStatus(patch(id, { status })),
    update: (id: string, body: object) => expectStatus(patch(id, body)),
    remove: (id: string) => call('DELETE', `/app/todos/${id}`),
    list: (query = ''): Promise<Todo[]> => expectStatus(call('GET', `/app/todos?limit=100${query}`)),
    listTitles: async (query: string) =>
      (await expectStatus(call('GET', `/app/todos?limit=100${query}`))).map(({ title }: Todo) => title),
    getXpTotal: async (): Promise<number> => (await expectStatus(call('GET', '/app/users/me/stats'))).xp_total,
    getCurrentStreak: async (): Promise<number> =>
      (await expectStatus(call('GET', '/app/users/me/stats'))).current_streak_days,
    /** Earns the bonus for the first activity of the day, so that later assertions do not have to include it. */
    async earnDailyBonus() {
      await this.setStatus((await add({ title: 'Get up' })).id, 'done');
    },
  };
}

export async function registerTodoFamily(app: TestApp) {
  const { child, parent } = await app.registerFamily();
  const [guardian] = await app.ctx.db
    .selectFrom('guardians')
    .select('parent_id')
    .where('child_id', '=', child.id)
    .execute();
  const parentId = guardian?.parent_id ?? '';
  const assign = async (draft: Partial<AssignedTodoDraft> = {}) => {
    const [todo] = await assignTodo(app.ctx, parentId, [child.id], { title: 'Tidy up', ...draft });
    assert.ok(todo);
    return todo.id;
  };
  const review = (id: string, decision: 'approved' | 'rejected', note: string | null = null) =>
    reviewTodo(app.ctx, parentId, id, { decision, note });
  return { child, parent, parentId, assign, review, todos: createTodoClient(app, child.token) };
}
