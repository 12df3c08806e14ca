import { type Static, type TSchema, Type } from 'typebox';
import { Enum } from '../../core/requests/json-schema.ts';
import { ITEM_MODULES, type StaticItem } from '../kinds/index.ts';
import { MediaIds, type Option } from '../kinds/kind.ts';
import { GeneratorEntry } from './generators.ts';
import { defineStrictObject, Id, MultilingualText } from './pack.ts';

/** The schema of worlds/<world>/tasks/<task>.yaml: what a child may see before grading. The name of the file is the task's id. */

export const TASK_KINDS = ['quiz', 'lesson', 'creative', 'real_world'] as const;

const ItemEntry = discriminateByKind<StaticItem | GeneratorEntry>([
  ...Object.values(ITEM_MODULES).map(({ item }) => item),
  GeneratorEntry,
]);

export const TaskFile = defineStrictObject({
  kind: Enum(TASK_KINDS),
  difficulty: Type.Integer({ minimum: 1, maximum: 5 }),
  estimated_minutes: Type.Integer({ minimum: 1, maximum: 120 }),
  pass_score: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Default 0.6' })),
  requires_review: Type.Optional(
    Type.Boolean({ description: 'A guardian reviews it; creative tasks are always reviewed' }),
  ),
  pre_reader: Type.Optional(
    Type.Boolean({
      description: 'A child who cannot read yet can do it by listening and looking; `content check` verifies this',
    }),
  ),
  skills: Type.Array(Id, { uniqueItems: true }),
  title: MultilingualText,
  instructions: MultilingualText,
  media: Type.Optional(MediaIds),
  items: Type.Optional(Type.Array(ItemEntry, { description: 'Graded items only in a quiz; info items in any task' })),
});

export type TaskFile = Static<typeof TaskFile>;
/** An entry of a task's `items`: an item, or a generator of items. */
export type ItemEntry = Static<typeof ItemEntry>;

const CHOICE_LISTS = ['options', 'left', 'right', 'categories'] as const;
type ChoiceListName = (typeof CHOICE_LISTS)[number];

/** Lists the choices of an item, by the name of their list. The rules for computed options of a generator are no list. */
export function listChoices(item: ItemEntry): [ChoiceListName, readonly Option[]][] {
  const lists = item as { readonly [N in ChoiceListName]?: unknown };
  return CHOICE_LISTS.flatMap((name) => {
    const list = lists[name];
    return Array.isArray(list) ? [[name, list]] : [];
  });
}

/** Defines a union of schemas that differ in `kind`, so that errors are reported only for the schema of that kind. */
export function discriminateByKind<T>(schemas: readonly TSchema[]) {
  return Type.Unsafe<T>({
    type: 'object',
    discriminator: { propertyName: 'kind' },
    required: ['kind'],
    oneOf: schemas,
  });
}
