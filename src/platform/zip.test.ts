import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
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

/** 2 MB, which is much more than the buffers of the streams hold. */
const MAX_CHUNKS = 200;

test('a ZIP is produced no faster than it is read, and stops when the reader closes', async () => {
  let chunkCount = 0;
  let hasEnded = false;
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        chunkCount += 1;
        yield randomBytes(10_000); // cannot be compressed, so that the buffers of the streams fill up
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
  let previousCount: number;
  do {
    previousCount = chunkCount;
    await setTimeout(50);
  } while (chunkCount > previousCount && chunkCount < MAX_CHUNKS);
  assert.ok(chunkCount < MAX_CHUNKS, `${chunkCount} chunks were produced for a waiting reader`);
  zip.destroy();
  await once(zip, 'close');
  while (!hasEnded) await setTimeout(1);
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
