import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Content, loadPacks } from '../../../src/content/index.ts';

const PACKS_FOLDER = fileURLToPath(new URL('../../../content/packs/', import.meta.url));

/** All packs that come with the service; what was read once is remembered for the tests that come after. */
export function allPacks(): Content {
  return loadPacks(PACKS_FOLDER, join(tmpdir(), 'family-learning-tests', 'all-packs.json'));
}

/** A folder of the packs that stories name: small, whole, and not changed by what is written for real children. */
export function smallPacks(): string {
  const folder = mkdtempSync(join(tmpdir(), 'family-packs-'));
  for (const pack of ['base', 'first-steps']) symlinkSync(join(PACKS_FOLDER, pack), join(folder, pack));
  return folder;
}
