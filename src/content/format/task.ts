import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { Enum } from '../../core/requests/json-schema.ts';
import { AsksForForm, GeneratorEntry } from './generators.ts';
import { defineStrictObject, Id, MultilingualText, Recording, Speech } from './pack.ts';

/** The schema of worlds/<world>/tasks/<task>.yaml: what a child may see before grading. The name of the file is the task's id. */

export const TASK_KINDS = ['quiz', 'lesson', 'creative', 'real_world'] as const;

const MediaIds = Type.Array(Id, { uniqueItems: true, description: 'Files of media.yaml, without extension' });
/** How a text is read aloud, if it is not read as it is written. */
const SPOKEN_FIELDS = { speech: Type.Optional(Speech), recording: Type.Optional(Recording) };
const Option = defineStrictObject({ id: Id, text: MultilingualText, image: Type.Optional(Id), ...SPOKEN_FIELDS });
const Category = defineStrictObject({ id: Id, text: MultilingualText, image: Type.Optional(Id), ...SPOKEN_FIELDS });
const Options = Type.Array(Option, { minItems: 2, maxItems: 12 });
const SelectionCount = Type.Integer({ minimum: 0, maximum: 12 });

const SingleChoice = defineItem('single_choice', { options: Options, asks_for_form: AsksForForm });
const TrueFalse = defineItem('true_false', { options: Type.Array(Option, { minItems: 2, maxItems: 2 }) });
const MultipleChoice = defineItem('multiple_choice', {
  options: Options,
  select_min: Type.Optional(SelectionCount),
  select_max: Type.Optional(SelectionCount),
  asks_for_form: AsksForForm,
});
const FillIn = defineItem('fill_in', { max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })) });
const Numeric = defineItem('numeric', { unit: Type.Optional(MultilingualText) });
const Matching = defineItem('matching', { left: Options, right: Options, asks_for_form: AsksForForm });
const Sequencing = defineItem('sequencing', { options: Options, asks_for_form: AsksForForm });
const Categorize = defineItem('categorize', {
  options: Options,
  categories: Type.Array(Category, { minItems: 2, maxItems: 6 }),
});
const Hotspot = defineItem('hotspot', { image: Id });
const Info = defineStrictObject({
  id: Id,
  kind: Type.Literal('info'),
  prompt: MultilingualText,
  text: MultilingualText,
  media: Type.Optional(MediaIds),
  ...SPOKEN_FIELDS,
});

const STATIC_ITEMS = [
  SingleChoice,
  TrueFalse,
  MultipleChoice,
  FillIn,
  Numeric,
  Matching,
  Sequencing,
  Categorize,
  Hotspot,
  Info,
] as const;

const ItemEntry = discriminateByKind([...STATIC_ITEMS, GeneratorEntry]);

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
/** An item as its author has written it. */
export type StaticItem = Static<(typeof STATIC_ITEMS)[number]>;
/** An entry of a task's `items`: an item, or a generator of items. */
export type ItemEntry = Static<typeof ItemEntry>;

/** An item as a child may see it. An info item has 0 points. */
export type Item = WithDefaults<StaticItem>;
type WithDefaults<T> = T extends StaticItem
  ? Omit<T, 'media' | 'points'> & {
      readonly media: readonly string[];
      readonly points: number;
      readonly hints_available: number;
      /** The picture of a generated item, drawn for this item alone. */
      readonly picture?: DrawnPicture;
    }
  : never;

export interface DrawnPicture {
  /** "<task>/<item>/<draw>.svg" */
  readonly path: string;
  /** The version of the generator (`Generator.version`). As a part of the URL, it gives a changed picture a new URL. */
  readonly version: string;
  readonly alt: MultilingualText;
}

type ChoiceListName = 'options' | 'left' | 'right' | 'categories';
interface Choice {
  readonly id: string;
  readonly text: MultilingualText;
  readonly image?: string;
  readonly speech?: MultilingualText;
  readonly recording?: Readonly<Record<string, string>>;
}

/** Lists the choices of an item, by the name of their list. */
export function listChoices(item: ItemEntry): [ChoiceListName, readonly Choice[]][] {
  if (item.kind === 'generated') return Array.isArray(item.options) ? [['options', item.options]] : [];
  if (item.kind === 'matching') {
    return [
      ['left', item.left],
      ['right', item.right],
    ];
  }
  const options: [ChoiceListName, readonly Choice[]][] = 'options' in item ? [['options', item.options]] : [];
  return item.kind === 'categorize' ? [...options, ['categories', item.categories]] : options;
}

function defineItem<const K extends string, T extends TProperties>(kind: K, properties: T) {
  return defineStrictObject({
    id: Id,
    kind: Type.Literal(kind),
    prompt: MultilingualText,
    ...SPOKEN_FIELDS,
    media: Type.Optional(MediaIds),
    points: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Default 1' })),
    ...properties,
  });
}

/** Defines a union of schemas that differ in `kind`, so that errors are reported only for the schema of that kind. */
export function discriminateByKind<const T extends readonly TSchema[]>(schemas: T) {
  return Type.Unsafe<Static<T[number]>>({
    type: 'object',
    discriminator: { propertyName: 'kind' },
    required: ['kind'],
    oneOf: schemas,
  });
}
