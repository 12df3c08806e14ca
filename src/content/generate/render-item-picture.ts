import type { Content } from '../loading/content.ts';

/** The parts of the path of a generated item's picture. They come from a URL and can be any texts. */
export interface PicturePath {
  readonly task: string;
  readonly item: string;
  readonly file: string;
}

/** The maximum length of a file name. The file names of all draws are shorter. */
const MAX_FILE_NAME_LENGTH = 1000;

/**
 * Renders the picture of a generated item. Returns undefined unless the path contains valid drawn values and the generator has a
 * picture.
 */
export function renderItemPicture(
  { generators, pictures }: Content,
  { task, item, file }: PicturePath,
): { readonly svg: Buffer; readonly version: string } | undefined {
  const generator = generators.get(task)?.get(item);
  const [, encodedDraw, step] = /^([\w-]+)(?:\.([1-9]))?\.svg$/.exec(file.slice(0, MAX_FILE_NAME_LENGTH)) ?? [];
  const draw = parseDraw(encodedDraw);
  if (!generator?.isValidDraw(draw)) return undefined;
  const svg = generator.renderPicture(draw, (name) => pictures.get(name)?.svg.toString(), Number(step ?? 0));
  return svg === undefined ? undefined : { svg: Buffer.from(svg), version: generator.version };
}

function parseDraw(encoded: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(encoded ?? '', 'base64url').toString());
  } catch {
    return undefined;
  }
}
