import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadAllPacks } from '../../../../test/support/content/packs.ts';
import type { Content, Location, Skill, Task, World } from '../../../content/index.ts';
import type { Learner } from '../learner/learner.ts';
import type { TaskState } from '../learner/learner-store.ts';
import type { Memory } from '../memory/memory.ts';
import { chooseFirstStep, chooseNext, type NextPractice } from './choose-next.ts';

const YESTERDAY = '2026-11-19T15:00:00.000Z';
const TODAY = '2026-11-20T09:00:00.000Z';
const CONTEXT = { today: '2026-11-20', dayStart: '2026-11-20T00:00:00.000Z', locale: 'en', canOpen: false };

/** One place with tasks of three skills of mathematics, each of which requires the one before. */
const content = createContent([
  ['count-lesson', 'lesson', 1, ['count']],
  ['count', 'quiz', 1, ['count']],
  ['add', 'quiz', 2, ['add']],
  ['add-more', 'quiz', 3, ['add']],
  ['multiply', 'quiz', 2, ['multiply']],
  ['multiply-hard', 'quiz', 5, ['multiply']],
  ['draw', 'creative', 1, []],
  ['find-at-home', 'real_world', 1, []],
  ['listen', 'quiz', 1, ['count'], true],
]);

interface Case {
  readonly name: string;
  readonly states?: Readonly<Record<string, Partial<TaskState>>>;
  readonly memories?: readonly Memory[];
  readonly practice?: {
    readonly isOpen?: boolean;
    readonly isDone?: boolean;
    readonly isStartable?: boolean;
    readonly dueCount?: number;
  };
  readonly age?: number;
  readonly reads?: boolean;
  /** The kinds, tasks and reasons that are expected first. */
  readonly expected: readonly string[];
}

const NO_PRACTICE: NextPractice = {
  isOpen: false,
  isDone: false,
  build: () => ({ task: {} as Task, isStartable: false, dueCount: 0 }),
};
const PASSED = { status: 'completed', stars_best: 2, started_at: YESTERDAY, completed_at: YESTERDAY } as const;
const PASSED_TODAY = { ...PASSED, started_at: TODAY, completed_at: TODAY };
const FAILED = { status: 'in_progress', open_attempt_id: null } as const;
const ALL_QUIZZES = ['count', 'add', 'add-more', 'multiply', 'multiply-hard', 'listen'];
const OTHERS = ['count-lesson', 'draw', 'find-at-home'];

const CASES: readonly Case[] = [
  {
    name: 'a new child begins with the lesson of a quiz that fits, and may make something instead',
    expected: ['new count-lesson new_skill count', 'creative draw creative'],
  },
  {
    name: 'what was begun goes on, the open round of the daily practice first',
    states: { add: { started_at: YESTERDAY, open_attempt_id: 'a' } },
    practice: { isOpen: true },
    expected: ['continue practice begun'],
  },
  {
    name: 'work that came back goes on',
    states: { draw: { status: 'changes_requested', started_at: YESTERDAY } },
    practice: { isStartable: true, dueCount: 3 },
    memories: [remember('count', { due_on: '2026-11-20' })],
    expected: ['continue draw returned', 'review practice due count 9', 'new count-lesson more count'],
  },
  {
    name: 'what was begun a month ago is not the first thing anymore',
    states: { add: { started_at: '2026-10-01T08:00:00.000Z', open_attempt_id: 'a' } },
    expected: ['new count-lesson new_skill count'],
  },
  {
    name: 'a lesson about other skills does not come before a quiz',
    states: { count: PASSED, listen: PASSED },
    memories: [remember('count')],
    expected: ['new add builds_on add count'],
  },
  {
    // The expected scores are 0.90 and 0.73.
    name: 'of two quizzes that fit, one that mostly goes well comes before one that fails every fourth time',
    states: { 'count-lesson': PASSED, count: PASSED },
    memories: [remember('count')],
    expected: ['new listen more count'],
  },
  {
    name: 'a quiz that failed today is not suggested at once, and counts for the ration',
    states: { 'count-lesson': PASSED, count: { ...FAILED, started_at: TODAY } },
    memories: [remember('count')],
    expected: ['creative draw creative', 'new listen more count'],
  },
  {
    name: 'a quiz that failed yesterday is tried once more',
    states: { 'count-lesson': PASSED, count: { ...FAILED, started_at: YESTERDAY } },
    expected: ['continue count retry'],
  },
  {
    name: 'a quiz that failed yesterday waits as long as it is too hard',
    states: { 'add-more': { ...FAILED, started_at: YESTERDAY } },
    expected: ['new count-lesson new_skill count'],
  },
  {
    name: 'after two failures something easier comes first',
    states: { add: { ...FAILED, attempts_count: 2, started_at: TODAY } },
    practice: { isStartable: true, dueCount: 3 },
    memories: [remember('count', { due_on: '2026-11-20' })],
    expected: ['repair count-lesson easier_first', 'review practice due count 9'],
  },
  {
    name: 'the repair of a quiz that failed twice follows the lesson',
    states: { 'count-lesson': PASSED_TODAY, add: { ...FAILED, attempts_count: 2, started_at: TODAY } },
    expected: ['repair repair-add easier_first'],
  },
  {
    name: 'a quiz that failed twice returns as its missed items, three days after its repair was begun',
    states: {
      'count-lesson': PASSED,
      count: PASSED,
      listen: PASSED,
      add: { ...FAILED, attempts_count: 2, started_at: '2026-11-16T09:00:00.000Z' },
      'repair-add': { ...PASSED, started_at: '2026-11-16T10:00:00.000Z', completed_at: '2026-11-16T11:00:00.000Z' },
    },
    expected: ['repair repair-add only_missed'],
  },
  {
    name: 'after a round of the repair the day goes on with other tasks',
    states: {
      'count-lesson': PASSED,
      count: PASSED,
      add: { ...FAILED, attempts_count: 2, started_at: YESTERDAY },
      'repair-add': { ...FAILED, started_at: TODAY, completed_at: TODAY },
    },
    practice: { isStartable: true, dueCount: 1 },
    memories: [remember('count', { due_on: '2026-11-18' })],
    expected: ['review practice due count 9'],
  },
  {
    name: 'practice comes first when something is due',
    states: { 'count-lesson': PASSED, count: PASSED, listen: PASSED },
    practice: { isStartable: true, dueCount: 1 },
    memories: [remember('count', { due_on: '2026-11-18' })],
    expected: ['review practice due count 9', 'new add builds_on add count', 'creative draw creative'],
  },
  {
    name: 'practice without anything due comes after what is new',
    states: { 'count-lesson': PASSED, count: PASSED, listen: PASSED },
    practice: { isStartable: true },
    memories: [remember('count')],
    expected: ['new add builds_on add count', 'review practice refresh'],
  },
  {
    name: 'after the ration of the day there is no new quiz',
    states: { 'count-lesson': PASSED, count: PASSED_TODAY, listen: PASSED },
    memories: [remember('count', { reviewed_on: '2026-11-20' })],
    practice: { isStartable: true },
    expected: ['review practice refresh', 'creative draw creative', 'new add builds_on add count'],
  },
  {
    name: 'after three quizzes of a day something to make comes first',
    states: { 'count-lesson': PASSED, count: PASSED_TODAY, add: PASSED_TODAY, listen: PASSED_TODAY },
    expected: ['creative draw creative'],
  },
  {
    name: 'a skill waits until the child knows what it requires',
    states: { 'count-lesson': PASSED, count: PASSED, listen: PASSED },
    memories: [remember('add', { ability: -3 })],
    age: 9,
    expected: ['creative draw creative'],
  },
  {
    name: 'a child who knows more gets harder quizzes',
    states: { 'count-lesson': PASSED, count: PASSED, add: PASSED },
    memories: [remember('count'), remember('add'), remember('multiply'), remember('@mathematics', { ability: 3.6 })],
    expected: ['new multiply-hard challenge multiply'],
  },
  {
    name: 'of quizzes that are too easy, there is one a day, the hardest',
    states: { 'count-lesson': PASSED, count: PASSED, 'multiply-hard': PASSED },
    memories: [remember('@mathematics', { ability: 9 })],
    expected: ['new add-more new_skill add'],
  },
  {
    name: 'for a child under nine the easiest quiz counts when none fits',
    states: { 'count-lesson': PASSED, count: PASSED, listen: PASSED },
    memories: [remember('count'), remember('add'), remember('@mathematics', { ability: -5 })],
    expected: ['new add more add'],
  },
  {
    name: 'a child who does not read gets only what can be done by listening',
    age: 5,
    reads: false,
    practice: { isStartable: true },
    expected: ['new listen new_skill count', 'review practice refresh'],
  },
  {
    name: 'when all is done, quizzes with missing stars come back',
    states: {
      ...Object.fromEntries([...ALL_QUIZZES, ...OTHERS].map((id) => [id, PASSED])),
      multiply: { ...PASSED, completed_at: '2026-11-01T08:00:00.000Z' },
      count: { ...PASSED, stars_best: 3, completed_at: '2026-10-01T08:00:00.000Z' },
    },
    expected: ['review multiply more_stars', 'review add more_stars', 'review listen more_stars'],
  },
  {
    name: 'a quiz that failed twice is never suggested, so what was passed today comes again',
    states: {
      ...Object.fromEntries([...ALL_QUIZZES, ...OTHERS].map((id) => [id, PASSED_TODAY])),
      'multiply-hard': { ...FAILED, attempts_count: 3, started_at: '2026-11-01T08:00:00.000Z' },
      'repair-multiply-hard': { ...FAILED, started_at: TODAY, completed_at: TODAY },
    },
    memories: ['count', 'add', 'multiply'].map((skill) => remember(skill, { reviewed_on: '2026-11-20' })),
    expected: ['review count more_stars', 'review add more_stars', 'review multiply more_stars'],
  },
];

for (const { name, states = {}, memories = [], practice = {}, age = 8, reads = true, expected } of CASES) {
  test(`the next step: ${name}`, () => {
    const { isOpen = false, isDone = false, isStartable = false, dueCount = 0 } = practice;
    const dueSkill = dueCount > 0 ? 'count' : undefined;
    const task = { id: 'practice', world_id: 'practice' } as Task; // the rules read nothing else
    const nextPractice: NextPractice = { isOpen, isDone, build: () => ({ task, isStartable, dueCount, dueSkill }) };
    const args = [createLearner(states, reads), memories, nextPractice, { ...CONTEXT, age }] as const;
    const steps = chooseNext(...args);
    assert.equal(chooseFirstStep(...args)?.task.id, steps[0]?.task.id);
    assert.equal(new Set(steps.map((step) => step.task.id)).size, steps.length);
    const shown = steps.map(({ kind, task, reason: { code, skill, knownSkill, days } }) =>
      [kind, task.id, code, skill, knownSkill, days].filter((part) => part !== undefined).join(' '),
    );
    assert.deepEqual(shown.slice(0, expected.length), expected);
  });
}

test('a new child may begin three quizzes on a day', () => {
  const learner = createLearner({ 'count-lesson': PASSED, count: PASSED_TODAY }, true);
  const taskStates = new Map([...learner.taskStates].filter(([id]) => !id.startsWith('earlier')));
  const args = [[remember('count')], NO_PRACTICE, { ...CONTEXT, age: 8 }] as const;
  assert.equal(chooseFirstStep(learner, ...args)?.kind, 'creative');
  assert.equal(chooseFirstStep({ ...learner, taskStates }, ...args)?.kind, 'new');
});

test('a new child begins with a quiz instead of the lesson before it', () => {
  const learner = createLearner({}, true);
  const choose = (taskStates: Learner['taskStates']) =>
    chooseFirstStep({ ...learner, taskStates }, [], NO_PRACTICE, { ...CONTEXT, age: 8 })?.task.id;
  assert.deepEqual([learner.taskStates, new Map()].map(choose), ['count-lesson', 'count']);
});

test('of quizzes in other worlds that fit about as well, what is usual at the age of the child comes first', () => {
  const usualAges = { six: 6, nine: 9, eleven: 11 };
  const ids = Object.keys(usualAges);
  const toEntries = <P>(create: (id: string) => P) => new Map(ids.map((id) => [id, create(id)]));
  const packs: Content = {
    ...content,
    worlds: toEntries((id) => ({ ...content.worlds.get('world'), id, location_ids: [id] }) as World),
    locations: toEntries((id) => ({ ...content.locations.get('place'), id, world_id: id, task_ids: [id] }) as Location),
    tasks: toEntries(
      (id) => ({ ...content.tasks.get('count'), id, world_id: id, location_id: id, skills: [id] }) as Task,
    ),
    skills: new Map(
      Object.entries(usualAges).map(([id, age]) => [id, { ...content.skills.get('count'), id, age } as Skill]),
    ),
  };
  const learner = { ...createLearner({}, true), content: packs };
  const choose = (age: number) =>
    chooseFirstStep(learner, [remember('@mathematics')], NO_PRACTICE, { ...CONTEXT, age })?.task.id;
  assert.deepEqual([6, 9, 11].map(choose), ids);
});

test('a day begins with the subject that was played longest ago, among quizzes that fit about as well', () => {
  const worlds = ['mathematics', 'language', 'science'].map((subject): [string, World] => [
    subject,
    { ...content.worlds.get('world'), id: subject, subject, location_ids: [subject] } as World,
  ]);
  const quizzes = worlds.flatMap(([id]) =>
    [1, 2].map((i) => ({ ...content.tasks.get('count'), id: `${id}-${i}`, world_id: id, location_id: id }) as Task),
  );
  const locations = worlds.map(([id]): [string, Location] => {
    const task_ids = quizzes.filter(({ world_id }) => world_id === id).map((task) => task.id);
    return [id, { ...content.locations.get('place'), id, world_id: id, task_ids } as Location];
  });
  const packs = { ...content, worlds: new Map(worlds), locations: new Map(locations) };
  const withQuizzes = { ...packs, tasks: new Map(quizzes.map((task) => [task.id, task])) };
  const choose = (states: NonNullable<Case['states']>) => {
    const learner = { ...createLearner(states, true), content: withQuizzes };
    return chooseFirstStep(learner, [], NO_PRACTICE, { ...CONTEXT, age: 8 })?.task.id;
  };
  const older = { ...PASSED, started_at: '2026-11-18T15:00:00.000Z', completed_at: '2026-11-18T15:00:00.000Z' };
  assert.equal(choose({ 'science-1': older }), 'mathematics-1');
  assert.equal(choose({ 'science-1': older, 'mathematics-1': PASSED }), 'language-1');
  assert.equal(choose({ 'science-1': older, 'mathematics-1': PASSED, 'language-1': PASSED }), 'science-2');
});

test('a world for children who are two years younger is left for one that fits as well', () => {
  const worlds = [4, 10].map((age_max): [string, World] => {
    const id = `up-to-${age_max}`;
    return [id, { ...content.worlds.get('world'), id, age_min: 4, age_max, location_ids: [id] } as World];
  });
  const quizzes = worlds.flatMap(([id]) =>
    [1, 2].map((i) => ({ ...content.tasks.get('count'), id: `${id}-${i}`, world_id: id, location_id: id }) as Task),
  );
  const locations = worlds.map(([id]): [string, Location] => {
    const task_ids = quizzes.filter(({ world_id }) => world_id === id).map((task) => task.id);
    return [id, { ...content.locations.get('place'), id, world_id: id, task_ids } as Location];
  });
  const tasks = new Map(quizzes.map((task) => [task.id, task]));
  const packs = { ...content, worlds: new Map(worlds), locations: new Map(locations), tasks };
  const learner = { ...createLearner({ 'up-to-4-1': PASSED }, true), content: packs };
  const choose = (age: number) => chooseFirstStep(learner, [], NO_PRACTICE, { ...CONTEXT, age })?.task.id;
  assert.deepEqual([5, 6].map(choose), ['up-to-4-2', 'up-to-10-1']);
});

test('if no open quiz fits, the location of one that fits opens, unless its level or its date locks it', () => {
  const tooHard = { ...content.tasks.get('multiply-hard'), id: 'gate-quiz', location_id: 'gate' } as Task;
  const gate = { ...content.locations.get('place'), id: 'gate', task_ids: ['gate-quiz'] } as Location;
  const choose = (states: NonNullable<Case['states']>, canOpen: boolean, place: Partial<Location & World> = {}) => {
    const locked = { ...content.locations.get('place'), prerequisite_ids: ['gate'], ...place } as Location;
    const world = { ...content.worlds.get('world'), location_ids: ['gate', 'place'] } as World;
    const packs: Content = {
      ...content,
      worlds: new Map([['world', { ...world, opens_at: place.opens_at ?? null }]]),
      locations: new Map([gate, locked].map((location) => [location.id, location])),
      tasks: new Map([tooHard, ...content.tasks.values()].map((task) => [task.id, task])),
    };
    const learner = { ...createLearner(states, true), content: packs };
    const step = chooseFirstStep(learner, [], NO_PRACTICE, { ...CONTEXT, age: 9, canOpen });
    return [step?.task.id, step?.opens?.id];
  };
  assert.deepEqual(choose({}, true), ['add', 'place']);
  assert.deepEqual(choose({}, false), ['gate-quiz', undefined]);
  assert.deepEqual(choose({}, true, { required_level: 2 }), ['gate-quiz', undefined]);
  assert.deepEqual(choose({}, true, { opens_at: '2027-01-01T00:00:00.000Z' }), [undefined, undefined]);
  assert.deepEqual(choose({ 'count-lesson': PASSED }, true), ['add', undefined]); // it is open already
});

test('a child who does not read is led through all tasks for pre-readers and no other', () => {
  const packs = loadAllPacks();
  const states: Record<string, Partial<TaskState>> = {};
  const choose = () =>
    chooseNext({ ...createLearner(states, false), content: packs }, [], NO_PRACTICE, { ...CONTEXT, age: 5 })[0];
  for (let step = choose(); step?.kind !== 'review'; step = choose()) {
    assert.ok(step?.task.pre_reader, `${step?.task.id} needs reading`);
    states[step.task.id] = PASSED;
  }
  const left = [...packs.tasks.values()].filter(({ id, pre_reader }) => pre_reader && !states[id]);
  assert.deepEqual(
    left.map(({ id }) => id),
    [],
  );
});

function remember(subject: string, changes: Partial<Memory> = {}): Memory {
  const schedule = { stability: 10, difficulty: 5, reviewed_on: '2026-11-11', due_on: '2026-12-01' };
  const ability = subject === '@mathematics' ? -1.4 : 0;
  return { subject, ...schedule, proven_days: 3, in_row: 1, ability, asked: 5, ...changes };
}

const EARLIER_TASKS = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`earlier-${i}`, PASSED]));

/** Creates a learner who has done ten tasks that the packs no longer contain, so that it is not new. */
function createLearner(states: NonNullable<Case['states']>, reads: boolean): Learner {
  const defaults = { status: 'in_progress', attempts_count: 1, open_attempt_id: null, stars_best: 0 } as const;
  const taskStates = Object.entries({ ...EARLIER_TASKS, ...states }).map(([task_id, state]): [string, TaskState] => [
    task_id,
    { task_id, ...defaults, xp_earned: 0, started_at: TODAY, completed_at: null, ...state },
  ]);
  return {
    profileId: 'child',
    reads,
    level: 1,
    pace: 0.7,
    now: '2026-11-20T12:00:00.000Z',
    content,
    taskStates: new Map(taskStates),
    completedLocations: new Map(),
    completedWorlds: new Map(),
    openedLocations: new Map(),
  };
}

/** Creates one world with one location. Each task is given by its id, kind, difficulty and skills, and by whether it is for pre-readers. */
function createContent(
  rows: readonly (readonly [string, Task['kind'], number, readonly string[], boolean?])[],
): Content {
  const place = { required_level: null, prerequisite_ids: [] };
  const location = { id: 'place', world_id: 'world', task_ids: rows.map(([id]) => id), ...place };
  const world = {
    id: 'world',
    location_ids: ['place'],
    languages: ['en'],
    age_min: 5,
    age_max: 12,
    opens_at: null,
    subject: 'mathematics',
  };
  const tasks = rows.map(([id, kind, difficulty, skills, pre_reader = false], order_index) => {
    const items = kind === 'quiz' ? [{ id: 'item', kind: 'numeric' }] : [];
    const title = { en: id };
    return {
      id,
      title,
      kind,
      difficulty,
      skills,
      pre_reader,
      items,
      order_index,
      world_id: 'world',
      location_id: 'place',
    };
  });
  const skills = Object.entries({ count: [], add: ['count'], multiply: ['add'] }).map(
    ([id, requires]): [string, Skill] => [id, { id, requires, subject: 'mathematics', age: 6, name: { en: id } }],
  );
  return {
    worlds: new Map([['world', { ...world, ...place } as unknown as World]]),
    locations: new Map([['place', location as unknown as Location]]),
    tasks: new Map(tasks.map((task) => [task.id, task as unknown as Task])),
    skills: new Map(skills),
  } as unknown as Content; // the rules read nothing else
}
