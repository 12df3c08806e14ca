import { getWorldStructure, hasLanguage, type Item, type Task } from '../../../content/index.ts';
import type { PlannedItem } from '../attempts/attempts-store.ts';
import { shuffleBySeed } from '../grading/shuffle.ts';
import { findTaskLock } from '../learner/content-locks.ts';
import type { Learner } from '../learner/learner.ts';
import { computeGuessChance, toItemSubject } from '../memory/first-answers.ts';
import { computeRetrievability, type Memory, type ReviewDay } from '../memory/scheduler.ts';
import { computeExpectedScore } from '../memory/update-memories.ts';

const MIN_ITEMS = 5;
const MAX_ITEMS = 8;
const MAX_MISSED_ITEMS = 2;
const MAX_ITEMS_PER_SKILL = 2;
/** When more skills are due, the practice contains no new item. */
const MAX_DUE_FOR_NEW_ITEM = 12;
/** The expected score that items should have: a child should be right mostly, but not always. */
const TARGET_SCORE = 0.8;

interface Candidate {
  readonly task: Task;
  readonly item: Item;
  readonly expected: number;
}

interface Pools {
  /** The tasks that the child may do and has started. */
  readonly known: readonly Task[];
  /** The tasks that the child may do and has not started. */
  readonly notStarted: readonly Task[];
  readonly memories: ReadonlyMap<string, Memory>;
  /** Sorted by retrievability, the lowest first. */
  readonly skills: readonly Memory[];
  readonly missed: readonly Candidate[];
}

/** The items chosen for today. */
export interface PracticeChoice {
  /** Five to eight items; none when fewer can be asked. */
  readonly plan: readonly PlannedItem[];
  /** The skills and missed items that are due. */
  readonly due: number;
}

/**
 * Chooses the items of a practice: up to two that were missed, one of each skill that is due, a new one, and then items of the
 * skills that are remembered least, until there are enough. No item is asked twice on a day. The same seed and memories give
 * the same items.
 */
export function chooseItems(
  learner: Learner,
  memories: readonly Memory[],
  { locale, seed, ...day }: ReviewDay & { readonly locale: string; readonly seed: string },
): PracticeChoice {
  const pools = buildPools(learner, memories, { ...day, locale });
  const isDue = ({ due_on }: Memory) => due_on <= day.today;
  const dueSkills = pools.skills.filter(isDue);
  const selection = new Selection();
  for (const candidate of pools.missed.slice(0, MAX_MISSED_ITEMS)) selection.add(candidate);
  const pickSkill = (memory: Memory) =>
    selection.addFirstAllowed(listCandidates(learner, pools, memory, { ...day, seed }));
  const newItems = dueSkills.length < MAX_DUE_FOR_NEW_ITEM ? listNewItems(pools) : [];
  const reserved = newItems.length > 0 ? 1 : 0;
  for (const memory of dueSkills) {
    if (selection.size < MAX_ITEMS - reserved && !selection.covers(memory.subject)) pickSkill(memory);
  }
  selection.addFirstAllowed(newItems);
  for (const memory of pools.skills) {
    if (selection.size < MIN_ITEMS && !selection.covers(memory.subject)) pickSkill(memory);
  }
  // A child who knows few skills gets more items of each.
  selection.limit = MIN_ITEMS;
  for (const memory of Array.from({ length: MIN_ITEMS }, () => pools.skills).flat()) {
    if (selection.size < MIN_ITEMS) pickSkill(memory);
  }
  const due = dueSkills.length + pools.missed.length;
  if (selection.size < MIN_ITEMS) return { plan: [], due };
  const plan = orderItems(selection.list, seed).map(({ task, item }, i) => ({
    id: `i${i + 1}`,
    task_id: task.id,
    item_id: item.id,
  }));
  return { plan, due };
}

/** The chosen items. An item is chosen once, and at most `limit` items of a skill. */
class Selection {
  readonly list: Candidate[] = [];
  limit = MAX_ITEMS_PER_SKILL;
  get size() {
    return this.list.length;
  }
  covers(skill: string): boolean {
    return this.count(skill) > 0;
  }
  add(candidate: Candidate): boolean {
    const { task, item } = candidate;
    const isChosen = this.list.some((other) => other.task.id === task.id && other.item.id === item.id);
    if (isChosen || task.skills.some((skill) => this.count(skill) >= this.limit)) return false;
    this.list.push(candidate);
    return true;
  }
  addFirstAllowed(candidates: readonly Candidate[]): boolean {
    return candidates.some((candidate) => this.add(candidate));
  }
  private count(skill: string): number {
    return this.list.filter(({ task }) => task.skills.includes(skill)).length;
  }
}

function buildPools(learner: Learner, memories: readonly Memory[], day: ReviewDay & { locale: string }): Pools {
  const { content, tasks } = learner;
  const worlds = [...content.worlds.values()];
  const worldsInLanguage = worlds.filter(({ languages }) => hasLanguage(languages, day.locale));
  // If no world is in the child's language, the child plays all of them in their first language.
  const quizzes = (worldsInLanguage.length > 0 ? worldsInLanguage : worlds)
    .flatMap((world) => getWorldStructure(content, world).tasks)
    .filter((task) => isSuitable(task) && !findTaskLock(learner, task));
  const [known, notStarted] = [quizzes.filter(({ id }) => tasks.has(id)), quizzes.filter(({ id }) => !tasks.has(id))];
  const notReviewedToday = memories.filter(({ reviewed_on }) => reviewed_on < day.today);
  const byRetrievability = notReviewedToday
    .map((memory) => ({ memory, retrievability: computeRetrievability(memory, day) }))
    .sort((a, b) => a.retrievability - b.retrievability || (a.memory.subject < b.memory.subject ? -1 : 1));
  const quizSkills = new Set(quizzes.flatMap(({ skills }) => skills));
  const itemsBySubject = new Map(
    known.flatMap((task) => task.items.map((item) => [toItemSubject(task.id, item.id), { task, item }] as const)),
  );
  return {
    known,
    notStarted,
    memories: new Map(memories.map((memory) => [memory.subject, memory])),
    skills: byRetrievability.map(({ memory }) => memory).filter(({ subject }) => quizSkills.has(subject)),
    missed: byRetrievability.flatMap(({ memory, retrievability }) => {
      const found = memory.due_on <= day.today ? itemsBySubject.get(memory.subject) : undefined;
      return found ? [{ ...found, expected: retrievability }] : [];
    }),
  };
}

/** Whether a task is a quiz whose items can be asked separately. The items of a quiz with a text are about that text. */
function isSuitable({ kind, items }: Task): boolean {
  return kind === 'quiz' && items.length > 0 && items.every((item) => item.kind !== 'info');
}

/**
 * The items of a skill, sorted by how well their difficulty fits the child. Generated items are preferred, because they are new
 * each time.
 */
function listCandidates(
  { content }: Learner,
  { known, notStarted, memories }: Pools,
  memory: Memory,
  { seed, ...day }: ReviewDay & { readonly seed: string },
): Candidate[] {
  const withSkill = (tasks: readonly Task[]) => tasks.filter(({ skills }) => skills.includes(memory.subject));
  const tasks = withSkill(known).length > 0 ? withSkill(known) : withSkill(notStarted);
  const { ability } = memory;
  const retrievability = computeRetrievability(memory, day);
  const items = tasks.flatMap((task) =>
    task.items.flatMap((item) => {
      if (memories.get(toItemSubject(task.id, item.id))?.reviewed_on === day.today) return [];
      const guessChance = computeGuessChance(item);
      const expected = computeExpectedScore({ difficulty: task.difficulty, guessChance }, { ability, retrievability });
      const isGenerated = content.generators.get(task.id)?.has(item.id) ?? false;
      return [{ task, item, expected, distance: Math.abs(expected - TARGET_SCORE) - (isGenerated ? 0.1 : 0) }];
    }),
  );
  // Items that fit equally well are in a random order, so that a skill is not asked with the same item each time.
  return shuffleBySeed(items, `${seed} ${memory.subject}`).sort(
    (a, b) => Math.round(10 * a.distance) - Math.round(10 * b.distance),
  );
}

/** The first item of each task that the child has not started. Tasks with a skill that is new to the child come first. */
function listNewItems({ notStarted, memories }: Pools): Candidate[] {
  const isNew = ({ skills }: Task) => skills.some((skill) => !memories.has(skill));
  return [...notStarted.filter(isNew), ...notStarted.filter((task) => !isNew(task))].flatMap((task) =>
    task.items.slice(0, 1).map((item) => ({ task, item, expected: 0.5 })),
  );
}

/** The two easiest items come first and last. */
function orderItems(candidates: readonly Candidate[], seed: string): Candidate[] {
  const [first, last, ...others] = candidates.toSorted((a, b) => b.expected - a.expected);
  return [...(first ? [first] : []), ...shuffleBySeed(others, `${seed} order`), ...(last ? [last] : [])];
}
