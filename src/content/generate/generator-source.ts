import type { GeneratedAnswer, GeneratedEntry } from '../format/generated.ts';
import type { WordList } from './draw-values.ts';

/** The parts of a pack from which a generator is compiled. */
export interface GeneratorSource {
  readonly taskId: string;
  /** The version of the task's files. It is part of the URLs of drawn pictures, so the URLs change with the files. */
  readonly version: string;
  readonly entry: GeneratedEntry;
  readonly answerEntry: GeneratedAnswer;
  readonly lists: ReadonlyMap<string, WordList>;
  /** The languages of the world; the first is the fallback. */
  readonly languages: readonly string[];
}
