import { once } from 'node:events';
import { mkdirSync, unwatchFile, watchFile, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Content, InvalidPack, loadPacks } from '../content/index.ts';
import type { Context } from '../platform/context.ts';
import type { Settings } from '../platform/settings.ts';

const LOOK_MILLISECONDS = 1000;

export type Folders = Pick<Settings, 'contentDir' | 'dataDir'>;

/** The packs as they are now; throws BadPack that names every mistake. */
export function loadContent({ contentDir, dataDir }: Folders): Content {
  return loadPacks(contentDir, join(dataDir, 'content-cache.json'));
}

/** Reads the packs anew on SIGHUP and when `content reload` asks for it; gives what ends that. */
export function watchForReload(ctx: Context): () => void {
  const wish = wishFile(ctx.settings);
  let turn = Promise.resolve();
  const reload = () => {
    turn = turn.then(() => reloadContent(ctx));
  };
  process.on('SIGHUP', reload);
  watchFile(wish, { interval: LOOK_MILLISECONDS, persistent: false }, (now, before) => {
    if (now.mtimeMs > before.mtimeMs) reload();
  });
  return () => {
    process.off('SIGHUP', reload);
    unwatchFile(wish);
  };
}

/**
 * Asks every service with this DATA_DIR to read its packs anew. A file, not a signal: a process id kept from yesterday
 * may be somebody else's today, and Windows has no SIGHUP.
 */
export function requestReload(settings: Settings): void {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(wishFile(settings), `${new Date().toISOString()}\n`, { mode: 0o600 });
}

/**
 * Swaps the packs whole, or not at all: who asks just now has the old ones to the end of the request. A worker reads and
 * checks them first, which takes a second of processor time; then what it has read is in the cache (decision 0010).
 */
async function reloadContent(ctx: Context): Promise<void> {
  try {
    await readInWorker(ctx.settings);
    ctx.content.current = loadContent(ctx.settings);
    ctx.log.info({ tasks: ctx.content.current.tasks.size }, 'the content packs were read anew');
  } catch (error) {
    const why = error instanceof InvalidPack ? { mistakes: error.mistakes } : { err: error };
    ctx.log.error(why, 'the content packs cannot be read: the content of before stays');
  }
}

async function readInWorker({ contentDir, dataDir }: Folders): Promise<void> {
  const workerData: Folders = { contentDir, dataDir };
  const worker = new Worker(new URL('./content-worker.ts', import.meta.url), { workerData });
  const [mistakes] = await once(worker, 'message');
  if (mistakes.length > 0) throw new InvalidPack(mistakes);
}

function wishFile({ dataDir }: Settings): string {
  return join(dataDir, 'content-reload');
}
