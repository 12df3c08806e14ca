import type { DrawnPicture, Media, Picture } from '../../content/index.ts';
import type { Context } from '../../platform/context.ts';

/** The absolute URL of a decorative picture of a pack. */
export function buildPictureUrl(ctx: Context, name: string): string {
  return ctx.settings.baseUrl + buildPicturePath(ctx, name);
}

/** The path of a decorative picture of a pack, for pages of the panel. */
export function buildPicturePath({ content }: Context, name: string): string {
  const { version } = content.current.pictures.get(name) as Picture; // the loader checks that every referenced picture exists
  return `/pictures/${name}.svg?v=${version}`;
}

/** The absolute URL of a media file of a pack. */
export function buildMediaUrl({ content, settings }: Context, id: string): string {
  const { file, version } = content.current.media.get(id) as Media; // the loader checks that every referenced media file exists
  return `${settings.baseUrl}/media/${file}?v=${version}`;
}

/** The absolute URL of the picture of one generated item. */
export function buildDrawnPictureUrl({ settings }: Context, { path, version }: DrawnPicture): string {
  return `${settings.baseUrl}/drawn/${path}?v=${version}`;
}
