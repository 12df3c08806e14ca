import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Content, Location, Task, World } from '../../../content/index.ts';
import { listNewlyOpen, listOpenPlaces, locationAccessRule, taskAccessRule, worldAccessRule } from './access-rules.ts';
import type { Learner } from './learner.ts';
import type { PlaceState, TaskState } from './learner-store.ts';
import { locationProgress, nextTask, taskProgress, worldProgress } from './task-status.ts';

/** Two worlds: one with a path that branches and joins, and one that requires it. */
const content = toContent([
  world('first', {}, [
    location('gate', ['a', 'b']),
    location('left', ['c'], { prerequisite_ids: ['gate'] }),
    location('right', ['d'], { prerequisite_ids: ['gate'], required_level: 3 }),
    location('corner', ['e'], { optional: true }),
    location('tower', ['f'], { prerequisite_ids: ['left', 'right'] }),
  ]),
  world('second', { prerequisite_ids: ['first'] }, [location('beach', ['g'])]),
  world('third', { opens_at: '2027-01-01T00:00:00.000Z' }, [location('snow', ['h'])]),
]);

test('a new learner starts with the first locations open and the others locked with a reason', () => {
  const learner = learnerWith({});
  assert.deepEqual(listOpenPlaces(learner), { location_ids: ['gate', 'corner'], world_ids: ['first'] });
  assert.deepEqual(locationAccessRule(learner, getLocation('left')), {
    reason: 'prerequisite',
    missing: [getLocation('gate')],
  });
  assert.deepEqual(taskAccessRule(learner, getTask('g')), { reason: 'prerequisite', missing: [getWorld('first')] });
  assert.deepEqual(worldAccessRule(learner, getWorld('third')), {
    reason: 'not_started_yet',
    unlocks_at: '2027-01-01T00:00:00.000Z',
  });
});

test('a location opens after all its prerequisites and at its required level', () => {
  const gateDone = { a: 'completed', b: 'completed' } as const;
  const low = learnerWith(gateDone);
  assert.deepEqual(locationAccessRule(low, getLocation('right')), { reason: 'level', required_level: 3 });
  const high = learnerWith({ ...gateDone, c: 'completed' }, { level: 3 });
  assert.equal(locationAccessRule(high, getLocation('right')), null);
  assert.deepEqual(locationAccessRule(high, getLocation('tower')), {
    reason: 'prerequisite',
    missing: [getLocation('right')],
  });
  const both = learnerWith({ ...gateDone, c: 'completed', d: 'completed' });
  assert.equal(locationAccessRule(both, getLocation('tower')), null);
});

test('a submitted task counts for prerequisites; one in progress does not', () => {
  const way = (status: TaskState['status']) =>
    locationAccessRule(learnerWith({ a: 'completed', b: status }), getLocation('left'));
  assert.equal(way('pending_review'), null);
  assert.equal(way('changes_requested'), null);
  assert.notEqual(way('in_progress'), null);
});

test('a location stays open once one of its tasks has been started', () => {
  const learner = learnerWith({ f: 'in_progress' });
  assert.equal(locationAccessRule(learner, getLocation('tower')), null);
  assert.equal(worldAccessRule(learner, getWorld('first')), null);
  assert.equal(locationProgress(learner, getLocation('tower')).status, 'in_progress');
  assert.equal(locationProgress(learner, getLocation('left')).status, 'locked');
});

test('world progress counts all locations but measures percent by the required ones', () => {
  const learner = learnerWith({ a: 'completed', b: 'completed' }, { locations: ['gate'] });
  const {
    tasks_total,
    tasks_completed,
    locations_total,
    locations_completed,
    progress_percent,
    xp_available,
    xp_earned,
  } = worldProgress(learner, getWorld('first'));
  assert.deepEqual([tasks_total, tasks_completed, locations_total, locations_completed], [6, 2, 5, 1]);
  assert.deepEqual([progress_percent, xp_available, xp_earned], [40, 6 * 10 + 5 * 25 + 100, 20 + 25]);
  const done = learnerWith({ a: 'completed' }, { worlds: ['first'] });
  const { status, progress_percent: percent } = worldProgress(done, getWorld('first'));
  assert.deepEqual([status, percent], ['completed', 100]);
});

test('nextTask suggests the nearest open task that is not done', () => {
  const next = (states: Record<string, TaskState['status']>, after: string) =>
    nextTask(learnerWith(states), getTask(after))?.id;
  assert.equal(next({ a: 'completed' }, 'a'), 'b');
  assert.equal(next({ a: 'completed', b: 'completed' }, 'b'), 'c');
  assert.equal(next({ b: 'completed' }, 'b'), 'a');
  assert.equal(next({ a: 'completed', b: 'pending_review', c: 'completed' }, 'c'), 'e');
  const all = Object.fromEntries([...content.tasks.keys()].map((id) => [id, 'completed' as const]));
  assert.equal(next(all, 'a'), undefined);
});

test('after any change of a started task exactly the places that were not open before are newly open', () => {
  const statuses = fc.constantFrom<(TaskState['status'] | 'none')[]>(
    'none',
    'in_progress',
    'pending_review',
    'completed',
  );
  const ids = [...content.tasks.keys()];
  fc.assert(
    fc.property(
      fc.record(Object.fromEntries(ids.map((id) => [id, statuses]))),
      fc.constantFrom(...ids),
      statuses.filter((status) => status !== 'none'),
      fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 2 })),
      (drawn, changed, status, [level, levelsGained]) => {
        const started = Object.entries(drawn).filter(([, each]) => each !== 'none');
        const earlier = Object.fromEntries(started) as Record<string, TaskState['status']>;
        const states = { [changed]: 'in_progress', ...earlier } as const; // a task has to be started before it changes
        const before = learnerWith(states, { level });
        const after = learnerWith({ ...states, [changed]: status }, { level: level + levelsGained });
        const wasOpen = listOpenPlaces(before);
        const isOpen = listOpenPlaces(after);
        assert.deepEqual(listNewlyOpen(before, after, getLocation(getTask(changed).location_id)), {
          location_ids: isOpen.location_ids.filter((id) => !wasOpen.location_ids.includes(id)),
          world_ids: isOpen.world_ids.filter((id) => !wasOpen.world_ids.includes(id)),
        });
      },
    ),
    { numRuns: 500 },
  );
});

test('for any progress, statuses match locks, XP stay within what is available and percent within 100', () => {
  const statuses = fc.constantFrom<(TaskState['status'] | 'none')[]>(
    'none',
    'in_progress',
    'pending_review',
    'changes_requested',
    'completed',
  );
  const states = fc.record(Object.fromEntries([...content.tasks.keys()].map((id) => [id, statuses])));
  const places = fc.subarray([...content.locations.keys()]);
  fc.assert(
    fc.property(
      states,
      places,
      fc.subarray([...content.worlds.keys()]),
      fc.integer({ min: 1, max: 5 }),
      (drawn, locations, worlds, level) => {
        const started = Object.fromEntries(Object.entries(drawn).filter(([, status]) => status !== 'none'));
        const learner = learnerWith(started as Record<string, TaskState['status']>, { locations, worlds, level });
        const progress = [
          ...[...content.worlds.values()].map((each) => worldProgress(learner, each)),
          ...[...content.locations.values()].map((each) => locationProgress(learner, each)),
        ];
        for (const { status, lock, progress_percent, tasks_completed, tasks_total } of progress) {
          assert.equal(status === 'locked', lock !== null);
          assert.ok(progress_percent >= 0 && progress_percent <= 100 && tasks_completed <= tasks_total);
        }
        for (const each of content.worlds.values()) {
          const { xp_earned, xp_available } = worldProgress(learner, each);
          assert.ok(xp_earned <= xp_available);
        }
        for (const each of content.tasks.values()) {
          const { status, lock } = taskProgress(learner, each);
          assert.equal(status === 'locked', lock !== null);
          const next = nextTask(learner, each);
          assert.ok(
            !next || ['available', 'in_progress', 'changes_requested'].includes(taskProgress(learner, next).status),
          );
        }
      },
    ),
  );
});

type LocationDraft = Location & { readonly world_id: string };

function location(id: string, task_ids: string[], more: Partial<Location> = {}): Location {
  const text = { en: id };
  const shown = { title: text, description: text, icon: 'castle', map: { x: 0, y: 0 }, kind: 'lesson' } as const;
  const rules = { optional: false, prerequisite_ids: [], required_level: null };
  return { id, world_id: '', order_index: 0, task_ids, ...shown, ...rules, ...more };
}

function world(id: string, more: Partial<World>, locations: readonly Location[]) {
  const text = { en: id };
  const shown = { title: text, description: text, cover: 'x', theme: { color: 'FFFFFF', icon: 'x' }, subject: 'x' };
  const details = { pack_id: 'x', license: 'MIT', languages: ['en'], age_min: 5, age_max: 9, content_version: 'x' };
  const rules = { prerequisite_ids: [], required_level: null, opens_at: null, order_index: 0 };
  const draft: World = { id, ...shown, ...details, ...rules, location_ids: locations.map((each) => each.id), ...more };
  return { world: draft, locations: locations.map((each): LocationDraft => ({ ...each, world_id: id })) };
}

function toContent(parts: readonly ReturnType<typeof world>[]): Pick<Content, 'worlds' | 'locations' | 'tasks'> {
  const locations = parts.flatMap((part) => part.locations);
  const tasks = locations.flatMap((each) => each.task_ids.map((id, order_index) => task(id, each, order_index)));
  return {
    worlds: new Map(parts.map((part) => [part.world.id, part.world])),
    locations: new Map(locations.map((each) => [each.id, each])),
    tasks: new Map(tasks.map((each) => [each.id, each])),
  };
}

function task(id: string, { id: location_id, world_id }: LocationDraft, order_index: number): Task {
  const text = { en: id };
  const details = {
    kind: 'lesson',
    difficulty: 1,
    estimated_minutes: 1,
    pass_score: 0.6,
    requires_review: false,
  } as const;
  const parts = { skills: [], title: text, instructions: text, media: [], items: [], content_version: 'x' };
  return { id, world_id, location_id, order_index, ...details, ...parts };
}

function learnerWith(
  states: Readonly<Record<string, TaskState['status']>>,
  { locations = [], worlds = [], level = 1 }: { locations?: string[]; worlds?: string[]; level?: number } = {},
): Learner {
  const at = '2026-11-20T08:00:00.000Z';
  const places = (kind: PlaceState['kind'], ids: string[], xp_earned: number) =>
    new Map(ids.map((id) => [id, { place_id: id, kind, xp_earned, completed_at: at }]));
  const tasks = Object.entries(states).map(([task_id, status]): [string, TaskState] => {
    const xp_earned = status === 'completed' ? 10 : 0;
    const counts = { attempts_count: 1, open_attempt_id: null, stars_best: 3, xp_earned };
    return [task_id, { task_id, status, ...counts, started_at: at, completed_at: null }];
  });
  return {
    profileId: 'child',
    level,
    now: at,
    content: content as Content, // the tested functions read nothing else
    tasks: new Map(tasks),
    locations: places('location', locations, 25),
    worlds: places('world', worlds, 100),
  };
}

const getLocation = (id: string) => content.locations.get(id) as Location; // the ids in this file exist
const getWorld = (id: string) => content.worlds.get(id) as World;
const getTask = (id: string) => content.tasks.get(id) as Task;
