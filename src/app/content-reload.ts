import { once } from 'node:events';
import { existsSync, mkdirSync, unwatchFile, watchFile, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { type Content, InvalidPackError, loadPacks } from '../content/index.ts';
import type { ContentHolder, Context } from '../platform/context.ts';
import type { Settings } from '../platform/settings.ts';
import { areKept, type ContentFolders, findKeptPacks } from './good-packs.ts';

/** How often the service looks for a request to reload. */
const POLL_MS = 1000;
/**
 * How many items of each generator are checked when the service loads the packs. `content check` checks more, which would delay
 * the start by seconds.
 */
const CHECKED_DRAWS = 10;

/** Loads the packs. If they have errors, throws InvalidPackError with all of them. */
export function loadContent({ contentDir, dataDir }: ContentFolders): Content {
  return loadPacks(contentDir, join(dataDir, 'content-cache.json'), CHECKED_DRAWS);
}

/**
 * Loads the packs for the start of the service. If they have errors, logs them and loads the last packs without errors, as a reload keeps
 * the previous content (gap 225). Throws InvalidPackError if there are none.
 */
export function loadContentAtStart(settings: Settings, log: Logger): ContentHolder {
  try {
    return { current: loadContent(settings) };
  } catch (error) {
    // A folder that does not exist is a wrong setting.
    const contentDir = existsSync(settings.contentDir) ? findKeptPacks(settings) : undefined;
    if (!(error instanceof InvalidPackError) || contentDir === undefined) throw error;
    const current = loadContent({ ...settings, contentDir });
    log.error({ errors: error.errors }, 'content packs have errors; the last ones without errors are served');
    return { current, packErrors: error.errors };
  }
}

/** Keeps a copy of the packs if they have changed and have no errors. A worker thread does this, because it takes long. */
export async function keepGoodPacks({ settings, log }: Context): Promise<void> {
  try {
    if (!areKept(settings)) await checkInWorker(settings);
  } catch (error) {
    if (error instanceof InvalidPackError) return; // logged at the start
    log.warn({ err: error }, 'the content packs could not be copied to DATA_DIR/good-packs');
  }
}

/** Reloads the packs on SIGHUP, and when `content reload` requests a reload. Returns a function that ends this. */
export function watchForReload(ctx: Context): () => void {
  const requestFile = getRequestFilePath(ctx.settings);
  let lastReload = Promise.resolve();
  const reload = () => {
    lastReload = lastReload.then(() => reloadContent(ctx)); // one reload after another
  };
  process.on('SIGHUP', reload);
  watchFile(requestFile, { interval: POLL_MS, persistent: false }, (current, previous) => {
    if (current.mtimeMs > previous.mtimeMs) reload();
  });
  return () => {
    process.off('SIGHUP', reload);
    unwatchFile(requestFile);
  };
}

/**
 * Requests every process with this DATA_DIR to reload its packs. The request is a file and not a signal, because a stored process
 * id can later belong to another process, and Windows has no SIGHUP.
 */
export function requestReload(settings: Settings): void {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(getRequestFilePath(settings), `${new Date().toISOString()}\n`, { mode: 0o600 });
}

/**
 * Reloads the packs, or keeps the old ones if any pack has an error. First, a worker thread reads and checks the packs and stores
 * them in a cache, because this work would block the event loop. Then this thread loads them from the cache (decision 0010).
 */
async function reloadContent(ctx: Context): Promise<void> {
  try {
    await checkInWorker(ctx.settings);
    const { itemShifts } = ctx.content.current;
    ctx.content.current = { ...loadContent(ctx.settings), ...(itemShifts && { itemShifts }) };
    ctx.content.packErrors = undefined;
    ctx.log.info({ tasks: ctx.content.current.tasks.size }, 'content packs reloaded');
  } catch (error) {
    const details = error instanceof InvalidPackError ? { errors: error.errors } : { err: error };
    ctx.content.packErrors = error instanceof InvalidPackError ? error.errors : [String(error)];
    ctx.log.error(details, 'content packs could not be reloaded; the previous content stays in use');
  }
}

async function checkInWorker({ contentDir, dataDir }: ContentFolders): Promise<void> {
  const workerData: ContentFolders = { contentDir, dataDir };
  const worker = new Worker(new URL(`./content-worker${extname(import.meta.url)}`, import.meta.url), { workerData });
  const [errors] = await once(worker, 'message');
  if (errors.length > 0) throw new InvalidPackError(errors);
}

function getRequestFilePath({ dataDir }: Settings): string {
  return join(dataDir, 'content-reload');
}
