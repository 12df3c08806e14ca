// Stores the app on the device, so that it opens without a network: its page, scripts, styles and fonts, and the pictures and
// sounds that it has loaded before. Requests to /app, which transfer the child's data, are not handled here.

declare const self: ServiceWorkerGlobalScope;
/** The URLs of the files of this version; set when the app is bundled. */
declare const PLAY_FILES: readonly string[];
/** The name of this version. It changes when any file changes. */
declare const PLAY_VERSION: string;

const PAGE = '/play';
/** The beginning of the names of the caches that each contain the files of one version. */
const SHELL_PREFIX = 'play-shell-';
/** The name of the cache with the files of this version. */
const SHELL_CACHE = SHELL_PREFIX + PLAY_VERSION;
/** The name of the cache with pictures and sounds. It must be the same in src/offline/service-worker.ts. */
const MEDIA_CACHE = 'play-pictures';
/** The maximum number of stored pictures and sounds. The oldest ones are deleted. */
const MAX_MEDIA_FILES = 400;
/** How long the page may take to load from the network before the stored page is shown. */
const PAGE_TIMEOUT_MS = 3000;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === PAGE || pathname.startsWith(`${PAGE}/`)) event.respondWith(getPage(request));
  } else if (pathname.startsWith('/play-files/')) event.respondWith(getAppFile(request));
  else if (/^\/(avatars|pictures|media|drawn|assets)\//.test(pathname)) event.respondWith(getMediaFile(request));
});

async function install(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-store' });
  const text = await page.clone().text();
  // The page names the entry script and the stylesheet of its version. During a release, a server process of another version may
  // send the page. The browser then tries again later.
  const entryFiles = PLAY_FILES.filter((file) => file.startsWith('/play-files/play-'));
  if (!page.ok || !entryFiles.every((file) => text.includes(`"${file}"`)))
    throw new Error('The page belongs to another version.');
  const shell = await caches.open(SHELL_CACHE);
  try {
    await shell.addAll(PLAY_FILES);
    await shell.put(PAGE, page); // stored last, so that a cache with a page is complete
  } catch (error) {
    await caches.delete(SHELL_CACHE);
    throw error;
  }
  await self.skipWaiting();
}

/**
 * Deletes old versions of the app, except the previous one, whose files open tabs may still need. Does not call
 * `clients.claim`, because a page that was loaded without the worker would load its preloaded files again.
 */
async function activate(): Promise<void> {
  const oldShells = (await caches.keys()).filter((name) => name.startsWith(SHELL_PREFIX) && name !== SHELL_CACHE);
  const completeShells: string[] = [];
  for (const cacheName of oldShells) if (await caches.match(PAGE, { cacheName })) completeShells.push(cacheName);
  const previousShell = completeShells.at(-1); // `caches.keys()` begins with the oldest cache
  await Promise.all(oldShells.filter((name) => name !== previousShell).map((name) => caches.delete(name)));
}

/**
 * Returns the page from the network, so that a new version is used immediately. Returns the stored page if the service does not
 * respond within `PAGE_TIMEOUT_MS`, or responds with a server error.
 */
async function getPage(request: Request): Promise<Response> {
  const cached = await caches.match(PAGE, { cacheName: SHELL_CACHE });
  if (!cached) return fetch(request);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
    return response.status >= 500 ? cached : response;
  } catch {
    return cached;
  }
}

/** Returns a file of the app. Its name contains a hash of its content, so a stored file is never outdated. */
async function getAppFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** Returns a picture or sound. The content of a URL with a version (`v`) never changes, so its stored copy is not fetched again. */
async function getMediaFile(request: Request): Promise<Response> {
  const { url, headers } = request;
  const mediaCache = await caches.open(MEDIA_CACHE);
  const cached = await mediaCache.match(url);
  if (cached && new URL(url).searchParams.has('v')) return toRangeResponse(cached, headers.get('range'));
  try {
    // Fetch the whole file even if a player requests a range, because only whole files can be stored.
    const response = await fetch(url);
    if (!response.ok) return response;
    await mediaCache.put(url, response.clone());
    await deleteOldest(mediaCache);
    return await toRangeResponse(response, headers.get('range'));
  } catch (error) {
    if (!cached) throw error;
    return toRangeResponse(cached, headers.get('range'));
  }
}

async function deleteOldest(mediaCache: Cache): Promise<void> {
  const requests = await mediaCache.keys();
  await Promise.all(requests.slice(0, -MAX_MEDIA_FILES).map((request) => mediaCache.delete(request)));
}

/** Returns the requested range of a response, or all of it. Safari plays a sound only if the server supports ranges. */
async function toRangeResponse(response: Response, range: string | null): Promise<Response> {
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === '') return response;
  const bytes = await response.arrayBuffer();
  const start = Number(first);
  const end = last === '' ? bytes.byteLength - 1 : Math.min(Number(last), bytes.byteLength - 1);
  if (start > end)
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.byteLength}` } });
  return new Response(bytes.slice(start, end + 1), {
    status: 206,
    headers: {
      'content-type': response.headers.get('content-type') ?? '',
      'content-range': `bytes ${start}-${end}/${bytes.byteLength}`,
      'content-length': String(end + 1 - start),
    },
  });
}
