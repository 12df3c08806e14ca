import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { buildApp, createContext } from '../../../src/app/build.ts';
import { createBackup } from '../../../src/app/cli/backup.ts';
import { openInstallation } from '../../../src/app/installation/installation.ts';
import { openDatabase } from '../../../src/platform/database/index.ts';
import { readSettings } from '../../../src/platform/settings.ts';
import { listStoredFiles, submitPicture } from '../../support/learning/submissions.ts';
import { captureOutput, takeExitCode } from '../../support/service/console-output.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

describe('backup of a SQLite installation', () => {
  const root = mkdtempSync(join(tmpdir(), 'family-backup-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  const createEnv = ({ ctx }: TestApp) => ({ DATA_DIR: ctx.settings.dataDir, DATABASE_URL: ctx.settings.databaseUrl });
  const openWithSettings = ({ ctx }: TestApp) =>
    openInstallation({ settings: ctx.settings, database: ctx.database, log: ctx.log });

  it('can be made while the service runs, keeps only the two newest backups, and can be restored as documented', async () => {
    const app = await startTestApp('sqlite');
    await openWithSettings(app);
    const child = await app.registerChild();
    const submission = await submitPicture(app, child);
    const backups = join(root, 'backups');
    let isWriting = true;
    const writer = (async () => {
      while (isWriting) await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Mia' } });
    })();
    for (let backupCount = 0; backupCount < 3; backupCount += 1) {
      const [report = ''] = await captureOutput(() => createBackup(createEnv(app), backups, '2'));
      assert.match(report, /with the database and 1 files\. It does not contain the secrets\.$/);
    }
    isWriting = false;
    await writer;
    const backupNames = readdirSync(backups).sort();
    assert.equal(backupNames.length, 2, 'the two newest backups are kept');
    const newest = join(backups, backupNames.at(-1) ?? '');
    assert.deepEqual(readdirSync(newest).sort(), ['family.db', 'files']);
    for (const name of readdirSync(newest, { recursive: true, encoding: 'utf8' }))
      assert.equal(statSync(join(newest, name)).mode & 0o077, 0, name);
    await app.registerChild(); // not in the backup

    const restored = join(root, 'restored');
    mkdirSync(restored, { mode: 0o700 });
    cpSync(newest, restored, { recursive: true });
    for (const name of ['secret-key', 'pin-pepper']) cpSync(join(app.ctx.settings.dataDir, name), join(restored, name));
    const settings = readSettings({ DATA_DIR: restored });
    const database = await openDatabase(settings.databaseUrl);
    const { log, now, content } = app.ctx;
    const { secrets, migrated } = await openInstallation({ settings, database, log });
    assert.deepEqual(migrated, []);
    const restoredServer = buildApp(createContext({ settings, database, secrets, log, now, content: content.current }));
    const login = { profile_id: child.id, pin: '1234' };
    assert.equal(
      (await restoredServer.inject({ method: 'POST', url: '/app/auth/login/child', payload: login })).statusCode,
      200,
    );
    const url = new URL(submission.media[0].url).pathname;
    const file = await restoredServer.inject({ url, headers: { authorization: `Bearer ${child.token}` } });
    assert.deepEqual([file.statusCode, file.rawPayload.length > 0], [200, true]);
    assert.equal((await database.db.selectFrom('profiles').select('id').execute()).length, 1);
    await restoredServer.close();
    await database.close();
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
    await assert.rejects(createBackup(createEnv(app), folder), /EISDIR|ENOTSUP|EINVAL|EPERM/);
    assert.deepEqual(readdirSync(folder), [partialName], 'a failed backup leaves no files');
    rmSync(join(files, name), { recursive: true });
    const { error: originalError } = console;
    const errorLines: string[] = [];
    console.error = (line: string) => void errorLines.push(line);
    const [report] = await captureOutput(() => createBackup(createEnv(app), folder)).finally(() => {
      console.error = originalError;
    });
    assert.match(report ?? '', /the database and 0 files/);
    assert.deepEqual([errorLines.length, takeExitCode()], [1, 1], 'the missing file is reported');
    assert.match(errorLines[0] ?? '', /is missing: the database references it/);
    assert.equal(readdirSync(folder).length, 1, 'files of an earlier failed backup are removed');
    await app.close();
  });

  it('refuses a missing, broken or PostgreSQL database, and an invalid --keep', async () => {
    const DATA_DIR = join(root, 'none');
    await assert.rejects(createBackup({ DATA_DIR }, join(root, 'no-database')), /There is no database/);
    mkdirSync(DATA_DIR);
    writeFileSync(join(DATA_DIR, 'family.db'), 'This is not a database. '.repeat(100));
    await assert.rejects(createBackup({ DATA_DIR }, join(root, 'no-database')), /not a database/);
    assert.deepEqual(readdirSync(join(root, 'no-database')), []);
    const DATABASE_URL = 'postgres://family@127.0.0.1/family';
    await assert.rejects(createBackup({ DATA_DIR, DATABASE_URL }, root), /is backed up with pg_dump/);
    await assert.rejects(createBackup({ DATA_DIR }, root, 'none'), /--keep must be a number/);
  });
});
