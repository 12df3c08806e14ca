import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addSeconds, DAY } from '../../core/time/instant.ts';
import {
  allowedTransitions,
  applyTransition,
  createsNextOccurrence,
  findTransition,
  getReward,
  isOpen,
  isOverdue,
  NO_DAYS,
  STATUSES,
  type TodoState,
} from './rules.ts';

const NOW = '2026-11-20T08:00:00.000Z';
const own = { assigned_by: null, requires_approval: false };
const assigned = { assigned_by: 'a parent', requires_approval: true };
const trusted = { assigned_by: 'a parent', requires_approval: false };
const released = { assigned_by: null, requires_approval: true };
const KINDS = { own, assigned, trusted, released };
const once = { recurrence: null, due_date: null };
const createTodo = (kind: object, status: TodoState['status']) => {
  return { ...own, ...once, ...kind, status, completed_at: NOW };
};
const local = { now: NOW, timeZone: 'UTC', today: '2026-11-20' };

// The transition for each wanted status, in the order of STATUSES: pending, done, awaiting_approval, approved, rejected, skipped.
const no = undefined;
// biome-ignore format: a table is easier to read in columns
const TRANSITIONS: readonly [kind: keyof typeof KINDS, from: TodoState['status'], ...expected: (string | undefined)[]][] = [
  ['own',      'pending',           'stay',      'finish',  no,        no,     no,     'skip'],
  ['own',      'done',              'undo',      'stay',    no,        no,     no,     no],
  ['own',      'skipped',           no,          no,        no,        no,     no,     'stay'],
  ['assigned', 'pending',           'stay',      'submit',  'submit',  no,     no,     'skip'],
  ['assigned', 'awaiting_approval', 'withdraw',  'stay',    'stay',    no,     no,     no],
  ['assigned', 'approved',          no,          no,        no,        'stay', no,     no],
  ['assigned', 'rejected',          no,          'submit',  'submit',  no,     'stay', no],
  ['assigned', 'skipped',           no,          no,        no,        no,     no,     'stay'],
  ['trusted',  'pending',           'stay',      'finish',  no,        no,     no,     'skip'],
  ['trusted',  'done',              'undo',      'stay',    no,        no,     no,     no],
  ['released', 'pending',           'stay',      'finish',  no,        no,     no,     'skip'],
  ['released', 'awaiting_approval', 'withdraw',  no,        'stay',    no,     no,     no],
  ['released', 'rejected',          no,          'finish',  no,        no,     'stay', no],
];

test('findTransition gives the transition for each requested status, or none', () => {
  for (const [kind, from, ...expected] of TRANSITIONS) {
    const found = STATUSES.map((wanted) => findTransition(createTodo(KINDS[kind], from), wanted, NOW));
    assert.deepEqual(found, expected, `${kind} ${from}`);
  }
});

test('allowed transitions change the status, and repeating one changes nothing', () => {
  for (const [kind, from] of TRANSITIONS) {
    const todo = createTodo(KINDS[kind], from);
    for (const wanted of allowedTransitions(todo, NO_DAYS, local)) {
      const transition = findTransition(todo, wanted, NOW);
      assert.ok(transition && transition !== 'stay');
      const changed = { ...todo, ...applyTransition(transition, NOW) };
      assert.notEqual(changed.status, from);
      assert.equal(findTransition(changed, wanted, NOW), 'stay');
      assert.equal(
        createsNextOccurrence(transition),
        isOpen(from) && !isOpen(changed.status),
        'only a transition from an open status to another creates the next occurrence',
      );
    }
  }
  assert.deepEqual(allowedTransitions(createTodo(assigned, 'pending'), NO_DAYS, local), ['done', 'skipped']);
  assert.deepEqual(allowedTransitions(createTodo(assigned, 'rejected'), NO_DAYS, local), ['done']);
});

test('a done to-do can be undone for 24 hours', () => {
  const done = createTodo(own, 'done');
  assert.equal(findTransition(done, 'pending', addSeconds(NOW, DAY)), 'undo');
  assert.equal(findTransition(done, 'pending', addSeconds(NOW, DAY + 1)), undefined);
  assert.deepEqual(allowedTransitions(done, NO_DAYS, { ...local, now: addSeconds(NOW, DAY + 1) }), []);
});

test('no sequence of a child’s requests approves or rejects a to-do', () => {
  const requests = fc.array(fc.constantFrom(...STATUSES), { maxLength: 20 });
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(KINDS)), requests, (kind, all) => {
      let todo: TodoState = createTodo(kind, 'pending');
      for (const wanted of all) {
        const transition = findTransition(todo, wanted, NOW);
        if (transition && transition !== 'stay') todo = { ...todo, ...applyTransition(transition, NOW) };
        assert.ok(todo.status !== 'approved' && todo.status !== 'rejected');
        assert.ok(todo.status !== 'done' || kind !== assigned);
      }
    }),
  );
});

test('isOverdue holds for open to-dos with a due date before today', () => {
  const on = (status: TodoState['status'], due_date: string | null) => isOverdue({ status, due_date }, '2026-11-20');
  assert.equal(on('pending', '2026-11-19'), true);
  assert.equal(on('rejected', '2026-11-19'), true);
  assert.equal(on('pending', '2026-11-20'), false);
  assert.equal(on('pending', null), false);
  for (const status of ['done', 'awaiting_approval', 'approved', 'skipped'] as const) {
    assert.equal(on(status, '2026-11-19'), false);
  }
});

test('a child’s own to-do pays 2 XP, an assigned one its reward, and a parent’s to-do nothing', () => {
  assert.equal(getReward({ assigned_by: null, xp_reward: 50 }, 'child'), 2);
  assert.equal(getReward({ assigned_by: 'a parent', xp_reward: 50 }, 'child'), 50);
  assert.equal(getReward({ assigned_by: null, xp_reward: 50 }, 'parent'), 0);
});
