import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSmallPacksFolder } from '../../../test/support/content/packs.ts';
import type { Content } from '../index.ts';
import { loadPacks } from '../loading/load-packs.ts';
import { openParseCache } from './parse-cache.ts';

const PACKS = join(import.meta.dirname, '../../../content/packs');
const SMALL_PACKS = createSmallPacksFolder();
const DRAWS = 1;
const folder = mkdtempSync(join(tmpdir(), 'parse-cache-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('loading packs from the parse cache gives the same content', () => {
  const file = join(folder, 'same.json');
  const parsed = toData(loadPacks(PACKS, file, DRAWS));
  assert.deepEqual(toData(loadPacks(PACKS, file, DRAWS)), parsed);
  assert.deepEqual(toData(loadPacks(PACKS, undefined, DRAWS)), parsed);
});

/** Returns the content without functions, because those of generators differ between loads. */
function toData(content: Content): unknown {
  return JSON.parse(JSON.stringify(content, (_key, value) => (value instanceof Map ? [...value] : value)));
}

test('a corrupt or unwritable parse cache is ignored', () => {
  const corrupt = join(folder, 'corrupt.json');
  writeFileSync(corrupt, '{"incomplete');
  const { worlds } = loadPacks(SMALL_PACKS);
  assert.deepEqual(loadPacks(SMALL_PACKS, corrupt).worlds, worlds);
  assert.doesNotThrow(() => JSON.parse(readFileSync(corrupt, 'utf8')), 'the cache is written again');
  assert.deepEqual(loadPacks(SMALL_PACKS, join(corrupt, 'no-folder.json')).worlds, worlds);
});

test('entries that are not read again are dropped from the parse cache', () => {
  const file = join(folder, 'unused-entries.json');
  const first = openParseCache(file);
  first.set('old', 1);
  first.set('kept', 2);
  first.save();
  const second = openParseCache(file);
  assert.equal(second.get('kept'), 2);
  second.set('new', 3);
  second.save();
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { kept: 2, new: 3 });
  assert.equal(openParseCache(undefined).get('kept'), undefined);
});
