import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { readSettings } from '../platform/settings.ts';
import { createDataDir, explainStartError } from './start-errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'family-start-'));
after(() => rmSync(folder, { recursive: true, force: true }));

it('names the setting that an error at the start is about', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const postgres = { DATABASE_URL: 'postgres://nowhere.invalid/family' };
  const inUse = createServer().listen(0, '127.0.0.1');
  await once(inUse, 'listening');
  const { port } = inUse.address() as { port: number };
  const cases: [environment: Record<string, string>, act: () => unknown, expected: RegExp][] = [
    [{ DATA_DIR: file }, () => createDataDir(file), /^DATA_DIR: the folder .*file cannot be used: EEXIST/],
    [{ DATA_DIR: join(file, 'x') }, () => createDataDir(join(file, 'x')), /^DATA_DIR: .*EEXIST/],
    [{ DATA_DIR: '/proc/family' }, () => createDataDir('/proc/family'), /^DATA_DIR: .*mkdir '\/proc\/family'/],
    [
      { DATABASE_URL: `sqlite:${folder}` },
      () => openSync(folder, 'a'),
      /^DATABASE_URL: this file cannot be used: EISDIR/,
    ],
    [postgres, () => once(connect(port, 'nowhere.invalid'), 'connect'), /^DATABASE_URL: .*ENOTFOUND nowhere\.invalid/],
    [
      postgres,
      () => Promise.reject(Object.assign(new Error('no role'), { severity: 'FATAL' })),
      /^DATABASE_URL: .*no role/,
    ],
    [{}, () => once(createServer().listen(port, '127.0.0.1'), 'listening'), /^PORT: another program/],
    [{}, () => once(createServer().listen(0, '192.0.2.1'), 'listening'), /^HOST: this machine does not have/],
    [{}, () => Promise.reject(Object.assign(new Error('open'), { code: 'EMFILE' })), /^Too few files may be open/],
    [{}, () => Promise.reject(new Error('The move is not complete.')), /^The move is not complete\.$/],
  ];
  for (const [environment, act, expected] of cases) {
    const error = await Promise.resolve()
      .then(act)
      .then(
        () => assert.fail(`${expected}: no error`),
        (reason: unknown) => reason,
      );
    assert.match(explainStartError(error, readSettings({ DATA_DIR: folder, ...environment })), expected);
  }
  inUse.close();
});
