import { type Content, getWorldStructure, type Skill } from '../../../content/index.ts';
import type { Day } from '../../../core/time/days.ts';
import { Abilities, toLevel } from '../memory/ability.ts';
import { computeMastery, type MasteryLevel, type Memory } from '../memory/memory.ts';

/** A skill, and how well a child knows it. */
export interface SkillState extends Skill {
  /** The worlds whose quizzes train the skill, in display order. */
  readonly world_ids: readonly string[];
  readonly mastery: MasteryLevel;
  /** Undefined for a skill that the child has not practiced yet. */
  readonly memory: Memory | undefined;
  readonly isDue: boolean;
  /** The difficulty that fits the child in this skill, 1 to 5. */
  readonly level: number;
  /** The skills that build on this one. */
  readonly next: readonly Skill[];
}

/** All skills that quizzes train, in the order in which the worlds introduce them. */
export function listSkills(content: Content, memories: readonly Memory[], today: Day): SkillState[] {
  const memoriesBySubject = new Map(memories.map((memory) => [memory.subject, memory]));
  const abilities = new Abilities(memories, { skills: content.skills, age: undefined });
  const worldIdsBySkill = groupWorldIdsBySkill(content);
  const trainedSkills = [...worldIdsBySkill.keys()].flatMap((id) => content.skills.get(id) ?? []);
  return [...worldIdsBySkill].flatMap(([id, worldIds]) => {
    const skill = content.skills.get(id);
    if (!skill) return [];
    const memory = memoriesBySubject.get(id);
    return {
      ...skill,
      world_ids: [...worldIds],
      mastery: computeMastery(memory),
      memory,
      next: trainedSkills.filter(({ requires }) => requires.includes(id)),
      level: toLevel(abilities.compute([id])),
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
