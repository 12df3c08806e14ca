import type { PackFiles, WorldFiles } from '../files/read-pack.ts';
import type { Report } from '../files/validation-errors.ts';
import type { PackFile } from '../format/pack.ts';
import { mergeSkillNames } from '../format/skills.ts';

/** Checks that each quiz has skills, and that they have names in all languages of its world. The names can be in several packs. */
export function checkSkills(packs: readonly PackFiles[], report: Report): void {
  if (packs.some(({ skills }) => skills === undefined)) return; // errors of an invalid file are already reported
  const names = mergeSkillNames(packs.flatMap(({ skills }) => skills?.value ?? []));
  for (const { packFile, worlds } of packs) {
    if (packFile) for (const world of worlds) checkSkillsOfWorld(packFile.value, world, names, report);
  }
}

function checkSkillsOfWorld(
  packFile: PackFile,
  { world, tasks }: WorldFiles,
  names: ReturnType<typeof mergeSkillNames>,
  report: Report,
): void {
  const languages = world?.value.languages ?? packFile.languages;
  for (const { file, task } of tasks.filter((files) => files.task?.value.kind === 'quiz')) {
    if (task?.value.skills.length === 0)
      report(file, ['skills'], 'A quiz trains at least one skill. Otherwise the daily practice never asks about it.');
    for (const [i, skill] of (task?.value.skills ?? []).entries()) {
      const name = names.get(skill) ?? {};
      const missingLanguages = languages.filter((language) => !Object.hasOwn(name, language));
      if (missingLanguages.length > 0)
        report(
          file,
          ['skills', i],
          `No skills.yaml has a name for the skill "${skill}" in ${missingLanguages.join(', ')}.`,
        );
    }
  }
}
