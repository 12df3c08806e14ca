import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { once } from '../../platform/concurrency/once.ts';

/** A file of the child's app. */
export interface PlayFile {
  readonly type: string;
  readonly body: Buffer;
}

export interface PlayBundle {
  /** The files by name. Each name contains a hash of the content. */
  readonly files: ReadonlyMap<string, PlayFile>;
  /** The name of the script to begin with. */
  readonly script: string;
  /** The name of its stylesheet. */
  readonly stylesheet: string;
}

/** Where the files are served. */
export const PLAY_FILES_PATH = '/play-files';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * The child's app (`clients/play`). Each process bundles it once, when it begins to serve (decision 0050). After a failure
 * the next call tries again.
 */
export const getPlayBundle = once(buildPlayBundle);

async function buildPlayBundle(): Promise<PlayBundle> {
  const esbuild = await import('esbuild');
  const root = join(import.meta.dirname, '../../../clients/play');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { play: 'src/main.tsx' },
    outdir: 'out', // nothing is written there
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    minify: true,
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file' },
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: PLAY_FILES_PATH,
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
    plugins: [parseCatalogues],
  });
  await esbuild.stop();
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), toFile(path, contents)]));
  const find = (extension: string) =>
    [...files.keys()].find((name) => name.startsWith('play-') && name.endsWith(extension)) ?? '';
  return { files, script: find('.js'), stylesheet: find('.css') };
}

function toFile(path: string, contents: Uint8Array): PlayFile {
  return { type: TYPES[extname(path)] ?? 'application/octet-stream', body: Buffer.from(contents) };
}

/** Parses the messages with placeholders now, so that the browser needs no parser. */
const parseCatalogues: Plugin = {
  name: 'catalogues',
  setup(build) {
    build.onLoad({ filter: /locales[\\/]\w+[\\/]play\.json$/ }, async ({ path }) => {
      const { parse } = await import('@formatjs/icu-messageformat-parser');
      const catalogue: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'));
      const parsed = Object.entries(catalogue).map(([key, message]) => [
        key,
        message.includes('{') ? parse(message, { ignoreTag: true }) : message,
      ]);
      return { contents: JSON.stringify(Object.fromEntries(parsed)), loader: 'json' };
    });
  },
};
