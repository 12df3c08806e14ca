import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { createContext } from '../../../src/app/build.ts';
import { addSeconds, HOUR } from '../../../src/core/time/instant.ts';
import { cleanUpLearning } from '../../../src/features/learning/index.ts';
import { openDatabase } from '../../../src/platform/database/index.ts';
import { cleanUpUploads } from '../../../src/platform/files/uploads.ts';
import { createLog } from '../../../src/platform/observability/log.ts';
import { readSettings } from '../../../src/platform/settings.ts';
import { loadSmallPacks } from '../../support/content/packs.ts';
import { createMp3 } from '../../support/files/media.ts';
import { createMultipartRequest } from '../../support/files/multipart.ts';
import { createFilePart } from '../../support/learning/submissions.ts';
import { postJson, type Service, startService } from '../../support/service/process.ts';
import { NEW_CHILD } from '../../support/test-app.ts';

const CREATIVE_TASK_IDS = ['another-ending', 'my-pattern', 'invent-an-animal'];
const content = loadSmallPacks();
const CHILD_COUNT = 6;
const ROUND_COUNT = 3;

describe('killing the service during uploads', () => {
  const folders: string[] = [];
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('leaves every referenced file complete, and no other files after the cleanup', async () => {
    // A picture of noise is large, because it hardly compresses, so that its upload takes long enough to be interrupted.
    const noisePicture = await sharp({
      create: {
        width: 1200,
        height: 900,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 50 },
      },
    })
      .jpeg()
      .toBuffer();
    let acknowledgedCount = 0;
    for (let round = 0; round < ROUND_COUNT; round += 1) {
      const DATA_DIR = mkdtempSync(join(tmpdir(), 'family-crash-'));
      folders.push(DATA_DIR);
      const service = await startService({ DATA_DIR, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
      const acknowledgedFiles: string[] = [];
      const uploads = Array.from({ length: CHILD_COUNT }, () =>
        submitToAllTasks(service, noisePicture, acknowledgedFiles).catch((error) => {
          if (error instanceof assert.AssertionError) throw error; // the kill causes other errors
        }),
      );
      while (acknowledgedFiles.length === 0) await sleep(5); // until some files are stored, while other uploads are in progress
      await sleep(round * 100); // each round kills the process at another moment
      service.process.kill('SIGKILL');
      await service.exited;
      await Promise.all(uploads);
      await assertFilesMatchRows(DATA_DIR, acknowledgedFiles);
      acknowledgedCount += acknowledgedFiles.length;
    }
    assert.ok(acknowledgedCount > 0, 'some files were submitted before the kill');
  });
});

/** Submits a picture and a recording to each task as a new child, and adds the names of the acknowledged files to `acknowledgedFiles`. */
async function submitToAllTasks({ url }: Service, picture: Buffer, acknowledgedFiles: string[]): Promise<void> {
  const { token } = (await postJson(`${url}/app/auth/register/child`, NEW_CHILD)).body.data;
  for (const taskId of CREATIVE_TASK_IDS) {
    const { raw, headers } = createMultipartRequest([
      createFilePart(picture),
      createFilePart(createMp3({ frameCount: 2000 })),
    ]);
    const response = await fetch(`${url}/app/tasks/${taskId}/submit-creative`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: raw,
    });
    const { data } = (await response.json()) as { data: { media: { url: string }[] } };
    assert.equal(response.status, 201);
    acknowledgedFiles.push(...data.media.map((medium) => new URL(medium.url).pathname.replace('/files/', '')));
  }
}

async function assertFilesMatchRows(DATA_DIR: string, acknowledgedFiles: readonly string[]): Promise<void> {
  const settings = readSettings({ DATA_DIR });
  const database = await openDatabase(settings.databaseUrl);
  const now = () => addSeconds(new Date().toISOString(), 2 * HOUR); // the cleanup ignores files younger than an hour
  const log = createLog('silent');
  const ctx = createContext({ settings, database, content, log, now });
  try {
    const rows = await ctx.db.selectFrom('submission_files').select(['name', 'bytes', 'mime']).execute();
    const names = rows.map(({ name }) => name);
    for (const name of acknowledgedFiles) assert.ok(names.includes(name), `${name} was acknowledged and is missing`);
    for (const { name, bytes, mime } of rows) {
      assert.equal(statSync(join(DATA_DIR, 'files', name)).size, bytes);
      if (mime === 'image/jpeg')
        await sharp(join(DATA_DIR, 'files', name))
          .stats()
          .catch(() => assert.fail(name));
    }
    await cleanUpLearning(ctx);
    await cleanUpUploads(ctx);
    assert.deepEqual(readdirSync(join(DATA_DIR, 'files')).sort(), names.sort());
    assert.deepEqual(readdirSync(join(DATA_DIR, 'uploads')), []);
    const submissions = await ctx.db.selectFrom('submissions').select(['id', 'status']).execute();
    assert.equal(names.length, submissions.length * 2, 'a submission has all of its files or does not exist');
    assert.ok(submissions.every(({ status }) => status === 'pending_review'));
  } finally {
    await database.close();
  }
}
