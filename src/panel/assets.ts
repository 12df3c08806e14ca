import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { file } from '../platform/http/endpoint.ts';
import { notFound } from '../platform/http/errors.ts';

interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly version: string;
}

const FONT_SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext'];

/** What pages are made with: few and small, so they are read once and held in memory. */
const assets: ReadonlyMap<string, Asset> = new Map([
  ['panel.css', read('text/css; charset=utf-8', join(import.meta.dirname, 'assets/panel.css'))],
  ['icon.svg', read('image/svg+xml', join(import.meta.dirname, 'assets/icon.svg'))],
  ...FONT_SUBSETS.map((subset) => [`nunito-${subset}.woff2`, read('font/woff2', fontFile(subset))] as const),
]);

/** An asset's address; it carries a version, so browsers may keep it for good. */
export function assetUrl(name: string): string {
  return `/assets/${name}?v=${assets.get(name)?.version}`;
}

export const getAsset = file({
  summary: 'Stylesheet, font and icon of the pages',
  mediaType: 'text/css',
  params: { file: Type.String() },
  refuses: ['NOT_FOUND'],
  run: async (_ctx, _caller, { params }) => {
    const asset = assets.get(params.file);
    if (!asset) throw notFound();
    return { type: asset.type, body: asset.body, headers: { 'cache-control': 'public, max-age=31536000, immutable' } };
  },
});

function read(type: string, path: string): Asset {
  const body = readFileSync(path);
  return { type, body, version: createHash('sha256').update(body).digest('base64url').slice(0, 10) };
}

function fontFile(subset: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource-variable/nunito/files/nunito-${subset}-wght-normal.woff2`));
}
