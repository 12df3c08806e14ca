import type { GeneratedAnswer, GeneratedEntry } from '../format/generated.ts';
import type { WordList } from './draw-values.ts';

/** What a generator is compiled from. */
export interface GeneratorSource {
  readonly taskId: string;
  /** A change of it gives the drawn pictures another URL. */
  readonly version: string;
  readonly entry: GeneratedEntry;
  readonly answer: GeneratedAnswer;
  readonly lists: ReadonlyMap<string, WordList>;
  /** The languages of the world; the first is the fallback. */
  readonly languages: readonly string[];
}
