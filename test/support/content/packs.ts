import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Content, loadPacks } from '../../../src/content/index.ts';

const PACKS_FOLDER = fileURLToPath(new URL('../../../content/packs/', import.meta.url));

/** The parse cache of all packs, which `npm test` fills. It also serves the small packs, because its keys are hashes of texts. */
export const PARSE_CACHE = join(tmpdir(), 'family-learning-tests', 'all-packs.json');

/** All packs that come with the service. */
export function loadAllPacks(): Content {
  return loadPacks(PACKS_FOLDER, PARSE_CACHE);
}

/** A folder with the small packs that tests refer to, which new content does not change. */
export function createSmallPacksFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'family-packs-'));
  for (const pack of ['base', 'first-steps']) symlinkSync(join(PACKS_FOLDER, pack), join(folder, pack));
  return folder;
}
