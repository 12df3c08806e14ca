import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp, createContext } from '../../../src/app/build.ts';
import { rebuildTotals } from '../../../src/app/cli/admin.ts';
import type { Manifest } from '../../../src/app/cli/backup/backup.ts';
import { type BackupOptions, createBackup } from '../../../src/app/cli/backup/create-backup.ts';
import { restoreBackup, verifyBackup } from '../../../src/app/cli/backup/restore-backup.ts';
import { openInstallation } from '../../../src/app/installation/installation.ts';
import { addSeconds, DAY } from '../../../src/core/time/instant.ts';
import { computeLearningCounts } from '../../../src/features/learning/index.ts';
import { rebuildTotals as rebuildProgressTotals } from '../../../src/features/progress/index.ts';
import { type Database, openDatabase, openDatabaseReadOnly } from '../../../src/platform/database/index.ts';
import { listMovedTables, readBatches, summarizeRows } from '../../../src/platform/database/move.ts';
import { readSettings } from '../../../src/platform/settings.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { listStoredFiles, submitPicture } from '../../support/learning/submissions.ts';
import { captureOutput, takeExitCode } from '../../support/service/console-output.ts';
import { copyRows } from '../../support/service/copy-rows.ts';
import { createEmptyDatabase, dropPostgresDatabase } from '../../support/service/databases.ts';
import { startTestApp, type TestApp, testWithApp } from '../../support/test-app.ts';

const HISTORY_DAYS = 3 * 365;

describe('backup', () => {
  const root = mkdtempSync(join(tmpdir(), 'family-backup-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  const createEnv = ({ ctx }: TestApp) => ({ DATA_DIR: ctx.settings.dataDir, DATABASE_URL: ctx.settings.databaseUrl });
  const openWithSettings = ({ ctx }: TestApp) =>
    openInstallation({ settings: ctx.settings, database: ctx.database, log: ctx.log });
  const backUp = (app: TestApp, folder: string, options: BackupOptions = {}) =>
    captureOutput(() => createBackup(createEnv(app), { folder, ...options }));
  const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const getNewest = (folder: string) => join(folder, readdirSync(folder).sort().at(-1) ?? '');

  testWithApp(
    'that is made during writes is restored to another folder, database and port with the same rows, files and totals',
    async (app) => {
      await openWithSettings(app);
      const [child, writer] = [await app.registerChild(), await app.registerChild()];
      const submission = await submitPicture(app, child);
      await addHistory(app, child);
      const stats = await getStats(app.url, child.token);
      assert.ok(stats.xp_total > HISTORY_DAYS, JSON.stringify(stats));
      const backups = join(root, `backups-${app.database}`);

      let writeCount = 0;
      let isBackedUp = false;
      const writing = (async () => {
        for (; !isBackedUp; writeCount += 1)
          await createLearningClient(app, writer).call('POST', '/app/tasks/first-sums/start');
      })();
      const command = ['src/app/start.js', 'admin', 'backup', backups, '--with-secrets'];
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const backupProcess = spawn(process.execPath, command, { env: { ...createEnv(app), PATH, NODE_COMPILE_CACHE } });
      const [status] = await once(backupProcess, 'exit');
      isBackedUp = true;
      await writing;
      assert.equal(status, 0);
      assert.ok(writeCount > 5, `${writeCount} writes during the backup`);
      const first = getNewest(backups);
      assert.deepEqual(readdirSync(first).sort(), [
        'family.db',
        'files',
        'installation-id',
        'manifest.json',
        'pin-pepper',
        'secret-key',
      ]);
      for (const name of readdirSync(first, { recursive: true, encoding: 'utf8' }))
        assert.equal(statSync(join(first, name)).mode & 0o077, 0, name);

      const dataDir = join(root, `restored-${app.database}`);
      const url = app.database === 'sqlite' ? `sqlite:${join(dataDir, 'family.db')}` : await createEmptyDatabase();
      const env = { DATA_DIR: dataDir, DATABASE_URL: url, BACKUP_DIR: backups };
      try {
        const output = await captureOutput(() => restoreBackup(env));
        assert.match(output.join('\n'), /Same SHA-256 hash: 1 of 1 file\.\nBoth sides are equal\.\n.* is restored/);
        assert.deepEqual(
          readdirSync(dataDir).filter((name) => name.startsWith('restore')),
          [],
        );
        const manifest = readManifest(first);
        {
          await using restored = await openDatabaseReadOnly(url);
          const [source, copy] = [await summarizeTables(app.ctx.database), await summarizeTables(restored)];
          for (const [name, summary] of Object.entries(copy)) {
            assert.equal(Number(/\d+/.exec(summary.replaceAll(',', ''))), manifest.rows[name], name);
            if (!WRITTEN_TABLES.includes(name)) assert.equal(summary, source[name], name);
          }
          assert.match(copy.xp_ledger ?? '', /1,09\d rows/);
        }
        assert.deepEqual(await captureOutput(() => rebuildTotals(env, { onlyCheck: true })), ['No differences.']);
        await assert.rejects(
          captureOutput(() => restoreBackup(env)),
          /The target database .* is not empty/,
        );
        await serve(app, env, async (restoredUrl) => {
          assert.deepEqual(await getStats(restoredUrl, child.token), stats);
          const file = await fetch(restoredUrl + new URL(submission.media[0].url).pathname, {
            headers: { authorization: `Bearer ${child.token}` },
          });
          const [name = ''] = listStoredFiles(app);
          assert.deepEqual(
            Buffer.from(await file.arrayBuffer()),
            readFileSync(join(app.ctx.settings.dataDir, 'files', name)),
          );
        });
      } finally {
        if (app.database === 'postgres') await dropPostgresDatabase(url);
      }
    },
  );

  it('links unchanged files to the previous backup, keeps the newest ones, and notices damages', async () => {
    const app = await startTestApp('sqlite');
    await openWithSettings(app);
    const child = await app.registerChild();
    await submitPicture(app, child);
    const folder = join(root, 'linked');
    const [name = ''] = listStoredFiles(app);
    const getInode = (backup: string) => statSync(join(backup, 'files', name)).ino;
    const backups: string[] = [];
    const reports: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      if (i === 2) await submitPicture(app, { ...child, taskId: 'my-pattern' });
      reports.push((await backUp(app, folder, { keep: '2' }))[0] ?? '');
      backups.push(getNewest(folder));
    }
    assert.deepEqual(
      readdirSync(folder).sort(),
      backups.slice(1).map((path) => path.slice(folder.length + 1)),
    );
    assert.match(
      reports.join('\n'),
      /1 file, 1 of them new.*\n.*1 file, 0 of them new.*\n.*2 files, 1 of them new, and not the secrets/,
    );
    const [, second = '', third = ''] = backups;
    assert.equal(getInode(second), getInode(third));
    const verify = async (backup?: string) => {
      const { error } = console;
      const damages: string[] = [];
      console.error = (line: string) => void damages.push(line);
      const [report = ''] = await captureOutput(() => verifyBackup({ BACKUP_DIR: folder }, backup)).finally(() => {
        console.error = error;
      });
      return { status: takeExitCode(), damages, report };
    };
    const intact = await verify();
    assert.deepEqual([intact.status, intact.damages], [0, []]);
    assert.match(intact.report, /is intact: 4 files/);

    appendFileSync(join(second, 'files', name), 'x'); // the file of both backups
    rmSync(join(third, 'installation-id'));
    const damaged = await verify(third);
    assert.deepEqual(
      [damaged.status, damaged.damages.sort()],
      [1, [`files/${name}: different`, 'installation-id: missing']],
    );
    await assert.rejects(
      captureOutput(() => restoreBackup({ DATA_DIR: join(root, 'never') }, third)),
      /damaged backup is not restored/,
    );
    assert.ok(!existsSync(join(root, 'never')));
    await backUp(app, folder);
    assert.equal((await verify()).status, 0, 'a damaged file is copied again');
    assert.equal(readdirSync(folder).length, 3, 'without --keep all stay');
    await app.close();
  });

  it('is restored without its secrets only if that is asked for, and is refused otherwise before anything is created', async () => {
    const app = await startTestApp('sqlite');
    await openWithSettings(app);
    await app.registerChild();
    const folder = join(root, 'without-secrets');
    const BACKUP_PASSPHRASE = 'correct horse battery staple';
    await captureOutput(() => createBackup({ ...createEnv(app), BACKUP_PASSPHRASE }, { folder }));
    const dataDir = join(root, 'lost');
    const env = { DATA_DIR: dataDir, BACKUP_DIR: folder, BACKUP_PASSPHRASE };
    await assert.rejects(
      captureOutput(() => restoreBackup(env)),
      /lost\/secret-key and .*lost\/pin-pepper: missing, but this database has been used with secrets/,
    );
    assert.deepEqual(readdirSync(dataDir), [], 'no database with which the service could start');
    const output = await captureOutput(() => restoreBackup(env, undefined, { acceptSecrets: true }));
    assert.match(output.join('\n'), /SECRET_KEYS .* has changed: .*\n.*PIN_PEPPER .* has changed: .*is restored/s);
    await serve(app, env, async (url) => assert.equal((await fetch(`${url}/readyz`)).status, 200));
    await app.close();
  });

  it('is encrypted with a passphrase, shares unchanged files, and needs the passphrase only to be restored', async () => {
    const app = await startTestApp('sqlite');
    await openWithSettings(app);
    const child = await app.registerChild();
    await submitPicture(app, child);
    const folder = join(root, 'encrypted');
    const BACKUP_PASSPHRASE = 'correct horse battery staple';
    const create = () =>
      captureOutput(() => createBackup({ ...createEnv(app), BACKUP_PASSPHRASE }, { folder, withSecrets: true }));
    const [plain] = await backUp(app, folder);
    const reports = [plain, (await create())[0], (await create())[0]];
    assert.match(
      reports.join('\n'),
      /1 of them new, and not the secrets\.\n.*1 of them new, and the secrets, encrypted\.\n.*0 of them new/,
    );
    const newest = getNewest(folder);
    const [fileName = ''] = listStoredFiles(app);
    for (const name of ['family.db', 'pin-pepper', 'secret-key', `files/${fileName}`])
      assert.match(readFileSync(join(newest, name), 'latin1'), /^age-encryption\.org\/v1\n/, name);
    await captureOutput(() => Promise.all([create(), sleep(20).then(create)]));
    for (const name of readdirSync(folder).sort().slice(-2)) {
      await captureOutput(() => verifyBackup({ BACKUP_DIR: folder }, name));
      assert.equal(takeExitCode(), 0, 'two backups at the same time are intact');
    }
    assert.deepEqual(
      readdirSync(app.ctx.settings.dataDir).filter((name) => name.startsWith('backup')),
      [],
    );
    const [report = ''] = await captureOutput(() => verifyBackup({ BACKUP_DIR: folder }));
    assert.match(report, /is intact: 6 files/);
    const env = { DATA_DIR: join(root, 'decrypted'), BACKUP_DIR: folder };
    const restore = (passphrase: string) =>
      captureOutput(() => restoreBackup({ ...env, BACKUP_PASSPHRASE: passphrase }));
    await assert.rejects(restore(''), /The backup is encrypted: set BACKUP_PASSPHRASE/);
    await assert.rejects(restore('another passphrase'), /BACKUP_PASSPHRASE is not the passphrase of this backup/);
    await restore(BACKUP_PASSPHRASE);
    const getFile = (dataDir: string) => readFileSync(join(dataDir, 'files', fileName));
    assert.deepEqual(getFile(env.DATA_DIR), getFile(app.ctx.settings.dataDir));
    await using restored = await openDatabaseReadOnly(`sqlite:${join(env.DATA_DIR, 'family.db')}`);
    assert.deepEqual(await summarizeTables(restored), await summarizeTables(app.ctx.database));
    await app.close();
  });

  it('gets its final name only when it is complete', async () => {
    const app = await startTestApp('sqlite');
    await openWithSettings(app);
    await submitPicture(app, await app.registerChild());
    const folder = join(root, 'failed');
    const partialName = '2020-01-01T02-00-00-000Z.partial';
    mkdirSync(join(folder, partialName), { recursive: true });
    const files = join(app.ctx.settings.dataDir, 'files');
    const [name = ''] = listStoredFiles(app);
    rmSync(join(files, name));
    mkdirSync(join(files, name)); // a directory cannot be copied as a file
    await assert.rejects(backUp(app, folder), /EISDIR|ENOTSUP|EINVAL|EPERM/);
    assert.deepEqual(readdirSync(folder), [partialName], 'a failed backup leaves no files');
    rmSync(join(files, name), { recursive: true });
    const { error: originalError } = console;
    const errorLines: string[] = [];
    console.error = (line: string) => void errorLines.push(line);
    const [report] = await backUp(app, folder).finally(() => {
      console.error = originalError;
    });
    assert.match(report ?? '', / 0 files/);
    assert.deepEqual([errorLines.length, takeExitCode()], [1, 1], 'the missing file is reported');
    assert.match(errorLines[0] ?? '', /is missing: the database references it/);
    assert.equal(readdirSync(folder).length, 1, 'files of an earlier failed backup are removed');
    await app.close();
  });

  it('refuses a missing, broken or foreign database, an unknown backup and invalid settings', async () => {
    const DATA_DIR = join(root, 'none');
    const folder = join(root, 'no-database');
    await assert.rejects(createBackup({ DATA_DIR }, { folder }), /There is no database/);
    mkdirSync(DATA_DIR);
    writeFileSync(join(DATA_DIR, 'family.db'), 'This is not a database. '.repeat(100));
    await assert.rejects(createBackup({ DATA_DIR }, { folder }), /not a database/);
    const app = await startTestApp('sqlite');
    await openWithSettings(app);
    await assert.rejects(
      createBackup({ ...createEnv(app), DATA_DIR: join(root, 'other') }, { folder }),
      /does not belong to the database/,
    );
    await app.close();
    assert.deepEqual(readdirSync(folder), []);
    await assert.rejects(createBackup({ DATA_DIR }), /Name a folder for the backup, or set BACKUP_DIR/);
    await assert.rejects(createBackup({ DATA_DIR }, { folder, keep: 'none' }), /BACKUP_KEEP \(or --keep\) must be/);
    await assert.rejects(verifyBackup({ BACKUP_DIR: folder }), /no-database contains no backup/);
    await assert.rejects(restoreBackup({ BACKUP_DIR: folder }, 'unknown'), /unknown is not a complete backup/);
  });
});

/** What the writes during the backup change. */
const WRITTEN_TABLES = ['attempts', 'profiles', 'security_events', 'devices'];

async function addHistory(app: TestApp, child: { readonly id: string; readonly token: string }): Promise<void> {
  await createLearningClient(app, child).startAndComplete('first-sums');
  const match = { profile_id: child.id };
  await copyRows(app, 'attempts', match, HISTORY_DAYS, (i) => ({ id: `history-${i}`, number: i + 100 }));
  await copyRows(app, 'xp_ledger', match, HISTORY_DAYS, (i) => ({
    id: `history-${i}`,
    source: `history ${i}`,
    day: addSeconds(app.ctx.now(), -i * DAY).slice(0, 10),
  }));
  const repairs = rebuildProgressTotals(app.ctx.database, { dryRun: false, counters: [computeLearningCounts] });
  for await (const _ of repairs);
}

async function getStats(url: string, token: string) {
  const response = await fetch(`${url}/app/users/me/stats`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { data: { xp_total: number } }).data;
}

async function summarizeTables(database: Database): Promise<Record<string, string>> {
  const summaries: Record<string, string> = {};
  for (const table of await listMovedTables())
    summaries[table.name] = await summarizeRows(table, readBatches(database, table));
  return summaries;
}

/** Starts the service with other settings in this process, so that it has the clock of the app. */
async function serve(
  { ctx }: TestApp,
  env: Record<string, string>,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const settings = readSettings(env);
  const { log, now, content } = ctx;
  await using database = await openDatabase(settings.databaseUrl);
  const { secrets, migrated } = await openInstallation({ settings, database, log });
  assert.deepEqual(migrated, []);
  const server = buildApp(createContext({ settings, database, secrets, log, now, content: content.current }));
  try {
    await use(await server.listen({ host: '127.0.0.1', port: 0 }));
  } finally {
    await server.close();
  }
}
