// The one file in plain JavaScript: an older Node must be able to read what it is told.
const OLDEST_NODE = 26;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  console.error(
    `This service runs on Node ${OLDEST_NODE}, which "npm ci" puts into node_modules, but Node ${process.versions.node} was asked to run it.\n` +
      'Use "npm start". If that says the same, run "npm ci" again, without --omit=optional or --no-optional.',
  );
  process.exit(1);
}

// Remembers the stripped and compiled sources between starts: they come sooner, and need less memory.
const { enableCompileCache } = await import('node:module');
enableCompileCache();
await import('./main.ts');
