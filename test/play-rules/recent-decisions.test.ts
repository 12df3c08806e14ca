import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRecentDecision, listWorkNews } from '../../clients/play/src/rules/recent-decisions.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const DAY_AGO = '2026-11-19T08:00:00.000Z';
const LATER = '2026-11-19T08:00:00.001Z';

test('a decision is recent for 24 hours', () => {
  const decisions = [null, DAY_AGO, LATER, '2026-11-20T07:59:00.000Z'];
  assert.deepEqual(
    decisions.map((decidedAt) => isRecentDecision(decidedAt, NOW)),
    [false, false, true, true],
  );
});

test('a child is told about work that came back until it is sent again, and about approved work for 24 hours', () => {
  const approved = { status: 'approved', reviewed_at: LATER, title: null } as const;
  const cameBack = { status: 'changes_requested', reviewed_at: '2026-10-01T08:00:00.000Z', title: 'A story' } as const;
  const works = [
    { status: 'pending_review', reviewed_at: null, title: 'A story' } as const,
    approved,
    { ...approved, reviewed_at: DAY_AGO },
    { ...cameBack, title: null }, // the packs no longer contain the task
    cameBack,
  ];
  assert.deepEqual(listWorkNews(works, NOW), [cameBack, approved]);
});
