import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UnavailableError } from '../../core/requests/api-error.ts';
import { systemRandom } from '../context.ts';
import { readSettings } from '../settings.ts';
import { storeUpload } from './uploads.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'family-uploads-'));
after(() => rmSync(dataDir, { recursive: true }));
const ctx = { settings: readSettings({ DATA_DIR: dataDir }), random: systemRandom };

const CHUNK_BYTES = 1000;
async function* createChunks(chunkCount: number) {
  for (let i = 0; i < chunkCount; i += 1) yield Buffer.alloc(CHUNK_BYTES, i);
}

test('a stored upload can be read repeatedly and leaves no named file behind', async () => {
  const upload = await storeUpload(ctx, createChunks(3), { maxBytes: 3000, address: 'a' });
  assert.equal(upload.size, 3000);
  const whole = Buffer.concat([0, 1, 2].map((byte) => Buffer.alloc(CHUNK_BYTES, byte)));
  assert.deepEqual([await upload.read(), await upload.read()], [whole, whole]);
  assert.deepEqual(readdirSync(join(dataDir, 'uploads')), []);
  await upload.close();
});

test('concurrent uploads share one limit of disk space, and a closed upload releases its bytes', async () => {
  const store = (chunkCount: number, maxBytes: number, address: string) =>
    storeUpload(ctx, createChunks(chunkCount), { maxBytes, address, maxStoredBytes: 5000 });
  const firstUpload = await store(3, 10_000, 'a');
  await assert.rejects(store(3, 10_000, 'b'), UnavailableError);
  const secondUpload = await store(2, 10_000, 'c');
  await firstUpload.close();
  const thirdUpload = await store(9, 2500, 'd');
  assert.ok(thirdUpload.size > 2500, 'the size shows that the upload is too large, and the rest of it is not stored');
  await secondUpload.close();
  await thirdUpload.close();
  await (await store(5, 10_000, 'e')).close();
});
