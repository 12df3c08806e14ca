import type { Task } from '../../src/content/index.ts';
import { createPseudoRandom } from '../../src/core/pseudo-random.ts';
import { countDaysBetween } from '../../src/core/time/days.ts';
import { computeGuessChance, toItemSubject } from '../../src/features/learning/memory/first-answers.ts';
import type { FirstAnswer } from '../../src/features/learning/memory/update-memories.ts';

/** A child that forgets exponentially, which is not the curve that the scheduler assumes. */
export interface Forgetting {
  /** The number of days after which a skill that was just learned is still known with a probability of 1/e. */
  readonly first_days: number;
  /** The factor by which each review in which the child knew the skill multiplies this number. */
  readonly growth: number;
  /** How well the child applies what it knows, on a scale where a task has its difficulty minus 3. */
  readonly ability: number;
}

export const FORGETTING_PROFILES = {
  fast: { first_days: 3, growth: 1.6, ability: 0.5 },
  middle: { first_days: 7, growth: 2, ability: 0.5 },
  slow: { first_days: 14, growth: 2.5, ability: 0.5 },
  'fast, able': { first_days: 3, growth: 1.6, ability: 2 },
  'slow, less able': { first_days: 14, growth: 2.5, ability: -1.5 },
} as const satisfies Record<string, Forgetting>;

const FIRST_TRY_KNOWN = 0.7;

/** A simulated child: what it knows of each skill, and how it answers. `random` returns a number from 0 to less than 1. */
export class ForgettingChild {
  private readonly traces = new Map<string, { strength: number; day: string }>();
  private readonly forgetting: Forgetting;
  private readonly random: () => number;
  constructor(forgetting: Forgetting, random: () => number) {
    this.forgetting = forgetting;
    this.random = random;
  }

  /** The probability that the child knows a skill, 0 to 1. */
  getKnown(skill: string, today: string): number {
    const trace = this.traces.get(skill);
    return trace ? Math.exp(-countDaysBetween(trace.day, today) / trace.strength) : 0;
  }

  /** Answers an item, and remembers its skills better from the first answer of a day on. */
  answer(task: Task, itemId: string, today: string): FirstAnswer {
    const item = task.items.find(({ id }) => id === itemId);
    const guessChance = item ? computeGuessChance(item) : 0;
    const isNew = task.skills.every((skill) => !this.traces.has(skill));
    const known = isNew ? FIRST_TRY_KNOWN : computeMean(task.skills.map((skill) => this.getKnown(skill, today)));
    const isKnown = this.random() < known;
    const applied = 1 / (1 + Math.exp(-(this.forgetting.ability - (task.difficulty - 3) + 1)));
    const isApplied = isKnown && this.random() < applied;
    const score = isApplied || this.random() < guessChance ? 1 : 0;
    for (const skill of task.skills) this.review(skill, today, isKnown);
    const itemSubject = toItemSubject(task.id, itemId);
    return { skills: task.skills, itemSubject, score, difficulty: task.difficulty, guessChance };
  }

  private review(skill: string, today: string, isKnown: boolean): void {
    const trace = this.traces.get(skill);
    if (trace?.day === today) return;
    const { first_days, growth } = this.forgetting;
    const before = trace?.strength ?? first_days / growth;
    const strength = isKnown || !trace ? before * growth : Math.max(first_days, before / 2);
    this.traces.set(skill, { strength, day: today });
  }
}

/** Creates a generator of pseudo-random numbers, so that a simulation can be repeated. */
export function createRandomNumbers(seed: number): () => number {
  const draw = createPseudoRandom(seed);
  return () => draw(2 ** 24) / 2 ** 24;
}

export function computeMean(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0) / Math.max(1, numbers.length);
}
