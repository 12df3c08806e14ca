import type { Task } from '../../../content/index.ts';

export const LESSON_XP = 10;
export const REAL_WORLD_XP = 15;
/** XP for a practice attempt. Only the first REWARDED_PRACTICES_PER_DAY attempts of a day earn it. */
export const PRACTICE_XP = 2;
export const REWARDED_PRACTICES_PER_DAY = 5;
/** XP for a challenge round, which is a practice of five hard questions. */
export const CHALLENGE_XP = 10;
/** XP for the first round of the daily practice on a day. */
export const DAILY_PRACTICE_XP = 10;
/** XP for a full score on the first attempt without hints. */
export const PERFECT_BONUS_XP = 5;
export const LOCATION_XP = 25;
export const WORLD_XP = 100;
/** XP for submitting creative work. Its approval earns CREATIVE_APPROVED_XP. */
export const CREATIVE_SUBMITTED_XP = 10;
export const CREATIVE_APPROVED_XP = 30;

/** The most stars that an attempt can earn. */
export const MAX_STARS = 3;

/** The stars for a score, 0 to 3. Both scores are 0 to 1. A score below `passScore` earns no stars. */
export function computeStars(score: number, passScore: number): number {
  const isAtLeast = (threshold: number) => score >= threshold - ROUNDING_ERROR;
  if (!isAtLeast(passScore)) return 0;
  if (isAtLeast(0.95)) return MAX_STARS;
  return isAtLeast(0.8) ? 2 : 1;
}

/**
 * The total XP for a quiz that was passed with `stars`: a share of 20 XP for difficulty 1 to 60 XP for difficulty 5. A later attempt
 * with more stars earns the difference.
 */
export function computeQuizXp(difficulty: number, stars: number): number {
  const fullXp = 10 + 10 * difficulty;
  return Math.round(fullXp * (XP_SHARES_BY_STARS[stars] ?? 0));
}

/** The maximum XP of a task, without practice and the bonus for a perfect first attempt. */
export function computeMaxXp({ kind, difficulty }: Pick<Task, 'kind' | 'difficulty'>): number {
  if (kind === 'quiz') return computeQuizXp(difficulty, MAX_STARS);
  if (kind === 'creative') return CREATIVE_SUBMITTED_XP + CREATIVE_APPROVED_XP;
  return kind === 'lesson' ? LESSON_XP : REAL_WORLD_XP;
}

const XP_SHARES_BY_STARS = [0, 0.6, 0.8, 1] as const;
/** A score is a sum of fractions, and in floating point, 0.1 + 0.7 is slightly less than 0.8. */
const ROUNDING_ERROR = 1e-9;
