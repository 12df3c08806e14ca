import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Unavailable } from '../../../core/refusal.ts';
import { random } from '../../random.ts';
import { readSettings } from '../../settings.ts';
import { storeUpload, UploadQuota } from './temporary-files.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'family-uploads-'));
after(() => rmSync(dataDir, { recursive: true }));
const ctx = { settings: readSettings({ DATA_DIR: dataDir }), random };

async function* chunks(count: number, size = 1000) {
  for (let i = 0; i < count; i += 1) yield Buffer.alloc(size, i);
}

test('a stored upload can be read repeatedly and leaves no named file behind', async () => {
  const upload = await storeUpload(ctx, chunks(3), 3000);
  assert.equal(upload.size, 3000);
  const whole = Buffer.concat([Buffer.alloc(1000, 0), Buffer.alloc(1000, 1), Buffer.alloc(1000, 2)]);
  assert.deepEqual([await upload.read(), await upload.read()], [whole, whole]);
  assert.deepEqual(readdirSync(join(dataDir, 'uploads')), []);
  await upload.close();
});

test('concurrent uploads share one quota and release it when closed', async () => {
  const room = new UploadQuota(5000);
  const first = await storeUpload(ctx, chunks(3), 10_000, room);
  await assert.rejects(storeUpload(ctx, chunks(3), 10_000, room), Unavailable);
  const second = await storeUpload(ctx, chunks(2), 10_000, room);
  await first.close();
  const third = await storeUpload(ctx, chunks(9), 2500, room);
  assert.ok(third.size > 2500, 'more than it may have, and no more is kept of it');
  await second.close();
  await third.close();
  await (await storeUpload(ctx, chunks(5), 10_000, room)).close();
});
