import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { acceptSecrets } from '../../../src/app/cli/accept-secrets.ts';
import { openInstallation } from '../../../src/app/installation/installation.ts';
import { openDatabase } from '../../../src/platform/database/index.ts';
import { createLog } from '../../../src/platform/observability/log.ts';
import { readSettings, type Settings } from '../../../src/platform/settings.ts';
import { listStoredFiles, submitPicture } from '../../support/learning/submissions.ts';
import { captureOutput, takeExitCode } from '../../support/service/console-output.ts';
import { startTestApp, type TestApp, testWithApp } from '../../support/test-app.ts';

const [OLD_KEY, NEW_KEY, NEWEST_KEY] = [
  'nBq7wZ4tK1xY8pV3mC6rL0sD5fG2hJ9u',
  'Qe8Rt2Yu6Io0Pa4Sd7Fg1Hj5Kl9Zx3Cv',
  'u7Yh3Nb9Vc1Xz5Qw8Er2Ty6Ui0Op4As7D',
];
const PEPPER = 'g5Tr9Ew3Qa7Zs1Xd4Cf8Vg2Bh6Nj0Mk5L';
const SECRETS = ['secret-key', 'pin-pepper'];

/** Opens the installation as the service does before it listens. */
function openInstallationOf({ ctx }: TestApp, settings: Partial<Settings> = {}) {
  return openInstallation({ settings: { ...ctx.settings, ...settings }, database: ctx.database, log: ctx.log });
}

async function readDatabaseId({ ctx }: TestApp): Promise<string | undefined> {
  return (await ctx.db.selectFrom('installation').select('id').executeTakeFirst())?.id;
}

function readFolderId({ ctx }: TestApp, dataDir = ctx.settings.dataDir): string {
  return readFileSync(join(dataDir, 'installation-id'), 'utf8').trim();
}

function deleteInstallationRow({ ctx }: TestApp): Promise<unknown> {
  return ctx.write(({ db }) => db.deleteFrom('installation').execute());
}

testWithApp('an installation without an id gets one, and keeps it when an older database is restored', async (app) => {
  await submitPicture(app, await app.registerChild());
  await openInstallationOf(app);
  const id = await readDatabaseId(app);
  assert.match(id ?? '', /^[0-9a-f-]{36}$/);
  assert.equal(readFolderId(app), id);
  await openInstallationOf(app);
  assert.deepEqual([await readDatabaseId(app), readFolderId(app)], [id, id]);
  await deleteInstallationRow(app);
  await openInstallationOf(app);
  assert.equal(await readDatabaseId(app), id, 'the folder keeps the id of its database');
  assert.equal(listStoredFiles(app).length, 1);
});

testWithApp('a database and a data folder of different installations are refused, and nothing changes', async (app) => {
  const otherApp = await startTestApp(app.database);
  try {
    await submitPicture(app, await app.registerChild());
    const { dataDir } = app.ctx.settings;
    const files = listStoredFiles(app);
    await assert.rejects(
      openInstallationOf(otherApp, { dataDir }),
      /references none of the files in .*files\. Nothing was changed/,
    );
    await openInstallationOf(app);
    await assert.rejects(
      openInstallationOf(otherApp, { dataDir }),
      /is empty, but DATA_DIR .* belongs to an installation/,
    );
    assert.equal(await readDatabaseId(otherApp), undefined);
    await otherApp.registerChild();
    await assert.rejects(openInstallationOf(otherApp, { dataDir }), /references none of the files/);
    await openInstallationOf(otherApp);
    await assert.rejects(openInstallationOf(otherApp, { dataDir }), /belong to different installations/);
    await assert.rejects(
      openInstallationOf(app, { dataDir: otherApp.ctx.settings.dataDir }),
      /belong to different installations/,
    );
    assert.deepEqual(listStoredFiles(app), files);
    await openInstallationOf(app);
  } finally {
    await otherApp.close();
  }
});

it('an empty database is refused before any table is created in it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'family-empty-'));
  const settings = readSettings({ DATA_DIR: dataDir });
  writeFileSync(join(dataDir, 'installation-id'), 'of-another-database\n');
  const database = await openDatabase(settings.databaseUrl);
  await assert.rejects(openInstallation({ settings, database, log: createLog('silent') }), /is empty, but/);
  await database.close();
  const databaseFile = new DatabaseSync(join(dataDir, 'family.db'));
  assert.deepEqual(databaseFile.prepare('select name from sqlite_schema').all(), []);
  databaseFile.close();
  for (const name of SECRETS) assert.ok(!existsSync(join(dataDir, name)), name);
  rmSync(dataDir, { recursive: true });
});

testWithApp(
  'a process can use another data folder that contains the secrets, and logs a warning about missing files',
  async (app) => {
    await submitPicture(app, await app.registerChild());
    await openInstallationOf(app);
    const dataDir = join(app.ctx.settings.dataDir, 'own-folder');
    await assert.rejects(openInstallationOf(app, { dataDir }), /secret-key and .*pin-pepper: missing, but/);
    for (const name of SECRETS)
      assert.ok(!existsSync(join(dataDir, name)), `${name} is not created: it would not be the correct secret`);
    for (const name of SECRETS) copyFileSync(join(app.ctx.settings.dataDir, name), join(dataDir, name));
    await openInstallationOf(app, { dataDir });
    assert.equal(readFolderId(app, dataDir), await readDatabaseId(app));
    assert.ok(app.log.some((line) => line.includes('DATA_DIR contains none of them')));
    mkdirSync(join(dataDir, 'files'), { recursive: true });
    writeFileSync(join(dataDir, 'files', `${'0'.repeat(32)}.png`), 'of another database');
    rmSync(join(dataDir, 'installation-id'));
    await assert.rejects(openInstallationOf(app, { dataDir }), /references none of the files/);
  },
);

it('processes that start simultaneously on one PostgreSQL database agree on an installation id', async () => {
  const app = await startTestApp('postgres');
  const { settings, log } = app.ctx;
  const folders = [settings.dataDir, settings.dataDir, join(settings.dataDir, 'b'), join(settings.dataDir, 'c')];
  const idsOfProcesses = folders.map(async (dataDir) => {
    const processSettings = { ...settings, dataDir, secretKeys: [OLD_KEY], pinPepper: PEPPER };
    const database = await openDatabase(settings.databaseUrl);
    await openInstallation({ settings: processSettings, database, log }).finally(() => database.close());
    return readFolderId(app, dataDir);
  });
  const ids = await Promise.all(idsOfProcesses);
  assert.deepEqual(new Set(ids), new Set([await readDatabaseId(app)]));
  await app.close();
});

testWithApp(
  'secrets that do not match the database are named in an error and refused until an operator accepts them',
  async (app) => {
    await app.registerChild();
    await openInstallationOf(app); // stores the fingerprints of the secrets
    await openInstallationOf(app);
    await assert.rejects(openInstallationOf(app, { secretKeys: [NEW_KEY] }), /^Error: SECRET_KEYS: not the secret/);
    await assert.rejects(openInstallationOf(app, { pinPepper: NEW_KEY }), /^Error: PIN_PEPPER: not the secret/);
    const { dataDir, databaseUrl } = app.ctx.settings;
    const settingsWithoutSecrets = { secretKeys: null, pinPepper: null };
    await assert.rejects(openInstallationOf(app, settingsWithoutSecrets), /secret-key and .*pin-pepper: missing, but/);
    for (const name of SECRETS) writeFileSync(join(dataDir, name), NEW_KEY);
    await assert.rejects(
      openInstallationOf(app, settingsWithoutSecrets),
      /secret-key and .*pin-pepper: not the secret/,
    );
    const storedInstallation = JSON.stringify(await app.ctx.db.selectFrom('installation').selectAll().execute());
    for (const secret of [OLD_KEY, PEPPER]) assert.ok(!storedInstallation.includes(secret));

    if (app.database === 'sqlite') return; // this process has locked the SQLite file
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const output = await captureOutput(() => acceptSecrets(env, { onlyCheck: true }));
    assert.equal(takeExitCode(), 1);
    await assert.rejects(openInstallationOf(app, settingsWithoutSecrets), /not the secret/, 'a check changes nothing');
    assert.equal(
      (await captureOutput(() => acceptSecrets(env, { onlyCheck: false }))).at(-1),
      'The database accepts these secrets from now on.',
    );
    assert.match(output.join('\n'), /must sign in again.*\n.*no PIN works anymore/);
    await openInstallationOf(app, settingsWithoutSecrets);
    await assert.rejects(openInstallationOf(app), /SECRET_KEYS and PIN_PEPPER: not the secret/);
  },
  { env: { SECRET_KEYS: OLD_KEY, PIN_PEPPER: PEPPER } },
);

testWithApp(
  'signing keys can be rotated one at a time, even while some processes still start with the previous keys',
  async (app) => {
    await openInstallationOf(app);
    for (const secretKeys of [
      [OLD_KEY],
      [OLD_KEY, NEW_KEY],
      [OLD_KEY],
      [OLD_KEY, NEW_KEY],
      [NEW_KEY, OLD_KEY],
      [OLD_KEY, NEW_KEY],
      [NEW_KEY, OLD_KEY],
      [NEW_KEY],
      [NEW_KEY, OLD_KEY],
      [NEW_KEY],
    ])
      await openInstallationOf(app, { secretKeys });
    await assert.rejects(
      openInstallationOf(app, { secretKeys: [OLD_KEY] }),
      /SECRET_KEYS: not the secret/,
      'the removed key is not accepted',
    );
    await assert.rejects(openInstallationOf(app, { secretKeys: [NEWEST_KEY] }), /SECRET_KEYS: not the secret/);
    await openInstallationOf(app, { secretKeys: [NEWEST_KEY, NEW_KEY] });
  },
  { env: { SECRET_KEYS: OLD_KEY, PIN_PEPPER: PEPPER } },
);
