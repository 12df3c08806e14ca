import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMp3, createMp3Frames } from '../../../test/support/files/media.ts';
import { UnavailableError } from '../../core/requests/api-error.ts';
import { createMediaProcessor } from './index.ts';

/**
 * A worker that never responds to "hang", fills its memory at "fill", throws at "throw", and otherwise responds with its
 * thread id.
 */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    const allocated = [];
    parentPort.on('message', (sent) => {
      const command = Buffer.from(sent).toString();
      if (command === 'throw') throw new TypeError('a bug');
      while (command === 'hang');
      while (command === 'fill') allocated.push(Array.from({ length: 100_000 }, Math.random));
      parentPort.postMessage('thread ' + threadId);
    });
  `)}`,
);

const toBytes = (text: string) => async () => Buffer.from(text);

test('a file is converted in a worker that shares no memory with the next file', async (t) => {
  const media = createMediaProcessor();
  t.after(() => media.stop());
  const [first, second] = await Promise.all([
    media.convert(async () => createMp3(), 'a'),
    media.convert(toBytes('no sound'), 'b'),
  ]);
  assert.deepEqual(first, { kind: 'audio', mime: 'audio/mpeg', extension: 'mp3', bytes: createMp3Frames() });
  assert.equal(second, 'unreadable');
  assert.ok(typeof first === 'object' && first.bytes.buffer.byteLength === first.bytes.length);
});

test('a file that exceeds the time or memory limit ends its worker, and the next file gets a new one', async (t) => {
  const media = createMediaProcessor({ script, timeLimitMs: 2000 });
  t.after(() => media.stop());
  const firstThread = await media.convert(toBytes('ok'), 'a');
  assert.equal(await media.convert(toBytes('ok'), 'a'), firstThread, 'the same worker converts the next file');
  assert.equal(await media.convert(toBytes('hang'), 'a'), 'too_costly');
  const secondThread = await media.convert(toBytes('ok'), 'a');
  assert.notEqual(secondThread, firstThread);
  assert.equal(await media.convert(toBytes('fill'), 'a'), 'too_costly');
  assert.notEqual(await media.convert(toBytes('ok'), 'a'), secondThread);
});

test('an exception in the worker is reported, and the next file gets a new worker', async (t) => {
  const media = createMediaProcessor({ script });
  t.after(() => media.stop());
  await assert.rejects(media.convert(toBytes('throw'), 'a'), /a bug/);
  assert.match(String(await media.convert(toBytes('ok'), 'a')), /^thread /);
});

test('files beyond the queue limit are rejected at once, and none is read before its turn', async (t) => {
  const media = createMediaProcessor({ script });
  t.after(() => media.stop());
  const opened = Promise.withResolvers<void>();
  let readCount = 0;
  const readWhenOpened = async () => {
    readCount += 1;
    await opened.promise;
    return Buffer.from('ok');
  };
  const conversions: Promise<unknown>[] = [];
  const errors: unknown[] = [];
  for (let i = 0; i < 4000; i += 1)
    conversions.push(media.convert(readWhenOpened, `client ${i % 1000}`).catch((error) => errors.push(error)));
  await new Promise(setImmediate);
  assert.equal(readCount, 1);
  assert.ok(errors.length > 900 && errors.every((error) => error instanceof UnavailableError), String(errors.length));
  opened.resolve();
  await Promise.all(conversions);
});

test('a stopped processor rejects further files', async () => {
  const media = createMediaProcessor({ script });
  await media.convert(toBytes('ok'), 'a');
  await media.stop();
  await media.stop();
  await assert.rejects(media.convert(toBytes('ok'), 'a'), UnavailableError);
});
