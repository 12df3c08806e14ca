import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { loadPacks } from '../src/content/index.ts';
import { LANGUAGES, type Language } from '../src/core/text/languages.ts';
import { containsWord, listPackTexts, readCustomWords, splitIntoWords } from '../test/support/content/pack-words.ts';

// Looks up every word of the packs in Hunspell dictionaries. Prints the words that are neither in a dictionary nor in
// content/words/own.yaml, and writes the words that are in a dictionary to content/words/<language>.txt for the tests (decision 0017):
//   npm i --prefix /tmp/spell hunspell-asm@4 dictionary-en-gb@3 dictionary-es@4 dictionary-uk@4 dictionary-pl@2
//   npx node scripts/check-spelling.ts /tmp/spell

interface Hunspell {
  spell(word: string): boolean;
  suggest(word: string): string[];
}
interface HunspellFactory {
  mountBuffer(file: Uint8Array, name: string): string;
  create(affixes: string, words: string): Hunspell;
}

const DICTIONARIES: Readonly<Record<Language, string>> = { en: 'en-gb', es: 'es', uk: 'uk', pl: 'pl' };
const [, , folder] = process.argv;
if (!folder) throw new Error('Usage: npx node scripts/check-spelling.ts <folder of the dictionaries>');
const modulesFolder = join(resolve(folder), 'node_modules');
const { loadModule }: { loadModule(): Promise<HunspellFactory> } = createRequire(join(modulesFolder, '/'))(
  'hunspell-asm',
);
const factory = await loadModule();
const content = loadPacks(new URL('../content/packs/', import.meta.url).pathname);

for (const language of LANGUAGES) {
  const dictionary = openDictionary(language);
  const customWords = readCustomWords(language);
  const correctWords = new Set<string>();
  const unknownWords = new Map<string, string>();
  for (const text of listPackTexts(content, language)) {
    for (const word of splitIntoWords(text)) {
      const form = findForm(dictionary, word);
      if (form) correctWords.add(form);
      else if (!containsWord(customWords, word)) unknownWords.set(word, text);
    }
  }
  const words = [...correctWords].sort();
  writeFileSync(new URL(`../content/words/${language}.txt`, import.meta.url), `${words.join('\n')}\n`);
  console.log(`${language}: ${words.length} words are correct, ${unknownWords.size} are unknown`);
  for (const [word, text] of unknownWords) {
    console.log(`  ${word}  (${dictionary.suggest(word).slice(0, 3).join(', ')})  ${text.slice(0, 90)}`);
    process.exitCode = 1;
  }
}

function openDictionary(language: Language): Hunspell {
  const mountFile = (kind: 'aff' | 'dic') => {
    const buffer = readFileSync(join(modulesFolder, `dictionary-${DICTIONARIES[language]}`, `index.${kind}`));
    return factory.mountBuffer(buffer, `${language}.${kind}`);
  };
  return factory.create(mountFile('aff'), mountFile('dic'));
}

/**
 * Returns the form of the word that the dictionary contains: in lower case, or else as it is written. Undefined if it contains
 * neither.
 */
function findForm(dictionary: Hunspell, word: string): string | undefined {
  const lowerCase = word.toLowerCase();
  return [lowerCase, word].find((form) => dictionary.spell(form) || dictionary.spell(form.replaceAll("'", '’')));
}
