import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { Type } from 'typebox';
import type { Language } from '../core/text/languages.ts';
import { createNotFoundError } from '../platform/api-errors.ts';
import { defineFileEndpoint } from '../platform/http/endpoint.ts';
import { getPublicCacheHeaders, VersionParam } from '../platform/http/responses/responses.ts';

interface Asset {
  readonly mediaType: string;
  readonly body: Buffer;
  readonly version: string;
}

const FONT_SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext'] as const;
type FontSubset = (typeof FONT_SUBSETS)[number];

/** The font subsets that the pages in a language need. The Latin subset has the digits and the punctuation. */
const SUBSETS_BY_LANGUAGE: Record<Language, readonly FontSubset[]> = {
  en: ['latin'],
  es: ['latin'],
  uk: ['latin', 'cyrillic'],
  pl: ['latin', 'latin-ext'],
};

const fonts = FONT_SUBSETS.map(
  (subset) => [getFontName(subset), createAsset('font/woff2', readFileSync(getFontPath(subset)))] as const,
);

/** Bitmaps that scripts/draw-panel-icons.ts renders from icon.svg, with their media types. */
const BITMAPS = [
  ['favicon.ico', 'image/x-icon'],
  ['apple-touch-icon.png', 'image/png'],
  ['icon-192.png', 'image/png'],
  ['icon-512.png', 'image/png'],
] as const;

/** The width and height of a sticker in the combined SVG. */
const TILE_SIZE = 32;

/**
 * All assets by name. They are few and small, so they are read once and stored in memory. reference.css and reference.js belong
 * to the API reference, and operator.css to the operator's page.
 */
const assets: ReadonlyMap<string, Asset> = new Map([
  ...fonts,
  ['panel.css', createAsset('text/css; charset=utf-8', bundleStylesheets())],
  ['passkeys.js', createAsset('text/javascript; charset=utf-8', readFileSync(getAssetPath('passkeys.js')))],
  ['push-worker.js', createAsset('text/javascript; charset=utf-8', readFileSync(getAssetPath('push-worker.js')))],
  ['panel.js', createAsset('text/javascript; charset=utf-8', bundleScripts())],
  ['operator.css', createAsset('text/css; charset=utf-8', readFileSync(getAssetPath('operator.css')))],
  ['reference.css', createAsset('text/css; charset=utf-8', readFileSync(getAssetPath('reference.css')))],
  ['reference.js', createAsset('text/javascript; charset=utf-8', readFileSync(getAssetPath('reference.js')))],
  ['stickers.svg', createAsset('image/svg+xml', combineSvgFiles('stickers'))],
  ...BITMAPS.map(([name, mediaType]) => [name, createAsset(mediaType, readFileSync(getAssetPath(name)))] as const),
  ['icon.svg', createAsset('image/svg+xml', readFileSync(getAssetPath('icon.svg')))],
]);

/** Returns the URL of an asset. It contains a version, so that browsers can cache the asset without asking for changes. */
export function getAssetUrl(name: string): string {
  return `/assets/${name}?v=${assets.get(name)?.version}`;
}

/** Returns the media type and the content of an asset. Throws the error NOT_FOUND if the asset does not exist. */
export function getAssetFile(name: string): { readonly type: string; readonly body: Buffer } {
  const asset = assets.get(name);
  if (!asset) throw createNotFoundError();
  return { type: asset.mediaType, body: asset.body };
}

/** Lists the URLs of the fonts that a page preloads, before the stylesheet requests them. */
export function listFontUrls(language: Language): string[] {
  return SUBSETS_BY_LANGUAGE[language].map((subset) => getAssetUrl(getFontName(subset)));
}

export const getAsset = defineFileEndpoint({
  summary: 'Serve the stylesheet, scripts, fonts and icons of the pages',
  mediaType: 'text/css', // only for the documentation of the API; each response has the media type of its asset
  params: { file: Type.String() },
  query: { v: VersionParam },
  errorCodes: ['NOT_FOUND'],
  run: async (_ctx, _caller, { params, query }) => {
    const version = assets.get(params.file)?.version ?? '';
    return { ...getAssetFile(params.file), headers: getPublicCacheHeaders(version, query.v) };
  },
});

function createAsset(mediaType: string, body: Buffer): Asset {
  return { mediaType, body, version: createHash('sha256').update(body).digest('base64url').slice(0, 10) };
}

/** Combines htmx and our scripts into one file, which saves requests. `;` separates them, because htmx may end without one. */
function bundleScripts(): Buffer {
  const htmx = readFileSync(getPackageFilePath('htmx.org/dist/htmx.min.js'), 'utf8');
  const scripts = ['panel.js', 'passkeys.js', 'push.js', 'recorder.js'].map((name) =>
    readFileSync(getAssetPath(name), 'utf8'),
  );
  return Buffer.from(`${htmx}\n;${transformSync(scripts.join('\n'), { minify: true }).code}`);
}

/** Combines the SVG files of a folder into one SVG with a row of tiles. The URL fragment `#name` selects a file. */
function combineSvgFiles(folder: string): Buffer {
  const files = readdirSync(getAssetPath(folder)).sort();
  const tiles = files.map((file, i) => {
    const [, viewBox, body] = /^<svg [^>]*viewBox="([^"]+)"[^>]*>(.*)<\/svg>\s*$/s.exec(
      readFileSync(join(getAssetPath(folder), file), 'utf8'),
    ) as RegExpExecArray; // the files in assets/ have this format
    const name = file.replace('.svg', '');
    const x = TILE_SIZE * i;
    return `<view id="${name}" viewBox="${x} 0 ${TILE_SIZE} ${TILE_SIZE}"/><svg x="${x}" width="${TILE_SIZE}" height="${TILE_SIZE}" viewBox="${viewBox}">${body}</svg>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${TILE_SIZE * files.length} ${TILE_SIZE}">${tiles.join('')}</svg>`;
  return Buffer.from(svg);
}

function getAssetPath(name: string): string {
  return join(import.meta.dirname, 'assets', name);
}

function getPackageFilePath(name: string): string {
  return fileURLToPath(import.meta.resolve(name));
}

function getFontName(subset: FontSubset): string {
  return `nunito-${subset}.woff2`;
}

function getFontPath(subset: FontSubset): string {
  return getPackageFilePath(`@fontsource-variable/nunito/files/nunito-${subset}-wght-normal.woff2`);
}

/**
 * Combines the files of css/ into one, in alphabetical order, without comments and spaces. Versions are added to font URLs,
 * because pages preload the fonts from URLs with a version.
 */
function bundleStylesheets(): Buffer {
  const files = readdirSync(getAssetPath('css')).sort();
  const css = files.map((file) => readFileSync(join(getAssetPath('css'), file), 'utf8')).join('\n');
  const versionedCss = fonts.reduce(
    (text, [name, { version }]) => text.replace(`"${name}"`, `"${name}?v=${version}"`),
    css,
  );
  return Buffer.from(transformSync(versionedCss, { loader: 'css', minify: true }).code);
}
