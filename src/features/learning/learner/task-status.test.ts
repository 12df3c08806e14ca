import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Content, Location, Task, World } from '../../../content/index.ts';
import { findLocationLock, findTaskLock, findWorldLock, listNewlyOpenPlaces, listOpenPlaces } from './content-locks.ts';
import type { Learner } from './learner.ts';
import type { PlaceState, TaskState } from './learner-store.ts';
import { computeLocationProgress, computeTaskProgress, computeWorldProgress } from './task-status.ts';

/** Three worlds: one with a path that branches and joins, one that requires the first world, and one that opens later. */
const content = createContent([
  createWorld('first', {}, [
    createLocation('gate', ['a', 'b']),
    createLocation('left', ['c'], { prerequisite_ids: ['gate'] }),
    createLocation('right', ['d'], { prerequisite_ids: ['gate'], required_level: 3 }),
    createLocation('corner', ['e'], { optional: true }),
    createLocation('tower', ['f'], { prerequisite_ids: ['left', 'right'] }),
  ]),
  createWorld('second', { prerequisite_ids: ['first'] }, [createLocation('beach', ['g'])]),
  createWorld('third', { opens_at: '2027-01-01T00:00:00.000Z' }, [createLocation('snow', ['h'])]),
]);

test('for a new child the first locations are open and the others locked with a reason', () => {
  const learner = createLearner({});
  assert.deepEqual(listOpenPlaces(learner, [...learner.content.worlds.values()]), {
    location_ids: ['gate', 'corner'],
    world_ids: ['first'],
  });
  assert.deepEqual(findLocationLock(learner, getLocation('left')), {
    reason: 'prerequisite',
    missing: [getLocation('gate')],
  });
  assert.deepEqual(findTaskLock(learner, getTask('g')), { reason: 'prerequisite', missing: [getWorld('first')] });
  assert.deepEqual(findWorldLock(learner, getWorld('third')), {
    reason: 'not_started_yet',
    unlocks_at: '2027-01-01T00:00:00.000Z',
  });
});

test('a location opens after all its prerequisites and at its required level', () => {
  const gateDone = { a: 'completed', b: 'completed' } as const;
  const atLevelOne = createLearner(gateDone);
  assert.deepEqual(findLocationLock(atLevelOne, getLocation('right')), { reason: 'level', required_level: 3 });
  const atLevelThree = createLearner({ ...gateDone, c: 'completed' }, { level: 3 });
  assert.equal(findLocationLock(atLevelThree, getLocation('right')), null);
  assert.deepEqual(findLocationLock(atLevelThree, getLocation('tower')), {
    reason: 'prerequisite',
    missing: [getLocation('right')],
  });
  const withBothCompleted = createLearner({ ...gateDone, c: 'completed', d: 'completed' });
  assert.equal(findLocationLock(withBothCompleted, getLocation('tower')), null);
});

test('a submitted task counts as done for prerequisites; a task in progress does not', () => {
  const findLeftLock = (status: TaskState['status']) =>
    findLocationLock(createLearner({ a: 'completed', b: status }), getLocation('left'));
  assert.equal(findLeftLock('pending_review'), null);
  assert.equal(findLeftLock('changes_requested'), null);
  assert.notEqual(findLeftLock('in_progress'), null);
});

test('tasks that need reading lock nothing for a child who does not read', () => {
  const listOpen = (states: Parameters<typeof createLearner>[0], reads: boolean, preReaderIds: readonly string[]) => {
    const tasks = [...content.tasks.values()].map((task) => ({ ...task, pre_reader: preReaderIds.includes(task.id) }));
    const learner = createLearner(states, { reads });
    const contentOfCase = { ...learner.content, tasks: new Map(tasks.map((task) => [task.id, task])) };
    return listOpenPlaces({ ...learner, content: contentOfCase }, [...content.worlds.values()]).location_ids;
  };
  const cases: [Parameters<typeof createLearner>[0], boolean, string[], string[]][] = [
    [{}, true, ['a', 'c'], ['gate', 'corner']],
    [{}, false, ['a', 'c'], ['gate', 'corner']],
    [{ a: 'in_progress' }, false, ['a', 'c'], ['gate', 'corner']],
    [{ a: 'completed' }, true, ['a', 'c'], ['gate', 'corner']],
    [{ a: 'completed' }, false, ['a', 'c'], ['gate', 'left', 'corner']], // `right` needs level 3
    [
      { a: 'completed', c: 'completed', d: 'completed' },
      false,
      ['a', 'c', 'f'],
      ['gate', 'left', 'right', 'corner', 'tower'],
    ],
    [{}, false, [], ['gate', 'left', 'corner', 'tower', 'beach']], // nothing is for pre-readers, so nothing stands in the way
  ];
  for (const [states, reads, preReaderIds, expected] of cases)
    assert.deepEqual(listOpen(states, reads, preReaderIds), expected, JSON.stringify([states, reads, preReaderIds]));
});

test('a location stays open once one of its tasks has been started', () => {
  const learner = createLearner({ f: 'in_progress' });
  assert.equal(findLocationLock(learner, getLocation('tower')), null);
  assert.equal(findWorldLock(learner, getWorld('first')), null);
  assert.equal(computeLocationProgress(learner, getLocation('tower')).status, 'in_progress');
  assert.equal(computeLocationProgress(learner, getLocation('left')).status, 'locked');
});

test('the progress of a world counts all locations, but its percentage counts only the required ones', () => {
  const learner = createLearner({ a: 'completed', b: 'completed' }, { locations: ['gate'] });
  const {
    tasks_total,
    tasks_completed,
    locations_total,
    locations_completed,
    progress_percent,
    xp_available,
    xp_earned,
  } = computeWorldProgress(learner, getWorld('first'));
  assert.deepEqual([tasks_total, tasks_completed, locations_total, locations_completed], [6, 2, 5, 1]);
  assert.deepEqual([progress_percent, xp_available, xp_earned], [40, 6 * 10 + 5 * 25 + 100, 20 + 25]);
  const withWorldCompleted = createLearner({ a: 'completed' }, { worlds: ['first'] });
  const { status, progress_percent: percent } = computeWorldProgress(withWorldCompleted, getWorld('first'));
  assert.deepEqual([status, percent], ['completed', 100]);
});

test('listNewlyOpenPlaces returns exactly the places that any change to a started task has opened', () => {
  const anyStatus = fc.constantFrom<(TaskState['status'] | 'none')[]>(
    'none',
    'in_progress',
    'pending_review',
    'completed',
  );
  const ids = [...content.tasks.keys()];
  fc.assert(
    fc.property(
      fc.record(Object.fromEntries(ids.map((id) => [id, anyStatus]))),
      fc.constantFrom(...ids),
      anyStatus.filter((status) => status !== 'none'),
      fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 2 })),
      (drawnStatuses, changedId, status, [level, levelsGained]) => {
        const started = Object.entries(drawnStatuses).filter(([, drawnStatus]) => drawnStatus !== 'none');
        const startedStatuses = Object.fromEntries(started) as Record<string, TaskState['status']>;
        const states = { [changedId]: 'in_progress', ...startedStatuses } as const; // a task has to be started before it changes
        const before = createLearner(states, { level });
        const after = createLearner({ ...states, [changedId]: status }, { level: level + levelsGained });
        const openBefore = listOpenPlaces(before, [...before.content.worlds.values()]);
        const openAfter = listOpenPlaces(after, [...after.content.worlds.values()]);
        assert.deepEqual(listNewlyOpenPlaces(before, after, getLocation(getTask(changedId).location_id)), {
          location_ids: openAfter.location_ids.filter((id) => !openBefore.location_ids.includes(id)),
          world_ids: openAfter.world_ids.filter((id) => !openBefore.world_ids.includes(id)),
        });
      },
    ),
    { numRuns: 500 },
  );
});

test('for any progress, statuses match locks, earned XP never exceeds the available XP, and percentages never exceed 100', () => {
  const anyStatus = fc.constantFrom<(TaskState['status'] | 'none')[]>(
    'none',
    'in_progress',
    'pending_review',
    'changes_requested',
    'completed',
  );
  const anyStates = fc.record(Object.fromEntries([...content.tasks.keys()].map((id) => [id, anyStatus])));
  const anyLocations = fc.subarray([...content.locations.keys()]);
  fc.assert(
    fc.property(
      anyStates,
      anyLocations,
      fc.subarray([...content.worlds.keys()]),
      fc.integer({ min: 1, max: 5 }),
      (drawnStatuses, locations, worlds, level) => {
        const started = Object.fromEntries(Object.entries(drawnStatuses).filter(([, status]) => status !== 'none'));
        const learner = createLearner(started as Record<string, TaskState['status']>, { locations, worlds, level });
        const progress = [
          ...[...content.worlds.values()].map((world) => computeWorldProgress(learner, world)),
          ...[...content.locations.values()].map((location) => computeLocationProgress(learner, location)),
        ];
        for (const { status, lock, progress_percent, tasks_completed, tasks_total } of progress) {
          assert.equal(status === 'locked', lock !== null);
          assert.ok(progress_percent >= 0 && progress_percent <= 100 && tasks_completed <= tasks_total);
        }
        for (const world of content.worlds.values()) {
          const { xp_earned, xp_available } = computeWorldProgress(learner, world);
          assert.ok(xp_earned <= xp_available);
        }
        for (const task of content.tasks.values()) {
          const { status, lock } = computeTaskProgress(learner, task);
          assert.equal(status === 'locked', lock !== null);
        }
      },
    ),
  );
});

function createLocation(id: string, task_ids: string[], overrides: Partial<Location> = {}): Location {
  const text = { en: id };
  const display = { title: text, description: text, icon: 'castle', map: { x: 0, y: 0 }, kind: 'lesson' } as const;
  const rules = { optional: false, prerequisite_ids: [], required_level: null, story: [] };
  return { id, world_id: '', order_index: 0, task_ids, ...display, ...rules, ...overrides };
}

function createWorld(id: string, overrides: Partial<World>, locations: readonly Location[]) {
  const text = { en: id };
  const display = { title: text, description: text, cover: 'x', theme: { color: 'FFFFFF', icon: 'x' }, subject: 'x' };
  const details = { pack_id: 'x', license: 'MIT', languages: ['en'], age_min: 5, age_max: 9, content_version: 'x' };
  const rules = { characters: [], prerequisite_ids: [], required_level: null, opens_at: null, order_index: 0 };
  const world: World = {
    id,
    ...display,
    ...details,
    ...rules,
    location_ids: locations.map((location) => location.id),
    ...overrides,
  };
  return { world, locations: locations.map((location) => ({ ...location, world_id: id })) };
}

function createContent(
  worlds: readonly ReturnType<typeof createWorld>[],
): Pick<Content, 'worlds' | 'locations' | 'tasks'> {
  const locations = worlds.flatMap((entry) => entry.locations);
  const tasks = locations.flatMap((location) =>
    location.task_ids.map((id, order_index) => createTask(id, location, order_index)),
  );
  return {
    worlds: new Map(worlds.map(({ world }) => [world.id, world])),
    locations: new Map(locations.map((location) => [location.id, location])),
    tasks: new Map(tasks.map((task) => [task.id, task])),
  };
}

function createTask(id: string, { id: location_id, world_id }: Location, order_index: number): Task {
  const text = { en: id };
  const details = {
    kind: 'lesson',
    difficulty: 1,
    estimated_minutes: 1,
    pass_score: 0.6,
    requires_review: false,
    pre_reader: false,
  } as const;
  const texts = { title: text, instructions: text };
  const contents = { skills: [], ...texts, media: [], items: [], guess_chance: null, content_version: 'x' };
  return { id, world_id, location_id, order_index, ...details, ...contents };
}

interface LearnerOptions {
  readonly locations?: string[];
  readonly worlds?: string[];
  readonly level?: number;
  readonly reads?: boolean;
}

function createLearner(
  states: Readonly<Record<string, TaskState['status']>>,
  { locations = [], worlds = [], level = 1, reads = true }: LearnerOptions = {},
): Learner {
  const timestamp = '2026-11-20T08:00:00.000Z';
  const indexPlaces = (kind: PlaceState['kind'], ids: string[], xp_earned: number) =>
    new Map(ids.map((id) => [id, { place_id: id, kind, xp_earned, completed_at: timestamp }]));
  const taskStates = Object.entries(states).map(([task_id, status]): [string, TaskState] => {
    const xp_earned = status === 'completed' ? 10 : 0;
    const counts = { attempts_count: 1, open_attempt_id: null, stars_best: 3, xp_earned };
    return [task_id, { task_id, status, ...counts, started_at: timestamp, completed_at: null }];
  });
  return {
    profileId: 'child',
    level,
    reads,
    pace: 0.7,
    now: timestamp,
    content: content as Content, // the tested functions read nothing else
    taskStates: new Map(taskStates),
    completedLocations: indexPlaces('location', locations, 25),
    completedWorlds: indexPlaces('world', worlds, 100),
    openedLocations: new Map(),
  };
}

const getLocation = (id: string) => content.locations.get(id) as Location; // the ids in this file exist
const getWorld = (id: string) => content.worlds.get(id) as World;
const getTask = (id: string) => content.tasks.get(id) as Task;
