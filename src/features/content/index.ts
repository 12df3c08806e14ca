import type { Context } from '../../platform/context.ts';
import type { Content, Picture } from './load-pack.ts';

export { BadPack, type Content, loadPack } from './load-pack.ts';
export { getPicture } from './routes.ts';
export { type AvatarItem, type Badge, RARITIES } from './shapes.ts';

/** The pack in use; a reload swaps `current` whole, so a request that read it once sees one pack. */
export interface ContentHolder {
  current: Content;
}

declare module '../../platform/context.ts' {
  interface Context {
    readonly content: ContentHolder;
  }
}

/** The absolute address of a pack's picture. */
export function pictureUrl({ content, settings }: Context, name: string): string {
  const { version } = content.current.pictures.get(name) as Picture; // the loader checks that every named picture exists
  return `${settings.baseUrl}/pictures/${name}.svg?v=${version}`;
}
