export { InvalidPackError } from './files/validation-errors.ts';
export type { AnswerKey } from './format/answers.ts';
export {
  CLOTHES,
  type CUSTOM_ACCESSORIES,
  type CUSTOM_GRAPHICS,
  type CUSTOM_HATS,
  DICEBEAR_GLASSES,
  DICEBEAR_GRAPHICS,
  DICEBEAR_HATS,
  HAIRSTYLES,
  type ItemArt,
} from './format/avatar-art.ts';
export { chooseLanguage, findTexts, hasLanguage, localize } from './format/multilingual-text.ts';
export type { MultilingualText } from './format/pack.ts';
export { GOAL_METRICS, GOAL_PERIODS, type PlanetEntry, type PlanetGoal } from './format/planets.ts';
export { type AvatarItem, BADGE_METRICS, type Badge, RARITIES } from './format/progression.ts';
export { type DrawnPicture, TASK_KINDS } from './format/task.ts';
export { LOCATION_KINDS } from './format/world.ts';
export { describeItem } from './generate/describe-item.ts';
export type { Draw } from './generate/draw-values.ts';
export type { Generator } from './generate/generator.ts';
export { renderItemPicture } from './generate/render-item-picture.ts';
export type { Content, Item, Location, Media, Picture, Task, TaskKey, World } from './loading/content.ts';
export { loadPacks } from './loading/load-packs.ts';
export { getLocationStructure, getWorldStructure, withTask } from './loading/structure.ts';
