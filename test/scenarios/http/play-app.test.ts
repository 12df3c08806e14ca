import assert from 'node:assert/strict';
import { brotliCompressSync } from 'node:zlib';
import { assertError, type TestApp, testWithApp } from '../../support/test-app.ts';

/** The maximum size of the scripts of all screens, in compressed bytes. */
const SCRIPT_BUDGET = 120 * 1024;
/** The maximum size of the style sheets that the first screen loads, in compressed bytes. */
const STYLE_BUDGET = 30 * 1024;

const findFilePaths = (text: string) => [...new Set(text.match(/\/play-files\/[\w-]+\.(?:js|css)/g))];

testWithApp("the child's app is the same page at each of its paths and loads nothing from other sites", async (app) => {
  const page = await app.call('GET', '/play');
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/);
  assert.doesNotMatch(page.text, /https?:/);
  for (const path of ['/play/home', '/play/task/first-sums'])
    assert.equal((await app.call('GET', path)).text, page.text);
});

testWithApp("the files of the child's app can be cached forever and are within the size budgets", async (app) => {
  const byteCounts = { js: 0, css: 0 };
  const pages = [await app.call('GET', '/play'), await app.call('GET', '/play-sw.js')]; // the service worker loads the other screens
  for (const path of findFilePaths(pages.map(({ text }) => text).join())) {
    const { body, headers } = await fetchFile(app, path);
    assert.match(headers.get('cache-control') ?? '', /immutable/);
    byteCounts[path.endsWith('.css') ? 'css' : 'js'] += brotliCompressSync(body).length;
  }
  assert.ok(byteCounts.js > 0 && byteCounts.js < SCRIPT_BUDGET, `${byteCounts.js} bytes of script`);
  assert.ok(byteCounts.css > 0 && byteCounts.css < STYLE_BUDGET, `${byteCounts.css} bytes of styles`);
  assertError(await app.call('GET', '/play-files/:file'), 404, 'NOT_FOUND'); // no file has this name
});

testWithApp("no two animations of the child's app have one name: only the later would be used", async (app) => {
  const { text } = await app.call('GET', '/play');
  const stylePaths = findFilePaths(text).filter((path) => path.endsWith('.css'));
  const styles = await Promise.all(stylePaths.map(async (path) => (await fetchFile(app, path)).body));
  const names = [...styles.join('').matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name);
  assert.ok(names.length > 0);
  assert.deepEqual(names, [...new Set(names)]);
});

testWithApp("the child's app can be installed, and its service worker refers to files that exist", async (app) => {
  const { text, headers } = await app.call('GET', '/play');
  assert.match(headers.get('permissions-policy') ?? '', /microphone=\(self\)/);
  assert.match(text, /<link rel="manifest" href="\/play.webmanifest">/);
  const { body: manifest } = await app.call('GET', '/play.webmanifest', { headers: { 'accept-language': 'uk' } });
  assert.deepEqual([manifest.start_url, manifest.scope, manifest.lang], ['/play', '/play', 'uk']);
  for (const { src } of manifest.icons)
    assert.equal((await app.call('GET', src)).headers.get('content-type'), 'image/png');
  const serviceWorker = await app.call('GET', '/play-sw.js');
  assert.equal(serviceWorker.headers.get('content-security-policy'), "default-src 'none'; connect-src 'self'");
  assert.equal(serviceWorker.headers.get('cache-control'), 'no-cache');
  const cachedFiles = findFilePaths(serviceWorker.text);
  for (const path of [...cachedFiles, ...findFilePaths(text)]) await fetchFile(app, path);
  assert.ok(findFilePaths(text).every((path) => cachedFiles.includes(path)));
});

async function fetchFile(app: TestApp, path: string) {
  const response = await app.call('GET', path);
  assert.equal(response.status, 200, path);
  return { body: response.text, headers: response.headers };
}
