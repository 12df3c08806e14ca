import type { Task } from '../../../content/index.ts';
export const LESSON_XP = 10;
export const REAL_WORLD_XP = 15;
/** Practice earns a little XP, a few times a day. */
export const PRACTICE_XP = 2;
export const PAID_PRACTICES_PER_DAY = 5;
/** For a full score on the first attempt without hints. */
export const PERFECT_XP = 5;
export const LOCATION_XP = 25;
export const WORLD_XP = 100;
/** For the submission; the approval earns CREATIVE_APPROVED_XP. */
export const CREATIVE_XP = 10;
export const CREATIVE_APPROVED_XP = 30;

/** The stars for a score, 0 to 3. A score below `passScore` gets none, even if it would reach a star's limit. */
export function computeStars(score: number, passScore: number): number {
  const reaches = (limit: number) => score >= limit - ROUNDING;
  if (!reaches(passScore)) return 0;
  if (reaches(0.95)) return 3;
  return reaches(0.8) ? 2 : 1;
}

/** The total XP for a quiz passed with this many stars. A better later attempt earns the difference. */
export function quizXp(difficulty: number, stars: number): number {
  const full = 10 + 10 * Math.min(3, Math.max(1, difficulty));
  return Math.round(full * (XP_SHARES[stars] ?? 0));
}

/** The maximum XP of a task, without practice and the bonus for a perfect first attempt. */
export function maxXp({ kind, difficulty }: Pick<Task, 'kind' | 'difficulty'>): number {
  if (kind === 'quiz') return quizXp(difficulty, 3);
  if (kind === 'creative') return CREATIVE_XP + CREATIVE_APPROVED_XP;
  return kind === 'lesson' ? LESSON_XP : REAL_WORLD_XP;
}

const XP_SHARES = [0, 0.6, 0.8, 1] as const;
/** A score is a sum of fractions: three fifths may be slightly under 0.6 in floating point. */
const ROUNDING = 1e-9;
