import { type Content, getLocationStructure, type Location, type Task, type World } from '../../../content/index.ts';
import { memoize } from '../../../core/memoize.ts';
import { addDays, type Day } from '../../../core/time/days.ts';
import type { Instant } from '../../../core/time/instant.ts';
import {
  findLocationLock,
  listLocationsInLanguage,
  listOfferedTasks,
  listOpenLocationsInLanguage,
} from '../learner/content-locks.ts';
import { copyWithPlaceStates, isOffered, type Learner, toOpenedPlace } from '../learner/learner.ts';
import type { TaskState } from '../learner/learner-store.ts';
import {
  createRelatedFilter,
  findRepairStep,
  findRepairTask,
  isFailedRepeatedly,
  REPEATED_FAILURES,
} from '../learner/repair.ts';
import { MAX_STARS } from '../learner/rewards.ts';
import { Abilities, computeExpectedScore } from '../memory/ability.ts';
import { countDaysSince, type Memory } from '../memory/memory.ts';
import { type DailyPractice, MIN_DUE_FOR_ANOTHER_ROUND } from '../practice/load-practice.ts';

// What a child does next (decision 0088). Home, the end of a task and the panel show the same.

export const NEXT_KINDS = ['continue', 'repair', 'review', 'new', 'creative'] as const;
export const NEXT_REASONS = [
  'begun',
  'returned',
  'retry',
  'easier_first',
  'only_missed',
  'due',
  'refresh',
  'new_skill',
  'builds_on',
  'more',
  'challenge',
  'path',
  'creative',
  'at_home',
  'more_stars',
  'again',
] as const;

export interface NextStep {
  readonly kind: (typeof NEXT_KINDS)[number];
  readonly task: Task;
  readonly reason: NextReason;
  /** The locked location of the task: the child knows enough to skip the way there. */
  readonly opens?: Location | undefined;
}

/** Why a step is suggested: a code, and what its sentence names. */
export interface NextReason {
  readonly code: (typeof NEXT_REASONS)[number];
  /** The id of the skill that the step is about. */
  readonly skill?: string | undefined;
  /** The id of a skill that the child knows and that `skill` builds on. */
  readonly knownSkill?: string | undefined;
  /** For how many days the skill was not practiced. */
  readonly days?: number | undefined;
  /** The stars that the child has earned in the task. */
  readonly stars?: number | undefined;
  /** The quiz that was too hard. */
  readonly failedTask?: Task | undefined;
}

/** The daily practice, as far as the next step depends on it. */
export interface NextPractice {
  readonly isOpen: boolean;
  /** Whether the child has completed a round today. */
  readonly isDone: boolean;
  /** Builds the open round, or chooses the items of the next one, which takes a while. */
  readonly build: () => Pick<DailyPractice<Learner>, 'task' | 'isStartable' | 'dueCount' | 'dueSkill'>;
}

export interface NextContext {
  readonly today: Day;
  /** The instant at which the child's day began. */
  readonly dayStart: Instant;
  readonly locale: string;
  /** The child's age this year; undefined if it is unknown. */
  readonly age: number | undefined;
  /** Whether the caller opens the location of the first step if it is locked. */
  readonly canOpen: boolean;
}

/** A quiz fits if the score that is expected of the child lies between these bounds; it is best near the target. */
const MIN_SCORE = 0.66;
const MAX_SCORE = 0.91;
const TARGET_SCORE = 0.85;
/** Among quizzes whose distances from the target differ by less than this, the nearest on the map comes first. */
const SCORE_STEP = 0.05;
/** A required skill that the child has never practiced counts as known if this score is expected in its easiest quiz. */
const KNOWN_BY_SUBJECT_SCORE = 0.77;
/** Children below this age get the easiest quiz on a day on which none fits and nothing is due. */
const EASIEST_QUIZ_AGE = 9;
const CHALLENGE_DIFFICULTY = 4;
/** A task that was begun longer ago is not the first thing to do anymore. */
const CONTINUE_DAYS = 21;
/** After so many quizzes of a day, something else comes first. */
const QUIZZES_BEFORE_CREATIVE = 3;
const MAX_STEPS = 3;

/** What the rules below share. */
interface Situation extends NextContext {
  readonly learner: Learner;
  readonly memories: ReadonlyMap<string, Memory>;
  readonly abilities: Abilities;
  /** The tasks that are not locked and may be offered to the child, in display order. */
  readonly openTasks: readonly Task[];
  readonly openLocations: ReadonlySet<Location>;
  /** Those of them that the child has begun. */
  readonly begunTasks: readonly BegunTask[];
}

interface BegunTask {
  readonly task: Task;
  readonly state: TaskState;
}

/** Chooses what the child does next, and up to two alternatives. The list is empty only if nothing is open. */
export function chooseNext(...args: Parameters<typeof listSteps>): NextStep[] {
  return pickSteps([...listSteps(...args)]);
}

/** The first step of `chooseNext`. */
export function chooseFirstStep(...args: Parameters<typeof listSteps>): NextStep | undefined {
  for (const step of listSteps(...args)) return step;
  return undefined;
}

/**
 * Lists what a child can do, the best first: what it has begun, what repairs a quiz that failed twice, the daily practice when something
 * is due, something creative after three quizzes, new quizzes as many as the ration of the day allows, and then whatever is left.
 */
function* listSteps(
  learner: Learner,
  memories: readonly Memory[],
  practice: NextPractice,
  context: NextContext,
): Iterable<NextStep> {
  const openLocations = listOpenLocationsInLanguage(learner, context.locale);
  const openTasks = listOfferedTasks(learner, openLocations);
  const situation: Situation = {
    ...context,
    learner,
    memories: new Map(memories.map((memory) => [memory.subject, memory])),
    abilities: new Abilities(memories, { age: context.age, skills: learner.content.skills }),
    openTasks,
    openLocations: new Set(openLocations),
    begunTasks: openTasks.flatMap((task) => {
      const state = learner.taskStates.get(task.id);
      return state ? [{ task, state }] : [];
    }),
  };
  yield* listBegun(situation, practice);
  yield* listRepairs(situation);
  if (!practice.isOpen && !practice.isDone && listDue(situation).length > 0) yield* listReview(situation, practice, 1);
  if (listQuizzesOfDay(situation, 'completed_at').length >= QUIZZES_BEFORE_CREATIVE) yield* listCreative(situation);
  const fresh = listFresh(situation, practice);
  if (fresh.isWithinRation) yield* fresh.steps;
  // Further rounds are offered only while many skills are due.
  if (!practice.isOpen && (!practice.isDone || listDue(situation).length >= MIN_DUE_FOR_ANOTHER_ROUND))
    yield* listReview(situation, practice, 0);
  yield* listCreative(situation);
  const leftovers = listLeftovers(situation);
  yield* leftovers.filter(({ task }) => task.kind === 'lesson');
  yield* listRepetitions(situation);
  yield* fresh.steps;
  yield* leftovers;
}

/** The first step is recommended. The others are of other kinds as far as possible. */
function pickSteps(steps: readonly NextStep[]): NextStep[] {
  const picked: NextStep[] = [];
  const isTaken = ({ task }: NextStep) => picked.some((other) => other.task.id === task.id);
  const pick = (isWanted: (step: NextStep) => boolean) => {
    for (const step of steps) if (picked.length < MAX_STEPS && !isTaken(step) && isWanted(step)) picked.push(step);
  };
  pick(({ kind }) => picked.every((other) => other.kind !== kind));
  pick(({ task }) => picked.every((other) => other.task.world_id !== task.world_id));
  pick(() => true);
  return picked;
}

/** What the child has begun, or can try once more, the newest first. */
function listBegun(situation: Situation, practice: NextPractice): NextStep[] {
  const firstDay = addDays(situation.today, -CONTINUE_DAYS);
  const begun = situation.begunTasks.flatMap(({ task, state }) => {
    const code = findReasonToContinue(situation, task, state);
    const isRecent = state.started_at > firstDay || code === 'retry';
    return isRecent && code ? [{ task, code, startedAt: state.started_at }] : [];
  });
  return [
    ...(practice.isOpen ? [{ task: practice.build().task, code: 'begun' } as const] : []),
    ...begun.toSorted((a, b) => compareTexts(b.startedAt, a.startedAt)),
  ].map(({ task, code }) => ({ kind: 'continue', task, reason: { code } }));
}

function findReasonToContinue(
  situation: Situation,
  task: Task,
  { status, open_attempt_id, attempts_count, started_at }: TaskState,
): NextReason['code'] | undefined {
  if (status === 'changes_requested') return 'returned';
  if (status !== 'in_progress') return undefined;
  if (open_attempt_id !== null) return attempts_count <= REPEATED_FAILURES ? 'begun' : undefined;
  // The day of later attempts is not known, so only a quiz that failed once is suggested again, on another day.
  const canRetry = attempts_count === 1 && started_at < situation.dayStart;
  return canRetry && computeMeanScore(situation, task) >= MIN_SCORE ? 'retry' : undefined;
}

/** A new lesson about the skills of a quiz that failed twice, and then its repair. */
function listRepairs({ learner, openTasks, begunTasks, locale }: Situation): NextStep[] {
  return begunTasks
    .filter(({ task }) => isFailedRepeatedly(learner, task))
    .toSorted((a, b) => compareTexts(b.state.started_at, a.state.started_at))
    .flatMap(({ task: failedTask }): NextStep[] => {
      const isRelated = createRelatedFilter(learner, failedTask);
      const isNewLesson = ({ id, kind, world_id }: Task) =>
        kind === 'lesson' && world_id === failedTask.world_id && !learner.taskStates.has(id);
      const lesson = openTasks.find((candidate) => isNewLesson(candidate) && isRelated(candidate));
      const task = lesson ?? findRepairTask(learner, failedTask, locale);
      const code = !lesson && findRepairStep(learner, failedTask) === 'missed' ? 'only_missed' : 'easier_first';
      return task ? [{ kind: 'repair', task, reason: { code, failedTask } }] : [];
    });
}

function listReview(situation: Situation, practice: NextPractice, minDue: number): NextStep[] {
  const { task, isStartable, dueCount, dueSkill } = practice.build();
  if (!isStartable || dueCount < minDue) return [];
  const memory = dueSkill === undefined ? undefined : situation.memories.get(dueSkill);
  const reason: NextReason = memory
    ? { code: 'due', skill: dueSkill, days: countDaysSince(memory.reviewed_on, situation.today) }
    : { code: 'refresh' };
  return [{ kind: 'review', task, reason }];
}

/** The memories that are due and were not reviewed today. */
function listDue({ memories, today }: Situation): Memory[] {
  return [...memories.values()].filter(({ due_on, reviewed_on }) => due_on <= today && reviewed_on < today);
}

/** A quiz, and the mean score that is expected in it. */
interface RatedQuiz {
  readonly task: Task;
  readonly score: number;
}

/** A child begins as many new quizzes a day as last for this many days, at least one and at most three. */
const RATION_DAYS = 180;
const MAX_RATION = 3;
/** Until a child has begun so many tasks, it may begin more quizzes a day, because practice has little to ask yet. */
const FIRST_TASKS = 10;

/**
 * New quizzes, and whether the child should begin one more today: there should be something new tomorrow, too. The steps can be read
 * once: they are made when they are read, because mostly only the first one is needed.
 */
function listFresh(
  situation: Situation,
  practice: NextPractice,
): { readonly steps: Iterable<NextStep>; readonly isWithinRation: boolean } {
  const { learner, openTasks, age, canOpen } = situation;
  const rate = (task: Task): RatedQuiz => ({ task, score: computeMeanScore(situation, task) });
  const isSkillKnown = memoize((skill: string) => isKnown(situation, skill));
  const isReady = ({ task }: RatedQuiz) => listRequired(learner.content, task.skills).every(isSkillKnown);
  const open = openTasks.filter((task) => isNewQuiz(learner, task)).map(rate);
  const openFitting = open.filter(isFittingScore);
  // Most completions do not need the quizzes of the whole map.
  const listLocked = once(() => listLockedQuizzes(situation));
  const listLockedFitting = once(() => listLocked().map(rate).filter(isFittingScore));
  const fitting = openFitting.filter(isReady);
  const openable = canOpen && fitting.length === 0 ? listLockedFitting().filter(isReady) : [];
  const location = findNextLocation(situation, openable);
  const reachable = location ? openable.filter(({ task }) => task.location_id === location.id) : fitting;
  const begunToday = listQuizzesOfDay(situation, 'started_at').map(rate);
  if (reachable.length > 0) {
    const begunCount = begunToday.filter(({ score }) => score <= MAX_SCORE).length;
    // Locked quizzes count, too, because they open when no open one fits. All of them are mostly too few, whether they fit or not.
    const isEnough = (locked: readonly unknown[]) =>
      openFitting.length + locked.length >= RATION_DAYS * (begunCount + 1);
    const isRich = () => isEnough(listLocked()) && isEnough(listLockedFitting());
    const steps = sortByFit(situation, reachable)
      .values()
      .map(({ task }) => toFreshStep(situation, task, location));
    return { steps, isWithinRation: isWithinRation(learner, begunCount, isRich) };
  }
  const easy = open.filter(({ score }) => score > MAX_SCORE).toSorted((a, b) => a.score - b.score);
  const hasPractice = practice.isOpen || practice.isDone || listDue(situation).length > 0;
  const isForEasiest = age !== undefined && age < EASIEST_QUIZ_AGE && !hasPractice;
  const easiest = isForEasiest ? open.toSorted((a, b) => b.score - a.score).slice(0, 1) : [];
  const steps = (easy.length > 0 ? easy : easiest).map(({ task }) => toFreshStep(situation, task));
  return { steps, isWithinRation: begunToday.length === 0 };
}

function isWithinRation({ taskStates }: Learner, begunCount: number, isRich: () => boolean): boolean {
  if (begunCount === 0 || begunCount >= MAX_RATION) return begunCount === 0;
  return taskStates.size < FIRST_TASKS || isRich();
}

function isNewQuiz({ taskStates }: Learner, { id, kind, guess_chance }: Task): boolean {
  return kind === 'quiz' && guess_chance !== null && !taskStates.has(id);
}

/** The new quizzes for the child in locations that are locked. */
function listLockedQuizzes({ learner, locale, openLocations }: Situation): Task[] {
  return listLocationsInLanguage(learner.content, locale)
    .filter((location) => !openLocations.has(location))
    .flatMap((location) => getLocationStructure(learner.content, location).tasks)
    .filter((task) => isNewQuiz(learner, task) && isOffered(learner, task));
}

/** The first location with a locked quiz that fits, in the world of the quiz that fits best. Levels and dates stay locked. */
function findNextLocation(situation: Situation, lockedQuizzes: readonly RatedQuiz[]): Location | undefined {
  const { learner } = situation;
  const { locations } = learner.content;
  const isOpenable = memoize((id: string) => {
    const location = locations.get(id);
    return (
      location !== undefined &&
      findLocationLock(copyWithPlaceStates(learner, [toOpenedPlace(learner, location)]), location) === null
    );
  });
  const openable = lockedQuizzes.filter(({ task }) => isOpenable(task.location_id));
  const [best] = openable.length > 0 ? sortByFit(situation, openable) : [];
  const first = openable.find(({ task }) => task.world_id === best?.task.world_id);
  return first && locations.get(first.task.location_id);
}

function isTooHard(situation: Situation, task: Task): boolean {
  return task.kind === 'quiz' && computeMeanScore(situation, task) < MIN_SCORE;
}

/**
 * The quizzes whose expected score is nearest to the target first. A world for children who are two years younger is one step further away.
 * Among about equal quizzes, those near the task that the child has played last come first. A day begins with the subject that was played
 * longest ago. Of other worlds, what is usual at the child's age comes first.
 */
function sortByFit({ learner, age, begunTasks, dayStart }: Situation, quizzes: readonly RatedQuiz[]): RatedQuiz[] {
  const { worlds, skills } = learner.content;
  const findSubject = ({ world_id }: Task) => worlds.get(world_id)?.subject ?? '';
  let last: Task | undefined;
  let lastAt = '';
  const playedAt = new Map<string, string>();
  for (const { task, state } of begunTasks) {
    const at = state.completed_at ?? state.started_at;
    if (at > lastAt) {
      last = task;
      lastAt = at;
    }
    const subject = findSubject(task);
    if (at > (playedAt.get(subject) ?? '')) playedAt.set(subject, at);
  }
  const isNewDay = last !== undefined && lastAt < dayStart;
  const countLongerAgo = memoize(
    (subject: string) => [...playedAt.values()].filter((at) => at <= (playedAt.get(subject) ?? '')).length,
  );
  /** The years between the age of the child and the one at which the hardest skill of a quiz is usual. */
  const measureAgeGap = (task: Task) => {
    const ages = task.skills.flatMap((id) => skills.get(id)?.age ?? []);
    return age === undefined || ages.length === 0 ? 0 : Math.abs(age - Math.max(...ages));
  };
  const rank = ({ task, score }: RatedQuiz) => {
    const world = worlds.get(task.world_id);
    const isForYounger = world && age !== undefined && age > world.age_max + 1;
    const distance = Math.floor(Math.abs(score - TARGET_SCORE) / SCORE_STEP) + Number(isForYounger);
    const place =
      task.location_id === last?.location_id ? 0 : task.world_id === last?.world_id ? 1 : 2 + measureAgeGap(task) / 100;
    return (
      100 * distance +
      (isNewDay ? 10 * countLongerAgo(findSubject(task)) : 0) +
      2 * place +
      (isForAge(world, age) ? 0 : 1)
    );
  };
  return quizzes
    .map((quiz) => ({ quiz, rank: rank(quiz) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ quiz }) => quiz);
}

/**
 * A lesson of the same location that precedes the quiz and is about its skills comes before it. A new child begins with the quiz, which
 * has something to do.
 */
function toFreshStep({ learner, memories }: Situation, quiz: Task, opens?: Location): NextStep {
  const { content, taskStates } = learner;
  const isNewChild = taskStates.size === 0;
  const lesson = getLocationStructure(content, { id: quiz.location_id }).tasks.find(
    (task) =>
      task.kind === 'lesson' &&
      task.order_index < quiz.order_index &&
      (task.skills.length === 0 || task.skills.some((skill) => quiz.skills.includes(skill))) &&
      isOffered(learner, task) &&
      !taskStates.has(task.id),
  );
  const skill = quiz.skills.find((id) => !memories.has(id));
  const knownSkill = skill && listRequired(content, [skill]).find((id) => memories.has(id));
  const reason: NextReason = skill
    ? { code: knownSkill ? 'builds_on' : 'new_skill', skill, knownSkill }
    : { code: quiz.difficulty >= CHALLENGE_DIFFICULTY ? 'challenge' : 'more', skill: quiz.skills[0] };
  return { kind: 'new', task: (!isNewChild && lesson) || quiz, reason, opens };
}

function isForAge(world: World | undefined, age: number | undefined): boolean {
  return !world || age === undefined || (world.age_min <= age && age <= world.age_max);
}

/** What children make or do away from the screen, of the worlds that they have begun first, and then of those for their age. */
function listCreative({ learner, openTasks, begunTasks, age }: Situation): NextStep[] {
  const isOpen = ({ id }: Task) => !learner.taskStates.has(id);
  const toStep = (task: Task, code: 'creative' | 'at_home'): NextStep => ({ kind: 'creative', task, reason: { code } });
  const steps = openTasks.flatMap((task) => {
    if (!isOpen(task)) return [];
    if (task.kind === 'creative') return [toStep(task, 'creative')];
    return task.kind === 'real_world' ? [toStep(task, 'at_home')] : [];
  });
  const startedWorlds = new Set(begunTasks.map(({ task }) => task.world_id));
  const rank = ({ task: { world_id } }: NextStep) =>
    startedWorlds.has(world_id) ? 0 : isForAge(learner.content.worlds.get(world_id), age) ? 1 : 2;
  return steps.toSorted((a, b) => rank(a) - rank(b));
}

/** Quizzes that the child has passed: first those with missing stars, first those whose skills were practiced longest ago. */
function listRepetitions(situation: Situation): NextStep[] {
  const { begunTasks, memories, today } = situation;
  const findLastPractice = ({ skills }: Task) =>
    skills.reduce((last, skill) => {
      const day = memories.get(skill)?.reviewed_on ?? '';
      return day > last ? day : last;
    }, '');
  const passed = begunTasks.flatMap(({ task, state }) => {
    if (task.kind !== 'quiz' || state.status !== 'completed') return [];
    const lastPractice = findLastPractice(task);
    const rank = [isTooHard(situation, task), lastPractice === today, state.stars_best === MAX_STARS]
      .map(Number)
      .join('');
    return [{ task, state, order: `${rank} ${lastPractice} ${state.completed_at}` }];
  });
  return passed
    .sort((a, b) => compareTexts(a.order, b.order))
    .map(({ task, state: { stars_best: stars } }) => ({
      kind: 'review',
      task,
      reason: { code: stars < MAX_STARS ? 'more_stars' : 'again', stars },
    }));
}

/** What no other rule suggests, the easiest first. A quiz that failed twice is never suggested. */
function listLeftovers({ learner, openTasks }: Situation): NextStep[] {
  const isLeft = ({ id }: Task) => ['in_progress', undefined].includes(learner.taskStates.get(id)?.status);
  return openTasks
    .filter((task) => isLeft(task) && !isFailedRepeatedly(learner, task))
    .toSorted((a, b) => a.difficulty - b.difficulty)
    .map((task) => ({ kind: learner.taskStates.has(task.id) ? 'continue' : 'new', task, reason: { code: 'path' } }));
}

/** Whether a quiz is neither too hard nor too easy for a child. */
export function isFitting(abilities: Abilities, quiz: Task): boolean {
  return isFittingScore({ score: computeMeanScore({ abilities }, quiz) });
}

function isFittingScore({ score }: Pick<RatedQuiz, 'score'>): boolean {
  return score >= MIN_SCORE && score <= MAX_SCORE;
}

/** The mean score that is expected in a quiz of a child who has forgotten nothing. */
function computeMeanScore({ abilities }: Pick<Situation, 'abilities'>, task: Task): number {
  const { skills, difficulty, guess_chance } = task;
  const item = { difficulty, guessChance: guess_chance ?? 0 }; // the expected score is linear in the chance to guess
  return computeExpectedScore(item, { ability: abilities.compute(skills), retrievability: 1 });
}

/** Whether a child knows a skill well enough for what builds on it. What no quiz trains counts as known. */
function isKnown({ abilities, learner }: Situation, skill: string): boolean {
  const difficulty = getEasiestDifficulties(learner.content).get(skill);
  if (difficulty === undefined) return true;
  const score = computeExpectedScore(
    { difficulty, guessChance: 0 },
    { ability: abilities.compute([skill]), retrievability: 1 },
  );
  return score >= (abilities.getSkill(skill).asked > 0 ? MIN_SCORE : KNOWN_BY_SUBJECT_SCORE);
}

function listRequired({ skills }: Content, ids: readonly string[]): string[] {
  return ids.flatMap((id) => skills.get(id)?.requires ?? []).filter((id) => !ids.includes(id));
}

const easiestDifficulties = new WeakMap<Content['tasks'], Map<string, number>>();

/** The difficulty of the easiest quiz of each skill. It is computed once for each content. */
function getEasiestDifficulties({ tasks }: Content): ReadonlyMap<string, number> {
  const known = easiestDifficulties.get(tasks);
  if (known) return known;
  const difficulties = new Map<string, number>();
  for (const { kind, skills, difficulty } of tasks.values())
    for (const skill of kind === 'quiz' ? skills : [])
      difficulties.set(skill, Math.min(difficulty, difficulties.get(skill) ?? difficulty));
  easiestDifficulties.set(tasks, difficulties);
  return difficulties;
}

/** The quizzes that were begun or passed for the first time on the child's day. */
function listQuizzesOfDay(
  { learner: { taskStates, content }, dayStart }: Situation,
  column: 'started_at' | 'completed_at',
): Task[] {
  return (
    [...taskStates.values()]
      .filter((state) => (state[column] ?? '') >= dayStart)
      .flatMap(({ task_id }) => content.tasks.get(task_id) ?? [])
      // A round of the daily practice or of a repair belongs to no location.
      .filter(
        ({ id, kind, location_id }) => kind === 'quiz' && content.locations.get(location_id)?.task_ids.includes(id),
      )
  );
}

function once<T>(compute: () => T): () => T {
  const computeOnce = memoize(compute);
  return () => computeOnce(undefined);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
