import { createHash } from 'node:crypto';
import { listSubmissionFileNames } from '../../../features/learning/index.ts';
import type { Handle } from '../../../platform/database/index.ts';

import type { Files } from '../../../platform/files/local-files.ts';

const BATCH_SIZE = 100;
/**
 * How many files are copied or compared at the same time. One at a time would be slow, because a bucket takes milliseconds to
 * respond.
 */
const CONCURRENCY = 8;

/** Lists the names of all files that the database references, a batch at a time. */
export async function* listFileBatches(ctx: Handle, afterName = ''): AsyncGenerator<string[]> {
  for (let lastFileName = afterName; ; ) {
    const names = await listSubmissionFileNames(ctx, lastFileName, BATCH_SIZE);
    if (names.length > 0) yield names;
    if (names.length < BATCH_SIZE) return;
    lastFileName = names.at(-1) ?? '';
  }
}

/**
 * Copies the files that do not exist in the target, or that are incomplete there after a crash. Skips files that the source
 * does not have.
 */
export function copyFiles(source: Files, target: Files, names: readonly string[]): Promise<unknown> {
  return runConcurrently(names, async (name) => {
    const bytes = await source.get(name); // uploads are limited in size, so a whole file fits into memory
    if (!bytes) return;
    const existingHash = await computeFileHash(target, name);
    if (existingHash === createHash('sha256').update(bytes).digest('hex')) return;
    if (existingHash !== undefined) await target.remove(name);
    await target.put(name, bytes);
  });
}

/** A file that is not the same on both sides, or that both sides lack. */
export interface FileProblem {
  readonly name: string;
  readonly problem: 'missing in both' | 'missing in the target' | 'different' | 'missing in the source';
}

/** Compares the SHA-256 hashes of files and returns the problems. */
export async function compareFiles(source: Files, target: Files, names: readonly string[]): Promise<FileProblem[]> {
  const problems = await runConcurrently(names, async (name): Promise<FileProblem | undefined> => {
    const [expected, actual] = await Promise.all([computeFileHash(source, name), computeFileHash(target, name)]);
    if (expected === undefined)
      return { name, problem: actual === undefined ? 'missing in both' : 'missing in the source' };
    if (actual === undefined) return { name, problem: 'missing in the target' };
    return expected === actual ? undefined : { name, problem: 'different' };
  });
  return problems.filter((problem) => problem !== undefined);
}

/** Computes the SHA-256 hash of a file, which is read as a stream. Returns undefined if the file does not exist. */
async function computeFileHash(files: Files, name: string): Promise<string | undefined> {
  const file = await files.find(name);
  if (!file) return undefined;
  const hash = createHash('sha256');
  if (file.size > 0) for await (const bytes of file.read(0, file.size - 1)) hash.update(bytes);
  return hash.digest('hex');
}

/** Runs `work` for each of the names, CONCURRENCY names at a time. */
async function runConcurrently<T>(names: readonly string[], work: (name: string) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let start = 0; start < names.length; start += CONCURRENCY)
    results.push(...(await Promise.all(names.slice(start, start + CONCURRENCY).map(work))));
  return results;
}
