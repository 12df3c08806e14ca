/** How hard texts are to read. */
import { type Content, findTexts, type Task, type World } from '../../../src/content/index.ts';
export interface Readability {
  readonly words: number;
  readonly perSentence: number;
  /** Percent of the words that have more than six letters. */
  readonly long: number;
  /** Björnsson's readability index, made for any language: words in a sentence plus percent of long words. Books for children are below 30. */
  readonly lix: number;
  readonly longest: readonly string[];
}

export function measureReadability(texts: readonly string[]): Readability {
  const sentences = texts.flatMap((text) => text.split(/[.!?…:;]+(?=[\s”»]|$)/).map(wordsIn));
  const said = sentences.filter(({ length }) => length > 0);
  const words = said.flat();
  const perSentence = words.length / said.length;
  const long = (100 * words.filter((word) => word.length > 6).length) / words.length;
  const longest = said.reduce((most, next) => (next.length > most.length ? next : most), []);
  return { words: words.length, perSentence, long, lix: perSentence + long, longest };
}

/** What a child reads in the tasks of a difficulty of a world, hints and feedback with them. */
export function taskTexts(content: Content, world: World, difficulty: Task['difficulty'], language: string): string[] {
  const tasks = [...content.tasks.values()].filter(
    (task) => task.world_id === world.id && task.difficulty === difficulty,
  );
  const answers = tasks.flatMap(({ id }) => [...(content.keys.get(id)?.items.values() ?? [])]);
  return [...findTexts([tasks, answers])]
    .filter(({ path }) => !path.includes('accepted'))
    .flatMap(({ text }) => text[language] ?? []);
}

function wordsIn(sentence: string): string[] {
  return sentence.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
}
