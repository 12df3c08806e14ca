import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSeq, parseDocument } from 'yaml';

type TextTemplate = Readonly<Record<string, string>>;

/**
 * Placeholders for the author's texts: a text in each language of the world (if the world names none, of the pack), and a title in
 * each language of the pack, including `more_languages`, in which only titles are required.
 */
export interface TextTemplates {
  readonly text: TextTemplate;
  readonly title: TextTemplate;
}

/** Creates the placeholders for a new world of a pack, or for a new task of a world. */
export function createTextTemplates(packsFolder: string, pack: string, world?: string): TextTemplates {
  const packFile = join(packsFolder, pack, 'pack.yaml');
  if (!existsSync(packFile))
    throw new Error(`There is no pack "${pack}". To create it, run: npm run content -- new pack ${pack}`);
  const packLanguages = readLanguages(packFile, 'languages');
  const worldLanguages =
    world === undefined ? [] : readLanguages(join(packsFolder, pack, 'worlds', world, 'world.yaml'), 'languages');
  return {
    text: createTextTemplate(worldLanguages.length > 0 ? worldLanguages : packLanguages),
    title: createTextTemplate([...packLanguages, ...readLanguages(packFile, 'more_languages')]),
  };
}

function createTextTemplate(languages: readonly string[]): TextTemplate {
  return Object.fromEntries(languages.map((language) => [language, '…']));
}

function readLanguages(file: string, key: string): string[] {
  const languages = existsSync(file) ? parseDocument(readFileSync(file, 'utf8')).get(key) : undefined;
  return isSeq(languages) ? languages.items.map(String) : [];
}
