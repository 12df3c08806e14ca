import assert from 'node:assert/strict';
import { fillSubmissions, fillTodos } from '../../support/family/full-lists.ts';
import { assertShortTurns } from '../../support/service/event-loop-load.ts';
import { testWithApp } from '../../support/test-app.ts';

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
