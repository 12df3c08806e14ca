import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addSeconds, DAY } from '../../core/time/instant.ts';
import {
  applyTransition,
  createsNextOccurrence,
  findTransition,
  getXpReward,
  INITIAL_DAY_LIMIT,
  isOpen,
  isOverdue,
  listAllowedStatuses,
  TODO_STATUSES,
  type TodoState,
} from './rules.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const OWN = { assigned_by: null, requires_approval: false };
const ASSIGNED = { assigned_by: 'a parent', requires_approval: true };
const ASSIGNED_WITHOUT_APPROVAL = { assigned_by: 'a parent', requires_approval: false };
/** A to-do whose assigning parent is no longer a guardian. */
const UNASSIGNED = { assigned_by: null, requires_approval: true };
const KINDS = { own: OWN, assigned: ASSIGNED, 'no-approval': ASSIGNED_WITHOUT_APPROVAL, unassigned: UNASSIGNED };
const DOES_NOT_RECUR = { recurrence: null, due_date: null };
const createTodo = (fields: object, status: TodoState['status']) => {
  return { ...OWN, ...DOES_NOT_RECUR, ...fields, status, completed_at: NOW };
};
const LOCAL_NOW = { now: NOW, timeZone: 'UTC', today: '2026-11-20' };

// The transition for each requested status, in the order of TODO_STATUSES: pending, done, awaiting_approval, approved, rejected, skipped.
const NONE = undefined;
// biome-ignore format: a table is easier to read in columns
const TRANSITIONS: readonly [kind: keyof typeof KINDS, from: TodoState['status'], ...expected: (string | undefined)[]][] = [
  ['own',         'pending',           'unchanged', 'finish',    NONE,        NONE,        NONE,        'skip'],
  ['own',         'done',              'undo',      'unchanged', NONE,        NONE,        NONE,        NONE],
  ['own',         'skipped',           NONE,        NONE,        NONE,        NONE,        NONE,        'unchanged'],
  ['assigned',    'pending',           'unchanged', 'submit',    'submit',    NONE,        NONE,        'skip'],
  ['assigned',    'awaiting_approval', 'withdraw',  'unchanged', 'unchanged', NONE,        NONE,        NONE],
  ['assigned',    'approved',          NONE,        NONE,        NONE,        'unchanged', NONE,        NONE],
  ['assigned',    'rejected',          NONE,        'submit',    'submit',    NONE,        'unchanged', NONE],
  ['assigned',    'skipped',           NONE,        NONE,        NONE,        NONE,        NONE,        'unchanged'],
  ['no-approval', 'pending',           'unchanged', 'finish',    NONE,        NONE,        NONE,        'skip'],
  ['no-approval', 'done',              'undo',      'unchanged', NONE,        NONE,        NONE,        NONE],
  ['unassigned',  'pending',           'unchanged', 'finish',    NONE,        NONE,        NONE,        'skip'],
  ['unassigned',  'awaiting_approval', 'withdraw',  NONE,        'unchanged', NONE,        NONE,        NONE],
  ['unassigned',  'rejected',          NONE,        'finish',    NONE,        NONE,        'unchanged', NONE],
];

test('findTransition returns the transition for each requested status, or undefined if it is not allowed', () => {
  for (const [kind, from, ...expected] of TRANSITIONS) {
    const transitions = TODO_STATUSES.map((requestedStatus) =>
      findTransition(createTodo(KINDS[kind], from), requestedStatus, NOW),
    );
    assert.deepEqual(transitions, expected, `${kind} ${from}`);
  }
});

test('an allowed transition changes the status, and requesting the same status again changes nothing', () => {
  for (const [kind, from] of TRANSITIONS) {
    const todo = createTodo(KINDS[kind], from);
    for (const requestedStatus of listAllowedStatuses(todo, INITIAL_DAY_LIMIT, LOCAL_NOW)) {
      const transition = findTransition(todo, requestedStatus, NOW);
      assert.ok(transition && transition !== 'unchanged');
      const changed = { ...todo, ...applyTransition(transition, NOW) };
      assert.notEqual(changed.status, from);
      assert.equal(findTransition(changed, requestedStatus, NOW), 'unchanged');
      assert.equal(
        createsNextOccurrence(transition),
        isOpen(from) && !isOpen(changed.status),
        'only a transition from an open status to another creates the next occurrence',
      );
    }
  }
  assert.deepEqual(listAllowedStatuses(createTodo(ASSIGNED, 'pending'), INITIAL_DAY_LIMIT, LOCAL_NOW), [
    'done',
    'skipped',
  ]);
  assert.deepEqual(listAllowedStatuses(createTodo(ASSIGNED, 'rejected'), INITIAL_DAY_LIMIT, LOCAL_NOW), ['done']);
});

test('a done to-do can be undone for 24 hours', () => {
  const done = createTodo(OWN, 'done');
  assert.equal(findTransition(done, 'pending', addSeconds(NOW, DAY)), 'undo');
  assert.equal(findTransition(done, 'pending', addSeconds(NOW, DAY + 1)), undefined);
  assert.deepEqual(listAllowedStatuses(done, INITIAL_DAY_LIMIT, { ...LOCAL_NOW, now: addSeconds(NOW, DAY + 1) }), []);
});

test('no sequence of a child’s requests approves or rejects a to-do', () => {
  const requests = fc.array(fc.constantFrom(...TODO_STATUSES), { maxLength: 20 });
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(KINDS)), requests, (fields, requestedStatuses) => {
      let todo: TodoState = createTodo(fields, 'pending');
      for (const requestedStatus of requestedStatuses) {
        const transition = findTransition(todo, requestedStatus, NOW);
        if (transition && transition !== 'unchanged') todo = { ...todo, ...applyTransition(transition, NOW) };
        assert.ok(todo.status !== 'approved' && todo.status !== 'rejected');
        assert.ok(todo.status !== 'done' || fields !== ASSIGNED);
      }
    }),
  );
});

test('isOverdue is true for open to-dos with a due date before today', () => {
  const isTodoOverdue = (status: TodoState['status'], due_date: string | null) =>
    isOverdue({ status, due_date }, '2026-11-20');
  assert.equal(isTodoOverdue('pending', '2026-11-19'), true);
  assert.equal(isTodoOverdue('rejected', '2026-11-19'), true);
  assert.equal(isTodoOverdue('pending', '2026-11-20'), false);
  assert.equal(isTodoOverdue('pending', null), false);
  for (const status of ['done', 'awaiting_approval', 'approved', 'skipped'] as const) {
    assert.equal(isTodoOverdue(status, '2026-11-19'), false);
  }
});

test('a child’s own to-do earns 2 XP, an assigned to-do its reward, and a parent’s to-do nothing', () => {
  assert.equal(getXpReward({ assigned_by: null, xp_reward: 50 }, 'child'), 2);
  assert.equal(getXpReward({ assigned_by: 'a parent', xp_reward: 50 }, 'child'), 50);
  assert.equal(getXpReward({ assigned_by: null, xp_reward: 50 }, 'parent'), 0);
});
