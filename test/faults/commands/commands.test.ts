import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { rebuildTotals } from '../../../src/app/cli/admin.ts';
import { openDatabaseReadOnly } from '../../../src/platform/database/index.ts';
import { captureOutput } from '../../support/service/console-output.ts';
import { runCommand } from '../../support/service/process.ts';
import { testWithApp } from '../../support/test-app.ts';

describe('command line', () => {
  it('prints the version of the service', () => {
    const { status, stdout } = runCommand(['--version']);
    assert.deepEqual([status, stdout], [0, '1.0.0\n']);
  });

  it('lists the known commands when a command is unknown', () => {
    for (const [args, commands] of [
      [['backup'], ['serve', 'migrate', 'content', 'demo', 'admin']],
      [
        ['serve', 'backup'],
        ['serve', 'admin'],
      ],
      [
        ['admin', 'rebuild'],
        ['rebuild-totals', 'backup'],
      ],
    ] as const) {
      const { status, stderr } = runCommand(args);
      assert.equal(status, 1);
      assert.match(stderr, new RegExp(`^error: unknown command '${args.at(-1)}'`));
      for (const command of commands) assert.match(stderr, new RegExp(`^  ${command} `, 'm'));
    }
  });
});

describe('admin rebuild-totals --check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-check-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('refuses a database that has not been migrated, and does not migrate it', async () => {
    const file = join(folder, 'family.db');
    writeFileSync(file, '');
    await assert.rejects(rebuildTotals({ DATA_DIR: folder }, { onlyCheck: true }), /Migrations have not run yet/);
    assert.deepEqual([readdirSync(folder), statSync(file).size], [['family.db'], 0]);
  });

  it('does not create a missing database', async () => {
    const DATA_DIR = join(folder, 'nothing');
    await assert.rejects(rebuildTotals({ DATA_DIR }, { onlyCheck: true }), /There is no database/);
    assert.deepEqual(readdirSync(folder), ['family.db']);
  });

  testWithApp('runs while the service is running, on a connection that cannot write', async (app) => {
    await app.registerChild();
    const { databaseUrl, dataDir } = app.ctx.settings;
    const filesBefore = readdirSync(dataDir);
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
    assert.deepEqual(await captureOutput(() => rebuildTotals(env, { onlyCheck: true })), ['No differences.']);
    assert.deepEqual(readdirSync(dataDir), filesBefore);
    const database = await openDatabaseReadOnly(databaseUrl);
    try {
      await assert.rejects(
        database.write(({ db: tx }) => tx.deleteFrom('profiles').execute()),
        /read-?only/,
      );
    } finally {
      await database.close();
    }
    assert.equal(await app.countRows('profiles'), 1);
  });
});
