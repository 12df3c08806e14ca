export { DEFAULT_PACKS_FOLDER } from './files/read-pack.ts';
export { InvalidPackError } from './files/validation-errors.ts';
export {
  ANIMALS,
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
export type { Misconception } from './format/misconceptions.ts';
export { chooseLanguage, findTexts, hasLanguage, localize } from './format/multilingual-text.ts';
export type { MultilingualText } from './format/pack.ts';
export { GOAL_METRICS, GOAL_PERIODS, type PlanetEntry, type PlanetGoal } from './format/planets.ts';
export { type AvatarItem, BADGE_METRICS, type Badge, RARITIES, type StarterLook } from './format/progression.ts';
export type { Skill } from './format/skills.ts';
export { TASK_KINDS } from './format/task.ts';
export { LOCATION_KINDS } from './format/world.ts';
export { describeItem } from './generate/compile-item.ts';
export { type Draw, LEVEL_KEY } from './generate/draw-values.ts';
export type { Generator } from './generate/generator.ts';
export { renderItemPicture } from './generate/render-item-picture.ts';
export {
  type AnswerKey,
  getQuestionRules,
  ITEM_KINDS,
  ITEM_MODULES,
  type Item,
  QUESTION_KINDS,
} from './kinds/index.ts';
export {
  AltText,
  type DrawnPicture,
  type ItemView,
  listMisconceptions,
  type PreviewView,
  SENT_SPOKEN_FIELDS,
  type SolutionStep,
} from './kinds/kind.ts';
export { renderStrokes } from './kinds/trace.ts';
export type { Content, Location, Media, Picture, Task, TaskKey, World } from './loading/content.ts';
export { loadPacks } from './loading/load-packs.ts';
export { getLocationStructure, getSkill, getWorldStructure, withTask } from './loading/structure.ts';
