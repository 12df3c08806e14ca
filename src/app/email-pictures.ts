import { type Content, renderItemPicture } from '../content/index.ts';
import { parseLook, renderLook } from '../features/avatar/index.ts';
import { svgToPng } from '../platform/media/index.ts';

/** The width of a picture in pixels: twice its width in an email, for high-resolution screens. */
const AVATAR_WIDTH = 224;
const PICTURE_WIDTH = 768;

/**
 * Draws a public picture of the service for an email, given its URL: an avatar, a picture of a pack, or that of a generated item.
 * Returns undefined if there is no such picture any more.
 */
export async function loadEmailPicture(content: Content, url: string): Promise<Buffer | undefined> {
  const [, folder, ...names] = new URL(url).pathname.split('/');
  if (folder === 'avatars') {
    const look = parseLook((names[0] ?? '').replace(/\.png$/, ''));
    return look && renderLook(content, look, AVATAR_WIDTH, 'emails');
  }
  const [task = '', item = '', file = ''] = names;
  const svg =
    folder === 'drawn'
      ? renderItemPicture(content, { task, item, file })?.svg
      : content.media.get(task.replace(/\.svg$/, ''))?.bytes;
  return svg && svgToPng(svg.toString(), PICTURE_WIDTH);
}
