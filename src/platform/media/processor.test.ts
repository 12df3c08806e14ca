import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMp3, createMp3Frames } from '../../../test/support/files/media.ts';
import { Unavailable } from '../../core/requests/api-error.ts';
import { createMediaProcessor } from './index.ts';

/** A worker that never answers "hang", fills its memory at "fill", throws at "throw", and else says what thread it is. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    const kept = [];
    parentPort.on('message', (sent) => {
      const order = Buffer.from(sent).toString();
      if (order === 'throw') throw new TypeError('a bug');
      while (order === 'hang');
      while (order === 'fill') kept.push(Array.from({ length: 100_000 }, Math.random));
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
  const before = await media.convert(toBytes('ok'), 'a');
  assert.equal(await media.convert(toBytes('ok'), 'a'), before, 'the same worker converts the next file');
  assert.equal(await media.convert(toBytes('hang'), 'a'), 'too_costly');
  const after = await media.convert(toBytes('ok'), 'a');
  assert.notEqual(after, before);
  assert.equal(await media.convert(toBytes('fill'), 'a'), 'too_costly');
  assert.notEqual(await media.convert(toBytes('ok'), 'a'), after);
});

test('an exception in the worker is reported, and the next file gets a new worker', async (t) => {
  const media = createMediaProcessor({ script });
  t.after(() => media.stop());
  await assert.rejects(media.convert(toBytes('throw'), 'a'), /a bug/);
  assert.match(String(await media.convert(toBytes('ok'), 'a')), /^thread /);
});

test('files beyond the queue limit are refused at once, and none is read before its turn', async (t) => {
  const media = createMediaProcessor({ script });
  t.after(() => media.stop());
  const opened = Promise.withResolvers<void>();
  let read = 0;
  const wait = async () => {
    read += 1;
    await opened.promise;
    return Buffer.from('ok');
  };
  const waiting: Promise<unknown>[] = [];
  const refused: unknown[] = [];
  for (let i = 0; i < 4000; i += 1)
    waiting.push(media.convert(wait, `client ${i % 1000}`).catch((error) => refused.push(error)));
  await new Promise(setImmediate);
  assert.equal(read, 1);
  assert.ok(refused.length > 900 && refused.every((error) => error instanceof Unavailable), String(refused.length));
  opened.resolve();
  await Promise.all(waiting);
});

test('a stopped processor takes no more files', async () => {
  const media = createMediaProcessor({ script });
  await media.convert(toBytes('ok'), 'a');
  await media.stop();
  await media.stop();
  await assert.rejects(media.convert(toBytes('ok'), 'a'), Unavailable);
});
