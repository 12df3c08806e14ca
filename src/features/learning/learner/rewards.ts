import type { Task } from '../../content/index.ts';

export const LESSON_XP = 10;
export const REAL_WORLD_XP = 15;
/** Practice is for its own sake: it pays a little, a few times a day. */
export const PRACTICE_XP = 2;
export const PAID_PRACTICES_PER_DAY = 5;
/** For all right at the first try without hints. */
export const PERFECT_XP = 5;
export const LOCATION_XP = 25;
export const WORLD_XP = 100;
/** For handing it in, and then for the approval. */
export const CREATIVE_XP = 10;
export const CREATIVE_APPROVED_XP = 30;

/** Stars of a score, 0 to 3: none below `passScore`. Where passing asks for more than a star does, passing gives that star. */
export function starsOf(score: number, passScore: number): number {
  const reaches = (bound: number) => score >= bound - ROUNDING;
  if (!reaches(passScore)) return 0;
  if (reaches(0.95)) return 3;
  return reaches(0.8) ? 2 : 1;
}

/** XP in all of a quiz that was passed with so many stars; a better later try pays the difference. */
export function quizXp(difficulty: number, stars: number): number {
  const whole = 10 + 10 * Math.min(3, Math.max(1, difficulty));
  return Math.round(whole * (SHARES[stars] ?? 0));
}

/** The most that a task pays, practice and the bonus for a perfect first try apart. */
export function maxXp({ kind, difficulty }: Pick<Task, 'kind' | 'difficulty'>): number {
  if (kind === 'quiz') return quizXp(difficulty, 3);
  if (kind === 'creative') return CREATIVE_XP + CREATIVE_APPROVED_XP;
  return kind === 'lesson' ? LESSON_XP : REAL_WORLD_XP;
}

const SHARES = [0, 0.6, 0.8, 1] as const;
/** A score is a sum of shares: three fifths may come out a hair under 0.6. */
const ROUNDING = 1e-9;
