import type { TSchema } from 'typebox';
import { AnswersFile } from './answers.ts';
import { WordListsFile } from './generators.ts';
import { MisconceptionsFile } from './misconceptions.ts';
import { MediaFile, PackFile } from './pack.ts';
import { PlanetsFile } from './planets.ts';
import { AvatarFile, BadgesFile, LevelsFile } from './progression.ts';
import { SkillsFile } from './skills.ts';
import { TaskFile } from './task.ts';
import { WorldFile } from './world.ts';

/** The schemas by kind of file. Code editors check packs with them, as content/schemas/<kind>.schema.json. */
export const SCHEMAS: Readonly<Record<string, TSchema>> = {
  pack: PackFile,
  levels: LevelsFile,
  badges: BadgesFile,
  avatar: AvatarFile,
  planets: PlanetsFile,
  media: MediaFile,
  world: WorldFile,
  task: TaskFile,
  answers: AnswersFile,
  words: WordListsFile,
  skills: SkillsFile,
  misconceptions: MisconceptionsFile,
};

/** Formats the content of a schema file. */
export function formatSchema(kind: string): string {
  const title = `A ${kind} file of a content pack`;
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', title, ...SCHEMAS[kind] }, null, 2)}\n`;
}
