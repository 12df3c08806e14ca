import { type Content, loadPacks, textsIn } from '../src/features/content/index.ts';

// How hard the packs are to read, by world:
//   node scripts/read-content.ts                       words in a sentence, long words, by world and language
//   node scripts/read-content.ts long 20               questions with a sentence of more words than that, in English

const content = loadPacks(new URL('../content/packs', import.meta.url).pathname);
const [, , what = 'table', limit = '20'] = process.argv;

if (what === 'long') for (const line of longQuestions(Number(limit))) console.log(line);
else for (const line of table()) console.log(line);

/** A sentence of a language that a six-year-old reads has few words and few long ones. */
function* table(): Generator<string> {
  yield 'world                 ages   lang  words  in a sentence  of more than 8 letters  longest sentence';
  for (const world of content.worlds.values()) {
    for (const language of world.languages) {
      const sentences = sentencesOf(textsOfWorld(world.id), language)
        .map(wordsIn)
        .filter(({ length }) => length > 0);
      const words = sentences.flat();
      const long = words.filter((word) => [...word].length > 8).length;
      const columns = [
        world.id.padEnd(22),
        `${world.age_min}–${world.age_max}`.padEnd(7),
        language.padEnd(6),
        String(words.length).padStart(5),
        (words.length / sentences.length).toFixed(1).padStart(15),
        `${Math.round((100 * long) / words.length)}%`.padStart(24),
        String(Math.max(...sentences.map(({ length }) => length))).padStart(18),
      ];
      yield columns.join('');
    }
  }
}

function* longQuestions(most: number): Generator<string> {
  for (const task of content.tasks.values()) {
    for (const { id, prompt } of task.items) {
      const longest = Math.max(...sentencesOf([prompt], 'en').map((sentence) => wordsIn(sentence).length));
      if (longest > most) yield `${task.world_id}/${task.id}/${id}: ${longest} words: ${prompt.en}`;
    }
  }
}

type Words = Readonly<Record<string, string | readonly string[]>>;

function textsOfWorld(id: string): Words[] {
  const mine = <T extends { world_id: string }>(things: ReadonlyMap<string, T>) =>
    [...things.values()].filter(({ world_id }) => world_id === id);
  const tasks = mine(content.tasks);
  const keys = tasks.flatMap((task) => [...(content.keys.get(task.id) as KeyOf).items.values()]); // every task has one
  return [...textsIn([[content.worlds.get(id)], mine(content.locations), tasks, keys])].map(({ text }) => text);
}

type KeyOf = Content['keys'] extends ReadonlyMap<string, infer K> ? K : never;

function sentencesOf(texts: readonly Words[], language: string): string[] {
  return texts.flatMap((text) => [text[language] ?? []].flat().flatMap((words) => words.split(/[.!?…:;]+(?=\s|$)/)));
}

function wordsIn(sentence: string): string[] {
  return sentence.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
}
