import { Type } from 'typebox';
import type { Content, MultilingualText } from '../../../content/index.ts';
import { Enum } from '../../../core/requests/json-schema.ts';
import { computeMastery, MASTERY_LEVELS } from '../memory/mastery.ts';
import type { Memory } from '../memory/scheduler.ts';

/**
 * The mastery levels that a child reaches only by still knowing a skill after days without practice. The lower levels show only that
 * the child has practiced the skill.
 */
const PROVEN_LEVELS = ['steady', 'mastered'] as const;

/** A skill that the child knows better than before. */
export interface MasteryGain {
  readonly id: string;
  readonly name: MultilingualText;
  readonly mastery: (typeof PROVEN_LEVELS)[number];
}

export const MasteryGainSchema = Type.Object(
  { id: Type.String(), name: Type.String(), level: Enum(PROVEN_LEVELS) },
  { title: 'MasteryGain', description: 'A skill as in `GET /app/skills`.' },
);

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
