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

/** The absolute address of a medium. */
export function mediaUrl({ content, settings }: Context, id: string): string {
  const { file, version } = content.current.media.get(id) as Media; // the loader checks that every named medium exists
  return `${settings.baseUrl}/media/${file}?v=${version}`;
}
