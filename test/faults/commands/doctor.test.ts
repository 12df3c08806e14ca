import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { examine } from '../../../src/app/cli/doctor.ts';
import { createSmallPacksFolder } from '../../support/content/packs.ts';
import { findFreePort } from '../../support/servers/free-port.ts';
import { captureOutput, takeExitCode } from '../../support/service/console-output.ts';
import { runCommand, startService } from '../../support/service/process.ts';

describe('admin doctor, config and send-test-email', () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-doctor-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const DATA_DIR = join(folder, 'data');
  const CONTENT_DIR = createSmallPacksFolder();
  const parseFindings = (output: string) => {
    const checks: { check: string; status: string; message: string; advice?: string }[] = JSON.parse(output).checks;
    return Object.fromEntries(checks.map(({ check, ...finding }) => [check, finding]));
  };
  const examineHere = async (env: Record<string, string>) => {
    const lines = await captureOutput(() => examine({ DATA_DIR, CONTENT_DIR, ...env }, { json: true }));
    return { status: takeExitCode(), findings: parseFindings(lines.join('\n')) };
  };

  it('finds everything in order while the service runs, and says what to do about each problem', async () => {
    const PORT = String(await findFreePort());
    const service = await startService({ DATA_DIR, PORT });
    const BACKUP_DIR = join(folder, 'backups');
    assert.equal(runCommand(['admin', 'backup', BACKUP_DIR], { DATA_DIR }).status, 0);
    const healthy = runCommand(['admin', 'doctor', '--json'], { DATA_DIR, CONTENT_DIR, PORT, BACKUP_DIR });
    assert.equal(healthy.status, 0);
    const findings = parseFindings(healthy.stdout);
    const expected = {
      settings: 'ok',
      'data folder': 'ok',
      database: 'ok',
      packs: 'ok',
      backup: 'ok',
      address: 'ok',
      redis: 'skipped',
    };
    for (const [check, status] of Object.entries(expected)) assert.equal(findings[check]?.status, status, check);
    service.process.kill();
    await service.exited;

    renameSync(join(BACKUP_DIR, readdirSync(BACKUP_DIR)[0] ?? ''), join(BACKUP_DIR, '2026-01-01T02-00-00-000Z'));
    chmodSync(join(DATA_DIR, 'secret-key'), 0o644);
    const refused = `127.0.0.1:${await findFreePort()}`;
    const broken = await examineHere({
      BACKUP_DIR,
      BASE_URL: `https://${refused}`,
      SMTP_URL: `smtp://family:pass@${refused}`,
      REDIS_URL: `redis://${refused}`,
      S3_URL: `http://${refused}`,
      S3_BUCKET: 'family',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    });
    assert.equal(broken.status, 1);
    for (const check of ['data folder', 'email', 'files', 'backup', 'redis', 'certificate']) {
      assert.equal(broken.findings[check]?.status, 'error', check);
      assert.notEqual(broken.findings[check]?.advice ?? '', '', check);
    }
    assert.equal(broken.findings.proxy?.status, 'warning', 'https without TRUST_PROXY');
    assert.match((await examineHere({ PORT: 'abc' })).findings.settings?.message ?? '', /PORT must be/);
    const unreachable = await examineHere({ DATABASE_URL: `postgres://${refused}/x` });
    assert.equal(unreachable.findings.database?.status, 'error');
  });

  it('prints the settings without secrets, and reads them from a file', () => {
    const envFile = join(folder, 'env');
    writeFileSync(envFile, `SMTP_URL=smtp://family:geheim123@mail.example.org\nMETRICS_TOKEN=0123456789abcdef\n`);
    const { stdout } = runCommand(['admin', '--env-file', envFile, 'config'], { DATA_DIR });
    assert.match(stdout, /^SMTP_URL=smtp:\/\/family:\*\*\*@mail\.example\.org$/m);
    assert.match(stdout, /^METRICS_TOKEN=\*\*\*$/m);
    assert.match(stdout, /^# PORT=3000$/m);
    assert.doesNotMatch(stdout, /geheim123|0123456789abcdef/);
    const { stderr } = runCommand(['admin', '--env-file', `${envFile}-missing`, 'config'], { DATA_DIR });
    assert.match(stderr, /^The settings in .*env-missing cannot be read: ENOENT/);
  });

  it('sends a test email', async () => {
    assert.equal(runCommand(['admin', 'send-test-email', 'me@example.org'], { DATA_DIR }).status, 0);
    assert.equal(readdirSync(join(DATA_DIR, 'mail')).length, 1);
    const refused = `smtp://127.0.0.1:${await findFreePort()}`;
    const failed = runCommand(['admin', 'send-test-email', 'me@example.org'], { DATA_DIR, SMTP_URL: refused });
    assert.deepEqual([failed.status, /^SMTP_URL: the email was not sent/.test(failed.stderr)], [1, true]);
  });

  it('refuses to act as another user than the owner of the data', {
    skip: process.getuid?.() !== 0 && 'needs root',
  }, () => {
    const foreign = join(folder, 'foreign');
    mkdirSync(foreign);
    chownSync(foreign, 12345, 12345);
    const { status, stderr } = runCommand(['admin', 'rebuild-totals'], { DATA_DIR: foreign });
    assert.deepEqual([status, /belongs to the user 12345/.test(stderr)], [1, true]);
  });
});
