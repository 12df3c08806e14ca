import assert from 'node:assert/strict';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { quarantineOrphans } from '../../../src/app/cli/admin.ts';
import { openInstallation } from '../../../src/app/installation/installation.ts';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { cleanUpLearning } from '../../../src/features/learning/index.ts';
import { listStoredFiles, submitPicture } from '../../support/learning/submissions.ts';
import { captureOutput, takeExitCode } from '../../support/service/console-output.ts';
import { type TestApp, testWithApp } from '../../support/test-app.ts';

/** Stores files that the database does not reference. */
async function createOrphans({ ctx }: TestApp, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await ctx.files.put(`${ctx.random.id()}.png`, Buffer.from('an orphan'));
}

function listQuarantined({ ctx }: TestApp): string[] {
  const folder = join(ctx.settings.dataDir, 'quarantine');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png'));
}

function findLogLines({ log }: TestApp, message: string): string[] {
  return log.filter((line) => line.includes(message));
}

testWithApp('orphaned files stay 30 days in quarantine, and each step is logged', async (app) => {
  await submitPicture(app, (await app.registerFamily()).child);
  await createOrphans(app, 2);
  await cleanUpLearning(app.ctx);
  assert.equal(listStoredFiles(app).length, 3, 'files younger than an hour may still be referenced');
  app.advance(2 * HOUR);
  await cleanUpLearning(app.ctx);
  assert.equal(listStoredFiles(app).length, 1);
  assert.equal(listQuarantined(app).length, 2);
  assert.equal(findLogLines(app, 'was moved to quarantine').length, 2);
  app.advance(29 * DAY);
  await cleanUpLearning(app.ctx);
  assert.equal(listQuarantined(app).length, 2);
  app.advance(2 * DAY);
  await cleanUpLearning(app.ctx);
  assert.deepEqual([listQuarantined(app), readdirSync(join(app.ctx.settings.dataDir, 'quarantine'))], [[], []]);
  assert.equal(findLogLines(app, 'was removed after 30 days').length, 2);
  assert.equal(listStoredFiles(app).length, 1);
});

testWithApp('a quarantined file is restored when the database references it again', async (app) => {
  await submitPicture(app, (await app.registerFamily()).child);
  const files = listStoredFiles(app);
  const [row] = await app.ctx.db.selectFrom('submission_files').selectAll().execute();
  assert.ok(row);
  await app.ctx.write(({ db }) => db.deleteFrom('submission_files').execute());
  app.advance(2 * HOUR);
  await cleanUpLearning(app.ctx);
  assert.deepEqual(listStoredFiles(app), []);
  await app.ctx.write(({ db }) => db.insertInto('submission_files').values(row).execute());
  app.advance(31 * DAY);
  await cleanUpLearning(app.ctx);
  assert.deepEqual([listStoredFiles(app), listQuarantined(app)], [files, []]);
});

testWithApp(
  'a cleanup is refused and logged if it would quarantine more than ten files and more than a tenth of all files',
  async (app) => {
    const readRefusedMetric = async () => {
      const { text } = await app.call('GET', '/metrics', { from: '127.0.0.1' });
      return Number(/^files_sweep_refused (\d+)$/m.exec(text)?.[1]);
    };
    await createOrphans(app, 11);
    app.advance(2 * HOUR);
    await cleanUpLearning(app.ctx);
    assert.deepEqual([listStoredFiles(app).length, await readRefusedMetric()], [11, 11]);
    const [line = ''] = findLogLines(app, 'the file cleanup was refused');
    assert.deepEqual([JSON.parse(line).orphans, JSON.parse(line).level], [11, 50]); // logged as an error
    await createOrphans(app, 95); // too young to quarantine, so 11 of 106 files would be quarantined
    await cleanUpLearning(app.ctx);
    assert.equal(listStoredFiles(app).length, 106);
    await createOrphans(app, 4); // 11 of 110 files are not more than a tenth
    await cleanUpLearning(app.ctx);
    assert.deepEqual([listStoredFiles(app).length, await readRefusedMetric()], [99, 0]);
  },
);

testWithApp(
  'the quarantine command moves files that the cleanup refused to move, if the data folder and the database belong together',
  async (app) => {
    const { settings, database, log } = app.ctx;
    const env = { DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl };
    await assert.rejects(quarantineOrphans(env, { onlyCheck: false }), /do not belong together\. Nothing was changed/);
    await openInstallation({ settings, database, log });
    await createOrphans(app, 12);
    for (const name of listStoredFiles(app)) utimesSync(join(settings.dataDir, 'files', name), 0, 0);
    const lines = await captureOutput(() => quarantineOrphans(env, { onlyCheck: true }));
    assert.deepEqual(
      [lines.length, lines.at(-1), takeExitCode()],
      [13, 'Not referenced by the database: 12 of 12 files.', 1],
    );
    assert.equal(listStoredFiles(app).length, 12);
    assert.equal(
      (await captureOutput(() => quarantineOrphans(env, { onlyCheck: false }))).at(-1),
      'Moved to the quarantine: 12 of 12 files.',
    );
    assert.deepEqual([listStoredFiles(app).length, listQuarantined(app).length], [0, 12]);
  },
);
