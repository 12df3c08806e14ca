import { type Static, Type } from 'typebox';
import { defineStrictObject, defineText, ID_PATTERN, Id } from './pack.ts';

/** The schema of skills.yaml. */

const SkillEntry = defineStrictObject({
  id: Id,
  subject: Type.String({ pattern: ID_PATTERN, description: 'The school subject, such as mathematics or language' }),
  age: Type.Integer({ minimum: 3, maximum: 18, description: 'From this age on, children usually learn the skill' }),
  requires: Type.Optional(
    Type.Array(Id, { minItems: 1, uniqueItems: true, description: 'The skills that a child needs before this one' }),
  ),
  name: defineText(
    40,
    'What completes "You know …", such as "the times tables"; in the languages of all worlds that train the skill',
  ),
  activity: Type.Optional(
    defineText(200, 'What a family can do for it in two minutes at home, if it is the main skill of no misconception'),
  ),
});

export const SkillsFile = defineStrictObject({ skills: Type.Array(SkillEntry) });
export type SkillsFile = Static<typeof SkillsFile>;

type Entry = Static<typeof SkillEntry>;

export type Skill = Readonly<Required<Omit<Entry, 'activity'>> & Pick<Entry, 'activity'>>;

/**
 * Merges the skills of all packs, by id. The first entry of a skill counts. A pack can add languages to the names of other packs; the
 * first name in a language is used.
 */
export function mergeSkills(files: readonly SkillsFile[]): Map<string, Skill> {
  const skills = new Map<string, Skill>();
  for (const entry of files.flatMap((file) => file.skills)) {
    const earlier = skills.get(entry.id);
    const name = { ...earlier?.name, ...entry.name, ...earlier?.name }; // keeps the order of the languages, and the earlier names
    skills.set(entry.id, { requires: [], ...entry, ...earlier, name });
  }
  return skills;
}
