import type { Memory } from './scheduler.ts';

/** How well a child knows a skill. */
export const MASTERY_LEVELS = ['new', 'growing', 'steady', 'mastered'] as const;
export type MasteryLevel = (typeof MASTERY_LEVELS)[number];

const STEADY_DAYS = 4;
const MASTERED_DAYS = 14;
const MASTERED_REVIEWS_IN_ROW = 2;
/** With this ability, a child who has forgotten nothing answers three out of four items of medium difficulty correctly, without guessing. */
const MASTERED_ABILITY = 0;

/**
 * Computes how well a child knows a skill. This depends on what the child has shown (after how many days without
 * practice the child still knew the skill), not on what the scheduler expects.
 */
export function computeMastery(memory: Pick<Memory, 'proven_days' | 'in_row' | 'ability'> | undefined): MasteryLevel {
  if (!memory) return 'new';
  const { proven_days, in_row, ability } = memory;
  if (proven_days >= MASTERED_DAYS && in_row >= MASTERED_REVIEWS_IN_ROW && ability >= MASTERED_ABILITY)
    return 'mastered';
  return proven_days >= STEADY_DAYS ? 'steady' : 'growing';
}
