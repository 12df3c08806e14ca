import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite } from '../../../src/platform/database/sqlite/sqlite.ts';
import { migrations } from '../../../src/schema/migrations/index.ts';
import { postJson, runCommand, startService } from '../../support/service/process.ts';
import { waitFor } from '../../support/service/wait-for.ts';
import { NEW_CHILD } from '../../support/test-app.ts';

describe('start and stop of the service', () => {
  const folders: string[] = [];
  const createFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'family-process-'));
    folders.push(folder);
    return folder;
  };
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('starts with DATA_DIR as its only setting, makes all files private and stores emails as files', async () => {
    const DATA_DIR = join(createFolder(), 'data');
    mkdirSync(DATA_DIR, { mode: 0o755 });
    const service = await startService({ DATA_DIR, CONTENT_DIR: '' }); // an empty setting means the default: all packs
    const response = await postJson(`${service.url}/app/auth/register/parent`, { email: 'kept@example.org' });
    assert.equal(response.status, 200);
    const [file = ''] = await waitFor(() => {
      const files = readdirSync(DATA_DIR).includes('mail') ? readdirSync(join(DATA_DIR, 'mail')) : [];
      return files.length > 0 ? files : undefined;
    });
    const emailFile = join(DATA_DIR, 'mail', file);
    // The file may appear before it is written completely.
    const code = await waitFor(() => /^\d{6}$/m.exec(readFileSync(emailFile, 'utf8').replaceAll('\r', ''))?.[0]);
    await waitFor(() => service.getOutput().includes(emailFile));
    assert.ok(!service.getOutput().includes(code), 'the log contains the path of the email, not its code');
    const verified = await postJson(`${service.url}/app/auth/verify-email`, { email: 'kept@example.org', code });
    assert.equal(verified.status, 200);
    await fetch(`${service.url}/app/worlds`);
    assertOwnerOnly(DATA_DIR, ['content-cache.json', 'family.db', 'family.db-shm', 'family.db-wal', 'family.db.lock']);
    const { version, database, dataDir, content, migrated } = findReadyLogLine(service.getOutput());
    assert.deepEqual(
      { version, database, dataDir },
      { version: '1.0.0', database: `sqlite:${DATA_DIR}/family.db`, dataDir: DATA_DIR },
    );
    assert.deepEqual(migrated, Object.keys(migrations));
    assert.ok(content.packs > 0 && content.worlds > 0 && content.tasks > 0);
    service.process.kill('SIGTERM');
    assert.equal(await service.exited, 0);
  });

  it('denies other users access to existing database files', () => {
    const file = join(createFolder(), 'family.db');
    for (const path of [file, `${file}.lock`]) writeFileSync(path, '', { mode: 0o644 });
    openSqlite(file).close();
    for (const path of [file, `${file}.lock`]) assert.equal(statSync(path).mode & 0o777, 0o600, path);
  });

  it('locks the file that a symbolic link leads to, and explains why it cannot lock or open a file', async () => {
    const DATA_DIR = createFolder();
    const databaseFile = join(DATA_DIR, 'family.db');
    const link = join(createFolder(), 'link.db');
    symlinkSync(databaseFile, link);
    const database = openSqlite(link);
    assert.throws(() => openSqlite(databaseFile), /family\.db is in use by another process/);
    assert.throws(() => openSqlite(link), /family\.db is in use by another process/);
    await database.close();

    const unlockableFile = join(createFolder(), 'family.db');
    mkdirSync(`${unlockableFile}.lock`);
    assert.throws(() => openSqlite(unlockableFile), /family\.db cannot be locked: EISDIR/);
    const textFile = join(createFolder(), 'family.db');
    writeFileSync(textFile, 'This is not a database. '.repeat(100));
    assert.throws(() => openSqlite(textFile), /family\.db cannot be opened: file is not a database/);
  });

  it('refuses a database that is in use or newer than its code, and opens it after its process was killed', async () => {
    const DATA_DIR = createFolder();
    const first = await startService({ DATA_DIR });
    const second = await startService({ DATA_DIR });
    assert.equal(await second.exited, 1);
    assert.match(second.getOutput(), /is in use by another process of this service/);
    first.process.kill('SIGKILL');
    await first.exited;
    const third = await startService({ DATA_DIR });
    third.process.kill('SIGTERM');
    assert.equal(await third.exited, 0);

    const db = new DatabaseSync(join(DATA_DIR, 'family.db'));
    db.prepare('insert into kysely_migration (name, timestamp) values (?, ?)').run(
      '9999-from-the-future',
      '2030-01-01',
    );
    db.close();
    const service = await startService({ DATA_DIR });
    assert.equal(await service.exited, 1);
    assert.match(service.getOutput(), /newer than this code.*9999-from-the-future/);
  });

  it('reports all invalid settings, not only the first one', async () => {
    const service = await startService({
      DATA_DIR: createFolder(),
      LOG_LEVEL: 'loud',
      NODE_ENV: 'production',
      RATE_LIMITS: 'maybe',
      DATABASE_URL: 'postgres://family:x@db.internal/family',
      REDIS_URL: 'redis://redis.internal:6379/0',
      S3_URL: 'http://s3.internal:9000',
    });
    assert.equal(await service.exited, 1);
    for (const name of [
      'LOG_LEVEL',
      'BASE_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'RATE_LIMITS',
      'DATABASE_URL',
      'REDIS_URL',
      'S3_URL',
    ])
      assert.match(service.getOutput(), new RegExp(`- ${name}`));
  });

  it('compiles into a folder in DATA_DIR that only its owner can use, and uses no other', () => {
    const DATA_DIR = createFolder();
    const cacheFolder = join(DATA_DIR, 'compile-cache');
    const run = (command: string) =>
      assert.equal(runCommand([command], { DATA_DIR, NODE_COMPILE_CACHE: '' }).status, 0);
    run('migrate');
    assert.equal(statSync(cacheFolder).mode & 0o777, 0o700);
    assert.ok(readdirSync(cacheFolder, { recursive: true }).length > 100);
    chmodSync(cacheFolder, 0o777);
    run('--version');
    assert.ok(!existsSync(cacheFolder));
  });

  it('on SIGTERM, finishes requests in progress, and their rows are stored', async () => {
    const DATA_DIR = createFolder();
    const env = { DATA_DIR, RATE_LIMITS: 'off' };
    const service = await startService(env);
    const registrations = Array.from({ length: 30 }, () =>
      postJson(`${service.url}/app/auth/register/child`, NEW_CHILD),
    );
    await Promise.race(registrations);
    await sleep(200); // all requests have been read, and most of them wait for their PIN to be hashed
    service.process.kill('SIGTERM');
    const responses = await Promise.allSettled(registrations);
    const ids = responses.flatMap((response) => (response.status === 'fulfilled' ? [response.value.body.data.id] : []));
    assert.equal(ids.length, 30, 'all requests succeeded');
    assert.equal(await service.exited, 0);
    assert.match(service.getOutput(), /"msg":"stopped"/);
    assert.deepEqual(new Set(listProfileIds(DATA_DIR)), new Set(ids));
  });

  it('stops when npm receives the signal and the shell between npm and the service does not forward it', async () => {
    const env = { DATA_DIR: createFolder(), npm_lifecycle_event: 'start' };
    const service = await startService(env, ['sh', '-c', `'${process.execPath}' src/app/start.js serve; exit $?`]);
    service.process.kill('SIGTERM');
    await service.exited; // resolves when both processes have closed the output
    assert.match(service.getOutput(), /"msg":"stopped"/);
    await assert.rejects(fetch(`${service.url}/healthz`));
  });
});

/** Asserts that only the owner of a folder can access its files, and that `names` are among them. */
function assertOwnerOnly(folder: string, names: readonly string[]): void {
  const existingNames = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of existingNames) assert.equal(statSync(join(folder, name)).mode & 0o077, 0, name);
  for (const name of names) assert.ok(existingNames.includes(name), name);
}

/** The parsed log line that reports that the service is ready. */
function findReadyLogLine(output: string) {
  const line = output.split('\n').find((candidate) => candidate.includes('"msg":"ready"'));
  return JSON.parse(line ?? '{}');
}

function listProfileIds(dataDir: string): unknown[] {
  const db = new DatabaseSync(join(dataDir, 'family.db'));
  const ids = db
    .prepare('select id from profiles')
    .all()
    .map(({ id }) => id);
  db.close();
  return ids;
}
