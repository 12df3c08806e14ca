import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { unzip } from '../../test/support/files/unzip.ts';
import { createZipStream, type ZipEntry } from './zip.ts';

const NOW = new Date('2026-11-20T08:00:00.000Z');

async function* toEntries(files: Record<string, string>): AsyncGenerator<ZipEntry> {
  for (const [name, text] of Object.entries(files)) yield { name, content: toChunks(text) };
}

async function* toChunks(text: string): AsyncGenerator<string> {
  if (text) yield text;
}

test('a ZIP preserves non-Latin names, empty files and large files', async () => {
  const files = { 'a.txt': '', 'діти/Мія.json': '{"xp":1}', 'big.csv': 'x,y\r\n'.repeat(100_000) };
  assert.deepEqual(await unzip(await buffer(await createZipStream(toEntries(files), NOW))), files);
});

test('a ZIP without entries is valid', async () => {
  assert.deepEqual(await unzip(await buffer(await createZipStream(toEntries({}), NOW))), {});
});

test('a ZIP is produced no faster than it is read, and stops when the reader closes', async () => {
  let chunkCount = 0;
  let hasEnded = false;
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        chunkCount += 1;
        yield Buffer.from(Array.from({ length: 10_000 }, (_, i) => (i * chunkCount * 7919) % 251)); // hardly compressible
      }
    } finally {
      hasEnded = true;
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'endless', content: endless() };
  }
  const zip = await createZipStream(entries(), NOW);
  await once(zip, 'readable');
  for (let turn = 0; turn < 1000; turn += 1) await setImmediate();
  // 200 chunks are 2 MB, much more than the buffers of the streams hold.
  assert.ok(chunkCount < 200, `${chunkCount} chunks were produced for a waiting reader`);
  zip.destroy();
  await once(zip, 'close');
  while (!hasEnded) await setImmediate();
});

test('a ZIP ends with an error if the content of an entry fails', async () => {
  async function* createFailingSource(): AsyncGenerator<string> {
    yield 'the beginning';
    throw new Error('the database is gone');
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'half', content: createFailingSource() };
  }
  await assert.rejects(buffer(await createZipStream(entries(), NOW)), /the database is gone/);
});
