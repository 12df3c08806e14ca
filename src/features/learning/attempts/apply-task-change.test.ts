import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskState } from '../learner/learner-store.ts';
import { computeNextTaskState, type TaskEvent } from './apply-task-change.ts';

const STARTED_AT = '2026-11-20T08:30:00.000Z';
const ONE_DAY_LATER = '2026-11-21T08:30:00.000Z';
const STARTED: TaskState = {
  task_id: 'first-sums',
  status: 'in_progress',
  attempts_count: 1,
  open_attempt_id: 'attempt-1',
  stars_best: 0,
  xp_earned: 0,
  started_at: STARTED_AT,
  completed_at: null,
};
const ATTEMPT_ENDED: TaskState = { ...STARTED, open_attempt_id: null };
const COMPLETED: TaskState = {
  ...ATTEMPT_ENDED,
  status: 'completed',
  stars_best: 2,
  xp_earned: 16,
  completed_at: STARTED_AT,
};
const SUBMITTED: TaskState = { ...ATTEMPT_ENDED, status: 'pending_review', xp_earned: 10 };
const CHANGES_REQUESTED: TaskState = { ...SUBMITTED, status: 'changes_requested' };
const SECOND_ATTEMPT = { attempts_count: 2, open_attempt_id: 'attempt-2' } as const;

const createAttempt = (number: number, started_at: string) => {
  return { id: `attempt-${number}`, task_id: 'first-sums', number, started_at };
};

interface Transition {
  readonly name: string;
  readonly before: TaskState | undefined;
  readonly event: TaskEvent;
  readonly xp?: number;
  readonly after: TaskState;
}

const TRANSITIONS: readonly Transition[] = [
  {
    name: 'the first start creates the state',
    before: undefined,
    event: { type: 'started', attempt: createAttempt(1, STARTED_AT) },
    after: STARTED,
  },
  {
    name: 'a start after a failed attempt keeps the time of the first start',
    before: ATTEMPT_ENDED,
    event: { type: 'started', attempt: createAttempt(2, ONE_DAY_LATER) },
    after: { ...STARTED, ...SECOND_ATTEMPT },
  },
  {
    name: 'a completed task stays completed when it is started for practice',
    before: COMPLETED,
    event: { type: 'started', attempt: createAttempt(2, ONE_DAY_LATER) },
    after: { ...COMPLETED, ...SECOND_ATTEMPT },
  },
  {
    name: 'a start after requested changes keeps that status',
    before: CHANGES_REQUESTED,
    event: { type: 'started', attempt: createAttempt(2, ONE_DAY_LATER) },
    after: { ...CHANGES_REQUESTED, ...SECOND_ATTEMPT },
  },
  {
    name: 'a failed attempt is closed, and nothing else changes',
    before: STARTED,
    event: { type: 'attempt_ended', stars: 0 },
    after: ATTEMPT_ENDED,
  },
  {
    name: 'a passed attempt completes the task',
    before: STARTED,
    event: { type: 'completed', stars: 2, at: STARTED_AT },
    xp: 16,
    after: COMPLETED,
  },
  {
    name: 'practice with more stars raises the best stars and the XP and keeps the time of completion',
    before: { ...COMPLETED, ...SECOND_ATTEMPT },
    event: { type: 'attempt_ended', stars: 3 },
    xp: 4,
    after: { ...COMPLETED, attempts_count: 2, stars_best: 3, xp_earned: 20 },
  },
  {
    name: 'practice with fewer stars keeps the best stars',
    before: { ...COMPLETED, ...SECOND_ATTEMPT },
    event: { type: 'attempt_ended', stars: 1 },
    after: { ...COMPLETED, attempts_count: 2 },
  },
  { name: 'a submission waits for a review', before: STARTED, event: { type: 'submitted' }, xp: 10, after: SUBMITTED },
  {
    name: 'an approval completes the task',
    before: SUBMITTED,
    event: { type: 'completed', stars: 3, at: ONE_DAY_LATER },
    xp: 30,
    after: { ...SUBMITTED, status: 'completed', stars_best: 3, xp_earned: 40, completed_at: ONE_DAY_LATER },
  },
  {
    name: 'requested changes keep the XP of the submission',
    before: SUBMITTED,
    event: { type: 'changes_requested' },
    after: CHANGES_REQUESTED,
  },
  {
    name: 'an undone approval waits again, without its stars and its XP',
    before: { ...SUBMITTED, status: 'completed', stars_best: 3, xp_earned: 40, completed_at: ONE_DAY_LATER },
    event: { type: 'review_undone' },
    xp: -30,
    after: SUBMITTED,
  },
  { name: 'undone changes wait again', before: CHANGES_REQUESTED, event: { type: 'review_undone' }, after: SUBMITTED },
];

for (const { name, before, event, xp, after } of TRANSITIONS) {
  test(`the next state of a task: ${name}`, () => {
    const copy = structuredClone(before);
    assert.deepEqual(computeNextTaskState(before, event, xp), after);
    assert.deepEqual(before, copy, 'the state before is not changed');
  });
}

test('the next state of a task: only a start is possible before the first start', () => {
  assert.throws(() => computeNextTaskState(undefined, { type: 'submitted' }), /never started/);
});
