import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { NOT_IN_PACK_MESSAGE, readPackFile } from './read-pack-file.ts';
import type { ValidationError } from './validation-errors.ts';

/** A file in pictures/ or media/, loaded into memory. */
export interface Asset {
  /** The name without extension, which other files use as a reference. */
  readonly id: string;
  /** The path, relative to the packs folder. */
  readonly file: string;
  readonly bytes: Buffer;
  readonly mime: string;
  /** A hash of the bytes. */
  readonly version: string;
  /** The width and height of an SVG's viewBox; null for other formats. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.webm': 'audio/webm',
};
/** Matches scripts and references to external resources. */
const NOT_SELF_CONTAINED_PATTERN =
  /<(?:[\w-]+:)?(?:script|foreignObject|iframe)\b|\son\w+\s*=|xmlns(?::(?!xlink\b)[\w-]+)?\s*=\s*["'](?!http:\/\/www\.w3\.org\/2000\/svg["'])|href\s*=\s*["'](?!#)|url\((?!["']?#)|@import/i;

/** Reads the files of a subfolder. Adds the errors of invalid files to `errors`. */
export function readAssets(packsFolder: string, subfolder: string, errors: ValidationError[]): Asset[] {
  if (!existsSync(join(packsFolder, subfolder))) return [];
  return readdirSync(join(packsFolder, subfolder))
    .sort()
    .flatMap((name) => readAsset(packsFolder, `${subfolder}/${name}`, name, errors));
}

/** Computes a short content hash. */
export function computeShortHash(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 10);
}

/** Reads one file. Reports an error and returns an empty list if the file type is not allowed or the file is not in the pack. */
function readAsset(packsFolder: string, file: string, name: string, errors: ValidationError[]): Asset[] {
  const extension = extname(name);
  const mime = MIME_TYPES[extension];
  if (!mime) {
    errors.push({ file, path: [], message: `The file type must be one of ${Object.keys(MIME_TYPES).join(', ')}.` });
    return [];
  }
  const bytes = readPackFile(packsFolder, file);
  if (!bytes) {
    errors.push({ file, path: [], message: NOT_IN_PACK_MESSAGE });
    return [];
  }
  const svg = mime === 'image/svg+xml' ? bytes.toString() : '';
  if (NOT_SELF_CONTAINED_PATTERN.test(svg)) {
    errors.push({ file, path: [], message: 'A picture must not contain scripts or load external resources.' });
  }
  return [
    {
      id: name.slice(0, -extension.length),
      file,
      bytes,
      mime,
      version: computeShortHash(bytes),
      size: parseViewBox(svg),
    },
  ];
}

function parseViewBox(svg: string): Asset['size'] {
  const [, width, height] = /<svg[^>]*\sviewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg) ?? [];
  return width === undefined ? null : { width: Number(width), height: Number(height) };
}
