import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Content, findTexts } from '../../../src/content/index.ts';
import type { Language } from '../../../src/core/text/languages.ts';

// The words of all packs are checked against two lists: content/words/<language>.txt contains the words that a dictionary
// confirms (scripts/check-spelling.ts writes it), and content/words/own.yaml is maintained by hand.

const WORD = /[\p{L}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu;
const FOLDER = new URL('../../../content/words/', import.meta.url);

type Translations = ReturnType<typeof findTexts>[number]['text'];

const textsByContent = new WeakMap<Content, readonly Translations[]>(); // finding the texts takes much longer than filtering them

/**
 * Lists the different texts of the packs in a language, without deliberate mistakes: only the first accepted answer, and no mistyped
 * answers.
 */
export function listPackTexts(content: Content, language: Language): string[] {
  const texts = textsByContent.get(content) ?? findPackTexts(content);
  textsByContent.set(content, texts);
  return [...new Set(texts.flatMap((text) => [text[language] ?? []].flat().slice(0, 1)))];
}

function findPackTexts(content: Content): Translations[] {
  const { worlds, locations, tasks, taskKeys, media, badges, avatarItems, planets, levels, misconceptions } = content;
  const entries = [worlds, locations, tasks, media, badges, avatarItems, planets, misconceptions].map((map) => [
    ...map.values(),
  ]);
  const answers = [...taskKeys.values()].map(({ itemKeys }) => [...itemKeys.values()]);
  const generatedItems = listGeneratedItems(content);
  return [...findTexts([...entries, levels, answers, generatedItems])]
    .filter(({ path }) => path.at(-1) !== 'typed')
    .map(({ text }) => text);
}

/** The number of items drawn from each generator, enough to contain most of its words. */
const DRAWS_PER_GENERATOR = 25;
const DRAWS_PER_LEVEL = 4;

function listGeneratedItems({ generators, tasks, worlds }: Content): unknown[] {
  return [...generators].flatMap(([taskId, entries]) => {
    const languages = worlds.get(tasks.get(taskId)?.world_id ?? '')?.languages ?? [];
    return [...entries.values()].flatMap(({ levels, draw, createItem }) =>
      [undefined, ...levels].flatMap((level) =>
        Array.from({ length: level === undefined ? DRAWS_PER_GENERATOR : DRAWS_PER_LEVEL }, (_, i) =>
          createItem(draw(`words ${i}`, level), languages),
        ),
      ),
    );
  });
}

/** The words of a text, with normalized apostrophes, without the English genitive and without single letters. */
export function splitIntoWords(text: string): string[] {
  const words = [...text.normalize('NFC').matchAll(WORD)].map(([word]) => word.replaceAll(/[’ʼ]/g, "'"));
  return words.map((word) => word.replace(/'s$/, '')).filter((word) => word.length > 1);
}

/** Whether a set contains a word as it is written, in lower case, or in lower case with a capital first letter. */
export function containsWord(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || words.has(word.toLowerCase()) || words.has(capitalize(word.toLowerCase()));
}

export function readConfirmedWords(language: Language): Set<string> {
  return new Set(
    readFileSync(new URL(`${language}.txt`, FOLDER), 'utf8')
      .split('\n')
      .filter(Boolean),
  );
}

/** Reads the words that are maintained by hand for a language and for all languages: names, word parts, mistakes and rare words. */
export function readCustomWords(language: Language): Set<string> {
  const groupsByLanguage: Record<string, Record<string, string>> = parse(
    readFileSync(new URL('own.yaml', FOLDER), 'utf8'),
  );
  const lists = [groupsByLanguage.all, groupsByLanguage[language]].flatMap((groups) => Object.values(groups ?? {}));
  return new Set(lists.flatMap((list) => list.split(/\s+/).filter(Boolean)));
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
