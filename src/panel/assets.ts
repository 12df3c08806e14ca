import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import type { Language } from '../core/languages.ts';
import { file } from '../platform/http/endpoint.ts';
import { notFound } from '../platform/http/errors.ts';

interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly version: string;
}

const FONT_SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext'] as const;
type Subset = (typeof FONT_SUBSETS)[number];

/** What a page in a language is sure to need; digits and punctuation are Latin everywhere. */
const FONTS_OF: Record<Language, readonly Subset[]> = {
  en: ['latin'],
  es: ['latin'],
  uk: ['latin', 'cyrillic'],
  pl: ['latin', 'latin-ext'],
};

const fonts = FONT_SUBSETS.map(
  (subset) => [fontName(subset), asset('font/woff2', readFileSync(fontFile(subset)))] as const,
);

/** What pages are made with: few and small, so they are read once and held in memory. */
const assets: ReadonlyMap<string, Asset> = new Map([
  ...fonts,
  ['panel.css', asset('text/css; charset=utf-8', stylesheet())],
  ['icon.svg', asset('image/svg+xml', readFileSync(join(import.meta.dirname, 'assets/icon.svg')))],
]);

/** An asset's address; it carries a version, so browsers may keep it for good. */
export function assetUrl(name: string): string {
  return `/assets/${name}?v=${assets.get(name)?.version}`;
}

/** Addresses of the fonts to load before the stylesheet asks for them. */
export function fontUrls(language: Language): string[] {
  return FONTS_OF[language].map((subset) => assetUrl(fontName(subset)));
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

function asset(type: string, body: Buffer): Asset {
  return { type, body, version: createHash('sha256').update(body).digest('base64url').slice(0, 10) };
}

function fontName(subset: Subset): string {
  return `nunito-${subset}.woff2`;
}

function fontFile(subset: Subset): string {
  return fileURLToPath(import.meta.resolve(`@fontsource-variable/nunito/files/nunito-${subset}-wght-normal.woff2`));
}

/** The stylesheet names its fonts with their versions, so that a page's preload and the font it asks for are one. */
function stylesheet(): Buffer {
  const plain = readFileSync(join(import.meta.dirname, 'assets/panel.css'), 'utf8');
  const versioned = fonts.reduce(
    (css, [name, { version }]) => css.replace(`"${name}"`, `"${name}?v=${version}"`),
    plain,
  );
  return Buffer.from(versioned);
}
