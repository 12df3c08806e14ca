import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSmallPacksFolder } from '../../../test/support/content/packs.ts';
import type { Content } from '../index.ts';
import { loadPacks } from '../loading/load-packs.ts';
import { openParseCache } from './parse-cache.ts';

const SMALL_PACKS = createSmallPacksFolder();
const folder = mkdtempSync(join(tmpdir(), 'parse-cache-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('packs from the parse cache have the same content as parsed packs', () => {
  const file = join(folder, 'same.json');
  const parsed = removeFunctions(loadPacks(SMALL_PACKS, file));
  assert.deepEqual(removeFunctions(loadPacks(SMALL_PACKS, file)), parsed);
});

/** Returns the content without functions, because each load creates new functions for the generators. */
function removeFunctions(content: Content): unknown {
  return JSON.parse(JSON.stringify(content, (_key, value) => (value instanceof Map ? [...value] : value)));
}

test('a corrupt or unwritable parse cache is ignored', () => {
  const corruptFile = join(folder, 'corrupt.json');
  writeFileSync(corruptFile, '{"incomplete');
  const { worlds } = loadPacks(SMALL_PACKS);
  assert.deepEqual(loadPacks(SMALL_PACKS, corruptFile).worlds, worlds);
  assert.doesNotThrow(() => JSON.parse(readFileSync(corruptFile, 'utf8')), 'the cache is written again');
  assert.deepEqual(loadPacks(SMALL_PACKS, join(corruptFile, 'no-folder.json')).worlds, worlds);
});

test('the parse cache drops entries that are not read again', () => {
  const file = join(folder, 'unused-entries.json');
  const firstCache = openParseCache(file);
  firstCache.set('old', 1);
  firstCache.set('kept', 2);
  firstCache.save();
  const secondCache = openParseCache(file);
  assert.equal(secondCache.get('kept'), 2);
  secondCache.set('new', 3);
  secondCache.save();
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { kept: 2, new: 3 });
  assert.equal(openParseCache(undefined).get('kept'), undefined);
});
