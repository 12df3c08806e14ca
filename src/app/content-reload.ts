import { mkdirSync, unwatchFile, watchFile, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadPack, type Content, loadPacks } from '../features/content/index.ts';
import type { Context } from '../platform/context.ts';
import type { Settings } from '../platform/settings.ts';

const LOOK_MILLISECONDS = 1000;

/** The packs as they are now; throws BadPack that names every mistake. */
export function loadContent({ contentDir, dataDir }: Settings): Content {
  return loadPacks(contentDir, join(dataDir, 'content-cache.json'));
}

/** Reads the packs anew on SIGHUP and when `content reload` asks for it; gives what ends that. */
export function reloadOnDemand(ctx: Context): () => void {
  const wish = wishFile(ctx.settings);
  const reload = () => reloadContent(ctx);
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
export function askForReload(settings: Settings): void {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(wishFile(settings), `${new Date().toISOString()}\n`, { mode: 0o600 });
}

/** Swaps the packs whole, or not at all: who asks just now has the old ones to the end of the request. */
function reloadContent(ctx: Context): void {
  try {
    ctx.content.current = loadContent(ctx.settings);
    ctx.log.info({ tasks: ctx.content.current.tasks.size }, 'the content packs were read anew');
  } catch (error) {
    const why = error instanceof BadPack ? { mistakes: error.mistakes } : { err: error };
    ctx.log.error(why, 'the content packs cannot be read: the content of before stays');
  }
}

function wishFile({ dataDir }: Settings): string {
  return join(dataDir, 'content-reload');
}
