import { loadPacks, type World } from '../src/content/index.ts';
import { listTaskTexts, measureReadability } from '../test/support/content/readability.ts';

// Prints the readability of the packs by world, language and difficulty. The words of an option count as a sentence:
//   npx node scripts/read-content.ts [world]        with a world, it also prints the longest sentences

const content = loadPacks(new URL('../content/packs', import.meta.url).pathname);
const [, , only] = process.argv;

console.log(
  'world                 ages   lang  difficulty  words  in a sentence  of more than 6 letters  LIX  longest',
);
for (const world of content.worlds.values()) if (!only || world.id === only) show(world);

function show(world: World): void {
  for (const language of world.languages) {
    for (const difficulty of [1, 2, 3] as const) {
      const texts = listTaskTexts(content, world, difficulty, language);
      if (texts.length === 0) continue;
      const {
        words,
        wordsPerSentence: perSentence,
        longWordPercent: long,
        lix,
        longestSentence: longest,
      } = measureReadability(texts);
      const columns = [
        world.id.padEnd(22),
        `${world.age_min}–${world.age_max}`.padEnd(7),
        language.padEnd(6),
        String(difficulty).padStart(10),
        String(words).padStart(7),
        perSentence.toFixed(1).padStart(15),
        `${Math.round(long)}%`.padStart(24),
        String(Math.round(lix)).padStart(5),
        String(longest.length).padStart(9),
      ];
      console.log(columns.join(''));
      if (only) console.log(`    ${longest.join(' ')}`);
    }
  }
}
