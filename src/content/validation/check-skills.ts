import type { PackFiles, TaskFiles, WorldFiles } from '../files/read-pack.ts';
import type { Report } from '../files/validation-errors.ts';
import type { PackFile } from '../format/pack.ts';
import { mergeSkills, type Skill } from '../format/skills.ts';
import type { TaskFile } from '../format/task.ts';

const SUBJECTS_WITH_SOLUTIONS = ['mathematics', 'language'];

/**
 * Checks that each quiz has skills, that they have names in all languages of its world, and that its questions ask for them. Checks the map
 * of skills: a required skill exists, is not learned later, and does not require the other one in turn. The skills can be in several packs.
 */
export function checkSkills(packs: readonly PackFiles[], report: Report): void {
  if (packs.some(({ skills }) => skills === undefined)) return; // errors of an invalid file are already reported
  const skills = mergeSkills(packs.flatMap((pack) => pack.skills?.value ?? []));
  for (const pack of packs) {
    checkRequiredSkills(pack, skills, report);
    if (pack.packFile) for (const world of pack.worlds) checkSkillsOfWorld(pack.packFile.value, world, skills, report);
  }
}

function checkRequiredSkills({ skills: file }: PackFiles, skills: ReadonlyMap<string, Skill>, report: Report): void {
  for (const [i, { id, age, requires = [] }] of (file?.value.skills ?? []).entries()) {
    for (const [j, requiredId] of requires.entries()) {
      const path = ['skills', i, 'requires', j];
      const required = skills.get(requiredId);
      if (!required) report(file?.file ?? '', path, `There is no skill "${requiredId}".`);
      else if (listRequiredSkills(skills, requiredId).has(id))
        report(file?.file ?? '', path, `The skills "${id}" and "${requiredId}" require each other.`);
      else if (required.age > age)
        report(file?.file ?? '', path, `"${requiredId}" is learned later than "${id}": at the age of ${required.age}.`);
    }
  }
}

/** The skills that a skill requires, directly or through others, and the skill itself. */
function listRequiredSkills(skills: ReadonlyMap<string, Skill>, id: string, found = new Set<string>()): Set<string> {
  if (!found.has(id)) {
    found.add(id);
    for (const requiredId of skills.get(id)?.requires ?? []) listRequiredSkills(skills, requiredId, found);
  }
  return found;
}

function checkSkillsOfWorld(
  packFile: PackFile,
  { world, tasks }: WorldFiles,
  skills: ReadonlyMap<string, Skill>,
  report: Report,
): void {
  const languages = world?.value.languages ?? packFile.languages;
  if (packFile.explains_mistakes) for (const files of tasks) checkSolutions(files, skills, report);
  for (const { file, task } of tasks.filter((files) => files.task?.value.kind === 'quiz')) {
    if (task?.value.skills.length === 0)
      report(file, ['skills'], 'A quiz trains at least one skill. Otherwise the daily practice never asks about it.');
    for (const [i, id] of (task?.value.skills ?? []).entries()) {
      const name = skills.get(id)?.name ?? {};
      const missingLanguages = languages.filter((language) => !Object.hasOwn(name, language));
      if (missingLanguages.length > 0)
        report(
          file,
          ['skills', i],
          `No skills.yaml has a name for the skill "${id}" in ${missingLanguages.join(', ')}.`,
        );
    }
    if (task) checkSkillsOfQuestions(file, task.value, report);
  }
}

/** Checks that each question of a quiz with several skills names its own, and that each skill of the quiz is one of them. */
function checkSkillsOfQuestions(file: string, { skills, items = [] }: TaskFile, report: Report): void {
  const asked = new Set<string>();
  for (const [i, item] of items.entries()) {
    if (item.kind === 'info') continue;
    if (item.skill === undefined && skills.length > 1)
      report(
        file,
        ['items', i],
        `The quiz has several skills. The question "${item.id}" does not say which one it asks for.`,
      );
    else if (item.skill !== undefined && !skills.includes(item.skill))
      report(file, ['items', i, 'skill'], `"${item.skill}" is not one of the skills of the task.`);
    asked.add(item.skill ?? skills[0] ?? '');
  }
  for (const [i, skill] of skills.entries())
    if (!asked.has(skill)) report(file, ['skills', i], `No question of the quiz asks for the skill "${skill}".`);
}

/** Checks that each question of mathematics or language has a worked solution. */
function checkSolutions({ file, task, answers }: TaskFiles, skills: ReadonlyMap<string, Skill>, report: Report): void {
  for (const [i, item] of (task?.value.items ?? []).entries()) {
    if (item.kind === 'info') continue;
    const skill = item.skill ?? task?.value.skills[0] ?? '';
    const key = answers?.value.items.find(({ id }) => id === item.id);
    const subject = skills.get(skill)?.subject ?? '';
    if (SUBJECTS_WITH_SOLUTIONS.includes(subject) && key && !key.solution)
      report(file, ['items', i], `The question "${item.id}" of ${subject} has no worked solution.`);
  }
}
