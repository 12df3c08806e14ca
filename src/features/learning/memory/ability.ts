import { getSkill, type Item, type Skill, type Task } from '../../../content/index.ts';
import type { MemoryRow } from '../../../schema/tables.ts';

// What a child is able to do, as an Elo rating on two levels (decision 0086): a rating of the school subject, and for each skill the
// difference from it. So a skill that was never asked begins at what the subject says. The unit is a logit.

/** How far apart two difficulties are. */
export const LOGITS_PER_DIFFICULTY = 1.6;
const MEDIUM_DIFFICULTY = 3;
/** Even a child who knows everything slips now and then. */
const MAX_SCORE = 0.96;
/**
 * How much less the expected score depends on the rating than the score of one item of known difficulty depends on the ability: items
 * are easier or harder than their authors thought, and a child has better and worse days (decision 0101).
 */
const SLOPE = 0.87;

/** The age that is assumed for a child without a year of birth. */
export const DEFAULT_AGE = 8;
/** At the age of five, a child begins at this level, and so much higher for each year. This is half a difficulty below the typical child. */
const LEVEL_AT_FIVE = 0.7;
const LEVELS_PER_YEAR = 0.47;
const MIN_LEVEL = 1;
const MAX_LEVEL = 5;

type Rating = Pick<MemoryRow, 'ability' | 'asked'>;
type Rated = Rating & Pick<MemoryRow, 'subject'>;

export interface AbilityContext {
  readonly skills: ReadonlyMap<string, Pick<Skill, 'subject'>>;
  /** The child's age this year; undefined if it is unknown. */
  readonly age: number | undefined;
}

/** The age that a child has or reaches in the year of `day`. */
export function computeAge(birthYear: number | null, day: string): number | undefined {
  return birthYear === null ? undefined : Number(day.slice(0, 'yyyy'.length)) - birthYear;
}

/** An answer to an item, as far as the ability depends on it. */
interface RatedAnswer {
  /** The id of the item in its attempt. */
  readonly itemId: string;
  /** The skill that the item asks for. */
  readonly skill: string;
  /** 0 to 1 */
  readonly score: number;
  readonly difficulty: number;
  readonly guessChance: number;
}

/**
 * Answers of one attempt as they have changed the ratings: each is enough to make the same change again, whatever the packs and the
 * child's year of birth are by then.
 */
export interface RatedAnswers {
  /** The subjects, by key, and the share of the change that each gets: one, or several in older answers (decision 0104). */
  readonly subjects: Readonly<Record<string, number>>;
  /** The skill that changes; none of a skill that stays new, and all skills of the quiz in older answers. */
  readonly skills: readonly string[];
  /** The ratings with which subjects began that had none. */
  readonly start?: Readonly<Record<string, number>>;
  /** The id of the item in the attempt, the expected score in hundredths, and the score, 0 to 1. */
  readonly answers: readonly (readonly [itemId: string, expected: number, score: number])[];
}

/** A child's ratings. Subjects have the key "@<subject>", and are stored under it as memories that are never due. */
export class Abilities {
  private readonly ratings: Map<string, Rating>;
  private readonly context: AbilityContext;
  /** What `compute` needs of each skill, until a rating changes. */
  private readonly sums = new Map<string, number>();
  constructor(memories: readonly Rated[], context: AbilityContext) {
    this.ratings = new Map(memories.map(({ subject, ability, asked }) => [subject, { ability, asked }]));
    this.context = context;
  }

  /** What the child is able to do in a task with these skills: the mean of their ratings. */
  compute(skills: readonly string[]): number {
    let sum = 0;
    for (const skill of skills) sum += this.sums.get(skill) ?? this.addUp(skill);
    return sum / Math.max(1, skills.length);
  }

  /** What the child is able to do in a question of a task: the rating of the skill that it asks for. */
  computeForItem(task: Task, item: Item): number {
    const skill = getSkill(task, item);
    return this.compute(skill === undefined ? [] : [skill]);
  }

  private addUp(skill: string): number {
    const sum = this.getSubject(this.toKey(skill)).ability + this.getSkill(skill).ability;
    this.sums.set(skill, sum);
    return sum;
  }

  /**
   * Changes the ratings of the skill of an answer, unless it stays new, and of its subject. The more answers, the smaller the change.
   * Returns what to store, so that `replay` can make the same change later.
   */
  learn(answer: RatedAnswer, retrievability: number, changesSkill = true): RatedAnswers {
    const { skill, score, itemId } = answer;
    const expected = Math.round(100 * computeExpectedScore(answer, { ability: this.compute([skill]), retrievability }));
    const key = this.toKey(skill);
    const rated: RatedAnswers = {
      subjects: { [key]: 1 },
      skills: changesSkill ? [skill] : [],
      ...(!this.ratings.has(key) && { start: { [key]: this.createStart().ability } }),
      answers: [[itemId, expected, score]],
    };
    this.replay(rated);
    return rated;
  }

  /** Changes the ratings by answers whose expected scores are known. */
  replay({ subjects, skills, start = {}, answers }: RatedAnswers): void {
    this.sums.clear();
    for (const [key, ability] of Object.entries(start)) this.ratings.set(key, { ability, asked: 0 });
    for (const [, expected, score] of answers) {
      const surprise = score - expected / 100;
      for (const [key, share] of Object.entries(subjects))
        this.change(key, this.getSubject(key), share * surprise, SUBJECT_STEPS);
      for (const skill of skills) this.change(skill, this.getSkill(skill), surprise, SKILL_STEPS);
    }
  }

  /** The rating of a skill or, under its key, of a subject; undefined if there was no answer yet. */
  find(key: string): Rating | undefined {
    return this.ratings.get(key);
  }

  getSkill(skill: string): Rating {
    return this.ratings.get(skill) ?? { ability: 0, asked: 0 };
  }

  /** The ratings of the subjects of these skills. */
  listSubjects(skills: readonly string[]): Rated[] {
    const keys = new Set(skills.map((skill) => this.toKey(skill)));
    return [...keys].map((subject) => ({ subject, ...this.getSubject(subject) }));
  }

  private getSubject(key: string): Rating {
    return this.ratings.get(key) ?? this.createStart();
  }

  private toKey(skill: string): string {
    return toSubjectKey(this.context.skills, skill);
  }

  private createStart(): Rating {
    const level = Math.max(MIN_LEVEL, LEVEL_AT_FIVE + LEVELS_PER_YEAR * ((this.context.age ?? DEFAULT_AGE) - 5));
    return { ability: toLogits(level), asked: 0 };
  }

  private change(key: string, { ability, asked }: Rating, surprise: number, steps: Steps): void {
    const step = Math.max(MIN_STEP, steps.first / (1 + steps.decrease * asked));
    this.ratings.set(key, { ability: ability + step * surprise, asked: asked + 1 });
  }
}

/** The key of the rating of a skill's subject. */
export function toSubjectKey(skills: AbilityContext['skills'], skill: string): string {
  return `@${skills.get(skill)?.subject ?? 'general'}`;
}

interface Steps {
  readonly first: number;
  readonly decrease: number;
}

const SUBJECT_STEPS = { first: 1.6, decrease: 0.2 };
const SKILL_STEPS = { first: 0.3, decrease: 0.25 };
const MIN_STEP = 0.1;

/**
 * The score that the model expects, given what the child still remembers, the child's ability and the chance of a lucky guess. If the
 * ability equals the difficulty, a child who has forgotten nothing answers about seven of ten items correctly without guessing.
 */
export function computeExpectedScore(
  { difficulty, guessChance }: Pick<RatedAnswer, 'difficulty' | 'guessChance'>,
  { ability, retrievability }: { readonly ability: number; readonly retrievability: number },
): number {
  const easiness = SLOPE * (ability - toLogits(difficulty) + 1);
  return guessChance + Math.max(0, MAX_SCORE - guessChance) * retrievability * (1 / (1 + Math.exp(-easiness)));
}

/** The difficulty of which a child with this ability answers about seven of ten items correctly, 1 to 5. */
export function toLevel(ability: number): number {
  return Math.min(Math.max(Math.round(MEDIUM_DIFFICULTY + ability / LOGITS_PER_DIFFICULTY), MIN_LEVEL), MAX_LEVEL);
}

function toLogits(difficulty: number): number {
  return LOGITS_PER_DIFFICULTY * (difficulty - MEDIUM_DIFFICULTY);
}
