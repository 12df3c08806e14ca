import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getRequestStatus, getTodoStars } from './rules.ts';

test('an assigned to-do earns its stars, one by default, and an own to-do none', () => {
  const cases = [
    ['parent', null, 1],
    ['parent', 0, 0],
    ['parent', 4, 4],
    [null, null, 0],
    [null, 4, 0],
  ] as const;
  for (const [assigned_by, stars, expected] of cases) assert.equal(getTodoStars({ assigned_by, stars }), expected);
});

test('a request waits until a decision is ten seconds old', () => {
  const now = '2026-11-20T08:00:10.000Z';
  const cases = [
    [null, null, 'waiting'],
    ['given', '2026-11-20T08:00:00.000Z', 'given'],
    ['given', '2026-11-20T08:00:00.001Z', 'waiting'],
    ['declined', '2026-11-20T08:00:10.000Z', 'waiting'],
    ['declined', '2026-11-19T08:00:00.000Z', 'declined'],
  ] as const;
  for (const [decision, decided_at, status] of cases)
    assert.equal(getRequestStatus({ decision, decided_at }, now), status, `${decision} ${decided_at}`);
});
