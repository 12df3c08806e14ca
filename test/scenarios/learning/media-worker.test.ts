import assert from 'node:assert/strict';
import { createMediaProcessor } from '../../../src/platform/media/index.ts';
import { filePart, handInParts, keptFiles } from '../../support/creative.ts';
import { loadOf } from '../../support/event-loop.ts';
import { element, picture, webm } from '../../support/media.ts';
import { assertRefusal, story } from '../../support/test-app.ts';

/** Five million elements, which take half a second to read. */
function slowSound(): Buffer {
  const elements = Buffer.alloc(10 * 1024 * 1024 - 1000, Buffer.from([0xa3, 0x80]));
  return Buffer.concat([webm({ unsized: true }), element(0x1f43b675, elements, true)]);
}

story('processing a slow recording does not block the event loop', async (world) => {
  const [child, parts] = [await world.registerChild(), [filePart(slowSound())]];
  await handInParts(world, child, [filePart(Buffer.from('no sound'))]); // loads what the first file needs
  const { longestTurn } = await loadOf(async () => {
    assert.equal((await handInParts(world, child, parts)).status, 201);
  });
  assert.ok(longestTurn < 50, `the event loop was held for ${longestTurn} ms`);
});

story('a file that takes too long to process is refused without affecting the next one', async (world) => {
  const child = await world.registerChild();
  const media = world.ctx.media.convert;
  const hasty = createMediaProcessor({ timeLimitMs: 1 });
  Object.assign(world.ctx.media, { convert: hasty.convert });
  const answer = await handInParts(world, child, [filePart(slowSound())]);
  assertRefusal(answer, 400, 'VALIDATION_ERROR', ['files']);
  assert.match(answer.text, /takes too long/);
  assert.deepEqual(keptFiles(world), []);
  Object.assign(world.ctx.media, { convert: media });
  assert.equal((await handInParts(world, child, [filePart(await picture('png'))])).status, 201);
  await hasty.stop();
});
