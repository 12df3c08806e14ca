import type { Context } from '../../platform/context.ts';
import type { Content, Media, Picture } from './loading/content.ts';

export { InvalidPack } from './files/validation-errors.ts';
export type { ItemKey } from './format/answers.ts';
export { bestLanguage, findTexts, localize } from './format/localized-text.ts';
export type { LocalText } from './format/pack.ts';
export { GOAL_METRICS, GOAL_PERIODS, type PlanetEntry, type PlanetGoal } from './format/planets.ts';
export { type AvatarItem, type Badge, METRICS, RARITIES } from './format/progression.ts';
export { TASK_KINDS } from './format/task.ts';
export { LOCATION_KINDS } from './format/world.ts';
export type { Content, Item, Location, Media, Task, TaskKey, World } from './loading/content.ts';
export { loadPacks } from './loading/load-packs.ts';
export { getMedium, getPicture } from './routes.ts';

/** The current content. A reload replaces `current`, so a request that reads it once sees consistent content. */
export interface ContentHolder {
  current: Content;
}

declare module '../../platform/context.ts' {
  interface Context {
    readonly content: ContentHolder;
  }
}

/** The absolute URL of a pack's picture. */
export function pictureUrl({ content, settings }: Context, name: string): string {
  const { version } = content.current.pictures.get(name) as Picture; // the loader checks that every referenced picture exists
  return `${settings.baseUrl}/pictures/${name}.svg?v=${version}`;
}

/** The absolute URL of a media file. */
export function mediaUrl({ content, settings }: Context, id: string): string {
  const { file, version } = content.current.media.get(id) as Media; // the loader checks that every referenced media file exists
  return `${settings.baseUrl}/media/${file}?v=${version}`;
}
