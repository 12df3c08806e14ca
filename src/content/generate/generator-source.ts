import type { GeneratorAnswerKey, GeneratorEntry } from '../format/generators.ts';
import type { WordList } from './draw-values.ts';

/** The parts of a pack from which a generator is compiled. */
export interface GeneratorSource {
  readonly taskId: string;
  /** The version of the task's files. It is part of the URLs of drawn pictures, so the URLs change with the files. */
  readonly version: string;
  readonly entry: GeneratorEntry;
  readonly answerEntry: GeneratorAnswerKey;
  readonly wordLists: ReadonlyMap<string, WordList>;
  /** The languages of the world; the first is the fallback. */
  readonly languages: readonly string[];
}
