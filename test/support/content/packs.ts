import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Content, loadPacks } from '../../../src/content/index.ts';

const PACKS_FOLDER = fileURLToPath(new URL('../../../content/packs/', import.meta.url));

/** Files that later runs of the tests use again. */
export const CACHE_FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/tests/', import.meta.url));

/** The parse cache: a file with the parsed texts of all packs, which `npm test` writes. */
export const PARSE_CACHE_FILE = join(CACHE_FOLDER, 'all-packs.json');
/** The parse cache of the small packs, which is read in a tenth of the time. */
export const SMALL_PARSE_CACHE_FILE = join(CACHE_FOLDER, 'small-packs.json');

let allPacks: Content | undefined;

/** Loads all packs that come with the service, once in a process. */
export function loadAllPacks(): Content {
  allPacks ??= loadPacks(PACKS_FOLDER, PARSE_CACHE_FILE);
  return allPacks;
}

export function loadSmallPacks(): Content {
  return loadPacks(createSmallPacksFolder(), SMALL_PARSE_CACHE_FILE);
}

/**
 * Creates a folder with the two small packs that tests refer to, and deletes it when the process ends. New content belongs in other
 * packs, so that it does not change the results of these tests.
 */
export function createSmallPacksFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'family-packs-'));
  for (const pack of ['base', 'first-steps']) symlinkSync(join(PACKS_FOLDER, pack), join(folder, pack));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  return folder;
}
