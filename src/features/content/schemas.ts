import type { TSchema } from 'typebox';
import { AvatarFile, BadgesFile, LevelsFile } from './shapes.ts';
import { AnswersFile } from './shapes-answers.ts';
import { MediaFile, PackFile } from './shapes-pack.ts';
import { PlanetsFile } from './shapes-planets.ts';
import { TaskFile } from './shapes-task.ts';
import { WorldFile } from './shapes-world.ts';

/** One JSON Schema per kind of file, as content/schemas/<kind>.schema.json publishes them for editors. */
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
};

/** The file that an editor reads. */
export function printSchema(kind: string): string {
  const title = `A ${kind} file of a content pack`;
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', title, ...SCHEMAS[kind] }, null, 2)}\n`;
}
