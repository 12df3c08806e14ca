import { type Static, Type } from 'typebox';
import { defineStrictObject, Id, LOCALE_PATTERN, type MultilingualText } from './pack.ts';

/** The schema of skills.yaml. */

const Name = Type.Unsafe<MultilingualText>({
  type: 'object',
  description:
    'What completes "You know …", such as "the times tables"; in the languages of all worlds that train the skill',
  propertyNames: { pattern: LOCALE_PATTERN },
  additionalProperties: { type: 'string', pattern: '\\S', maxLength: 40 },
  minProperties: 1,
});

export const SkillsFile = defineStrictObject({ skills: Type.Array(defineStrictObject({ id: Id, name: Name })) });
export type SkillsFile = Static<typeof SkillsFile>;

/**
 * Merges the names of all packs, by skill id. A pack can add languages to the names of other packs; the first name in a
 * language is used.
 */
export function mergeSkillNames(files: readonly SkillsFile[]): Map<string, MultilingualText> {
  const names = new Map<string, MultilingualText>();
  for (const { id, name } of files.flatMap(({ skills }) => skills)) {
    const earlier = names.get(id);
    names.set(id, { ...earlier, ...name, ...earlier }); // keeps the order of the languages, and the earlier names
  }
  return names;
}
