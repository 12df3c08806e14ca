// This file is plain JavaScript, so that an older Node can run it and print the message.
const MIN_NODE_VERSION = 26;

if (Number(process.versions.node.split('.')[0]) < MIN_NODE_VERSION) {
  console.error(
    `This service needs Node ${MIN_NODE_VERSION}, which "npm ci" installs in node_modules, but it was started with Node ${process.versions.node}.\n` +
      'Use "npm start". If you get the same message again, run "npm ci" without --omit=optional or --no-optional.',
  );
  process.exit(1);
}

// Caches the stripped and compiled sources between starts, which makes the start faster and saves memory. Code is read from this folder,
// so only the owner may write to it: the default, a folder in the shared temporary folder, could contain code of another user.
const { existsSync, mkdirSync, rmSync, statSync } = await import('node:fs');
const { enableCompileCache } = await import('node:module');
const { join, resolve } = await import('node:path');
const dataDir = resolve(process.env.DATA_DIR?.trim() || './data');
const cacheFolder = join(dataDir, 'compile-cache');
try {
  // Node has already enabled the cache if NODE_COMPILE_CACHE names a folder.
  if (existsSync(dataDir) && !process.env.NODE_COMPILE_CACHE) mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(cacheFolder);
  if (uid === process.getuid?.() && (mode & 0o077) === 0) enableCompileCache(cacheFolder);
  else rmSync(cacheFolder, { recursive: true }); // others may have written to it
} catch {
  // The folder does not exist before the first start, or the disk is read-only: the sources are compiled at each start.
}
await import('./main.ts');
