import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRecentlyDecided } from '../../clients/play/src/rules/recent-decisions.ts';

test('listRecentlyDecided keeps the decisions of the last 24 hours', () => {
  const decisions = [null, '2026-11-19T08:00:00.000Z', '2026-11-19T08:00:00.001Z', '2026-11-20T07:59:00.000Z'];
  const todos = decisions.map((decided_at) => ({ decided_at }));
  assert.deepEqual(listRecentlyDecided(todos, Date.parse('2026-11-20T08:00:00.000Z')), todos.slice(2));
});
