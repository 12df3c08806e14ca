import assert from 'node:assert/strict';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { parseLook, renderLook } from '../../../src/features/avatar/pictures.ts';
import { currentWork } from '../../../src/platform/concurrency/current-work.ts';
import { type TestApp, testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

testWithApp('many new pictures for one client delay the picture of another client by only a few', async (app) => {
  const [otherLook = '', ...looks] = createAvatarNames(app, 41);
  const draw = (client: string, name: string) =>
    currentWork.run({ name: 'test', client }, async () => {
      const look = parseLook(name);
      assert.ok(look && (await renderLook(app.ctx.content.current, look, 64)));
    });
  let doneCount = 0;
  const flood = looks.map((name) => draw('many', name).then(() => (doneCount += 1)));
  await draw('other', otherLook);
  assert.ok(doneCount <= 6, `${doneCount} of ${looks.length} came first`);
  await Promise.all(flood);
});

testWithApp(
  'pictures that are requested together are not all compressed at the highest level',
  async (app) => {
    const paths = createAvatarNames(app, 60).map((name) => `/avatars/${name}.svg`);
    for (const path of paths) assert.equal((await app.call('GET', path)).status, 200); // drawn, and not yet compressed
    const bodies = await Promise.all(paths.map((path) => loadCompressed(app.url + path)));
    const bestCompressed = bodies.filter((bytes) => bytes.length === compressBest(brotliDecompressSync(bytes)).length);
    assert.ok(bestCompressed.length < 55, `${bestCompressed.length} of 60`);
  },
  WITHOUT_RATE_LIMITS,
);

function compressBest(text: Buffer): Buffer {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } });
}

function loadCompressed(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => buffer(response).then(resolve, reject)).on(
      'error',
      reject,
    );
  });
}

let usedLookCount = 0;

/** Looks whose pictures nobody has requested yet, as in /avatars/<look>.png. */
function createAvatarNames({ ctx }: TestApp, count: number): string[] {
  const items = [...ctx.content.current.avatarItems.values()];
  const listIds = (slot: string) => items.filter((item) => item.slot === slot).map(({ id }) => id);
  const slots = [
    listIds('skin'),
    listIds('hair'),
    ['_', ...listIds('hat')],
    listIds('shirt'),
    ['_', ...listIds('accessory')],
  ];
  return Array.from({ length: count }, () => {
    let remainder = usedLookCount++;
    const ids = slots.map((choices) => {
      const id = choices[remainder % choices.length];
      remainder = Math.floor(remainder / choices.length);
      return id;
    });
    return ids.join('.');
  });
}
