import { loadPacks, type World } from '../src/content/index.ts';
import { listTaskTexts, measureReadability } from '../test/support/content/readability.ts';

// Prints the readability of the packs by world, language and difficulty. Each option of an item counts as a sentence:
//   npx node scripts/measure-readability.ts [world]        with a world, it also prints the longest sentences

const content = loadPacks(new URL('../content/packs', import.meta.url).pathname);
const [, , onlyWorld] = process.argv;

console.log(
  'world                 ages   lang  difficulty  words  in a sentence  of more than 6 letters  LIX  longest',
);
for (const world of content.worlds.values()) if (!onlyWorld || world.id === onlyWorld) printReadability(world);

function printReadability(world: World): void {
  for (const language of world.languages) {
    for (const difficulty of [1, 2, 3, 4, 5] as const) {
      const texts = listTaskTexts(content, world, difficulty, language);
      if (texts.length === 0) continue;
      const { wordCount, wordsPerSentence, longWordPercent, lix, longestSentenceWords } = measureReadability(texts);
      const columns = [
        world.id.padEnd(22),
        `${world.age_min}–${world.age_max}`.padEnd(7),
        language.padEnd(6),
        String(difficulty).padStart(10),
        String(wordCount).padStart(7),
        wordsPerSentence.toFixed(1).padStart(15),
        `${Math.round(longWordPercent)}%`.padStart(24),
        String(Math.round(lix)).padStart(5),
        String(longestSentenceWords.length).padStart(9),
      ];
      console.log(columns.join(''));
      if (onlyWorld) console.log(`    ${longestSentenceWords.join(' ')}`);
    }
  }
}
