import { computeShortHash } from '../files/read-assets.ts';
import type { PackFiles, TaskFiles, WorldFiles } from '../files/read-pack.ts';
import type { WordList } from './draw-values.ts';
import type { GeneratorSource } from './generator-source.ts';
import { DRAWING_REVISION } from './picture.ts';

/** A generator in the files of a task. */
export interface FoundGenerator {
  readonly source: GeneratorSource;
  /** The indices of the entry and of its answer in the lists of their files. */
  readonly itemIndex: number;
  readonly answerIndex: number;
}

/** Finds the generators of a task. An entry without an answer is left out, because the checks report it. */
export function findGenerators(pack: PackFiles, world: WorldFiles, { id, task, answers }: TaskFiles): FoundGenerator[] {
  const entries = task?.value.items ?? [];
  if (!entries.some(({ kind }) => kind === 'generated')) return [];
  const lists = new Map<string, WordList>(Object.entries(pack.wordLists?.value.lists ?? {}));
  const languages = world.world?.value.languages ?? pack.packFile?.value.languages ?? [];
  const [fallback = ''] = pack.packFile?.value.languages ?? [];
  const version = computeShortHash(
    String(DRAWING_REVISION),
    task?.text ?? '',
    answers?.text ?? '',
    pack.wordLists?.text ?? '',
  );
  return entries.flatMap((entry, itemIndex) => {
    const answerIndex = answers?.value.items.findIndex((key) => key.id === entry.id) ?? -1;
    const answerEntry = answers?.value.items[answerIndex];
    if (entry.kind !== 'generated' || answerEntry?.kind !== 'generated') return [];
    const orderedLanguages = [fallback, ...languages.filter((language) => language !== fallback)];
    const source = { taskId: id, version, entry, answerEntry, lists, languages: orderedLanguages };
    return [{ source, itemIndex, answerIndex }];
  });
}
