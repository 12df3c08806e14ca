import { Type } from 'typebox';
import type { Content, MultilingualText } from '../../../content/index.ts';
import { Enum } from '../../../core/requests/json-schema.ts';
import { computeMastery, MASTERY_LEVELS } from '../memory/mastery.ts';
import type { Memory } from '../memory/scheduler.ts';

/**
 * The levels that require proof after days without practice. The lower levels show only that the child has practised a
 * skill.
 */
const PROVEN_LEVELS = ['steady', 'mastered'] as const;

/** A skill that the child knows better than before. */
export interface MasteryGain {
  readonly id: string;
  readonly name: MultilingualText;
  readonly level: (typeof PROVEN_LEVELS)[number];
}

export const MasteryGainSchema = Type.Object(
  { id: Type.String(), name: Type.String(), level: Enum(PROVEN_LEVELS) },
  { title: 'MasteryGain', description: 'A skill as in `GET /app/skills`.' },
);

/** The skills that an attempt has made steady or mastered. `memoriesBefore` and `memoriesAfter` are the memories that it has changed. */
export function listMasteryGains(
  { skillNames }: Content,
  memoriesBefore: readonly Memory[],
  memoriesAfter: readonly Memory[],
): MasteryGain[] {
  const levelsBefore = new Map(memoriesBefore.map((memory) => [memory.subject, computeMastery(memory)]));
  return memoriesAfter.flatMap((memory) => {
    const id = memory.subject;
    const name = skillNames.get(id); // the memory of an item has none
    const level = computeMastery(memory);
    if (!name || level === 'new' || level === 'growing') return [];
    const levelBefore = levelsBefore.get(id) ?? 'new';
    return MASTERY_LEVELS.indexOf(level) > MASTERY_LEVELS.indexOf(levelBefore) ? [{ id, name, level }] : [];
  });
}
