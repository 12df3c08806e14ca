import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/time/instant.ts';
import { testWithApp } from '../../support/test-app.ts';

testWithApp(
  'the files at fixed URLs describe the panel to phones, search engines and security researchers',
  async (app) => {
    const manifest = JSON.parse((await app.call('GET', '/manifest.webmanifest')).text);
    assert.equal(manifest.start_url, '/panel');
    for (const { src, type } of manifest.icons) {
      const icon = await app.call('GET', src);
      assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, type]);
      assert.match(icon.headers.get('cache-control') ?? '', /immutable/);
    }
    for (const [path, type] of [
      ['/favicon.ico', 'image/x-icon'],
      ['/apple-touch-icon.png', 'image/png'],
    ] as const) {
      const { status, headers, text } = await app.call('GET', path);
      assert.deepEqual([status, headers.get('content-type')], [200, type]);
      assert.ok(text.length > 100);
    }
    const robots = (await app.call('GET', '/robots.txt')).text;
    assert.match(robots, /^User-agent: \*\n(Allow: .*\n)+Disallow: \/\n$/);
    assert.doesNotMatch(robots, /panel\/|api|app\//);
    const visit = await app.call('GET', '/panel');
    assert.deepEqual(
      [visit.status, visit.headers.get('location'), visit.text],
      [303, '/login?next=%2Fpanel', ''],
      'a search engine sees nothing of a family',
    );
    const security = (await app.call('GET', '/.well-known/security.txt')).text;
    assert.match(security, /^Contact: mailto:security@example\.org$/m);
    const expiresInMs = Date.parse(/^Expires: (.*)$/m.exec(security)?.[1] ?? '') - Date.parse(app.ctx.now());
    assert.ok(expiresInMs > 0 && expiresInMs < 365 * DAY * 1000);
    const login = (await app.call('GET', '/login', { headers: { 'accept-language': 'pl' } })).text;
    assert.match(login, /<meta name="description" content="Family Learning: dzieci/);
    assert.match(login, /<link rel="manifest" href="\/manifest\.webmanifest">/);
  },
  { env: { SECURITY_CONTACT: 'mailto:security@example.org' } },
);
