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

type Rating = Pick<MemoryRow, 'ability' | 'asked'> & Partial<Pick<MemoryRow, 'variance'>>;
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
  /** The ratings with which subjects began that had none, and how uncertain they were. */
  readonly start?: Readonly<Record<string, number>>;
  readonly startVariance?: number;
  /**
   * The id of the item in the attempt, the expected score in hundredths, the score, 0 to 1, and how many thousandths the expected score grows
   * with the rating (missing in older answers).
   */
  readonly answers: readonly (readonly [itemId: string, expected: number, score: number, slope?: number])[];
}

/** A child's ratings. Subjects have the key "@<subject>", and are stored under it as memories that are never due. */
export class Abilities {
  private readonly ratings: Map<string, Rating>;
  private readonly context: AbilityContext;
  /** What `compute` needs of each skill, until a rating changes. */
  private readonly sums = new Map<string, number>();
  private start: (Rating & { readonly variance: number }) | undefined;
  constructor(memories: readonly Rated[], context: AbilityContext) {
    this.ratings = new Map(memories.map(({ subject, ...rating }) => [subject, pickRating(rating)]));
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
   * Changes the ratings of the skill of an answer, unless it stays new, and of its subject. The more is known, the smaller the change.
   * Returns what to store, so that `replay` can make the same change later.
   */
  learn(answer: RatedAnswer, retrievability: number, changesSkill = true): RatedAnswers {
    const { skill, score, itemId } = answer;
    const state = { ability: this.compute([skill]), retrievability };
    const expected = Math.round(100 * computeExpectedScore(answer, state));
    const key = this.toKey(skill);
    const start = this.ratings.has(key) ? undefined : this.createStart();
    const rated: RatedAnswers = {
      subjects: { [key]: 1 },
      skills: changesSkill ? [skill] : [],
      ...(start && { start: { [key]: start.ability }, startVariance: start.variance }),
      answers: [[itemId, expected, score, Math.round(1000 * computeSlope(answer, state))]],
    };
    this.replay(rated);
    return rated;
  }

  /** Changes the ratings by answers whose expected scores are known, as a Kalman filter does. */
  replay({ subjects, skills, start = {}, startVariance = FIRST_VARIANCE, answers }: RatedAnswers): void {
    for (const [key, ability] of Object.entries(start)) this.set(key, { ability, asked: 0, variance: startVariance });
    for (const [, expected, score, slope = 1000 * estimateSlope(expected / 100)] of answers) {
      const mean = Math.min(Math.max(expected / 100, 0.01), 0.99);
      const noise = mean * (1 - mean);
      const pull = ((score - mean) * slope) / 1000 / noise;
      const information = (slope / 1000) ** 2 / noise;
      const shares = Object.entries(subjects).map(([key, share]) => {
        const rating = this.getSubject(key);
        return { key, share, rating, variance: getVariance(rating) };
      });
      const variance = shares.reduce((sum, part) => sum + part.share * part.variance, SKILL_VARIANCE);
      const damping = 1 + variance * information;
      for (const { key, share, rating, variance } of shares)
        this.set(key, {
          ability: rating.ability + (share * variance * pull) / damping,
          asked: rating.asked + 1,
          variance: Math.max(MIN_VARIANCE, variance - (share * variance ** 2 * information) / damping),
        });
      for (const skill of skills) {
        const { ability, asked } = this.getSkill(skill);
        this.set(skill, { ability: ability + (SKILL_VARIANCE * pull) / damping, asked: asked + 1 });
      }
    }
  }

  private set(key: string, rating: Rating): void {
    this.sums.clear();
    this.start = undefined;
    this.ratings.set(key, rating);
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

  /**
   * A subject begins where a child of this age begins, and as much higher or lower as the child is in other subjects. Their answers count
   * less as long as they are few.
   */
  private createStart(): Rating & { readonly variance: number } {
    if (this.start) return this.start;
    const level = Math.max(MIN_LEVEL, LEVEL_AT_FIVE + LEVELS_PER_YEAR * ((this.context.age ?? DEFAULT_AGE) - 5));
    const usual = toLogits(level);
    let sum = 0;
    let weight = 0;
    for (const [key, { ability, asked }] of this.ratings) {
      if (!key.startsWith('@')) continue;
      const share = asked / (asked + ANSWERS_OF_HALF_WEIGHT);
      sum += share * (ability - usual);
      weight += share;
    }
    const variance = weight < MIN_WEIGHT_OF_OTHERS ? FIRST_VARIANCE : LATER_VARIANCE;
    this.start = { ability: usual + sum / (weight + WEIGHT_OF_AGE), asked: 0, variance };
    return this.start;
  }
}

function pickRating({ ability, asked, variance = null }: Rating): Rating {
  return { ability, asked, variance };
}

/** How uncertain the rating of a subject is. Ratings that are older than the column have counted only the answers. */
function getVariance({ asked, variance }: Rating): number {
  return variance ?? Math.max(MIN_VARIANCE, 1 / (1 / FIRST_VARIANCE + INFORMATION_OF_OLDER_ANSWERS * asked));
}

/** The key of the rating of a skill's subject. */
export function toSubjectKey(skills: AbilityContext['skills'], skill: string): string {
  return `@${skills.get(skill)?.subject ?? 'general'}`;
}

/**
 * The variances of ratings, in square logits: of the first subject of a child, of which only the age is known, of later ones, and of the
 * difference of a skill from its subject. A child grows, so the rating of a subject is never certain.
 */
const FIRST_VARIANCE = 5;
const LATER_VARIANCE = 1.2;
const MIN_VARIANCE = 0.1;
const SKILL_VARIANCE = 0.1;
const INFORMATION_OF_OLDER_ANSWERS = 0.1;
/** How the start of a subject depends on the other subjects: after so many answers, one has half of its weight, and so much weight has the age. */
const ANSWERS_OF_HALF_WEIGHT = 6;
const WEIGHT_OF_AGE = 0.25;
const MIN_WEIGHT_OF_OTHERS = 0.5;

/**
 * The score that the model expects, given what the child still remembers, the child's ability and the chance of a lucky guess. If the
 * ability equals the difficulty, a child who has forgotten nothing answers about seven of ten items correctly without guessing.
 */
export function computeExpectedScore(
  { difficulty, guessChance }: Pick<RatedAnswer, 'difficulty' | 'guessChance'>,
  { ability, retrievability }: { readonly ability: number; readonly retrievability: number },
): number {
  return guessChance + Math.max(0, MAX_SCORE - guessChance) * retrievability * computeChance(ability, difficulty);
}

/** By how much the expected score grows with the ability: little if the question is easy, probably forgotten or easily guessed. */
function computeSlope(
  ...[{ difficulty, guessChance }, { ability, retrievability }]: Parameters<typeof computeExpectedScore>
) {
  const chance = computeChance(ability, difficulty);
  return Math.max(0, MAX_SCORE - guessChance) * retrievability * SLOPE * chance * (1 - chance);
}

/** The same for an expected score, without forgetting and guessing. */
function estimateSlope(expected: number): number {
  return SLOPE * expected * Math.max(0, 1 - expected / MAX_SCORE);
}

function computeChance(ability: number, difficulty: number): number {
  return 1 / (1 + Math.exp(-SLOPE * (ability - toLogits(difficulty) + 1)));
}

/** By how many difficulties two questions with these expected scores differ for a child who has forgotten nothing. */
export function measureDifficulties(score: number, other: number): number {
  const toEasiness = (expected: number) => {
    const chance = Math.min(expected / MAX_SCORE, 0.9995);
    return Math.log(chance / (1 - chance));
  };
  return Math.abs(toEasiness(score) - toEasiness(other)) / (SLOPE * LOGITS_PER_DIFFICULTY);
}

/** The difficulty of which a child with this ability answers about seven of ten items correctly, 1 to 5. */
export function toLevel(ability: number): number {
  return Math.min(Math.max(Math.round(MEDIUM_DIFFICULTY + ability / LOGITS_PER_DIFFICULTY), MIN_LEVEL), MAX_LEVEL);
}

function toLogits(difficulty: number): number {
  return LOGITS_PER_DIFFICULTY * (difficulty - MEDIUM_DIFFICULTY);
}
