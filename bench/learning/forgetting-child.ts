import type { Task } from '../../src/content/index.ts';
import { createPseudoRandom } from '../../src/core/pseudo-random.ts';
import { countDaysBetween } from '../../src/core/time/days.ts';
import {
  computeGuessChance,
  type FirstAnswer,
  toItemSubject,
} from '../../src/features/learning/memory/update-memories.ts';

/** How fast a simulated child forgets, and how able the child is. Children forget exponentially, while the scheduler assumes another curve. */
export interface ChildKind {
  /** The number of days after which the child still knows a skill that was just learned with a probability of 1/e. */
  readonly firstDays: number;
  /** The factor by which that number of days grows with each review in which the child knows the skill. */
  readonly growth: number;
  /** How well the child applies known skills, on the scale of the difficulty of tasks minus 3: 0 is a medium difficulty. */
  readonly ability: number;
}

export const CHILD_KINDS = {
  fast: { firstDays: 3, growth: 1.6, ability: 0.5 },
  middle: { firstDays: 7, growth: 2, ability: 0.5 },
  slow: { firstDays: 14, growth: 2.5, ability: 0.5 },
  'fast, able': { firstDays: 3, growth: 1.6, ability: 2 },
  'slow, less able': { firstDays: 14, growth: 2.5, ability: -1.5 },
} as const satisfies Record<string, ChildKind>;

/** The probability that the child knows a skill when a task asks for it for the first time. */
const NEW_SKILL_PROBABILITY = 0.7;

/** A simulated child, who remembers skills and answers items. `random` returns a number from 0 to less than 1. */
export class ForgettingChild {
  /** For each skill: the day of the last review, and after how many days the probability of knowing the skill has fallen to 1/e. */
  private readonly memories = new Map<string, { days: number; reviewedOn: string }>();
  private readonly kind: ChildKind;
  private readonly random: () => number;
  constructor(kind: ChildKind, random: () => number) {
    this.kind = kind;
    this.random = random;
  }

  /** The probability that the child knows a skill, 0 to 1. */
  getRecallProbability(skill: string, today: string): number {
    const memory = this.memories.get(skill);
    return memory ? Math.exp(-countDaysBetween(memory.reviewedOn, today) / memory.days) : 0;
  }

  /** Answers an item. For each skill of the task, the first answer of a day changes how long the child remembers the skill. */
  answer(task: Task, itemId: string, today: string, difficulty: number = task.difficulty): FirstAnswer {
    const item = task.items.find(({ id }) => id === itemId);
    const guessChance = item ? computeGuessChance(item) : 0;
    const isNew = task.skills.every((skill) => !this.memories.has(skill));
    const probability = isNew
      ? NEW_SKILL_PROBABILITY
      : computeMean(task.skills.map((skill) => this.getRecallProbability(skill, today)));
    const isKnown = this.random() < probability;
    const relativeDifficulty = 1.6 * (difficulty - 3);
    const applyProbability = 1 / (1 + Math.exp(-(this.kind.ability - relativeDifficulty + 1))); // 0.73 if the ability equals the difficulty
    const isApplied = isKnown && this.random() < applyProbability;
    const score = isApplied || this.random() < guessChance ? 1 : 0;
    for (const skill of task.skills) this.review(skill, today, isKnown);
    const itemSubject = toItemSubject(task.id, itemId);
    return { itemId, skills: task.skills, itemSubject, score, difficulty, guessChance };
  }

  private review(skill: string, today: string, isKnown: boolean): void {
    const memory = this.memories.get(skill);
    if (memory?.reviewedOn === today) return;
    const { firstDays, growth } = this.kind;
    const daysBefore = memory?.days ?? firstDays / growth;
    const days = isKnown || !memory ? daysBefore * growth : Math.max(firstDays, daysBefore / 2);
    this.memories.set(skill, { days, reviewedOn: today });
  }
}

/** Creates a generator of pseudo-random numbers, so that a simulation can be repeated. */
export function createRandomNumberGenerator(seed: number): () => number {
  const draw = createPseudoRandom(seed);
  return () => draw(2 ** 24) / 2 ** 24;
}

export function computeMean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
