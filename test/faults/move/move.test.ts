import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { sql } from 'kysely';
import { createContext } from '../../../src/app/build.ts';
import { createBackup } from '../../../src/app/cli/backup/create-backup.ts';
import { restoreBackup, verifyBackup } from '../../../src/app/cli/backup/restore-backup.ts';
import { checkMove } from '../../../src/app/cli/move.ts';
import { openConfiguredBucket, openInstallation } from '../../../src/app/installation/installation.ts';
import type { PanelParent } from '../../../src/core/requests/caller.ts';
import { exportAccount } from '../../../src/features/data-rights/index.ts';
import type { Context } from '../../../src/platform/context.ts';
import { openDatabase } from '../../../src/platform/database/index.ts';
import { listMovedTables, openSource, openTarget } from '../../../src/platform/database/move.ts';
import { openBucket } from '../../../src/platform/files/s3-bucket.ts';
import { readSettings, type S3Settings } from '../../../src/platform/settings.ts';
import { CLIENT_WITHOUT_DEVICE } from '../../support/client.ts';
import { signInToPanel } from '../../support/family/guardians.ts';
import { createSampleFamily } from '../../support/family/sample-family.ts';
import { type S3Server, startS3 } from '../../support/servers/s3.ts';
import { captureOutput, takeExitCode } from '../../support/service/console-output.ts';
import { createEmptyDatabase, createTestDatabase, dropPostgresDatabase } from '../../support/service/databases.ts';
import { copyToStoppedService, readAllRows, runMove, writeSettings } from '../../support/service/moved-services.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

/** Options of "create database" for a collation that sorts differently from SQLite and from the databases of the other tests. */
const ENGLISH_COLLATION = "template template0 locale_provider icu icu_locale 'en-US' locale 'C'";

describe('moving a service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-move-'));
  const databases: string[] = [];
  let app: TestApp;
  let s3: S3Server;
  let parent: PanelParent;
  let expectedExport: Buffer;

  const dropAfterTests = (url: string) => {
    databases.push(url);
    return url;
  };
  const createMigratedDatabase = async () => dropAfterTests(await createTestDatabase('postgres', folder));
  const createSettings = (name: string, settings: Readonly<Record<string, string>> = {}) =>
    writeSettings(folder, name, { DATA_DIR: join(folder, name), ...settings });
  /** Creates the data folder of a stopped service with the data of the app. Returns the path of its settings file. */
  const createStoppedService = (name: string) => {
    cpSync(join(folder, 'stopped'), join(folder, name), { recursive: true });
    return createSettings(name);
  };
  /** Opens the moved service as `serve` does, but without listening on a port. */
  const openService = async (path: string, use: (ctx: Context) => Promise<void>) => {
    const settings = readSettings(parseEnv(readFileSync(path, 'utf8')));
    const { log, now } = app.ctx;
    const database = await openDatabase(settings.databaseUrl);
    try {
      const bucket = await openConfiguredBucket(settings, log);
      const { secrets } = await openInstallation({ settings, database, bucket, log });
      const content = app.ctx.content.current;
      await use(createContext({ settings, database, secrets, content, log, now, files: bucket?.files }));
    } finally {
      await database.close();
    }
  };
  const assertSameExport = (path: string) =>
    openService(path, async (ctx) => {
      const actual = await buffer(await exportAccount(ctx, parent, CLIENT_WITHOUT_DEVICE));
      assert.ok(actual.equals(expectedExport), `the export of ${path} differs`);
    });

  before(async () => {
    s3 = await startS3(['first-bucket', 'second-bucket', 'third-bucket', 'fourth-bucket', 'backups', 'used-bucket']);
    app = await startTestApp('sqlite');
    const family = await createSampleFamily(app, { weeks: 1 });
    parent = await signInToPanel(app, family.token);
    await copyToStoppedService(app, join(folder, 'stopped'));
    expectedExport = await buffer(await exportAccount(app.ctx, parent, CLIENT_WITHOUT_DEVICE));
    assert.ok(expectedExport.length > 20_000, `${expectedExport.length} bytes`);
  });
  after(async () => {
    await app.close();
    await s3.remove();
    for (const url of databases) await dropPostgresDatabase(url);
    rmSync(folder, { recursive: true, force: true });
  });

  it('moves a family between SQLite and PostgreSQL in each direction, and its export stays the same', async () => {
    const settingsFiles = [
      createStoppedService('sqlite-source'),
      createSettings('postgres', {
        DATABASE_URL: dropAfterTests(await createEmptyDatabase(ENGLISH_COLLATION)),
        ...s3.getSettings('first-bucket'),
      }),
      createSettings('postgres-2', {
        DATABASE_URL: await createMigratedDatabase(),
        ...s3.getSettings('second-bucket'),
      }),
      createSettings('sqlite-target'),
      createSettings('second-sqlite-target'),
    ];
    for (const [i, to] of settingsFiles.slice(1).entries()) {
      const { status, output } = await runMove(settingsFiles[i] ?? '', to);
      assert.equal(status, 0, output);
      assert.match(output, /xp_ledger +\d+ rows {2}[0-9a-f]{32}\n/);
      assert.match(output, /Same SHA-256 hash: 1 of 1 file\.\nBoth sides are equal\.\nThe move is complete/);
    }
    const rows = readAllRows(join(folder, 'sqlite-source', 'family.db'));
    // The ledger has 20 to 45 rows, because the questions that are drawn for the children differ.
    assert.ok((rows.xp_ledger?.length ?? 0) > 10 && rows.submission_files?.length === 1);
    assert.deepEqual(readAllRows(join(folder, 'sqlite-target', 'family.db')), rows);
    for (const path of settingsFiles) await assertSameExport(path);
    const entries = readdirSync(join(folder, 'postgres')).filter((name) => name !== 'security.jsonl'); // logs the export
    assert.deepEqual(entries.sort(), ['installation-id', 'pin-pepper', 'secret-key'], 'the files are in the bucket');
  });

  it('backs up a family on PostgreSQL and a bucket into a folder, and from there encrypted into a bucket, and restores it each time', async () => {
    const { S3_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = s3.getSettings('backups');
    const bucket = {
      BACKUP_S3_URL: S3_URL,
      BACKUP_S3_BUCKET: 'backups',
      BACKUP_S3_ACCESS_KEY_ID: S3_ACCESS_KEY_ID,
      BACKUP_S3_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY,
      BACKUP_PASSPHRASE: 'correct horse battery staple',
    };
    const steps: [string, Record<string, string | undefined>, Record<string, string>][] = [
      ['to-sqlite', { BACKUP_DIR: join(folder, 'backups') }, {}],
      [
        'to-bucket',
        bucket,
        { DATABASE_URL: dropAfterTests(await createEmptyDatabase()), ...s3.getSettings('fourth-bucket') },
      ],
    ];
    let source = createSettings('backed-up', {
      DATABASE_URL: await createMigratedDatabase(),
      ...s3.getSettings('third-bucket'),
    });
    assert.equal((await runMove(createStoppedService('to-back-up'), source)).status, 0);
    const read = (path: string) => parseEnv(readFileSync(path, 'utf8'));
    for (const [name, place, settings] of steps) {
      const target = createSettings(name, settings);
      for (const newCount of [1, 0]) {
        const output = await captureOutput(() =>
          createBackup({ ...read(source), ...place }, { withSecrets: true, keep: '1' }),
        );
        assert.match(output.join('\n'), new RegExp(`1 file, ${newCount} of them new, and the secrets`));
        // The list beside the backups has also who was erased between them.
        writeFileSync(join(read(source).DATA_DIR ?? '', 'erased-ids'), `gone ${new Date().toISOString()}\n`);
      }
      const output = await captureOutput(() => restoreBackup({ ...read(target), ...place }));
      assert.match(output[0] ?? '', /is intact: [56] files of .* from (postgres|sqlite)/);
      assert.match(readFileSync(join(folder, name, 'erased-ids'), 'utf8'), /^gone /);
      await assertSameExport(target);
      source = target;
    }
    assert.equal(takeExitCode(), 0);
    const backups = openBucket(readSettings({ ...read(source), ...bucket }).backupS3 as S3Settings, app.ctx.log);
    const keys = (await Array.fromAsync(backups.objects.list('backups/'))).map(({ key }) => key.split('/')[2]);
    assert.deepEqual(keys.sort(), [
      'complete',
      'family.db.0',
      'installation-id.0',
      'key.age.0',
      'manifest.json.0',
      'pin-pepper.0',
      'secret-key.0',
    ]);

    // What a later backup no longer needs goes, and damages are noticed.
    for await (const { name } of backups.files.list()) await backups.files.remove(name);
    const [damaged] = await captureOutput(() => verifyBackup({ ...read(source), ...bucket }));
    assert.match(damaged ?? '', /is DAMAGED: 1 of 6 files/);
    assert.equal(takeExitCode(), 1);
    const again = { ...read(createStoppedService('backed-up-again')), ...bucket };
    await captureOutput(() => createBackup(again));
    await captureOutput(() => verifyBackup(again));
    assert.equal(takeExitCode(), 0, 'a file that the bucket has lost is stored again');
  });

  it('leaves files and secrets where they are when source and target have the same DATA_DIR', async () => {
    createStoppedService('shared');
    const url = await createMigratedDatabase();
    const dataDir = join(folder, 'shared');
    const env = { DATA_DIR: dataDir, WORKERS: '2', DATABASE_URL: url };
    const { status, output } = await runMove(`sqlite:${dataDir}/family.db`, url, { env });
    assert.equal(status, 0, output);
    assert.match(output, /The files stay in .*shared\.\n/);
    await assertSameExport(createSettings('shared', { DATABASE_URL: url }));
  });

  it('vacuums the tables of PostgreSQL with rows, so that an index-only scan does not read these, and no other table', async () => {
    const url = await createMigratedDatabase();
    const { status, output } = await runMove(
      createStoppedService('vacuumed'),
      createSettings('vacuum-target', { DATABASE_URL: url }),
    );
    assert.equal(status, 0, output);
    const target = await openDatabase(url);
    const { rows } = await sql<{ relpages: number; relallvisible: number; reltuples: number }>`
      select relpages, relallvisible, reltuples from pg_class where relname in ('xp_ledger', 'passkeys') order by relname`.execute(
      target.kysely,
    );
    await target.close();
    const [passkeys, ledger] = rows;
    assert.ok(ledger && ledger.relpages > 0);
    assert.equal(ledger.relallvisible, ledger.relpages, 'all pages are visible to all transactions');
    assert.equal(passkeys?.reltuples, -1, 'no plan is made for an empty table');
  });

  it('refuses a target that is not empty, belongs to another service or has other secrets', async () => {
    const from = createStoppedService('refused');
    const occupied = createStoppedService('other');
    await assert.rejects(runMove(from, occupied), /The target database .* is not empty: the table \w+ has rows/);

    const withFiles = createSettings('with-files');
    cpSync(join(folder, 'stopped', 'files'), join(folder, 'with-files', 'files'), { recursive: true });
    await assert.rejects(runMove(from, withFiles), /with-files already contains files/);

    const withId = createSettings('with-id');
    mkdirSync(join(folder, 'with-id'));
    writeFileSync(join(folder, 'with-id', 'installation-id'), 'another-id\n');
    await assert.rejects(runMove(from, withId), /belongs to another installation/);

    const usedBucket = s3.getSettings('used-bucket');
    await (await openConfiguredBucket(readSettings(usedBucket), app.ctx.log))?.writeInstallationId('another-id');
    const withBucket = createSettings('with-bucket', usedBucket);
    await assert.rejects(runMove(from, withBucket), /the bucket of the target belongs to another installation/);

    const PIN_PEPPER = 'a-pepper-0123456789-that-is-not-right';
    const withSecrets = createSettings('with-secrets', { PIN_PEPPER });
    await assert.rejects(
      runMove(from, withSecrets),
      /PIN_PEPPER: not the secret that this database has been used with/,
    );
    rmSync(join(folder, 'refused', 'secret-key'));
    await assert.rejects(
      runMove(from, createSettings('without-secrets')),
      /secret-key and .*: missing, but this database/,
    );
    for (const name of ['secret-key', 'family.db']) assert.ok(!existsSync(join(folder, 'without-secrets', name)), name);
    for (const name of ['with-files', 'with-id', 'with-bucket', 'with-secrets'])
      assert.deepEqual(readAllRows(join(folder, name, 'family.db')), {}, `${name}: no rows were copied`);
  });

  it('refuses a source that is in use, has not been migrated, does not exist or is the target', async () => {
    const to = createSettings('never-filled');
    const { settings } = app.ctx;
    await assert.rejects(runMove(settings.databaseUrl, to, { env: { DATA_DIR: settings.dataDir } }), /is in use by/);
    const url = dropAfterTests(await createEmptyDatabase());
    const connectedDatabase = await openDatabase(url);
    await connectedDatabase.kysely.introspection.getTables();
    await assert.rejects(runMove(url, to), /PostgreSQL database is in use by other connections/);
    await connectedDatabase.close();
    await assert.rejects(runMove(url, to), /Migrations have not run yet: 0033/);
    await assert.rejects(runMove(`sqlite:${folder}/none.db`, to), /There is no database/);
    assert.ok(!existsSync(join(folder, 'none.db')));
    await assert.rejects(runMove(url, url), /are the same database/);
    const withWrongFolder = createStoppedService('with-wrong-folder');
    rmSync(join(folder, 'with-wrong-folder', 'installation-id'));
    await assert.rejects(runMove(withWrongFolder, to), /does not contain the files of the service with the database/);
    await assert.rejects(runMove(folder, to), /is neither the URL of a database .* nor a file/);
  });

  it('prevents other processes from writing to a PostgreSQL source or moving into the same target while it runs', async () => {
    const [url, targetUrl] = [await createMigratedDatabase(), await createMigratedDatabase()];
    const tables = await listMovedTables();
    const resources = new AsyncDisposableStack();
    await openSource(resources, url, tables);
    await openTarget(resources, targetUrl);
    const openTargetAgain = async () => {
      await using otherResources = new AsyncDisposableStack();
      await openTarget(otherResources, targetUrl);
    };
    const otherProcess = await openDatabase(`${url}?options=-c%20lock_timeout%3D100`);
    const insertRow = () => otherProcess.kysely.insertInto('planet_locks').values({ name: 'x' }).execute();
    await assert.rejects(insertRow(), /lock timeout/);
    await assert.rejects(openTargetAgain(), /Another process is moving rows into the target/);
    await resources.disposeAsync();
    await insertRow();
    await openTargetAgain();
    await otherProcess.close();
  });

  it('reports the table whose rows the target cannot store', async () => {
    const from = createStoppedService('too-large');
    const db = new DatabaseSync(join(folder, 'too-large', 'family.db'));
    db.exec(`insert into counters (bucket, count, window_ends_at) values ('too large', ${2 ** 31}, '')`);
    db.close();
    const to = createSettings('too-small', { DATABASE_URL: await createMigratedDatabase() });
    await assert.rejects(runMove(from, to), /The first rows of the table counters could not be copied: .*out of range/);
  });

  it('reports with --check each row and file that differs', async () => {
    const from = createStoppedService('original');
    const url = await createMigratedDatabase();
    const to = createSettings('copy', { DATABASE_URL: url });
    assert.equal((await runMove(from, to)).status, 0);
    const check = () => runMove(from, to, { run: checkMove });
    assert.equal((await check()).status, 0);

    const target = await openDatabase(url);
    await target.kysely.updateTable('profiles').set({ hair: 'different' }).where('role', '=', 'parent').execute();
    await target.close();
    const [name = ''] = readdirSync(join(folder, 'copy', 'files'));
    const file = join(folder, 'copy', 'files', name);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.toReversed());
    const { status, output } = await check();
    assert.equal(status, 1);
    // The profiles are three children and a parent.
    assert.match(output, /profiles +4 rows {2}[0-9a-f]{32} {2}in the target: DIFFERENT/);
    assert.equal(output.match(/DIFFERENT/g)?.length, 1);
    assert.match(output, new RegExp(`${name}: different`));
    assert.match(output, /The sides are NOT equal\.$/);
    rmSync(file);
    assert.match((await check()).output, new RegExp(`${name}: missing in the target`));
  });
});
