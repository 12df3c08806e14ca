import assert from 'node:assert/strict';
import { fillSubmissions, fillTodos } from '../../support/family/full-lists.ts';
import { measureLongestTurn } from '../../support/service/event-loop-load.ts';
import { testWithApp } from '../../support/test-app.ts';

const MAX_TURN_MS = 50;
const ACCEPT_HEADERS = ['application/json', 'text/csv', 'text/html'];

testWithApp('the longest pages of the largest lists do not block the event loop in any format', async (app) => {
  const { child, parent } = await app.registerFamily();
  await fillTodos(app, child);
  await fillSubmissions(app, child);
  const cookie = await app.openPanelSession(parent.token);
  const slowRequests: string[] = [];
  const recordIfSlow = async (path: string, request: Parameters<typeof app.call>[2]) => {
    let byteCount = 0;
    const longestTurnMs = await measureLongestTurn(async () => {
      const response = await app.call('GET', path, request);
      assert.equal(response.status, 200, response.text);
      byteCount = Buffer.byteLength(response.text);
    });
    if (longestTurnMs >= MAX_TURN_MS)
      slowRequests.push(`${path} ${request?.headers?.accept}: ${longestTurnMs} ms, ${byteCount} bytes`);
  };
  for (const path of ['/todos', '/submissions', '/approvals'])
    for (const accept of ACCEPT_HEADERS) {
      const childPrefix = path === '/approvals' ? '' : `/children/${child.id}`;
      await recordIfSlow(`/api${childPrefix}${path}?per_page=100`, {
        cookie,
        headers: { accept, 'accept-encoding': 'br' },
      });
    }
  await recordIfSlow('/app/todos?limit=100', { token: child.token });
  assert.deepEqual(slowRequests, []);
});
