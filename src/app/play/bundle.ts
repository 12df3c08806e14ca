import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { getAssetUrl } from '../../panel/assets.ts';
import { memoizeAsync } from '../../platform/concurrency/memoize-async.ts';

/** A file of the child's app, as the service sends it. */
export interface PlayFile {
  readonly type: string;
  readonly body: Buffer;
}

export interface PlayBundle {
  /** The files by name. Each name contains a hash of the content. */
  readonly files: ReadonlyMap<string, PlayFile>;
  /** The name of the entry script. */
  readonly script: string;
  /** The names of the scripts that the entry script imports, directly or through other scripts. */
  readonly imports: readonly string[];
  /** The name of the script with the messages, for each language except English. The English messages are in the entry script. */
  readonly catalogs: ReadonlyMap<string, string>;
  /** The name of the stylesheet. */
  readonly stylesheet: string;
  /** The names of the icons by their width in pixels. */
  readonly icons: Readonly<Record<(typeof ICON_WIDTHS)[number], string>>;
  /** The source of the service worker. It contains the URLs of all files except the icons. */
  readonly serviceWorker: string;
}

const ICON_WIDTHS = [180, 192, 512] as const;

/** The path at which the files are served. */
export const PLAY_FILES_PATH = '/play-files';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};
/** The version of JavaScript and the oldest browsers that the app supports. */
const TARGETS = ['es2022', 'chrome111', 'firefox115', 'safari16.4'];
const APP_FOLDER = join(import.meta.dirname, '../../../clients/play');

/**
 * Returns the bundle of the child's app (`clients/play`). Each process creates it once, when it starts (decision 0050). If that
 * fails, the next call tries again.
 */
export const getPlayBundle = memoizeAsync(buildPlayBundle);

async function buildPlayBundle(): Promise<PlayBundle> {
  const esbuild = await import('esbuild');
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: APP_FOLDER,
    metafile: true,
    entryPoints: { play: 'src/main.tsx' },
    outdir: 'out', // nothing is written there
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: TARGETS,
    minify: true,
    charset: 'utf8', // each letter takes fewer bytes than an escape sequence
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file', '.svg': 'file' },
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: PLAY_FILES_PATH,
    // The browser needs no parser, because `catalogParser` parses the messages.
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
    plugins: [catalogParser],
    define: { STICKERS_URL: JSON.stringify(getAssetUrl('stickers.svg')) },
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), toPlayFile(path, contents)]));
  const getEntryName = (extension: string) =>
    [...files.keys()].find((name) => name.startsWith('play-') && name.endsWith(extension)) ?? '';
  const script = getEntryName('.js');
  const serviceWorker = await buildServiceWorker(esbuild, [...files.keys()]);
  await esbuild.stop();
  const icons = { 180: '', 192: '', 512: '' };
  for (const width of ICON_WIDTHS) {
    const icon = await drawIcon(width);
    icons[width] = `icon-${width}-${computeHash(icon)}.png`;
    files.set(icons[width], toPlayFile(icons[width], icon));
  }
  return {
    files,
    script,
    imports: listImports(metafile, script),
    catalogs: findCatalogs(metafile),
    stylesheet: getEntryName('.css'),
    icons,
    serviceWorker,
  };
}

/** Lists the scripts that a script imports statically, directly or through other scripts. */
function listImports({ outputs }: Metafile, script: string): string[] {
  const imports = new Set<string>();
  const visit = (name: string) => {
    const entry = Object.entries(outputs).find(([path]) => basename(path) === name);
    for (const { path, kind } of entry?.[1].imports ?? []) {
      if (kind !== 'import-statement' || imports.has(basename(path))) continue;
      imports.add(basename(path));
      visit(basename(path));
    }
  };
  visit(script);
  return [...imports];
}

function findCatalogs({ outputs }: Metafile): Map<string, string> {
  const catalogs = new Map<string, string>();
  for (const [path, { entryPoint = '' }] of Object.entries(outputs)) {
    const [, language] = /locales\/(\w+)\/play\.json$/.exec(entryPoint) ?? [];
    if (language) catalogs.set(language, basename(path));
  }
  return catalogs;
}

/** Builds the service worker, which stores the files with these names on the device. A service worker has to be a single file. */
async function buildServiceWorker(esbuild: typeof import('esbuild'), names: readonly string[]): Promise<string> {
  const urls = names.map((name) => `${PLAY_FILES_PATH}/${name}`);
  const { outputFiles } = await esbuild.build({
    absWorkingDir: APP_FOLDER,
    entryPoints: ['worker/service-worker.ts'],
    write: false,
    bundle: true,
    format: 'iife',
    target: TARGETS,
    minify: true,
    define: { PLAY_FILES: JSON.stringify(urls), PLAY_VERSION: JSON.stringify(computeHash(urls.join())) },
  });
  return outputFiles[0]?.text ?? '';
}

/** Draws the icon for home screens. Phones round its corners themselves. */
async function drawIcon(width: number): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const source = readFileSync(join(APP_FOLDER, 'icons/icon.svg'), 'utf8');
  return (await renderAsync(source, { fitTo: { mode: 'width', value: width } })).asPng();
}

function computeHash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

function toPlayFile(path: string, contents: Uint8Array): PlayFile {
  return { type: MEDIA_TYPES[extname(path)] ?? 'application/octet-stream', body: Buffer.from(contents) };
}

/**
 * Parses the messages with placeholders while the app is bundled, so that the browser needs no parser. A catalog of another
 * language than English becomes a list of messages in the order of the English keys, which the browser has already.
 */
const catalogParser: Plugin = {
  name: 'catalogs',
  setup(build) {
    build.onLoad({ filter: /locales[\\/]\w+[\\/]play\.json$/ }, async ({ path }) => {
      const { parse } = await import('@formatjs/icu-messageformat-parser');
      const readCatalog = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8'));
      const catalog = readCatalog(path);
      const english = readCatalog(join(APP_FOLDER, 'locales/en/play.json'));
      const messages = Object.keys(english).map((key) => {
        const message = catalog[key] ?? '';
        return [key, message.includes('{') ? parse(message, { ignoreTag: true }) : message] as const;
      });
      const isEnglish = basename(dirname(path)) === 'en';
      const contents = isEnglish ? Object.fromEntries(messages) : messages.map(([, message]) => message);
      return { contents: JSON.stringify(contents), loader: 'json' };
    });
  },
};
