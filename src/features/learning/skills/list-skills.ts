import { type Content, getWorldStructure, type MultilingualText } from '../../../content/index.ts';
import { addDays, type Day } from '../../../core/time/days.ts';
import { computeMastery, MASTERY_LEVELS, type MasteryLevel, type Memory } from '../memory/memory.ts';

/** A skill, and how well a child knows it. */
export interface SkillState {
  readonly id: string;
  readonly name: MultilingualText;
  /** The worlds whose quizzes train the skill, in display order. */
  readonly world_ids: readonly string[];
  readonly mastery: MasteryLevel;
  /** Undefined for a skill that the child has not practiced yet. */
  readonly memory: Memory | undefined;
  readonly isDue: boolean;
}

/** All skills that quizzes train, in the order in which the worlds introduce them. */
export function listSkills(content: Content, memories: readonly Memory[], today: Day): SkillState[] {
  const memoriesBySubject = new Map(memories.map((memory) => [memory.subject, memory]));
  return [...groupWorldIdsBySkill(content)].map(([id, worldIds]) => {
    const memory = memoriesBySubject.get(id);
    return {
      id,
      name: content.skillNames.get(id) ?? {},
      world_ids: [...worldIds],
      mastery: computeMastery(memory),
      memory,
      isDue: memory !== undefined && memory.due_on <= today,
    };
  });
}

function groupWorldIdsBySkill(content: Content): Map<string, Set<string>> {
  const worldIdsBySkill = new Map<string, Set<string>>();
  for (const world of content.worlds.values()) {
    const quizzes = getWorldStructure(content, world).tasks.filter(({ kind }) => kind === 'quiz');
    for (const skill of quizzes.flatMap(({ skills }) => skills)) {
      worldIdsBySkill.set(skill, (worldIdsBySkill.get(skill) ?? new Set()).add(world.id));
    }
  }
  return worldIdsBySkill;
}

/** A skill can be a strength only if it was reviewed within this number of days. */
const RECENT_DAYS = 14;

/**
 * Chooses up to two skills that a family can talk about. `strength` is the best known of the skills that were reviewed in the
 * last two weeks and whose last good review was not followed by a miss. Among equally known skills, it is the one that was
 * reviewed last. `practice` is the other skill that is due first, if it is due by tomorrow: a skill that was missed today is due
 * tomorrow.
 */
export function chooseTalkingPoints(
  skills: readonly SkillState[],
  today: Day,
): { readonly strength: SkillState | undefined; readonly practice: SkillState | undefined } {
  const skillsWithMemory = skills.flatMap((skill) => (skill.memory ? [{ skill, memory: skill.memory }] : []));
  const [strength] = skillsWithMemory
    .filter(({ memory }) => memory.in_row > 0 && memory.reviewed_on >= addDays(today, -RECENT_DAYS))
    .sort(
      (a, b) =>
        MASTERY_LEVELS.indexOf(b.skill.mastery) - MASTERY_LEVELS.indexOf(a.skill.mastery) ||
        compareDays(b.memory.reviewed_on, a.memory.reviewed_on),
    );
  const [practice] = skillsWithMemory
    .filter(({ skill, memory }) => skill !== strength?.skill && memory.due_on <= addDays(today, 1))
    .sort((a, b) => compareDays(a.memory.due_on, b.memory.due_on) || a.memory.in_row - b.memory.in_row);
  return { strength: strength?.skill, practice: practice?.skill };
}

function compareDays(a: Day, b: Day): number {
  return a < b ? -1 : Number(a > b);
}
