import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openInstallation } from '../../../src/app/installation/installation.ts';
import { type Database, openDatabase } from '../../../src/platform/database/index.ts';
import { createLog } from '../../../src/platform/observability/log.ts';
import { readSettings } from '../../../src/platform/settings.ts';
import { copySecrets, createTestDatabase, dropPostgresDatabase } from '../../support/service/databases.ts';
import { readAllRows, runMove, spawnMove, writeSettings } from '../../support/service/moved-services.ts';
import { startService } from '../../support/service/process.ts';

const ROW_COUNT = 8000;
const FILE_COUNT = 300;
const PROFILE_ID = 'a-profile';
const NOW = '2026-11-20T08:00:00.000Z';

describe('a move that is interrupted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-interrupted-'));
  const databases: string[] = [];
  const source = join(folder, 'source');
  const sourceSettingsFile = writeSettings(folder, 'source', { DATA_DIR: source });
  const createTarget = async (name: string) => {
    const url = await createTestDatabase('postgres', folder);
    databases.push(url);
    const settings = { DATA_DIR: join(folder, name), DATABASE_URL: url };
    return { url, settings, targetSettingsFile: writeSettings(folder, name, settings) };
  };
  before(async () => {
    await createDataFolder(source);
    fillDataFolder(source);
  });
  after(async () => {
    for (const url of databases) await dropPostgresDatabase(url);
    rmSync(folder, { recursive: true, force: true });
  });

  it('continues where it was killed, and the service does not start with the target before the move is complete', async () => {
    const { url, settings, targetSettingsFile } = await createTarget('killed');
    await killMove([sourceSettingsFile, targetSettingsFile], /Copying rows: /);
    const firstCount = await countCopiedLedgerRows(url);
    assert.ok(firstCount > 0 && firstCount < ROW_COUNT, `killed after ${firstCount} rows`);
    assert.equal(firstCount % 200, 0, 'a batch of 200 rows is committed as a whole');

    const refused = await startService(settings);
    assert.equal(await refused.exited, 1);
    assert.match(
      refused.getOutput(),
      /The move into the database .* is not complete\. Nothing was changed\. Run the same/,
    );
    const otherSource = join(folder, 'other');
    await createDataFolder(otherSource);
    await assert.rejects(
      runMove(writeSettings(folder, 'other', { DATA_DIR: otherSource }), targetSettingsFile),
      /unfinished move of another service than <from>/,
    );

    assert.match(
      await killMove([sourceSettingsFile, targetSettingsFile], /Copying files: /),
      /Continuing a move that was interrupted\./,
    );
    assert.equal(await countCopiedLedgerRows(url), ROW_COUNT);
    const { status, output } = spawnMove([sourceSettingsFile, targetSettingsFile]);
    assert.equal(status, 0, output);
    assert.match(output, new RegExp(`Same SHA-256 hash: ${FILE_COUNT} of ${FILE_COUNT} files`));

    const back = join(folder, 'back');
    assert.equal((await runMove(targetSettingsFile, writeSettings(folder, 'back', { DATA_DIR: back }))).status, 0);
    assert.deepEqual(readAllRows(join(back, 'family.db')), readAllRows(join(source, 'family.db')));
  });

  it('does not complete while a copied row differs, and reports that the source has changed', async () => {
    const { url, settings, targetSettingsFile } = await createTarget('damaged');
    await killMove([sourceSettingsFile, targetSettingsFile], /Copying rows: /);
    const setName = (name: string) =>
      withDatabase(url, ({ kysely }) => kysely.updateTable('profiles').set({ display_name: name }).execute());
    await setName('Mallory');
    mkdirSync(join(settings.DATA_DIR, 'files'), { recursive: true });
    writeFileSync(join(settings.DATA_DIR, 'files', 'file-001.png'), 'incomplete');
    const { status, output } = await runMove(sourceSettingsFile, targetSettingsFile);
    assert.equal(status, 1);
    assert.match(output, /profiles +1 rows {2}[0-9a-f]{32} {2}in the target: DIFFERENT/);
    assert.match(output, /The move is not complete, and the service does not start with the target\./);
    await setName('Mia');

    const changed = join(folder, 'changed');
    cpSync(source, changed, { recursive: true });
    new DatabaseSync(join(changed, 'family.db')).exec("delete from xp_ledger where id = 'ledger-000001'");
    await assert.rejects(
      runMove(writeSettings(folder, 'changed', { DATA_DIR: changed }), targetSettingsFile),
      new RegExp(`The source has changed since the move began: it has ${ROW_COUNT - 1} xp_ledger\\. To begin again`),
    );
    assert.equal((await runMove(sourceSettingsFile, targetSettingsFile)).status, 0);
  });

  it('ends with an error when it loses the connection to a database, and continues when it is run again', async () => {
    const { url, targetSettingsFile } = await createTarget('first-target');
    const otherTarget = writeSettings(folder, 'second-target', { DATA_DIR: join(folder, 'second-target') });
    for (const args of [
      [sourceSettingsFile, targetSettingsFile],
      [targetSettingsFile, otherTarget],
    ]) {
      // The test connects before the move begins, because the move could end while a connection is being opened. It connects to
      // another database of the server, because a move refuses a database to which others are connected.
      const { pathname } = new URL(url);
      const maintenanceUrl = Object.assign(new URL(url), { pathname: '/postgres' }).href;
      const move = await withDatabase(maintenanceUrl, async ({ kysely }) => {
        await sql`select 1`.execute(kysely);
        const startedMove = startMove(args);
        await startedMove.waitForOutput(/Copying rows: /);
        startedMove.process.kill('SIGSTOP'); // it could end before the connection does
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${pathname.slice(1)}`.execute(
          kysely,
        );
        startedMove.process.kill('SIGCONT');
        return startedMove;
      });
      assert.equal(await move.ended, 1, move.getOutput());
      assert.match(move.getOutput(), /terminat|not queryable/);
      const { status, output } = spawnMove(args);
      assert.equal(status, 0, output);
      assert.match(output, /Continuing a move that was interrupted/);
    }
  });

  it('needs little memory for many rows', { timeout: 60_000 }, async () => {
    const large = join(folder, 'large');
    cpSync(source, large, { recursive: true });
    const db = new DatabaseSync(join(large, 'family.db'));
    db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 4000)
      insert into idempotency_keys (key_hash, subject, body_hash, created_at, response)
      select printf('key-%05d', i), 's', 'b', '${NOW}', printf('%.*c', 16000, char(97 + i % 26)) from n`);
    db.close();
    const { targetSettingsFile } = await createTarget('large-target');
    const largeSettingsFile = writeSettings(folder, 'large', { DATA_DIR: large });
    const { status, output } = spawnMove([largeSettingsFile, targetSettingsFile], ['--max-old-space-size=64']); // the rows contain 64 MB
    assert.equal(status, 0, output);
  });
});

/** Creates the data folder of a service that has started once. */
async function createDataFolder(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  copySecrets(dataDir);
  await createTestDatabase('sqlite', dataDir);
  const settings = readSettings({ DATA_DIR: dataDir });
  await withDatabase(settings.databaseUrl, async (database) => {
    await openInstallation({ settings, database, log: createLog('silent') });
  });
}

/**
 * Adds a child with many files and ledger rows. The ids of the ledger rows begin with a lower-case or an upper-case letter in
 * turn, because databases sort such ids differently. The memories contain extreme numbers.
 */
function fillDataFolder(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'family.db'));
  db.exec(`insert into profiles (id, role, display_name, language, skin, hair, shirt, created_at)
      values ('${PROFILE_ID}', 'child', 'Mia', 'en', 's', 'h', 't', '${NOW}');
    insert into memories values ('${PROFILE_ID}', 'adding', 0.1, 1e-7, '', '', -123456.789e300, 2147483647, 0, -1, '{}', 1e-7),
      ('${PROFILE_ID}', 'Ωmega "quoted" 🐈', 5e-324, 1.7976931348623157e308, '', '', 3, -2147483648, 0, 0, '{}', 1e-7);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROW_COUNT})
      insert into xp_ledger (id, profile_id, source, reason, amount, day, at)
      select printf(iif(i % 2, 'ledger-%06d', 'Ledger-%06d'), i), '${PROFILE_ID}', 'task ' || i, 'r', 1, '2026-11-20', '${NOW}' from n;
    insert into attempts (id, profile_id, task_id, number, status, practice, started_at, content_version, answers, hints, grades, draws, plan,
        score, points, max_points, stars, time_spent_seconds, xp_awarded)
      values ('an-attempt', '${PROFILE_ID}', 'a-task', 1, 'completed', 0, '${NOW}', '1', '[]', '[]', '{}', '{}', '[]', 1 / 3.0, 2, 3, 1, 60, 10);
    insert into submissions (id, profile_id, task_id, attempt_id, revision, kind, text, caption, status, submitted_at,
        auto_approved, xp_awarded)
      values ('a-submission', '${PROFILE_ID}', 'a-task', 'an-attempt', 1, 'image', '', '', 'pending_review', '${NOW}', 0, 0);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${FILE_COUNT})
      insert into submission_files (id, profile_id, submission_id, position, name, mime, bytes)
      select 'file-' || i, '${PROFILE_ID}', 'a-submission', i, printf('file-%03d.png', i), 'image/png', 9 from n;`);
  db.close();
  const files = join(dataDir, 'files');
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, 'file-001.png'), 'a picture');
  for (let i = 2; i <= FILE_COUNT; i += 1)
    copyFileSync(join(files, 'file-001.png'), join(files, `file-${String(i).padStart(3, '0')}.png`));
}

/** Starts a move in a separate process. `ended` resolves with its exit code or the signal that killed it. */
function startMove(args: readonly string[]) {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE };
  const move = spawn(process.execPath, ['src/app/start.js', 'admin', 'move', ...args], { env });
  let output = '';
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    move.once('close', (code, signal) => resolve(code ?? signal));
  });
  const waitForOutput = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      for (const stream of [move.stdout, move.stderr])
        stream.on('data', (chunk) => {
          output += chunk;
          if (pattern.test(output)) resolve();
        });
      void ended.then(() => reject(new Error(`the move ended before its output matched: ${output}`)));
    });
  return { process: move, ended, waitForOutput, getOutput: () => output };
}

/** Starts a move, kills it as soon as its output matches, and returns the output. */
async function killMove(args: readonly string[], pattern: RegExp): Promise<string> {
  const move = startMove(args);
  await move.waitForOutput(pattern);
  move.process.kill('SIGKILL');
  assert.equal(await move.ended, 'SIGKILL', move.getOutput());
  return move.getOutput();
}

async function countCopiedLedgerRows(url: string): Promise<number> {
  return withDatabase(url, async ({ kysely }) => {
    const { rows } = await sql<{ row_count: number }>`select count(*) as row_count from xp_ledger`.execute(kysely);
    return rows[0]?.row_count ?? assert.fail();
  });
}

async function withDatabase<T>(url: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
