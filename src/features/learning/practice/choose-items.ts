import { getWorldStructure, hasLanguage, type Item, type Task } from '../../../content/index.ts';
import type { PlannedItem } from '../attempts/attempts-store.ts';
import { shuffleBySeed } from '../grading/shuffle.ts';
import { findTaskLock } from '../learner/content-locks.ts';
import type { Learner } from '../learner/learner.ts';
import { computeGuessChance, toItemSubject } from '../memory/first-answers.ts';
import { computeRetrievability, type Memory, type ReviewDay } from '../memory/scheduler.ts';
import { computeExpectedScore } from '../memory/update-memories.ts';

const FEWEST_ITEMS = 5;
const MOST_ITEMS = 8;
const MOST_MISSED_ITEMS = 2;
const MOST_ITEMS_OF_A_SKILL = 2;
/** With more skills due, nothing new is asked. */
const MOST_DUE_WITH_NEW = 12;
/** How likely a child should be to know the answer: mostly right, and not always. */
const BEST_EXPECTED_SCORE = 0.8;

interface Candidate {
  readonly task: Task;
  readonly item: Item;
  readonly expected: number;
}

interface Pools {
  /** The tasks that the child knows and may do, and those that it may do and has not started. */
  readonly known: readonly Task[];
  readonly unmet: readonly Task[];
  readonly memories: ReadonlyMap<string, Memory>;
  /** What is remembered less comes first. */
  readonly skills: readonly Memory[];
  readonly missed: readonly Candidate[];
}

/** What may be asked today. */
export interface PracticeChoice {
  /** Five to eight items; none when fewer can be asked. */
  readonly plan: readonly PlannedItem[];
  /** The skills and missed items that are due. */
  readonly due: number;
}

/**
 * Chooses the items of a practice: up to two that were missed, one of each skill that is due, a new one, and what is remembered least,
 * until there are enough. Nothing is asked twice on a day. The same seed and memories give the same items.
 */
export function chooseItems(
  learner: Learner,
  memories: readonly Memory[],
  { locale, seed, ...day }: ReviewDay & { readonly locale: string; readonly seed: string },
): PracticeChoice {
  const pools = buildPools(learner, memories, { ...day, locale });
  const isDue = ({ due_on }: Memory) => due_on <= day.today;
  const dueSkills = pools.skills.filter(isDue);
  const picks = new Picks();
  for (const candidate of pools.missed.slice(0, MOST_MISSED_ITEMS)) picks.add(candidate);
  const pickSkill = (memory: Memory) => picks.addFirst(listCandidates(learner, pools, memory, { ...day, seed }));
  const unmetItems = dueSkills.length < MOST_DUE_WITH_NEW ? listUnmetItems(pools) : [];
  const reserved = unmetItems.length > 0 ? 1 : 0;
  for (const memory of dueSkills) {
    if (picks.size < MOST_ITEMS - reserved && !picks.covers(memory.subject)) pickSkill(memory);
  }
  picks.addFirst(unmetItems);
  for (const memory of pools.skills) {
    if (picks.size < FEWEST_ITEMS && !picks.covers(memory.subject)) pickSkill(memory);
  }
  // A child who has met few skills is asked more of each.
  picks.limit = FEWEST_ITEMS;
  for (const memory of Array.from({ length: FEWEST_ITEMS }, () => pools.skills).flat()) {
    if (picks.size < FEWEST_ITEMS) pickSkill(memory);
  }
  const due = dueSkills.length + pools.missed.length;
  if (picks.size < FEWEST_ITEMS) return { plan: [], due };
  const plan = arrange(picks.list, seed).map(({ task, item }, i) => ({
    id: `i${i + 1}`,
    task_id: task.id,
    item_id: item.id,
  }));
  return { plan, due };
}

/** The chosen items. An item is chosen once, and at most `limit` items of a skill. */
class Picks {
  readonly list: Candidate[] = [];
  limit = MOST_ITEMS_OF_A_SKILL;
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
  addFirst(candidates: readonly Candidate[]): boolean {
    return candidates.some((candidate) => this.add(candidate));
  }
  private count(skill: string): number {
    return this.list.filter(({ task }) => task.skills.includes(skill)).length;
  }
}

function buildPools(learner: Learner, memories: readonly Memory[], day: ReviewDay & { locale: string }): Pools {
  const { content, tasks } = learner;
  const worlds = [...content.worlds.values()];
  const own = worlds.filter(({ languages }) => hasLanguage(languages, day.locale));
  // A child whose language no world has plays all of them in their first language.
  const quizzes = (own.length > 0 ? own : worlds)
    .flatMap((world) => getWorldStructure(content, world).tasks)
    .filter((task) => isSuitable(task) && !findTaskLock(learner, task));
  const [known, unmet] = [quizzes.filter(({ id }) => tasks.has(id)), quizzes.filter(({ id }) => !tasks.has(id))];
  const ready = memories.filter(({ reviewed_on }) => reviewed_on < day.today);
  const byRetrievability = ready
    .map((memory) => ({ memory, retrievability: computeRetrievability(memory, day) }))
    .sort((a, b) => a.retrievability - b.retrievability || (a.memory.subject < b.memory.subject ? -1 : 1));
  const askable = new Set(quizzes.flatMap(({ skills }) => skills));
  const itemsBySubject = new Map(
    known.flatMap((task) => task.items.map((item) => [toItemSubject(task.id, item.id), { task, item }] as const)),
  );
  return {
    known,
    unmet,
    memories: new Map(memories.map((memory) => [memory.subject, memory])),
    skills: byRetrievability.map(({ memory }) => memory).filter(({ subject }) => askable.has(subject)),
    missed: byRetrievability.flatMap(({ memory, retrievability }) => {
      const found = memory.due_on <= day.today ? itemsBySubject.get(memory.subject) : undefined;
      return found ? [{ ...found, expected: retrievability }] : [];
    }),
  };
}

/** A quiz whose items can be asked alone. One with a text to read asks about that text. */
function isSuitable({ kind, items }: Task): boolean {
  return kind === 'quiz' && items.length > 0 && items.every((item) => item.kind !== 'info');
}

/** The items of a skill, those first whose difficulty fits the child best. Generated ones are preferred, because they are new each time. */
function listCandidates(
  { content }: Learner,
  { known, unmet, memories }: Pools,
  memory: Memory,
  { seed, ...day }: ReviewDay & { readonly seed: string },
): Candidate[] {
  const withSkill = (tasks: readonly Task[]) => tasks.filter(({ skills }) => skills.includes(memory.subject));
  const tasks = withSkill(known).length > 0 ? withSkill(known) : withSkill(unmet);
  const { ability } = memory;
  const retrievability = computeRetrievability(memory, day);
  const items = tasks.flatMap((task) =>
    task.items.flatMap((item) => {
      if (memories.get(toItemSubject(task.id, item.id))?.reviewed_on === day.today) return [];
      const guess = computeGuessChance(item);
      const expected = computeExpectedScore({ difficulty: task.difficulty, guess }, { ability, retrievability });
      const isGenerated = content.generators.get(task.id)?.has(item.id) ?? false;
      return [{ task, item, expected, distance: Math.abs(expected - BEST_EXPECTED_SCORE) - (isGenerated ? 0.1 : 0) }];
    }),
  );
  // Equally good ones are in a random order, so that a skill is not asked with the same item each time.
  return shuffleBySeed(items, `${seed} ${memory.subject}`).sort(
    (a, b) => Math.round(10 * a.distance) - Math.round(10 * b.distance),
  );
}

/** The first item of each task that the child may start, those first that bring a skill that the child has not met. */
function listUnmetItems({ unmet, memories }: Pools): Candidate[] {
  const isNew = ({ skills }: Task) => skills.some((skill) => !memories.has(skill));
  return [...unmet.filter(isNew), ...unmet.filter((task) => !isNew(task))].flatMap((task) =>
    task.items.slice(0, 1).map((item) => ({ task, item, expected: 0.5 })),
  );
}

/** The two easiest items come first and last. */
function arrange(candidates: readonly Candidate[], seed: string): Candidate[] {
  const [first, last, ...others] = candidates.toSorted((a, b) => b.expected - a.expected);
  return [...(first ? [first] : []), ...shuffleBySeed(others, `${seed} order`), ...(last ? [last] : [])];
}
