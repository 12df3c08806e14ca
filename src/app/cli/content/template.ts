import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSeq, parseDocument } from 'yaml';

type Blank = Readonly<Record<string, string>>;

/** What an author writes in each language in which a world is complete; titles in all that the pack names. */
export interface TextTemplates {
  readonly text: Blank;
  readonly title: Blank;
}

/** Texts to be written, for a new world of a pack or for a new task of its world. */
export function textTemplates(packs: string, pack: string, world?: string): TextTemplates {
  const about = join(packs, pack, 'pack.yaml');
  if (!existsSync(about)) throw new Error(`There is no pack "${pack}": npm run content -- new pack ${pack}`);
  const ofPack = tagsIn(about, 'languages');
  const ofWorld = world === undefined ? [] : tagsIn(join(packs, pack, 'worlds', world, 'world.yaml'), 'languages');
  return {
    text: blank(ofWorld.length > 0 ? ofWorld : ofPack),
    title: blank([...ofPack, ...tagsIn(about, 'more_languages')]),
  };
}

function blank(languages: readonly string[]): Blank {
  return Object.fromEntries(languages.map((language) => [language, '…']));
}

function tagsIn(file: string, key: string): string[] {
  const tags = existsSync(file) ? parseDocument(readFileSync(file, 'utf8')).get(key) : undefined;
  return isSeq(tags) ? tags.items.map(String) : [];
}
