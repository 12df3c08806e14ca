import { computeShortHash } from '../files/read-assets.ts';
import type { PackFiles, TaskFiles, WorldFiles } from '../files/read-pack.ts';
import type { WordList } from './draw-values.ts';
import type { GeneratorSource } from './generator-source.ts';
import { DRAWING_REVISION } from './picture.ts';

/** A generator in the files of a task. */
export interface FoundGenerator {
  readonly source: GeneratorSource;
  /** The index of the entry in the task's `items`. */
  readonly itemIndex: number;
}

/** Finds the generators of a task. An entry without an answer is left out, because the checks report it. */
export function findGenerators(pack: PackFiles, world: WorldFiles, { id, task, answers }: TaskFiles): FoundGenerator[] {
  const entries = task?.value.items ?? [];
  if (!entries.some(({ kind }) => kind === 'generated')) return [];
  const wordLists = new Map<string, WordList>(Object.entries(pack.wordLists?.value.lists ?? {}));
  const languages = world.world?.value.languages ?? pack.packFile?.value.languages ?? [];
  const [fallbackLanguage = ''] = pack.packFile?.value.languages ?? [];
  const version = computeShortHash(
    String(DRAWING_REVISION),
    task?.text ?? '',
    answers?.text ?? '',
    pack.wordLists?.text ?? '',
  );
  return entries.flatMap((entry, itemIndex) => {
    const answerEntry = answers?.value.items.find((key) => key.id === entry.id);
    if (entry.kind !== 'generated' || answerEntry?.kind !== 'generated') return [];
    const orderedLanguages = [fallbackLanguage, ...languages.filter((language) => language !== fallbackLanguage)];
    const source = { taskId: id, version, entry, answerEntry, wordLists, languages: orderedLanguages };
    return [{ source, itemIndex }];
  });
}
