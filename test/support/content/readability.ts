import { type Content, findTexts, type Task, type World } from '../../../src/content/index.ts';

/** Measures of how easy texts are to read. */
export interface Readability {
  readonly wordCount: number;
  readonly wordsPerSentence: number;
  /** The percentage of words with more than six letters. */
  readonly longWordPercent: number;
  /**
   * Björnsson's readability index for any language: words per sentence plus percentage of long words. Children's books
   * are below 30.
   */
  readonly lix: number;
  readonly longestSentenceWords: readonly string[];
}

export function measureReadability(texts: readonly string[]): Readability {
  const sentences = texts.flatMap((text) => text.split(/[.!?…:;]+(?=[\s”»]|$)/).map(splitIntoWords));
  const nonEmptySentences = sentences.filter(({ length }) => length > 0);
  const words = nonEmptySentences.flat();
  const wordsPerSentence = words.length / nonEmptySentences.length;
  const longWordPercent = (100 * words.filter((word) => word.length > 6).length) / words.length;
  const longestSentenceWords = nonEmptySentences.reduce(
    (longestSoFar, sentence) => (sentence.length > longestSoFar.length ? sentence : longestSoFar),
    [],
  );
  return {
    wordCount: words.length,
    wordsPerSentence,
    longWordPercent,
    lix: wordsPerSentence + longWordPercent,
    longestSentenceWords,
  };
}

/** Lists the texts of all tasks of one difficulty in a world, with hints and feedback. */
export function listTaskTexts(
  content: Content,
  world: World,
  difficulty: Task['difficulty'],
  language: string,
): string[] {
  const tasks = [...content.tasks.values()].filter(
    (task) => task.world_id === world.id && task.difficulty === difficulty,
  );
  const answers = tasks.flatMap(({ id }) => [...(content.taskKeys.get(id)?.itemKeys.values() ?? [])]);
  return [...findTexts([tasks, answers])]
    .filter(({ path }) => !path.includes('accepted'))
    .flatMap(({ text }) => text[language] ?? []);
}

function splitIntoWords(sentence: string): string[] {
  return sentence.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
}
