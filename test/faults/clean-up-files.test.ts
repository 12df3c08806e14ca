import assert from 'node:assert/strict';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { quarantineOrphans } from '../../src/app/cli/admin.ts';
import { openInstallation } from '../../src/app/installation/installation.ts';
import { cleanUpLearning } from '../../src/features/learning/index.ts';
import { handInPicture, keptFiles } from '../support/creative.ts';
import { printed, takeExitCode } from '../support/printed.ts';
import { story, type World } from '../support/test-app.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

async function putOrphans({ ctx }: World, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await ctx.files.put(`${ctx.random.id()}.png`, Buffer.from('an orphan'));
}

function quarantined({ ctx }: World): string[] {
  const folder = join(ctx.settings.dataDir, 'quarantine');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png'));
}

function linesOf({ log }: World, message: string): string[] {
  return log.filter((line) => line.includes(message));
}

story('orphaned files stay 30 days in quarantine, and each step is logged', async (world) => {
  await handInPicture(world, await world.registerChild());
  await putOrphans(world, 2);
  await cleanUpLearning(world.ctx);
  assert.equal(keptFiles(world).length, 3, 'what is younger than an hour may get its row');
  world.pass(2 * HOUR);
  await cleanUpLearning(world.ctx);
  assert.equal(keptFiles(world).length, 1);
  assert.equal(quarantined(world).length, 2);
  assert.equal(linesOf(world, 'was moved to quarantine').length, 2);
  world.pass(29 * DAY);
  await cleanUpLearning(world.ctx);
  assert.equal(quarantined(world).length, 2);
  world.pass(2 * DAY);
  await cleanUpLearning(world.ctx);
  assert.deepEqual([quarantined(world), readdirSync(join(world.ctx.settings.dataDir, 'quarantine'))], [[], []]);
  assert.equal(linesOf(world, 'was removed after 30 days').length, 2);
  assert.equal(keptFiles(world).length, 1);
});

story('a quarantined file is restored when the database references it again', async (world) => {
  await handInPicture(world, await world.registerChild());
  const files = keptFiles(world);
  const [row] = await world.ctx.db.selectFrom('submission_files').selectAll().execute();
  assert.ok(row);
  await world.ctx.write(({ tx }) => tx.deleteFrom('submission_files').execute());
  world.pass(2 * HOUR);
  await cleanUpLearning(world.ctx);
  assert.deepEqual(keptFiles(world), []);
  await world.ctx.write(({ tx }) => tx.insertInto('submission_files').values(row).execute());
  world.pass(31 * DAY);
  await cleanUpLearning(world.ctx);
  assert.deepEqual([keptFiles(world), quarantined(world)], [files, []]);
});

story('a cleanup of more than a tenth of the files, or of a hundred, is refused and reported', async (world) => {
  const refused = async () => {
    const { text } = await world.call('GET', '/metrics', { from: '127.0.0.1' });
    return Number(/^files_sweep_refused (\d+)$/m.exec(text)?.[1]);
  };
  await putOrphans(world, 11);
  world.pass(2 * HOUR);
  await cleanUpLearning(world.ctx);
  assert.deepEqual([keptFiles(world).length, await refused()], [11, 11]);
  const [line = ''] = linesOf(world, 'the file cleanup was refused');
  assert.deepEqual([JSON.parse(line).orphans, JSON.parse(line).level], [11, 50]);
  await putOrphans(world, 95); // these are young, so 11 of 106 files would go
  await cleanUpLearning(world.ctx);
  assert.equal(keptFiles(world).length, 106);
  await putOrphans(world, 4);
  await cleanUpLearning(world.ctx);
  assert.deepEqual([keptFiles(world).length, await refused()], [99, 0]);
});

story(
  'the quarantine command moves what the cleanup refused, only for a matching folder and database',
  async (world) => {
    const { settings, database, log } = world.ctx;
    const env = { DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl };
    await assert.rejects(quarantineOrphans(env, false), /do not belong together: nothing was changed/);
    await openInstallation({ settings, database, log });
    await putOrphans(world, 12);
    for (const name of keptFiles(world)) utimesSync(join(settings.dataDir, 'files', name), 0, 0);
    const told = await printed(() => quarantineOrphans(env, true));
    assert.deepEqual([told.length, told.at(-1), takeExitCode()], [13, '12 of 12 files have no row.', 1]);
    assert.equal(keptFiles(world).length, 12);
    assert.equal((await printed(() => quarantineOrphans(env, false))).at(-1), '12 of 12 files went to the quarantine.');
    assert.deepEqual([keptFiles(world).length, quarantined(world).length], [0, 12]);
  },
);
