// This file is plain JavaScript, so that an older Node can run it and print the message.
const MIN_NODE_VERSION = 26;

if (Number(process.versions.node.split('.')[0]) < MIN_NODE_VERSION) {
  console.error(
    `This service needs Node ${MIN_NODE_VERSION}, which "npm ci" installs in node_modules, but it was started with Node ${process.versions.node}.\n` +
      'Use "npm start". If you get the same message again, run "npm ci" without --omit=optional or --no-optional.',
  );
  process.exit(1);
}

// Caches the stripped and compiled sources between starts, which makes the start faster and saves memory.
const { enableCompileCache } = await import('node:module');
enableCompileCache();
await import('./main.ts');
