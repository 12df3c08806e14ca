import { type Content, renderItemPicture } from '../content/index.ts';
import { parseLook, renderLook } from '../features/avatar/index.ts';
import type { Picture } from '../platform/email/parts.ts';
import { svgToPng } from '../platform/media/index.ts';

/** The width of a picture in pixels: twice its width in an email, for high-resolution screens. */
const AVATAR_WIDTH = 224;
const PICTURE_WIDTH = 768;

/**
 * Draws a public picture of the service for an email: an avatar, a picture of a pack, or that of a generated item. Returns undefined if
 * there is no such picture any more.
 */
export async function loadEmailPicture(content: Content, { url, marks }: Picture): Promise<Buffer | undefined> {
  const [, folder, ...names] = new URL(url).pathname.split('/');
  if (folder === 'avatars') {
    const look = parseLook((names[0] ?? '').replace(/\.png$/, ''));
    return look && renderLook(content, look, AVATAR_WIDTH, 'emails');
  }
  const [task = '', item = '', file = ''] = names;
  if (folder === 'drawn') {
    const drawn = renderItemPicture(content, { task, item, file });
    return drawn && svgToPng(drawn.svg.toString(), PICTURE_WIDTH);
  }
  const media = content.media.get(task.replace(/\.\w+$/, ''));
  if (!media) return undefined;
  const { bytes, mime, size } = media;
  if (!marks || !size) return svgToPng(bytes.toString(), PICTURE_WIDTH);
  return svgToPng(drawMarks(`data:${mime};base64,${bytes.toString('base64')}`, size, marks), PICTURE_WIDTH);
}

/** Draws a picture with a frame around each right area and a cross at the point, as the panel does. */
function drawMarks(
  href: string,
  { width, height }: { readonly width: number; readonly height: number },
  { point, areas }: NonNullable<Picture['marks']>,
): string {
  const line = width / 100;
  const draw = (shape: string) =>
    [`stroke="#fff" stroke-width="${2 * line}"`, `stroke-width="${line}"`].map((style) => `<g ${style}>${shape}</g>`);
  const frames = areas.flatMap((area) =>
    draw(
      `<rect x="${area.x * width}" y="${area.y * height}" width="${area.width * width}" height="${area.height * height}" rx="${line}"/>`,
    ),
  );
  const arm = 2.5 * line;
  const [x, y] = point ? [point.x * width, point.y * height] : [0, 0];
  const cross = point
    ? draw(`<path d="M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m${-2 * arm} 0l${2 * arm} ${-2 * arm}"/>`)
    : [];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round"><image href="${href}" width="${width}" height="${height}"/><g stroke="#276b45">${frames.join('')}</g><g stroke="#a11043">${cross.join('')}</g></svg>`;
}
