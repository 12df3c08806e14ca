/** Readability measures of texts. */
import { type Content, findTexts, type Task, type World } from '../../../src/content/index.ts';
export interface Readability {
  readonly words: number;
  readonly perSentence: number;
  /** The percentage of words with more than six letters. */
  readonly long: number;
  /**
   * Björnsson's readability index for any language: words per sentence plus percentage of long words. Children's books
   * are below 30.
   */
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

/** The texts of a world's tasks of one difficulty, with hints and feedback. */
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
