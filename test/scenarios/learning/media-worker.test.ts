import assert from 'node:assert/strict';
import { createMediaProcessor } from '../../../src/platform/media/index.ts';
import { element, picture, webm } from '../../support/files/media.ts';
import { filePart, storedFiles, submitParts } from '../../support/learning/submissions.ts';
import { measureLoad } from '../../support/service/event-loop-load.ts';
import { assertRefusal, testWithApp } from '../../support/test-app.ts';

/** Five million elements, which take half a second to parse. */
function slowSound(): Buffer {
  const elements = Buffer.alloc(10 * 1024 * 1024 - 1000, Buffer.from([0xa3, 0x80]));
  return Buffer.concat([webm({ unsized: true }), element(0x1f43b675, elements, true)]);
}

testWithApp('processing a slow recording does not block the event loop', async (app) => {
  const [child, parts] = [await app.registerChild(), [filePart(slowSound())]];
  await submitParts(app, child, [filePart(Buffer.from('no sound'))]); // loads the code that the first file needs
  const { longestTurnMs: longestTurn } = await measureLoad(async () => {
    assert.equal((await submitParts(app, child, parts)).status, 201);
  });
  assert.ok(longestTurn < 50, `the event loop was held for ${longestTurn} ms`);
});

testWithApp('a file that takes too long to process is refused without affecting the next one', async (app) => {
  const child = await app.registerChild();
  const media = app.ctx.media.convert;
  const hasty = createMediaProcessor({ timeLimitMs: 1 });
  Object.assign(app.ctx.media, { convert: hasty.convert });
  const answer = await submitParts(app, child, [filePart(slowSound())]);
  assertRefusal(answer, 400, 'VALIDATION_ERROR', ['files']);
  assert.match(answer.text, /takes too long/);
  assert.deepEqual(storedFiles(app), []);
  Object.assign(app.ctx.media, { convert: media });
  assert.equal((await submitParts(app, child, [filePart(await picture('png'))])).status, 201);
  await hasty.stop();
});
