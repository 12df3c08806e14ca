import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { AnswersFile } from '../format/answers.ts';
import { WordListsFile } from '../format/generators.ts';
import { MisconceptionsFile } from '../format/misconceptions.ts';
import { MediaFile, PackFile } from '../format/pack.ts';
import { PlanetsFile } from '../format/planets.ts';
import { AvatarFile, BadgesFile, LevelsFile } from '../format/progression.ts';
import { SkillsFile } from '../format/skills.ts';
import { TaskFile } from '../format/task.ts';
import { WorldFile } from '../format/world.ts';
import type { ParseCache } from './parse-cache.ts';
import { type Asset, readAssets } from './read-assets.ts';
import { createYamlReader, type ReadYaml, type ValidFile } from './read-yaml.ts';
import type { ValidationError } from './validation-errors.ts';

/**
 * The parsed files of a pack. An optional file that is missing is null. A file that is invalid, or required and missing, is
 * undefined, and its errors have been reported.
 */
export interface PackFiles {
  readonly folderName: string;
  readonly packFile: ValidFile<PackFile> | undefined;
  readonly levels: ValidFile<Static<typeof LevelsFile>> | undefined | null;
  readonly badges: ValidFile<Static<typeof BadgesFile>> | undefined | null;
  readonly avatar: ValidFile<Static<typeof AvatarFile>> | undefined | null;
  readonly planets: ValidFile<PlanetsFile> | undefined | null;
  readonly media: ValidFile<MediaFile> | undefined | null;
  readonly skills: ValidFile<SkillsFile> | undefined | null;
  readonly misconceptions: ValidFile<MisconceptionsFile> | undefined | null;
  readonly wordLists: ValidFile<WordListsFile> | undefined | null;
  readonly worlds: readonly WorldFiles[];
  /** The files in pictures/. */
  readonly pictures: readonly Asset[];
  /** The files in media/. */
  readonly mediaAssets: readonly Asset[];
}

export interface WorldFiles {
  readonly id: string;
  /** The path of world.yaml, relative to the packs folder. */
  readonly file: string;
  readonly world: ValidFile<WorldFile> | undefined;
  readonly tasks: readonly TaskFiles[];
}

export interface TaskFiles {
  readonly id: string;
  /** The path of the task file, relative to the packs folder. */
  readonly file: string;
  readonly task: ValidFile<TaskFile> | undefined;
  readonly answers: ValidFile<AnswersFile> | undefined | null;
  /** The path of the file with the answer keys, relative to the packs folder, even if there is no such file. */
  readonly answersFile: string;
}

/** The packs that come with the service. */
export const DEFAULT_PACKS_FOLDER = join(import.meta.dirname, '../../../content/packs');

/**
 * Reads all packs in a folder. If none of them has levels, reads the base pack of the service as well, so that packs of worlds alone
 * are enough. Adds the errors of the files to `errors`.
 */
export function readPacks(packsFolder: string, cache: ParseCache, errors: ValidationError[]): PackFiles[] {
  const read = (folder: string, names: readonly string[]) => {
    const readYaml = createYamlReader(folder, cache, errors);
    return names.map((name) => readPack(folder, name, readYaml, errors));
  };
  const packs = read(packsFolder, listFolders(packsFolder));
  const needsBase = packs.every(({ folderName, levels }) => folderName !== 'base' && levels === null);
  if (packs.length === 0 || !needsBase) return packs;
  return [...packs, ...read(DEFAULT_PACKS_FOLDER, ['base'])];
}

function readPack(packsFolder: string, name: string, read: ReadYaml, errors: ValidationError[]): PackFiles {
  const readOptional = <T extends TSchema>(file: string, schema: T) =>
    existsSync(join(packsFolder, file)) ? read(file, schema) : null;
  return {
    folderName: name,
    packFile: read(`${name}/pack.yaml`, PackFile),
    levels: readOptional(`${name}/levels.yaml`, LevelsFile),
    badges: readOptional(`${name}/badges.yaml`, BadgesFile),
    avatar: readOptional(`${name}/avatar.yaml`, AvatarFile),
    planets: readOptional(`${name}/planets.yaml`, PlanetsFile),
    media: readOptional(`${name}/media.yaml`, MediaFile),
    skills: readOptional(`${name}/skills.yaml`, SkillsFile),
    misconceptions: readOptional(`${name}/misconceptions.yaml`, MisconceptionsFile),
    wordLists: readOptional(`${name}/words.yaml`, WordListsFile),
    worlds: listFolders(join(packsFolder, name, 'worlds')).map((id) =>
      readWorld(packsFolder, `${name}/worlds/${id}`, read, errors),
    ),
    pictures: readAssets(packsFolder, `${name}/pictures`, errors),
    mediaAssets: readAssets(packsFolder, `${name}/media`, errors),
  };
}

function readWorld(packsFolder: string, worldFolder: string, read: ReadYaml, errors: ValidationError[]): WorldFiles {
  const taskIds = listYamlFileIds(join(packsFolder, worldFolder, 'tasks'));
  const idsWithAnswers = listYamlFileIds(join(packsFolder, worldFolder, 'answers'));
  for (const id of idsWithAnswers.filter((taskId) => !taskIds.includes(taskId))) {
    errors.push({
      file: `${worldFolder}/answers/${id}.yaml`,
      path: [],
      message: `There is no task "${id}" in this world.`,
    });
  }
  return {
    id: basename(worldFolder),
    file: `${worldFolder}/world.yaml`,
    world: read(`${worldFolder}/world.yaml`, WorldFile),
    tasks: taskIds.map((id) => ({
      id,
      file: `${worldFolder}/tasks/${id}.yaml`,
      task: read(`${worldFolder}/tasks/${id}.yaml`, TaskFile),
      answersFile: `${worldFolder}/answers/${id}.yaml`,
      answers: idsWithAnswers.includes(id) ? read(`${worldFolder}/answers/${id}.yaml`, AnswersFile) : null,
    })),
  };
}

function listFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  // A pack can be a symbolic link, and statSync follows links.
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort();
}

/** Lists the names of the YAML files in a folder, without the extension. They are ids of tasks. */
function listYamlFileIds(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => basename(name, '.yaml'))
    .sort();
}
