import type { PackFiles } from '../files/read-pack.ts';
import type { Report } from '../files/validation-errors.ts';
import type { Misconception } from '../format/misconceptions.ts';
import { mergeSkills } from '../format/skills.ts';

/**
 * Checks that misconceptions name existing skills, and that mistakes name existing misconceptions of the school subject of their question.
 * Packs without any misconceptions.yaml may use names of their own, which mean nothing to the service.
 */
export function checkMisconceptions(packs: readonly PackFiles[], report: Report): void {
  const files = packs.flatMap(({ misconceptions }) => misconceptions ?? []);
  // Errors of an invalid file are already reported.
  if (files.length === 0 || packs.some((pack) => pack.misconceptions === undefined || pack.skills === undefined))
    return;
  const skills = mergeSkills(packs.flatMap((pack) => pack.skills?.value ?? []));
  const misconceptions = new Map<string, Misconception>();
  for (const { file, value } of files) {
    for (const [i, misconception] of value.misconceptions.entries()) {
      misconceptions.set(misconception.id, misconception);
      for (const [j, skill] of misconception.skills.entries())
        if (!skills.has(skill)) report(file, ['misconceptions', i, 'skills', j], `There is no skill "${skill}".`);
    }
  }
  for (const { task, answers, answersFile } of packs.flatMap(({ worlds }) => worlds.flatMap(({ tasks }) => tasks))) {
    for (const [i, key] of (answers?.value.items ?? []).entries()) {
      const item = task?.value.items?.find(({ id }) => id === key.id);
      const skill = (item && 'skill' in item && item.skill) || task?.value.skills[0];
      const subject = skills.get(skill ?? '')?.subject ?? '';
      for (const [j, { misconception: id }] of ('mistakes' in key ? (key.mistakes ?? []) : []).entries()) {
        if (id === undefined) continue;
        const reportId = (message: string) =>
          report(answersFile, ['items', i, 'mistakes', j, 'misconception'], message);
        const misconception = misconceptions.get(id);
        if (!misconception) reportId(`There is no misconception "${id}" in a misconceptions.yaml.`);
        else if (!misconception.skills.some((other) => skills.get(other)?.subject === subject))
          reportId(`The misconception "${id}" does not belong to the subject of this question: ${subject}.`);
      }
    }
  }
}
