import { type Content, getSkill, type Task } from '../../src/content/index.ts';
import { createPseudoRandom } from '../../src/core/pseudo-random.ts';
import { countDaysBetween, type Day } from '../../src/core/time/days.ts';
import { LOGITS_PER_DIFFICULTY } from '../../src/features/learning/memory/ability.ts';
import {
  computeGuessChance,
  type FirstAnswer,
  toItemSubject,
} from '../../src/features/learning/memory/update-memories.ts';

/** What a simulated child is able to do, and how fast it forgets. Children forget exponentially, while the scheduler assumes another curve. */
export interface ChildKind {
  readonly age: number;
  /** By how many difficulties the child differs from typical children of its age. */
  readonly difference: number;
  /** The number of days after which the child still knows a skill that was just learned with a probability of 1/e. */
  readonly firstDays?: number;
  /** The factor by which that number of days grows with each review in which the child knows the skill. */
  readonly growth?: number;
}

/** Children of each age, who are typical, struggle, or are quick. */
export const DAY_KINDS = {
  '5, cannot read': { age: 5, difference: 0 },
  '6, middle': { age: 6, difference: 0 },
  '8, struggling': { age: 8, difference: -1 },
  '8, middle': { age: 8, difference: 0 },
  '8, quick': { age: 8, difference: 1 },
  '10, middle': { age: 10, difference: 0 },
  '12, struggling': { age: 12, difference: -1 },
  '12, middle': { age: 12, difference: 0 },
  '12, quick': { age: 12, difference: 1 },
} as const satisfies Record<string, ChildKind>;

/** Children of nine who forget faster or more slowly. */
export const FORGETTING_KINDS = {
  fast: { age: 9, difference: 0, firstDays: 3, growth: 1.6 },
  middle: { age: 9, difference: 0, firstDays: 7, growth: 2 },
  slow: { age: 9, difference: 0, firstDays: 14, growth: 2.5 },
  'fast, able': { age: 9, difference: 1, firstDays: 3, growth: 1.6 },
  'slow, less able': { age: 9, difference: -1.2, firstDays: 14, growth: 2.5 },
} as const satisfies Record<string, ChildKind>;

/** The level of typical children of five, and how much it grows in a year. */
const LEVEL_AT_FIVE = 1.2;
const LEVELS_PER_YEAR = 0.47;
/** The standard deviations in difficulties: strong and weak subjects and skills, items that are easier or harder than written, and days. */
const SPREAD = { subject: 0.4, skill: 0.4, item: 0.43, day: 0.19 };
/** Even a child who knows everything slips now and then. */
const MAX_SCORE = 0.96;
/** The probability that the child knows a skill when a task asks for it for the first time. */
const NEW_SKILL_PROBABILITY = 0.7;

/** A simulated child, who remembers skills and answers items. `random` returns a number from 0 to less than 1. */
export class SimulatedChild {
  /** For each skill: the day of the last review, and after how many days the probability of knowing the skill has fallen to 1/e. */
  private readonly memories = new Map<string, { days: number; reviewedOn: Day }>();
  private readonly offsets = new Map<string, number>();
  private readonly skills: Content['skills'];
  private readonly kind: Required<ChildKind>;
  private readonly firstDay: Day;
  private readonly random: () => number;
  constructor(skills: Content['skills'], kind: ChildKind, firstDay: Day, random: () => number) {
    this.skills = skills;
    this.kind = { firstDays: 7, growth: 2, ...kind };
    this.firstDay = firstDay;
    this.random = random;
  }

  /** The probability that the child knows a skill, 0 to 1. */
  getRecallProbability(skill: string, today: Day): number {
    const memory = this.memories.get(skill);
    return memory ? Math.exp(-countDaysBetween(memory.reviewedOn, today) / memory.days) : 0;
  }

  /** The difficulty of which the child would answer about seven of ten items of a subject, if it had forgotten nothing. */
  getLevel(subject: string, today: Day): number {
    const { age, difference } = this.kind;
    const years = age - 5 + countDaysBetween(this.firstDay, today) / 365;
    return LEVEL_AT_FIVE + LEVELS_PER_YEAR * years + difference + this.getOffset('subject', subject);
  }

  /** Answers an item. The first answer of a day to a skill changes how long the child remembers it. */
  answer(task: Task, itemId: string, today: Day, level?: number): FirstAnswer {
    const skill = findSkill(task, itemId);
    const probability = this.memories.has(skill) ? this.getRecallProbability(skill, today) : NEW_SKILL_PROBABILITY;
    const isKnown = this.random() < probability;
    const answer = this.apply(task, itemId, today, { level, isKnown });
    this.review(skill, today, isKnown);
    return answer;
  }

  /** Answers an item of a skill that the child knows or does not know: how well it applies what it knows depends on its level. */
  apply(
    task: Task,
    itemId: string,
    today: Day,
    { level = task.difficulty, isKnown = true }: { readonly level?: number | undefined; readonly isKnown?: boolean },
  ): FirstAnswer {
    const skill = findSkill(task, itemId);
    const item = task.items.find((candidate) => candidate.id === itemId);
    const guessChance = item ? computeGuessChance(item) : 0;
    const itemSubject = toItemSubject(task.id, itemId);
    const ownLevel =
      this.getLevel(this.skills.get(skill)?.subject ?? '', today) +
      this.getOffset('skill', skill) +
      this.getOffset('day', today);
    const easiness = LOGITS_PER_DIFFICULTY * (ownLevel - level - this.getOffset('item', itemSubject)) + 1;
    const ownScore = isKnown ? MAX_SCORE / (1 + Math.exp(-easiness)) : 0;
    const expected = ownScore + guessChance * (1 - ownScore / MAX_SCORE);
    const score = Number(this.random() < expected);
    return { itemId, skill, itemSubject, score, difficulty: level, guessChance };
  }

  private review(skill: string, today: Day, isKnown: boolean): void {
    const memory = this.memories.get(skill);
    if (memory?.reviewedOn === today) return;
    const { firstDays, growth } = this.kind;
    const daysBefore = memory?.days ?? firstDays / growth;
    const days = isKnown || !memory ? daysBefore * growth : Math.max(firstDays, daysBefore / 2);
    this.memories.set(skill, { days, reviewedOn: today });
  }

  private getOffset(kind: keyof typeof SPREAD, id: string): number {
    const key = `${kind} ${id}`;
    const offset = this.offsets.get(key) ?? SPREAD[kind] * drawNormal(this.random);
    this.offsets.set(key, offset);
    return offset;
  }
}

/** The skill that a question of a quiz asks for. */
export function findSkill(task: Task, itemId: string): string {
  const item = task.items.find(({ id }) => id === itemId);
  return (item && getSkill(task, item)) ?? '';
}

export function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Creates a generator of pseudo-random numbers, so that a simulation can be repeated. */
export function createRandomNumberGenerator(seed: number): () => number {
  const draw = createPseudoRandom(Math.imul(seed, 0x9e37_79b1) >>> 0); // the first numbers of adjacent seeds would be alike
  return () => draw(2 ** 24) / 2 ** 24;
}

export function computeMean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
