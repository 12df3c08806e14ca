import { getSkill, type Item, type Task } from '../../../content/index.ts';
import { memoize } from '../../../core/memoize.ts';
import { addDays, type Day } from '../../../core/time/days.ts';
import type { PlannedItem } from '../attempts/attempts-store.ts';
import { shuffleBySeed } from '../grading/shuffle.ts';
import { listOpenTasks } from '../learner/content-locks.ts';
import type { Learner } from '../learner/learner.ts';
import type { TaskState } from '../learner/learner-store.ts';
import { Abilities, type AbilityContext, computeExpectedScore, measureDifficulties } from '../memory/ability.ts';
import { getDifficulty } from '../memory/item-levels.ts';
import { computeRetrievability, type Memory, type ReviewContext } from '../memory/memory.ts';
import { listActive, parseMisconceptions } from '../memory/misconceptions.ts';
import { computeGuessChance, toItemSubject } from '../memory/update-memories.ts';

/** The minimum and the maximum number of items in a round. Info items do not count. */
const MIN_ITEMS = 5;
const MAX_ITEMS = 8;
const MAX_MISSED_ITEMS = 2;
/** How many items of a round could show a misconception that the child has shown: the one that was shown most often, and the next one. */
const ITEMS_OF_MISCONCEPTIONS = [3, 2];
const MAX_ITEMS_PER_SKILL = 2;
/** When at least this many skills are due, the round contains no new item. */
const DUE_SKILLS_WITHOUT_NEW_ITEM = 12;
/** How many of the next quizzes of each world the daily practice leaves out, because the child may start them today. */
const NEXT_QUIZZES_PER_WORLD = 4;
/**
 * For this many days, the daily practice does not use a quiz that the child has started but not passed, because the child may
 * still finish it. The days count from the first start of the quiz or from the last review of any of its skills, whichever is
 * later.
 */
const UNFINISHED_DAYS = 21;
/** The score that a child who has forgotten nothing should be expected to have in an item: it should answer most correctly, but not all. */
const TARGET_SCORE = 0.85;
/** The expected score that items of due skills should have without guessing. What the child has forgotten on average makes them easier. */
const TARGET_SCORE_OF_DUE = 0.69;
const MAX_TARGET_SCORE = 0.93;
/** The same for items that could show a misconception: a wrong answer to an easy item is seldom a slip. */
const TARGET_SCORE_OF_MISCONCEPTIONS = 0.96;
/** An item with a lower expected score is hard. A round has only a few of them, so that it stays fun. */
const HARD_SCORE = 0.7;
/** An item with a lower expected score, even if the child had forgotten nothing, is too hard. It waits until the child has learned more. */
const TOO_HARD_SCORE = 0.66;
const MAX_HARD_ITEMS = 2;
/** The assumed score of the new item of a round. It determines only the position of the item in the round. */
const NEW_ITEM_SCORE = 0.5;
/** A generated item is preferred to another item unless the other item fits better by more than so many difficulties. */
const GENERATED_ITEM_BONUS = 0.3;
/** The same for an item of a quiz that the child has started. */
const STARTED_QUIZ_BONUS = 0.3;
/** Items whose distances from the best difficulty differ by less than about this fit equally well. */
const DISTANCE_STEP = 0.25;

/** An item that can be chosen, and the score that the child is expected to reach. */
export interface Candidate {
  readonly task: Task;
  readonly item: Item;
  /** The level of a generator; undefined for an item of the difficulty of its task. */
  readonly level?: number | undefined;
  readonly expectedScore: number;
  /** Whether it is another draw of a generated item, so that a round may ask it together with the first one. */
  readonly isOtherDraw?: boolean;
}

interface SkillCandidate extends Candidate {
  /** By how many difficulties the item is harder or easier than the one that fits best. */
  readonly distance: number;
  readonly isTooHard: boolean;
}

/** The quizzes, memories and items from which the items of a round are chosen. */
interface Pools {
  /** The quizzes that the child has started, except those that `listCurrentQuizzes` returns. */
  readonly startedQuizzes: readonly Task[];
  /** The quizzes that the child may do and has not started, except those that `listCurrentQuizzes` returns. */
  readonly laterQuizzes: readonly Task[];
  /** The quizzes that `listCurrentQuizzes` returns. */
  readonly currentQuizzes: readonly Task[];
  /** All memories of the child, by subject. */
  readonly memories: ReadonlyMap<string, Memory>;
  /** The memories of skills that were not reviewed today, sorted by retrievability, the lowest first. */
  readonly skillMemories: readonly Memory[];
  /** The score that a child who has forgotten nothing should be expected to have in an item of a skill that is asked again. */
  readonly targetScore: number;
  /** The items that were missed, are due and are not too hard, sorted in the same way. */
  readonly missedItems: readonly Candidate[];
}

/** The items that were chosen for a round of the daily practice. */
export interface PracticeChoice {
  /** Five to eight questions, and the info items that precede them; empty when fewer than five questions can be asked. */
  readonly plan: readonly PlannedItem[];
  /** The number of skills and missed items that are due. */
  readonly dueCount: number;
  /** The skill of the first question, if it is due; the practice is announced with it. */
  readonly dueSkill?: string | undefined;
}

/**
 * Chooses the items of a round of the daily practice, at most eight: items that could show a misconception that the child has shown,
 * one after the other, up to two items that were missed, an item of each other skill that is due, as far as there is room, and, unless
 * many skills are due, one item of a quiz that the child has not started. Items that are too hard wait. If these are fewer than five, items
 * of the skills that are remembered least are added, until there are five. Items that the child has answered today are not chosen. The
 * same seed and memories give the same items. The first question is about a skill that is due, if any is. The chosen items of a quiz
 * with info items come last, one after another, after the info items that precede them in the quiz.
 */
export function chooseItems(
  learner: Learner,
  memories: readonly Memory[],
  { locale, seed, age, ...context }: PracticeContext,
): PracticeChoice {
  const abilities = new Abilities(memories, { age, skills: learner.content.skills });
  const pools = buildPools(learner, memories, { ...context, locale, abilities });
  const listCandidatesOnce = memoize((memory: Memory) =>
    listCandidates(learner, pools, memory, { ...context, seed, abilities }),
  );
  const listFitting = (memory: Memory) => listCandidatesOnce(memory).filter(({ isTooHard }) => !isTooHard);
  const dueSkills = pools.skillMemories.filter(
    (memory) => memory.due_on <= context.today && listFitting(memory).length > 0,
  );
  const selection = new Selection();
  selection.maxPerSkill = Math.max(...ITEMS_OF_MISCONCEPTIONS);
  const twins = listShownMisconceptions(memories, context.today).map((id, i) =>
    selection.addAllowed(
      listItemsOfMisconception(learner, pools, id, { ...context, seed, abilities }),
      ITEMS_OF_MISCONCEPTIONS[i] ?? 0,
    ),
  );
  selection.maxPerSkill = MAX_ITEMS_PER_SKILL;
  for (const candidate of pools.missedItems.slice(0, MAX_MISSED_ITEMS)) selection.add(candidate);
  const newItems =
    dueSkills.length < DUE_SKILLS_WITHOUT_NEW_ITEM ? listNewItems(learner, pools, context.today, abilities) : [];
  const reservedCount = newItems.length > 0 ? 1 : 0;
  for (const memory of dueSkills) {
    if (selection.size < MAX_ITEMS - reservedCount && !selection.includesSkill(memory.subject))
      selection.addFirstAllowed(listFitting(memory));
  }
  selection.addFirstAllowed(newItems);
  for (const memory of pools.skillMemories) {
    if (selection.size < MIN_ITEMS && !selection.includesSkill(memory.subject))
      selection.addFirstAllowed(listFitting(memory));
  }
  // For a child who knows few skills, the round contains several items of each: the loop goes through all skills repeatedly.
  selection.maxPerSkill = MIN_ITEMS;
  selection.maxHard = MIN_ITEMS;
  for (const memory of Array.from({ length: MIN_ITEMS }, () => pools.skillMemories).flat()) {
    if (selection.size < MIN_ITEMS) selection.addFirstAllowed(listCandidatesOnce(memory));
  }
  const dueCount = dueSkills.length + pools.missedItems.length;
  if (selection.size < MIN_ITEMS) return { plan: [], dueCount };
  const dueSubjects = new Set(dueSkills.map(({ subject }) => subject));
  const isDue = ({ task, item }: Candidate) => dueSubjects.has(getSkill(task, item) ?? '') && !hasTexts({ task });
  const [first] = selection.chosenItems.filter(isDue).toSorted((a, b) => b.expectedScore - a.expectedScore);
  const ordered = orderItems(selection.chosenItems, seed);
  const items = first ? [first, ...ordered.filter((item) => item !== first)] : ordered;
  return { plan: buildPlan(putTogether(items, twins)), dueCount, dueSkill: first && getSkill(first.task, first.item) };
}

function hasTexts({ task }: Pick<Candidate, 'task'>): boolean {
  return task.items.some(({ kind }) => kind === 'info');
}

/** Builds the plan of a round that asks these items in this order, with the info items that belong to them. */
export function buildPlan(items: readonly Pick<Candidate, 'task' | 'item' | 'level'>[]): PlannedItem[] {
  return addInfoItems(items).map(({ task, item, level }, i) => ({
    id: `i${i + 1}`,
    task_id: task.id,
    item_id: item.id,
    ...(level !== undefined && { level }),
  }));
}

type PracticeContext = ReviewContext & Pick<AbilityContext, 'age'> & { readonly locale: string; readonly seed: string };

/**
 * The chosen items. No item is chosen twice, and at most `maxPerSkill` items of each skill and `maxHard` hard items are chosen.
 */
class Selection {
  readonly chosenItems: Candidate[] = [];
  maxPerSkill = MAX_ITEMS_PER_SKILL;
  maxHard = MAX_HARD_ITEMS;
  get size() {
    return this.chosenItems.length;
  }
  includesSkill(skill: string): boolean {
    return this.countItemsOfSkill(skill) > 0;
  }
  /** Adds an item if it is allowed. Returns whether it was added. */
  add(candidate: Candidate): boolean {
    const { task, item, isOtherDraw } = candidate;
    const isChosen =
      !isOtherDraw && this.chosenItems.some((other) => other.task.id === task.id && other.item.id === item.id);
    if (isChosen || this.countItemsOfSkill(getSkill(task, item)) >= this.maxPerSkill) return false;
    const isHard = ({ expectedScore }: Candidate) => expectedScore < HARD_SCORE;
    if (isHard(candidate) && this.chosenItems.filter(isHard).length >= this.maxHard) return false;
    this.chosenItems.push(candidate);
    return true;
  }
  addFirstAllowed(candidates: readonly Candidate[]): boolean {
    return candidates.some((candidate) => this.add(candidate));
  }
  /** Adds the first items that are allowed, at most `max`, and returns them. */
  addAllowed(candidates: readonly Candidate[], max: number): Candidate[] {
    const added: Candidate[] = [];
    for (const candidate of candidates) if (added.length < max && this.add(candidate)) added.push(candidate);
    return added;
  }
  private countItemsOfSkill(skill: string | undefined): number {
    return this.chosenItems.filter(({ task, item }) => getSkill(task, item) === skill).length;
  }
}

function buildPools(
  learner: Learner,
  memories: readonly Memory[],
  { abilities, ...context }: ReviewContext & { readonly locale: string; readonly abilities: Abilities },
): Pools {
  const { content, taskStates } = learner;
  const quizzes = listOpenTasks(learner, context.locale).filter(
    ({ kind, items }) => kind === 'quiz' && items.length > 0,
  );
  const memoriesNotReviewedToday = memories.filter(({ reviewed_on }) => reviewed_on < context.today);
  const memoriesByRetrievability = memoriesNotReviewedToday
    .map((memory) => ({ memory, retrievability: computeRetrievability(memory, context) }))
    .sort((a, b) => a.retrievability - b.retrievability || (a.memory.subject < b.memory.subject ? -1 : 1));
  const quizSkills = new Set(quizzes.flatMap(({ skills }) => skills));
  const memoriesBySubject = new Map(memories.map((memory) => [memory.subject, memory]));
  const currentQuizzes = listCurrentQuizzes(
    quizzes,
    taskStates,
    (skill) => memoriesBySubject.get(skill)?.reviewed_on,
    context.today,
  );
  const excluded = new Set(currentQuizzes);
  const otherQuizzes = quizzes.filter((quiz) => !excluded.has(quiz));
  const startedQuizzes = otherQuizzes.filter(({ id }) => taskStates.has(id));
  const skillMemories = memoriesByRetrievability.filter(({ memory }) => quizSkills.has(memory.subject));
  const due = skillMemories.filter(({ memory }) => memory.due_on <= context.today);
  const dueRetrievability = due.reduce((sum, { retrievability }) => sum + retrievability, 0) / due.length || 1;
  const itemsBySubject = new Map(
    startedQuizzes.flatMap((task) =>
      listQuestions(task).map((item) => [toItemSubject(task.id, item.id), { task, item }] as const),
    ),
  );
  return {
    startedQuizzes,
    laterQuizzes: otherQuizzes.filter(({ id }) => !taskStates.has(id)),
    currentQuizzes,
    memories: memoriesBySubject,
    skillMemories: skillMemories.map(({ memory }) => memory),
    targetScore: Math.min(MAX_TARGET_SCORE, TARGET_SCORE_OF_DUE / dueRetrievability),
    missedItems: memoriesByRetrievability.flatMap(({ memory, retrievability }) => {
      const dueItem = memory.due_on <= context.today ? itemsBySubject.get(memory.subject) : undefined;
      const candidate = dueItem && fitItem(content, dueItem, { abilities });
      return !candidate || candidate.isTooHard ? [] : [{ ...candidate, expectedScore: retrievability }];
    }),
  };
}

/**
 * The quizzes that the child may do today outside the daily practice: the unfinished quizzes, and the next quizzes of each
 * world. The daily practice uses none of their items, so that the child does not get the same item twice on one day.
 */
function listCurrentQuizzes(
  quizzes: readonly Task[],
  taskStates: Learner['taskStates'],
  findLastReview: (skill: string) => Day | undefined,
  today: Day,
): Task[] {
  const isUnfinished = (task: Task) => isUnfinishedQuiz(task, taskStates.get(task.id), findLastReview, today);
  const notStarted = quizzes.filter(({ id }) => !taskStates.has(id));
  const nextQuizzes = [...Map.groupBy(notStarted, ({ world_id }) => world_id).values()].flatMap((worldQuizzes) =>
    worldQuizzes.slice(0, NEXT_QUIZZES_PER_WORLD),
  );
  return [...quizzes.filter(isUnfinished), ...nextQuizzes];
}

/** Whether a child may still finish a quiz that it has started, so that the daily practice does not use it. */
export function isUnfinishedQuiz(
  { skills }: Task,
  state: Pick<TaskState, 'status' | 'started_at'> | undefined,
  findLastReview: (skill: string) => Day | undefined,
  today: Day,
): boolean {
  if (state?.status !== 'in_progress') return false;
  const cutoffDay = addDays(today, -UNFINISHED_DAYS);
  const wasStartedRecently = state.started_at > cutoffDay; // as text, an instant sorts after its day
  return wasStartedRecently || skills.some((skill) => (findLastReview(skill) ?? '') > cutoffDay);
}

const questionsByTask = new WeakMap<Task, readonly Item[]>();

/** The items of a quiz without its info items. */
export function listQuestions(task: Task): readonly Item[] {
  const questions = questionsByTask.get(task) ?? task.items.filter(({ kind }) => kind !== 'info');
  questionsByTask.set(task, questions);
  return questions;
}

/**
 * The items of a skill, sorted by how well their difficulty fits the child, the best first. Generated items are preferred, because they
 * are new each time. Other items of a quiz that the child has not started are left out, because they should be new when the quiz comes,
 * unless the child has started no quiz of the skill.
 */
function listCandidates(
  { content }: Learner,
  { startedQuizzes, laterQuizzes, memories, targetScore }: Pools,
  memory: Memory,
  { seed, abilities, ...context }: ReviewContext & { readonly seed: string; readonly abilities: Abilities },
): SkillCandidate[] {
  const filterBySkill = (tasks: readonly Task[]) => tasks.filter(({ skills }) => skills.includes(memory.subject));
  const started = filterBySkill(startedQuizzes);
  const retrievability = computeRetrievability(memory, context);
  const items = [...started, ...filterBySkill(laterQuizzes)].flatMap((task) => {
    const isStarted = started.includes(task);
    return listQuestions(task).flatMap((item) => {
      if (getSkill(task, item) !== memory.subject) return [];
      if (memories.get(toItemSubject(task.id, item.id))?.reviewed_on === context.today) return [];
      const isGenerated = content.generators.get(task.id)?.has(item.id) ?? false;
      if (started.length > 0 && !isStarted && !isGenerated) return [];
      const candidate = fitItem(content, { task, item }, { abilities, retrievability }, { targetScore });
      const bonus = (isGenerated ? GENERATED_ITEM_BONUS : 0) + (isStarted ? STARTED_QUIZ_BONUS : 0);
      return [{ ...candidate, distance: candidate.distance - bonus }];
    });
  });
  // Items that fit about equally well are in a random order, so that a skill is not asked with the same item each time.
  return shuffleBySeed(items, `${seed} ${memory.subject}`).sort(
    (a, b) => Math.round(a.distance / DISTANCE_STEP) - Math.round(b.distance / DISTANCE_STEP),
  );
}

/**
 * Chooses the level of an item for which the score that is expected of a child who has forgotten nothing is nearest to the target
 * score. Forgetting decides when an item is asked, and the ability how hard it is. Otherwise, skills that are due would always be
 * asked at the easiest level.
 */
export function fitItem(
  content: Learner['content'],
  { task, item }: Pick<Candidate, 'task' | 'item'>,
  { abilities, retrievability = 1 }: { readonly abilities: Abilities; readonly retrievability?: number },
  { targetScore = TARGET_SCORE, maxLevel = Number.POSITIVE_INFINITY } = {},
): SkillCandidate {
  const guessChance = computeGuessChance(item);
  const ability = abilities.computeForItem(task, item);
  const allLevels = content.generators.get(task.id)?.get(item.id)?.levels ?? [];
  const levels = allLevels.filter((level) => level <= maxLevel);
  const { level, difficulty, unforgottenScore, distance } = [undefined, ...levels]
    .map((level) => {
      const difficulty = getDifficulty(content, task, item.id, level);
      const unforgottenScore = computeExpectedScore({ difficulty, guessChance }, { ability, retrievability: 1 });
      const distance = measureDifficulties(unforgottenScore, targetScore);
      return { level, difficulty, unforgottenScore, distance };
    })
    .reduce((best, other) => (other.distance < best.distance ? other : best));
  const expectedScore = computeExpectedScore({ difficulty, guessChance }, { ability, retrievability });
  return { task, item, level, expectedScore, distance, isTooHard: unforgottenScore < TOO_HARD_SCORE };
}

/**
 * The first question of each of the `laterQuizzes`, unless the child has practiced its skill today. Questions of a skill that is new to the
 * child come first. Within each of the two groups, the questions that fit the child best come first.
 */
function listNewItems(
  { content }: Learner,
  { laterQuizzes, memories }: Pools,
  today: Day,
  abilities: Abilities,
): Candidate[] {
  const findMemory = ({ task, item }: Pick<Candidate, 'task' | 'item'>) => memories.get(getSkill(task, item) ?? '');
  const fitted = laterQuizzes
    .flatMap((task) =>
      listQuestions(task)
        .slice(0, 1)
        .map((item) => ({ task, item })),
    )
    .filter((question) => findMemory(question)?.reviewed_on !== today)
    .map((question) => fitItem(content, question, { abilities }))
    .filter(({ isTooHard }) => !isTooHard)
    .toSorted((a, b) => a.distance - b.distance);
  const newFirst = [...fitted.filter((item) => !findMemory(item)), ...fitted.filter(findMemory)];
  return newFirst.map((candidate) => ({ ...candidate, expectedScore: NEW_ITEM_SCORE }));
}

/** The misconceptions that the child may still have: first the one that the last answers showed most often, and then most recently. */
function listShownMisconceptions(memories: readonly Memory[], today: Day): string[] {
  const active = memories.flatMap(({ misconceptions }) => {
    const states = parseMisconceptions(misconceptions);
    return listActive(states, today).map((id) => {
      const shownDays = states[id]?.answers.flatMap((day) => day ?? []) ?? [];
      return { id, count: shownDays.length, day: shownDays.at(-1) ?? '' };
    });
  });
  return active
    .sort((a, b) => b.count - a.count || compareTexts(b.day, a.day) || compareTexts(a.id, b.id))
    .slice(0, ITEMS_OF_MISCONCEPTIONS.length)
    .map(({ id }) => id);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * The items that could show a misconception and are not too hard: first those of quizzes that the child has started, and among them the
 * easiest. Last come generated items of the quizzes that the child may do today, and other draws of generated items. A written item that
 * the child has missed today is left out.
 */
function listItemsOfMisconception(
  { content }: Learner,
  { startedQuizzes, laterQuizzes, currentQuizzes, memories }: Pools,
  misconception: string,
  { seed, abilities, today }: ReviewContext & { readonly seed: string; readonly abilities: Abilities },
): Candidate[] {
  const isGenerated = ({ task, item }: Pick<Candidate, 'task' | 'item'>) =>
    content.generators.get(task.id)?.has(item.id) ?? false;
  const candidates = [startedQuizzes, laterQuizzes, currentQuizzes].flatMap((quizzes) => {
    const fitted = quizzes.flatMap((task) => {
      const ids = content.itemMisconceptions.get(task.id);
      if (!ids?.size) return [];
      return listQuestions(task).flatMap((item) => {
        if (!ids.get(item.id)?.includes(misconception)) return [];
        const wasMissedToday = memories.get(toItemSubject(task.id, item.id))?.reviewed_on === today;
        if ((wasMissedToday || quizzes === currentQuizzes) && !isGenerated({ task, item })) return [];
        const targetScore = TARGET_SCORE_OF_MISCONCEPTIONS;
        const candidate = fitItem(content, { task, item }, { abilities }, { targetScore });
        const distance = Math.abs(candidate.expectedScore - targetScore);
        return candidate.isTooHard ? [] : [{ ...candidate, distance }];
      });
    });
    return shuffleBySeed(fitted, `${seed} ${misconception}`).sort(
      (a, b) => Math.round(10 * a.distance) - Math.round(10 * b.distance),
    );
  });
  const listOtherDraws = () => candidates.filter(isGenerated).map((candidate) => ({ ...candidate, isOtherDraw: true }));
  return [...candidates, ...listOtherDraws(), ...listOtherDraws()];
}

/** Puts the items of each group one after the other, where the first of them is. */
function putTogether(items: readonly Candidate[], groups: readonly (readonly Candidate[])[]): Candidate[] {
  return groups.reduce<Candidate[]>(
    (ordered, group) => {
      const isInGroup = (item: Candidate) => group.includes(item);
      const first = ordered.findIndex(isInGroup);
      const others = ordered.filter((item, i) => i === first || !isInGroup(item));
      return others.flatMap((item) =>
        isInGroup(item) ? [item, ...ordered.filter((other) => other !== item && isInGroup(other))] : [item],
      );
    },
    [...items],
  );
}

/** Shuffles the items, but puts the easiest first and the second easiest last. */
export function orderItems(candidates: readonly Candidate[], seed: string): Candidate[] {
  const [first, last, ...others] = candidates.toSorted((a, b) => b.expectedScore - a.expectedScore);
  return [...(first ? [first] : []), ...shuffleBySeed(others, `${seed} order`), ...(last ? [last] : [])];
}

/**
 * Adds the info items of each quiz before its chosen items, because the questions may be about them. These quizzes come last, one after the
 * other, so that a child reads an info item only once, and the nearest info items before a question belong to it.
 */
function addInfoItems<C extends Pick<Candidate, 'task' | 'item' | 'level'>>(
  candidates: readonly C[],
): Omit<Candidate, 'expectedScore'>[] {
  const quizzes = Map.groupBy(candidates.filter(hasTexts), ({ task }) => task);
  return [
    ...candidates.filter((candidate) => !hasTexts(candidate)),
    ...[...quizzes].flatMap(([task, chosen]) => {
      const lastIndex = Math.max(...chosen.map(({ item }) => task.items.indexOf(item)));
      const infoItems = task.items.slice(0, lastIndex).filter(({ kind }) => kind === 'info');
      return [...infoItems.map((item) => ({ task, item })), ...chosen];
    }),
  ];
}
