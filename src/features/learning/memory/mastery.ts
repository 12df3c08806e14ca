import type { Content, MultilingualText } from '../../../content/index.ts';
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

/**
 * The mastery levels that a child reaches only by still knowing a skill after days without practice. The lower levels show only that
 * the child has practiced the skill.
 */
export const PROVEN_LEVELS = ['steady', 'mastered'] as const;

/** A skill that the child knows better than before. */
export interface MasteryGain {
  readonly id: string;
  readonly name: MultilingualText;
  readonly mastery: (typeof PROVEN_LEVELS)[number];
}

/** The skills that have become steady or mastered in an attempt, given the child's memories before and after the attempt. */
export function listMasteryGains(
  { skillNames }: Content,
  memoriesBefore: readonly Memory[],
  memoriesAfter: readonly Memory[],
): MasteryGain[] {
  const masteryBySubjectBefore = new Map(memoriesBefore.map((memory) => [memory.subject, computeMastery(memory)]));
  return memoriesAfter.flatMap((memory) => {
    const id = memory.subject;
    const name = skillNames.get(id); // the subject is an item if it has no name
    const mastery = computeMastery(memory);
    if (!name || mastery === 'new' || mastery === 'growing') return [];
    const masteryBefore = masteryBySubjectBefore.get(id) ?? 'new';
    return MASTERY_LEVELS.indexOf(mastery) > MASTERY_LEVELS.indexOf(masteryBefore) ? [{ id, name, mastery }] : [];
  });
}
