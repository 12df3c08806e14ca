import type { Context } from '../../platform/context.ts';
import type { Content, Media, Picture } from './content.ts';

export type { Content, Item, Location, Media, Task, TaskKey, World } from './content.ts';
export { loadPacks } from './load-packs.ts';
export { BadPack } from './mistakes.ts';
export { getMedium, getPicture } from './routes.ts';
export { type AvatarItem, type Badge, METRICS, RARITIES } from './shapes.ts';
export type { ItemKey } from './shapes-answers.ts';
export type { LocalText } from './shapes-pack.ts';
export { GOAL_METRICS, GOAL_PERIODS, type PlanetEntry, type PlanetGoal } from './shapes-planets.ts';
export { TASK_KINDS } from './shapes-task.ts';
export { LOCATION_KINDS } from './shapes-world.ts';
export { languageAmong, textIn, textsIn } from './texts.ts';

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
