import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { QUOTAS } from '../../../src/core/quotas.ts';
import { submitText } from '../../support/learning/submissions.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { assertShortTurns } from '../../support/service/event-loop-load.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

const ACCEPT_HEADERS = ['application/json', 'text/csv', 'text/html'];

testWithApp('the longest pages of the largest lists do not block the event loop in any format', async (app) => {
  const { child, parent } = await app.registerFamily();
  await fillTodos(app, child);
  await fillSubmissions(app, child);
  const cookie = await app.openPanelSession(parent.token);
  const assertFast = (path: string, request: Parameters<typeof app.call>[2]) =>
    assertShortTurns(`${path} ${request?.headers?.accept}`, async () => {
      const response = await app.call('GET', path, request);
      assert.equal(response.status, 200, response.text);
    });
  for (const path of ['/todos', '/submissions', '/approvals'])
    for (const accept of ACCEPT_HEADERS) {
      const childPrefix = path === '/approvals' ? '' : `/children/${child.id}`;
      await assertFast(`/api${childPrefix}${path}?per_page=100`, {
        cookie,
        headers: { accept, 'accept-encoding': 'br' },
      });
    }
  await assertFast('/app/todos?limit=100', { token: child.token });
});

/** Creates a string of `length` random Chinese characters of four bytes each, which cannot be compressed much. */
function createLargeText(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(0x20000 + randomInt(0xa000))).join('');
}

/** Fills a child's to-do list up to its quotas, with the largest to-dos that are allowed. */
async function fillTodos(app: TestApp, child: { readonly token: string }): Promise<void> {
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
async function fillSubmissions(app: TestApp, child: { readonly token: string }): Promise<void> {
  const body = { text: createLargeText(5000), caption: createLargeText(500) };
  const { id } = (await submitText(app, child, body)).body.data;
  await copyRows(app, 'submissions', { id }, 99, (i) => ({
    id: `${id} ${i}`,
    task_id: `task-${i}`,
    feedback_text: createLargeText(1000),
  }));
}
