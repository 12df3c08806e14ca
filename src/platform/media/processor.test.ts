import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createMp3, createMp3Frames } from '../../../test/support/files/media.ts';
import { UnavailableError } from '../../core/requests/api-error.ts';
import { createMediaProcessor } from './index.ts';

/**
 * A script that stands in for the media process. It never responds to "hang", fills its heap for "fill" and memory outside the heap
 * for "allocate", reports an exception for "throw", and responds to any other file with its process id.
 */
const script = pathToFileURL(join(mkdtempSync(join(tmpdir(), 'family-media-')), 'process.mjs'));
writeFileSync(
  script,
  `
    const allocated = [];
    process.on('message', (sent) => {
      const command = Buffer.from(sent).toString();
      if (command === 'throw') return process.send({ error: 'a bug' });
      while (command === 'hang');
      while (command === 'fill') allocated.push(Array.from({ length: 100_000 }, Math.random));
      while (command === 'allocate') allocated.push(Buffer.alloc(1_000_000, 1));
      process.send({ rejection: 'process ' + process.pid });
    });
  `,
);
after(() => rmSync(dirname(fileURLToPath(script)), { recursive: true }));

const createReader = (text: string) => async () => Buffer.from(text);

test('a file is converted in another process', async (t) => {
  const media = createMediaProcessor();
  t.after(() => media.stop());
  const [sound, otherFile] = await Promise.all([
    media.convert(async () => createMp3(), 'a'),
    media.convert(createReader('no sound'), 'b'),
  ]);
  assert.deepEqual(sound, { kind: 'audio', mime: 'audio/mpeg', extension: 'mp3', bytes: createMp3Frames() });
  assert.equal(otherFile, 'unreadable');
});

test('a file that exceeds the time or memory limit ends its process, and the next file gets a new one', async (t) => {
  for (const [command, limits] of [
    ['hang', { cpuLimitMs: 500 }],
    ['fill', {}],
    ['allocate', {}],
  ] as const) {
    const media = createMediaProcessor({ script, ...limits });
    t.after(() => media.stop());
    const firstProcess = await media.convert(createReader('ok'), 'a');
    const sameProcess = await media.convert(createReader('ok'), 'a');
    assert.equal(sameProcess, firstProcess, 'the same process converts the next file');
    assert.equal(await media.convert(createReader(command), 'a'), 'too_costly', command);
    assert.notEqual(await media.convert(createReader('ok'), 'a'), firstProcess, command);
  }
});

test('files that take a long time delay only the files of the same network site', async (t) => {
  const media = createMediaProcessor({ script, cpuLimitMs: 1000 });
  t.after(() => media.stop());
  let hasEnded = false;
  const hangingFile = media.convert(createReader('hang'), '2001:db8:1:1::/64').finally(() => {
    hasEnded = true;
  });
  const nextFile = media.convert(createReader('ok'), '2001:db8:1:2::/64').then(() => assert.ok(hasEnded));
  assert.match(String(await media.convert(createReader('ok'), '2001:db8:2:1::/64')), /^process /);
  assert.ok(!hasEnded);
  assert.equal(await hangingFile, 'too_costly');
  await nextFile;
});

test('an exception in the process is reported, and the next file gets a new process', async (t) => {
  const media = createMediaProcessor({ script });
  t.after(() => media.stop());
  await assert.rejects(media.convert(createReader('throw'), 'a'), /a bug/);
  assert.match(String(await media.convert(createReader('ok'), 'a')), /^process /);
});

test('a file whose process cannot start or has just been killed is rejected, and a later file is converted', async (t) => {
  const media = createMediaProcessor({ script });
  t.after(() => media.stop());
  const { execPath } = process;
  process.execPath = '/nonexistent';
  await assert.rejects(media.convert(createReader('ok'), 'a'), UnavailableError);
  process.execPath = execPath;
  const [, pid] = String(await media.convert(createReader('ok'), 'a')).split(' ');
  process.kill(Number(pid), 'SIGKILL');
  // Too long for the pipe to the process, so that sending fails.
  await assert.rejects(media.convert(createReader('x'.repeat(1_000_000)), 'a'), UnavailableError);
  assert.match(String(await media.convert(createReader('ok'), 'a')), /^process /);
});

test('files beyond the queue limit are rejected immediately, and no file is read before its turn', async (t) => {
  const media = createMediaProcessor({ script });
  t.after(() => media.stop());
  const gate = Promise.withResolvers<void>();
  let readCount = 0;
  const readBehindGate = async () => {
    readCount += 1;
    await gate.promise;
    return Buffer.from('ok');
  };
  const conversions: Promise<unknown>[] = [];
  const errors: unknown[] = [];
  for (let i = 0; i < 8000; i += 1)
    conversions.push(media.convert(readBehindGate, `client ${i % 1000}`).catch((error) => errors.push(error)));
  await new Promise(setImmediate);
  assert.equal(readCount, 2);
  // At the assumed average of 10 ms, two processes convert 4000 files in the maximum wait of 20 seconds. The other 4000 are rejected.
  assert.ok(errors.length > 3500 && errors.every((error) => error instanceof UnavailableError), String(errors.length));
  gate.resolve();
  await Promise.all(conversions);
});

test('a stopped processor rejects further files', async () => {
  const media = createMediaProcessor({ script });
  await media.convert(createReader('ok'), 'a');
  media.stop();
  media.stop();
  await assert.rejects(media.convert(createReader('ok'), 'a'), UnavailableError);
});
