import { randomInt } from 'node:crypto';
import { QUOTAS } from '../../../src/core/quotas.ts';
import { submitText } from '../learning/submissions.ts';
import { copyRows } from '../service/copy-rows.ts';
import type { TestApp } from '../test-app.ts';

/** Creates a string of `length` random Chinese characters of four bytes each, which cannot be compressed much. */
function createLargeText(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(0x20000 + randomInt(0xa000))).join('');
}

/** Fills a child's to-do list up to its quotas, with the largest to-dos that are allowed. */
export async function fillTodos(app: TestApp, child: { readonly token: string }): Promise<void> {
  const title = 'Read';
  const created = await app.call('POST', '/app/todos', { token: child.token, body: { title } });
  const { id } = created.body.data;
  const text = createLargeText(200);
  const notes = createLargeText(2000);
  const checklist = JSON.stringify(Array.from({ length: 30 }, (_, i) => ({ id: `${id}${i}`, text, done: false })));
  const todoBytes = Buffer.byteLength(title + notes + checklist);
  const bytesByStatus = { pending: QUOTAS.todoBytes, done: QUOTAS.closedTodoBytes };
  for (const [status, bytes] of Object.entries(bytesByStatus) as ['pending' | 'done', number][])
    await copyRows(app, 'todos', { id }, Math.floor(bytes / todoBytes), (i) => ({
      id: `${id} ${status} ${i}`,
      status,
      notes,
      checklist,
    }));
}

/** Adds a hundred pending submissions with the longest texts that are allowed, including feedback of a guardian. */
export async function fillSubmissions(app: TestApp, child: { readonly token: string }): Promise<void> {
  const body = { text: createLargeText(5000), caption: createLargeText(500) };
  const { id } = (await submitText(app, child, body)).body.data;
  await copyRows(app, 'submissions', { id }, 99, (i) => ({
    id: `${id} ${i}`,
    task_id: `task-${i}`,
    feedback_text: createLargeText(1000),
  }));
}
