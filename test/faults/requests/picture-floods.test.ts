import assert from 'node:assert/strict';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { parseLook, renderLook } from '../../../src/features/avatar/pictures.ts';
import { currentWork } from '../../../src/platform/concurrency/current-work.ts';
import { type TestApp, testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

const PICTURE_COUNT = 60;
/** How many pictures for another client may be rendered before a requested picture: a few that have already been started. */
const MAX_PICTURES_BEFORE = 6;

testWithApp(
  'a picture for one client waits for only a few of the many new pictures for another client',
  async (app) => {
    const [otherLook = '', ...looks] = createLookNames(app, 41);
    const render = (client: string, name: string) =>
      currentWork.run({ name: 'test', client }, async () => {
        const look = parseLook(name);
        assert.ok(look && (await renderLook(app.ctx.content.current, look, 64)));
      });
    let doneCount = 0;
    const flood = looks.map((name) => render('many', name).then(() => (doneCount += 1)));
    await render('other', otherLook);
    assert.ok(doneCount <= MAX_PICTURES_BEFORE, `${doneCount} of ${looks.length} pictures were rendered first`);
    await Promise.all(flood);
  },
);

testWithApp(
  'when many pictures are requested together, some are compressed at a lower level, which is faster',
  async (app) => {
    const paths = createLookNames(app, PICTURE_COUNT).map((name) => `/avatars/${name}.svg`);
    for (const path of paths) assert.equal((await app.call('GET', path)).status, 200); // renders the picture, but does not compress it
    const bodies = await Promise.all(paths.map((path) => loadCompressed(app.url + path)));
    const bestCompressed = bodies.filter((bytes) => bytes.length === compressBest(brotliDecompressSync(bytes)).length);
    assert.ok(
      bestCompressed.length < 0.9 * PICTURE_COUNT,
      `${bestCompressed.length} of ${PICTURE_COUNT} are compressed at the highest level`,
    );
  },
  WITHOUT_RATE_LIMITS,
);

/** Compresses as the service does at its highest level. */
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

/** Creates names of looks, as in /avatars/<look>.png, whose pictures have not been requested yet. */
function createLookNames({ ctx }: TestApp, count: number): string[] {
  const items = [...ctx.content.current.avatarItems.values()];
  const listIds = (slot: string) => items.filter((item) => item.slot === slot).map(({ id }) => id);
  const slots = [
    listIds('skin'),
    listIds('hair'),
    ['_', ...listIds('hat')],
    listIds('shirt'),
    ['_', ...listIds('accessory')],
  ];
  // Each number stands for one combination: its remainders choose an item for each slot.
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
