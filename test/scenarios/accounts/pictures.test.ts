import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildMediaUrl } from '../../../src/features/content-media/index.ts';
import { assertError, describeWithApp } from '../../support/test-app.ts';

/**
 * The path of an avatar's picture, without its extension. It contains the items of the slots skin, hair, hat, shirt and accessory.
 * `_` is an empty slot; skin and hair cannot be empty.
 */
const AVATAR_PATH = '/avatars/skin-sand.hair-shaggy-ginger._.hoodie-turquoise._';
/** The Cache-Control headers of a URL with the current version, and of any other URL. */
const [IMMUTABLE, REVALIDATED] = ['public, max-age=31536000, immutable', 'public, no-cache'];

describeWithApp('Pictures', (app) => {
  /** Fetches a picture as an <img> element does: without a token or a cookie. */
  const fetchPicture = async (path: string) => {
    const response = await fetch(app.url + path);
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const fetchPng = async (path: string) => {
    const { status, headers, bytes } = await fetchPicture(path);
    assert.equal(status, 200, path);
    assert.equal(headers.get('content-type'), 'image/png');
    assert.equal(headers.get('cache-control'), REVALIDATED);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
    assert.equal(bytes.subarray(-8, -4).toString('latin1'), 'IEND', 'the PNG is complete');
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes }; // the first fields of the chunk IHDR
  };
  const fetchSvg = async (path: string, cacheControl = REVALIDATED) => {
    const { status, headers, bytes } = await fetchPicture(path);
    assert.equal(status, 200, path);
    assert.equal(headers.get('content-type'), 'image/svg+xml');
    assert.equal(headers.get('cache-control'), cacheControl);
    const svg = bytes.toString();
    assert.match(svg, /^\s*(<\?xml[^>]*>\s*)?<svg[\s\S]*<\/svg>\s*$/);
    assert.doesNotMatch(svg, /<script|\son\w+=|javascript:/i);
    return svg;
  };

  it('of an avatar are public PNGs of 512 by 512 pixels', async () => {
    await app.assertRowChanges({}, async () => {
      const { width, height } = await fetchPng(`${AVATAR_PATH}.png`);
      assert.deepEqual([width, height], [512, 512]);
    });
    assert.equal((await fetchPicture(`${AVATAR_PATH}.png`)).headers.get('set-cookie'), null);
  });

  it('of an avatar can have any size from 64 to 512 pixels', async () => {
    for (const size of [64, 65, 128, 511, 512]) {
      const { width, height } = await fetchPng(`${AVATAR_PATH}.png?size=${size}`);
      assert.deepEqual([width, height], [size, size]);
    }
  });

  it('give 400 for other sizes', async () => {
    for (const size of ['63', '513', '0', '-64', '1e9', '64.5', 'big', '', '64&size=128', '%00']) {
      for (const path of [AVATAR_PATH, '/avatars/items/crown-gold']) {
        const response = await app.call('GET', `${path}.png?size=${size}`);
        assertError(response, 400, 'VALIDATION_ERROR', ['size']);
        assert.equal(response.headers.get('cache-control'), 'no-store');
      }
    }
  });

  it('are SVGs when the path ends in .svg', async () => {
    await fetchSvg(`${AVATAR_PATH}.svg`);
    await fetchSvg('/avatars/items/crown-gold.svg');
    await fetchSvg('/pictures/fox.svg');
  });

  it('do not depend on the version in the URL, and differ between looks', async () => {
    const [withoutVersion, withVersion] = [
      await fetchPng(`${AVATAR_PATH}.png`),
      await fetchPng(`${AVATAR_PATH}.png?v=anything`),
    ];
    assert.ok(withoutVersion.bytes.equals(withVersion.bytes));
    const withHat = await fetchPng('/avatars/skin-sand.hair-shaggy-ginger.crown-gold.hoodie-turquoise._.png');
    assert.ok(!withoutVersion.bytes.equals(withHat.bytes));
  });

  it('of every avatar item, badge and level can be fetched', async () => {
    const { avatarItems, badges, levels } = app.ctx.content.current;
    for (const { id } of avatarItems.values()) await fetchSvg(`/avatars/items/${id}.svg`);
    const { width } = await fetchPng('/avatars/items/crown-gold.png');
    assert.equal(width, 512);
    for (const { icon } of [...badges.values(), ...levels]) await fetchSvg(`/pictures/${icon}.svg`);
  });

  it('of every world, location and media file can be fetched at their URLs', async () => {
    const { media, worlds, locations } = app.ctx.content.current;
    for (const { id } of media.values()) {
      const path = buildMediaUrl(app.ctx, id).replace(app.url, '');
      await fetchSvg(path, IMMUTABLE);
    }
    for (const { theme } of worlds.values()) await fetchSvg(`/pictures/${theme.icon}.svg`);
    for (const { icon } of locations.values()) await fetchSvg(`/pictures/${icon}.svg`);
  });

  it('give 404 for a path that does not exist', async () => {
    const paths = [
      '/avatars/nobody.png',
      `${AVATAR_PATH}.gif`,
      AVATAR_PATH,
      `${AVATAR_PATH}.PNG`,
      `${AVATAR_PATH}.png.png`,
      '/avatars/skin-sand.hair-shaggy-ginger._.hoodie-turquoise.png',
      '/avatars/skin-sand.hair-shaggy-ginger._.hoodie-turquoise._._.png',
      '/avatars/_.hair-shaggy-ginger._.hoodie-turquoise._.png',
      '/avatars/skin-sand._._.hoodie-turquoise._.png',
      '/avatars/skin-sand.hair-shaggy-ginger.skin-sand.hoodie-turquoise._.png',
      '/avatars/skin-sand.hair-shaggy-ginger.no-such-hat.hoodie-turquoise._.png',
      '/avatars/__proto__.constructor._.toString._.svg',
      '/avatars/items/no-such-item.png',
      '/avatars/items/__proto__.svg',
      '/avatars/items/crown-gold',
      '/avatars/items/',
      '/avatars/',
      '/avatars',
      '/pictures/no-such-picture.svg',
      '/pictures/..%2F..%2Favatar.yaml',
      '/pictures/%2e%2e%2favatar.yaml',
      '/pictures/fox.svg%00',
      '/pictures/%00',
      '/pictures/fox.png',
      '/media/pond',
      '/media/pond.png',
      '/media/..%2Fmedia.yaml',
      '/media/__proto__.svg',
      '/pictures/',
      '/avatars/%00.png',
      `${AVATAR_PATH}%00.png`,
      `/avatars/${'x'.repeat(400)}.png`,
    ];
    for (const path of paths) {
      const response = await app.call('GET', path);
      assertError(response, 404, 'NOT_FOUND');
      assert.equal(response.headers.get('cache-control'), 'no-store', path);
    }
  });
});
