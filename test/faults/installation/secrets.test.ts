import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { loadSecrets } from '../../../src/platform/secrets/secrets.ts';
import { readSettings } from '../../../src/platform/settings.ts';

/** How often two processes start at the same moment. Many rounds are needed, because a race does not always cause a failure. */
const ROUND_COUNT = 100;

describe('secrets created at the first start', () => {
  const root = mkdtempSync(join(tmpdir(), 'family-secrets-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  const createFolder = () => mkdtempSync(join(root, 'data-'));
  const load = (DATA_DIR: string) => loadSecrets(readSettings({ DATA_DIR }));

  it('are written completely or not at all, and are created at the next start after the disk was full', () => {
    const DATA_DIR = createFolder();
    const script = `
      const { loadSecrets } = await import('./src/platform/secrets/secrets.ts');
      const { readSettings } = await import('./src/platform/settings.ts');
      loadSecrets(readSettings({ DATA_DIR: ${JSON.stringify(DATA_DIR)} }));`;
    // Simulates a full disk: with the maximum file size 0, writing fails with EFBIG (on a full disk, with ENOSPC).
    const command = `ulimit -f 0; exec '${process.execPath}' --input-type=module -e "$0"`;
    const { status, stderr } = spawnSync('sh', ['-c', command, script], { encoding: 'utf8' });
    assert.notEqual(status, 0);
    assert.match(stderr, /EFBIG/);
    assert.deepEqual(readdirSync(DATA_DIR), []);
    load(DATA_DIR);
    for (const name of ['secret-key', 'pin-pepper']) {
      assert.equal(readFileSync(join(DATA_DIR, name), 'utf8').length, 64);
      assert.equal(statSync(join(DATA_DIR, name)).mode & 0o777, 0o600);
    }
    assert.equal(readdirSync(DATA_DIR).length, 2, 'no other file is left');
  });

  it('are refused and left unchanged when their file is empty or truncated', () => {
    for (const name of ['secret-key', 'pin-pepper']) {
      for (const text of ['', '\n', 'x'.repeat(31)]) {
        const DATA_DIR = createFolder();
        load(DATA_DIR);
        writeFileSync(join(DATA_DIR, name), text);
        assert.throws(
          () => load(DATA_DIR),
          new RegExp(`${name} does not contain a valid secret: it has ${text.trim().length} characters`),
        );
        assert.equal(readFileSync(join(DATA_DIR, name), 'utf8'), text);
      }
    }
  });

  it('are the same for two processes that start at the same moment', async () => {
    const folders = Array.from({ length: ROUND_COUNT }, createFolder);
    const arrivalCounter = new SharedArrayBuffer(4);
    const [firstHashes, secondHashes] = await Promise.all([
      loadHashesInWorker(folders, arrivalCounter),
      loadHashesInWorker(folders, arrivalCounter),
    ]);
    assert.equal(firstHashes.length, ROUND_COUNT);
    assert.deepEqual(firstHashes, secondHashes);
  });
});

/** Loads the secrets of each folder in a worker, at the same moment as the other worker. Resolves with a hash for each folder. */
function loadHashesInWorker(folders: readonly string[], arrivalCounter: SharedArrayBuffer): Promise<string[]> {
  const getModuleUrl = (path: string) => JSON.stringify(new URL(`../../../src/platform/${path}`, import.meta.url).href);
  const script = `
    const { parentPort, workerData } = require('node:worker_threads');
    Promise.all([import(${getModuleUrl('secrets/secrets.ts')}), import(${getModuleUrl('settings.ts')})]).then(([{ loadSecrets }, { readSettings }]) => {
      const { folders, arrivalCounter } = workerData;
      const arrived = new Int32Array(arrivalCounter);
      parentPort.postMessage(folders.map((DATA_DIR, i) => {
        Atomics.add(arrived, 0, 1);
        while (Atomics.load(arrived, 0) < 2 * (i + 1)); // waits for the other worker
        try {
          return loadSecrets(readSettings({ DATA_DIR })).hash('probe', 'probe');
        } catch (error) {
          return error.message;
        }
      }));
    });`;
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { eval: true, workerData: { folders, arrivalCounter } });
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}
