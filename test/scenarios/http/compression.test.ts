import assert from 'node:assert/strict';
import { request } from 'node:http';
import { it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { getAssetUrl } from '../../../src/panel/assets.ts';
import { assertShortTurns } from '../../support/service/event-loop-load.ts';
import { describeWithApp, type TestApp, testWithApp } from '../../support/test-app.ts';

interface RawResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The body as received, not decompressed. */
  readonly bytes: Buffer;
}

/** Sends a request without decompressing the response. The function `fetch` would decompress it. */
function fetchUndecoded(
  app: TestApp,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(app.url + path, { method, headers }, async (response) => {
      const chunks = await response.toArray().catch(reject);
      const bytes = Buffer.concat(chunks as Buffer[]);
      resolve({ status: response.statusCode ?? 0, headers: response.headers as Record<string, string>, bytes });
    });
    outgoing.on('error', reject).end();
  });
}

const decompressors = { br: brotliDecompressSync, gzip: gunzipSync };

/** Asserts that a response has the same content in all encodings. Returns the uncompressed response. */
async function fetchInAllEncodings(
  app: TestApp,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  const plain = await fetchUndecoded(app, path, headers);
  assert.equal(plain.headers['content-encoding'], undefined, path);
  assert.match(plain.headers.vary ?? '', /Accept-Encoding/, path);
  for (const encoding of ['br', 'gzip'] as const) {
    const {
      status,
      headers: received,
      bytes,
    } = await fetchUndecoded(app, path, { ...headers, 'accept-encoding': encoding });
    assert.equal(status, plain.status, path);
    assert.equal(received['content-encoding'], encoding, path);
    assert.match(received.vary ?? '', /Accept-Encoding/, path);
    assert.equal(received['content-type'], plain.headers['content-type'], path);
    assert.equal(received.etag, plain.headers.etag, path);
    assert.ok(bytes.length < plain.bytes.length / 1.5, `${path}: ${bytes.length} of ${plain.bytes.length} bytes`);
    if (received['content-length'] !== undefined) assert.equal(Number(received['content-length']), bytes.length, path);
    assert.equal(
      decompressors[encoding](bytes).toString(),
      replaceCsrfTokens(plain.bytes, decompressors[encoding](bytes)),
      path,
    );
  }
  return plain;
}

/** The text of a page with its random CSRF token replaced by that of another page. */
function replaceCsrfTokens(page: Buffer, otherPage: Buffer): string {
  const tokenPattern = /(?<=name="form_token" value=")[^"]*/g;
  const [otherToken = ''] = otherPage.toString().match(tokenPattern) ?? [];
  return page.toString().replaceAll(tokenPattern, otherToken);
}

describeWithApp('Compression', (app) => {
  it('of JSON of at least 1 KB gives the same content in each encoding', async () => {
    const { token } = await app.registerChild();
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/app/levels', '/app/avatar/items', '/app/worlds', '/app/tasks/first-sums', '/openapi.json'])
      JSON.parse((await fetchInAllEncodings(app, path, headers)).bytes.toString());
  });

  it('of pages, fragments, CSV, scripts, style sheets and SVG pictures gives the same content in each encoding', async () => {
    const { child, parent } = await app.registerFamily();
    const cookie = `${await app.openPanelSession(parent.token)}; __Host-device=${'d'.repeat(32)}`;
    for (let i = 0; i < 10; i += 1) {
      const body = { title: 'Water the plants', notes: 'The blue can is behind the door. '.repeat(4) };
      assert.equal((await app.call('POST', '/app/todos', { token: child.token, body })).status, 201);
    }
    const listPath = `/api/children/${child.id}/todos`;
    for (const path of ['/docs', '/panel', `/panel/children/${child.id}/settings`])
      await fetchInAllEncodings(app, path, { cookie, accept: 'text/html' });
    for (const path of ['/login', '/no-such-page']) await fetchInAllEncodings(app, path, { accept: 'text/html' });
    await fetchInAllEncodings(app, listPath, { cookie });
    await fetchInAllEncodings(app, listPath, { cookie, accept: 'text/csv' });
    await fetchInAllEncodings(app, listPath, { cookie, 'hx-request': 'true' });
    for (const path of ['/assets/panel.css', '/assets/panel.js', '/assets/stickers.svg', '/pictures/fox.svg'])
      await fetchInAllEncodings(app, path);
  });

  it('prefers Brotli to gzip, and is not used when the client accepts neither', async () => {
    const fetchEncoding = async (accepted: string) =>
      (await fetchUndecoded(app, '/openapi.json', { 'accept-encoding': accepted })).headers['content-encoding'];
    assert.equal(await fetchEncoding('gzip, deflate, br, zstd'), 'br');
    assert.equal(await fetchEncoding('*'), 'br');
    assert.equal(await fetchEncoding('gzip, br;q=0'), 'gzip');
    for (const accepted of ['', 'identity', 'deflate', 'br;q=0, gzip;q=0'])
      assert.equal(await fetchEncoding(accepted), undefined, accepted);
  });

  it('is not used for short responses, pictures, fonts and archives', async () => {
    const { child, parent } = await app.registerFamily();
    const cookie = await app.openPanelSession(parent.token);
    const paths = [
      '/healthz',
      '/avatars/skin-sand.hair-shaggy-ginger._.hoodie-turquoise._.png',
      '/assets/nunito-latin.woff2',
      `/panel/children/${child.id}/export.zip`,
    ];
    for (const path of paths) {
      const { status, headers } = await fetchUndecoded(app, path, { cookie, 'accept-encoding': 'br, gzip' });
      assert.equal(status, 200, path);
      assert.equal(headers['content-encoding'], undefined, path);
    }
    assert.doesNotMatch((await fetchUndecoded(app, '/healthz')).headers.vary ?? '', /Accept-Encoding/);
  });

  it('does not change ETags, so that a client receives 304 whichever encoding it has stored', async () => {
    const { token } = await app.registerChild();
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/app/levels', '/app/avatar/items', '/openapi.json', '/docs', '/assets/panel.css']) {
      const { etag = '' } = (await fetchInAllEncodings(app, path, headers)).headers;
      assert.match(etag, /^W\/"[\w-]{20,}"$/, path);
      for (const accepted of ['br', 'gzip', 'identity']) {
        const conditionalHeaders = { ...headers, 'accept-encoding': accepted, 'if-none-match': etag };
        const { status, headers: received, bytes } = await fetchUndecoded(app, path, conditionalHeaders);
        assert.deepEqual([status, bytes.length, received.etag], [304, 0, etag], path);
        assert.equal(received['content-encoding'], undefined, path);
      }
      assert.equal((await fetchUndecoded(app, path, { ...headers, 'if-none-match': 'W/"other"' })).status, 200, path);
    }
  });

  it('gives HEAD responses the headers of GET responses and no body', async () => {
    for (const path of ['/openapi.json', '/assets/panel.js', '/login']) {
      const headers = { 'accept-encoding': 'br' };
      const [get, head] = [await fetchUndecoded(app, path, headers), await fetchUndecoded(app, path, headers, 'HEAD')];
      assert.equal(head.bytes.length, 0, path);
      for (const name of ['content-encoding', 'content-type', 'vary', 'etag', 'cache-control'])
        assert.equal(head.headers[name], get.headers[name], `${path} ${name}`);
    }
  });

  it('does not block the event loop when the largest responses are compressed for the first time', async () => {
    for (const path of ['/openapi.json', '/docs', '/assets/panel.js']) {
      await fetchUndecoded(app, path); // generates the response, which happens only once
      const sendRequests = () =>
        Promise.all(Array.from({ length: 5 }, () => fetchUndecoded(app, path, { 'accept-encoding': 'gzip' })));
      await assertShortTurns(path, sendRequests, 1);
    }
  });

  it('is not used for pages that contain text from the URL, so that their size reveals nothing', async () => {
    const { parent } = await app.registerFamily();
    const cookie = await app.openPanelSession(parent.token);
    for (const [path, containsUrlText] of [
      ['/panel/confirm?next=/panel/children/', true],
      ['/login?next=/panel/children/', true],
      ['/panel?x=', false],
    ] as const) {
      const headers = { ...(path.startsWith('/panel') && { cookie }), accept: 'text/html', 'accept-encoding': 'br' };
      assert.equal((await fetchUndecoded(app, path, headers)).headers['content-encoding'], 'br', path);
      const { status, headers: received } = await fetchUndecoded(app, `${path}${'a'.repeat(20)}`, headers);
      assert.deepEqual([status, received['content-encoding']], [200, containsUrlText ? undefined : 'br'], path);
    }
  });

  it('does not reveal CSRF tokens: each page has a different token, and all are valid', async () => {
    const device = `__Host-device=${'d'.repeat(32)}`;
    const tokens = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { bytes } = await fetchUndecoded(app, '/login', { cookie: device });
        return /name="form_token" value="([^"]+)"/.exec(bytes.toString())?.[1] ?? '';
      }),
    );
    // A token has 86 characters. Its first half is a mask and its second half a masked hash; both are different on each page.
    // The few characters in the middle are left out, because one of them belongs to both halves.
    assert.equal(new Set(tokens.flatMap((token) => [token.slice(0, 40), token.slice(-40)])).size, 10);
    const send = async (form_token: string) => {
      const raw = String(new URLSearchParams({ form_token, email: 'somebody@example.org' }));
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
      return (await app.call('POST', '/login/email', { raw, cookie: device, headers })).status;
    };
    for (const token of tokens) assert.notEqual(await send(token), 403);
    const [first = '', second = ''] = tokens;
    for (const invalidToken of ['', 'AAAA', first.slice(0, -4), first.slice(0, 43) + second.slice(43)])
      assert.equal(await send(invalidToken), 403, invalidToken);
  });
});

testWithApp('a response to a public URL is immutable only if the URL has the current content version', async (app) => {
  const { token } = await app.registerChild();
  const me = (await app.call('GET', '/app/users/me', { token })).body.data;
  const items = (await app.call('GET', '/app/avatar/items', { token })).body.data;
  const levels = (await app.call('GET', '/app/levels', { token })).body.data;
  const worlds = (await app.call('GET', '/app/worlds', { token })).body.data;
  const pictureUrls = [me.avatar_url, items[0].preview_url, levels[0].icon_url, worlds[0].theme.icon_url];
  const urls = [...pictureUrls, getAssetUrl('panel.css')];
  for (const url of urls.map((fullUrl: string) => fullUrl.replace(app.url, ''))) {
    const current = await fetchUndecoded(app, url);
    assert.equal(current.headers['cache-control'], 'public, max-age=31536000, immutable', url);
    const path = url.split('?')[0] ?? '';
    for (const otherUrl of [path, `${path}?v=`, `${path}?v=0123456789`]) {
      const { status, headers, bytes } = await fetchUndecoded(app, otherUrl);
      assert.deepEqual([status, headers['cache-control']], [200, 'public, no-cache'], otherUrl);
      assert.ok(bytes.equals(current.bytes), otherUrl);
      assert.equal(
        (await fetchUndecoded(app, otherUrl, { 'if-none-match': headers.etag ?? '' })).status,
        304,
        otherUrl,
      );
    }
  }
});
