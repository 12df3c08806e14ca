import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMediaProcessor } from '../../../../src/platform/media/index.ts';
import { createEbmlElement, createPicture, createWebm, EBML_ID } from '../../../support/files/media.ts';
import { createMultipartRequest } from '../../../support/files/multipart.ts';
import {
  CREATIVE_TASK_ID,
  createFilePart,
  listStoredFiles,
  submitParts,
} from '../../../support/learning/submissions.ts';
import { assertShortTurns } from '../../../support/service/event-loop-load.ts';
import { assertError, testWithApp } from '../../../support/test-app.ts';

/** A valid recording of almost the maximum size. It is slow to parse, because its clusters contain about five million empty blocks. */
function createSlowRecording(): Buffer {
  const BLOCKS_PER_CLUSTER = 100_000; // the maximum that is accepted
  const emptyBlocks = Buffer.alloc(2 * BLOCKS_PER_CLUSTER, Buffer.from([EBML_ID.simpleBlock, 0x80]));
  const cluster = createEbmlElement(EBML_ID.cluster, emptyBlocks);
  return Buffer.concat([createWebm({ hasUnknownSize: true }), ...Array.from({ length: 52 }, () => cluster)]);
}

testWithApp('processing a slow recording does not block the event loop', async (app) => {
  // `assertShortTurns` may run the upload three times, and a child can submit this task only once.
  const children = [await app.registerChild(), await app.registerChild(), await app.registerChild()];
  const parts = [createFilePart(createSlowRecording())];
  await submitParts(app, await app.registerChild(), [createFilePart(Buffer.from('no sound'))]); // starts the media process and loads its code
  const { raw, headers } = createMultipartRequest(parts); // created before the measurement, because the client runs in the same thread
  const path = `/app/tasks/${CREATIVE_TASK_ID}/submit-creative`;
  await assertShortTurns('the upload', async () => {
    const token = children.pop()?.token;
    assert.equal((await app.call('POST', path, { token, raw, headers })).status, 201);
  });
});

testWithApp('a file that takes too long to process is refused, and accepted when a retry is faster', async (app) => {
  const child = { ...(await app.registerChild()), headers: { 'idempotency-key': 'my-recording' } };
  const convert = app.ctx.media.convert;
  const processorWithTimeLimit = createMediaProcessor({ timeLimitMs: 1 });
  Object.assign(app.ctx.media, { convert: processorWithTimeLimit.convert });
  const response = await submitParts(app, child, [createFilePart(createSlowRecording())]);
  assertError(response, 400, 'VALIDATION_ERROR', ['files']);
  assert.match(response.text, /takes too long/);
  assert.deepEqual(listStoredFiles(app), []);
  Object.assign(app.ctx.media, { convert });
  const retriedResponse = await submitParts(app, child, [createFilePart(createSlowRecording())]);
  assert.equal(retriedResponse.status, 201, 'the refusal was not stored under the Idempotency-Key');
  processorWithTimeLimit.stop();
});

testWithApp('an upload whose client disconnected can be repeated with the same Idempotency-Key', async (app) => {
  const child = await app.registerChild();
  const { raw, headers } = createMultipartRequest([createFilePart(await createPicture('png'))]);
  const requestInit = {
    method: 'POST',
    body: raw,
    headers: { ...headers, authorization: `Bearer ${child.token}`, 'idempotency-key': 'my-drawing' },
  };
  const url = `${app.url}/app/tasks/${CREATIVE_TASK_ID}/submit-creative`;
  const { convert } = app.ctx.media;
  const uploadReceived = Promise.withResolvers<void>();
  const clientDisconnected = Promise.withResolvers<void>();
  const conversionEnded = Promise.withResolvers<void>();
  const convertAfterDisconnect: typeof convert = async (read, address) => {
    uploadReceived.resolve();
    await clientDisconnected.promise;
    return convert(read, address).finally(conversionEnded.resolve);
  };
  Object.assign(app.ctx.media, { convert: convertAfterDisconnect });
  const abortController = new AbortController();
  const abortedRequest = assert.rejects(fetch(url, { ...requestInit, signal: abortController.signal }));
  await uploadReceived.promise;
  abortController.abort();
  await abortedRequest;
  await sleep(100); // waits until the service has noticed the disconnection
  clientDisconnected.resolve();
  await conversionEnded.promise;
  Object.assign(app.ctx.media, { convert });
  let retry = await fetch(url, requestInit);
  while (retry.status === 409 || retry.status === 503) retry = await fetch(url, requestInit); // the first upload has not ended yet
  assert.equal(retry.status, 201, await retry.text());
  assert.equal(await app.countRows('submissions'), 1);
});

testWithApp('the text fields of an upload share a size limit, and their memory is released', async (app) => {
  const child = await app.registerChild();
  const createField = (name: string, byteCount: number) => ({ name, body: '\u0001'.repeat(byteCount) });
  const refusedResponse = await submitParts(app, child, [
    createField('a', 60_000),
    createField('b', 60_000),
    createField('c', 60_000),
  ]);
  assertError(refusedResponse, 400, 'VALIDATION_ERROR', ['c']);
  const headers = { 'x-forwarded-for': '203.0.113.77' };
  for (let i = 0; i < 12; i += 1) {
    const response = await submitParts(app, { ...child, headers }, [
      createField('a', 60_000),
      createField('b', 60_000),
    ]);
    // The form contains nothing to submit. If the memory of earlier forms were not released, the memory quota of the address would
    // be used up, which is refused with 429.
    assertError(response, 400, 'VALIDATION_ERROR');
  }
});
