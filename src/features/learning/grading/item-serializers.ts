import { type Static, Type } from 'typebox';
import { type AnswerKey, hasLanguage, type Item, localize, type Media } from '../../../content/index.ts';
import { documentAs, Enum, Nullable } from '../../../core/requests/json-schema.ts';
import type { Context } from '../../../platform/context.ts';
import { buildDrawnPictureUrl, buildMediaUrl } from '../../content-media/index.ts';
import type { AttemptTask } from '../attempts/drawn-items.ts';
import type { AnswerFormName } from './answers/answer-schema.ts';
import { MAX_TEXT_ANSWER_LENGTH } from './answers/normalize-answer.ts';
import { shuffleBySeed } from './shuffle.ts';

export const ITEM_KINDS = [
  'single_choice',
  'true_false',
  'multiple_choice',
  'fill_in',
  'numeric',
  'matching',
  'sequencing',
  'categorize',
  'hotspot',
  'info',
] as const satisfies readonly Item['kind'][];

const AltText = Type.String({ description: 'A text for a child who cannot see the picture or hear the sound.' });

/** A picture or sound of a task or an item. */
export const MediaSchema = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    mime: Type.String(),
    alt_text: AltText,
    caption: Nullable(Type.String()),
  },
  { title: 'Medium' },
);

const SPOKEN_FIELDS = {
  speech: Nullable(
    Type.String({ description: 'What to read aloud instead of the text; null to read the text as it is written.' }),
  ),
  recording_url: Nullable(
    Type.String({ description: 'A recording to play instead of reading the text aloud; null if there is none.' }),
  ),
};

const CHOICE_FIELDS = {
  id: Type.String(),
  text: Type.String(),
  image_url: Nullable(Type.String()),
  ...SPOKEN_FIELDS,
};
const OptionSchema = Type.Object(CHOICE_FIELDS, { title: 'Option' });
const CategorySchema = Type.Object(CHOICE_FIELDS, { title: 'Category' });

/** An item as the client receives it before it is answered. The fields depend on its kind. */
export const ItemSchema = Type.Object(
  {
    id: Type.String(),
    kind: Enum(ITEM_KINDS),
    prompt: Type.String(),
    speech: Nullable(
      Type.String({
        description:
          'What to read aloud instead of the prompt, or of the text of an info item; null to read it as it is written.',
      }),
    ),
    recording_url: SPOKEN_FIELDS.recording_url,
    media: Type.Array(MediaSchema),
    points: Type.Integer({ description: 'The points for a fully correct answer; 0 for an item of the kind `info`.' }),
    hints_available: Type.Integer(),
    options: Type.Optional(Type.Array(OptionSchema)),
    select_min: Type.Optional(Type.Integer()),
    select_max: Type.Optional(Type.Integer()),
    max_length: Type.Optional(Type.Integer()),
    unit: Type.Optional(
      Nullable(
        Type.String({
          description: 'The unit of the number, such as `cm`, which is shown beside the answer; null if there is none.',
        }),
      ),
    ),
    left: Type.Optional(Type.Array(OptionSchema)),
    right: Type.Optional(Type.Array(OptionSchema)),
    categories: Type.Optional(
      Type.Array(CategorySchema, {
        description: 'The groups into which the child sorts the options.',
      }),
    ),
    image: Type.Optional(
      Type.Object(
        { url: Type.String(), width: Type.Integer(), height: Type.Integer(), alt_text: AltText },
        { title: 'ItemPicture', description: 'The picture on which the child chooses a point.' },
      ),
    ),
    text: Type.Optional(Type.String({ description: 'The text of an info item.' })),
  },
  { title: 'Item' },
);

interface ItemVariant {
  readonly title: string;
  readonly fields: readonly (keyof SerializedItem)[];
  readonly answerForm: AnswerFormName | undefined;
}

/** What each kind of item has in addition to the common fields, and the form of its answer. */
const ITEM_VARIANTS = {
  single_choice: { title: 'SingleChoiceItem', fields: ['options'], answerForm: 'OptionAnswer' },
  true_false: { title: 'TrueFalseItem', fields: ['options'], answerForm: 'OptionAnswer' },
  multiple_choice: {
    title: 'MultipleChoiceItem',
    fields: ['options', 'select_min', 'select_max'],
    answerForm: 'OptionsAnswer',
  },
  fill_in: { title: 'FillInItem', fields: ['max_length'], answerForm: 'TextAnswer' },
  numeric: { title: 'NumericItem', fields: ['unit'], answerForm: 'NumberAnswer' },
  matching: { title: 'MatchingItem', fields: ['left', 'right'], answerForm: 'PairsAnswer' },
  sequencing: { title: 'SequencingItem', fields: ['options'], answerForm: 'OrderAnswer' },
  categorize: { title: 'CategorizeItem', fields: ['options', 'categories'], answerForm: 'CategoriesAnswer' },
  hotspot: { title: 'HotspotItem', fields: ['image'], answerForm: 'PointAnswer' },
  info: { title: 'InfoItem', fields: ['text'], answerForm: undefined },
} as const satisfies Record<Item['kind'], ItemVariant>;

const COMMON_FIELDS = [
  'id',
  'kind',
  'prompt',
  'speech',
  'recording_url',
  'media',
  'points',
  'hints_available',
] as const;

// The API documents list a schema for each kind. The serializer uses the one object schema above instead, because it would have
// to validate each item to choose between ten schemas.
documentAs(ItemSchema, {
  title: 'Item',
  description:
    'A question of a task, or a text or picture without a question (`info`). Its `kind` decides which fields it has and what it is answered with.',
  oneOf: ITEM_KINDS.map(createVariantSchema),
  discriminator: { propertyName: 'kind' },
});

function createVariantSchema(kind: Item['kind']) {
  const { title, fields, answerForm } = ITEM_VARIANTS[kind];
  const { properties } = Type.Required(Type.Pick(ItemSchema, [...COMMON_FIELDS, ...fields]));
  const description = answerForm
    ? `Answered with ${answerForm}.`
    : 'A text or picture without a question. It needs no answer: any answer except null is refused with VALIDATION_ERROR.';
  return Type.Object({ ...properties, kind: Enum([kind]) }, { title, description });
}

export type SerializedItem = Static<typeof ItemSchema>;
type Options = (Item & { kind: 'single_choice' })['options'];
type SpokenForm = Pick<Options[number], 'speech' | 'recording'>;

/** How items are shown: texts in the language of `locale`, options in an order that `seed` decides. */
interface ItemView {
  readonly locale: string;
  readonly seed: string;
}

/** Serializes all items of a task. The options of a sequencing item are never in the correct order. */
export function serializeItems(ctx: Context, { task, itemKeys }: AttemptTask, view: ItemView): SerializedItem[] {
  return task.items.map((item) => serializeItem(ctx, item, view, itemKeys.get(item.id)));
}

/**
 * Serializes an item. The answer key is used only to avoid sending the options of a sequencing item in the correct order.
 * Without a key, the order in the task's file counts as the correct order.
 */
export function serializeItem(ctx: Context, item: Item, { locale, seed }: ItemView, key?: AnswerKey): SerializedItem {
  const { id, kind, points, hints_available } = item;
  const prompt = localize(item.prompt, locale).text;
  const media = item.media.map((mediaId) => serializeMedia(ctx, mediaId, locale));
  if (item.picture) media.push(serializeItemPicture(ctx, id, item.picture, locale));
  const fields = serializeKindFields(ctx, item, { locale, seed: `${seed} ${id}` }, key);
  return { id, kind, prompt, ...serializeSpokenForm(ctx, item, locale), media, points, hints_available, ...fields };
}

export function serializeMedia(ctx: Context, id: string, locale: string): Static<typeof MediaSchema> {
  const { mime, alt, caption } = getMedia(ctx, id);
  const alt_text = localize(alt, locale).text;
  return { id, url: buildMediaUrl(ctx, id), mime, alt_text, caption: caption && localize(caption, locale).text };
}

/** The picture of a generated item. */
function serializeItemPicture(
  ctx: Context,
  id: string,
  picture: NonNullable<Item['picture']>,
  locale: string,
): Static<typeof MediaSchema> {
  const alt_text = localize(picture.alt, locale).text;
  return { id, url: buildDrawnPictureUrl(ctx, picture), mime: 'image/svg+xml', alt_text, caption: null };
}

function serializeKindFields(
  ctx: Context,
  item: Item,
  { locale, seed }: ItemView,
  key?: AnswerKey,
): Partial<SerializedItem> {
  const serializeOptions = (options: Options) => options.map((option) => serializeOption(ctx, option, locale));
  const serializeShuffledOptions = (options: Options, name: string) =>
    serializeOptions(shuffleBySeed(options, `${seed} ${name}`));
  switch (item.kind) {
    case 'true_false':
      return { options: serializeOptions(item.options) }; // not shuffled: the order of "true" and "false" in the pack reveals nothing
    case 'single_choice':
      return { options: serializeShuffledOptions(item.options, 'options') };
    case 'multiple_choice': {
      const { select_min = 0, select_max = item.options.length } = item;
      return { options: serializeShuffledOptions(item.options, 'options'), select_min, select_max };
    }
    case 'fill_in':
      return { max_length: item.max_length ?? MAX_TEXT_ANSWER_LENGTH };
    case 'numeric':
      return { unit: item.unit ? localize(item.unit, locale).text : null };
    case 'matching':
      return { left: serializeOptions(item.left), right: serializeShuffledOptions(item.right, 'right') };
    case 'sequencing':
      return { options: serializeOptions(shuffleIntoWrongOrder(item.options, `${seed} options`, key)) };
    case 'categorize':
      return {
        options: serializeShuffledOptions(item.options, 'options'),
        categories: serializeOptions(item.categories),
      };
    case 'hotspot':
      return { image: serializeImage(ctx, item.image, locale) };
    case 'info':
      return { text: localize(item.text, locale).text };
  }
}

/** Shuffles options. When that gives the correct order, moves the first option to the end. */
function shuffleIntoWrongOrder(options: Options, seed: string, key?: AnswerKey): Options {
  const correctOrder = key?.kind === 'sequencing' ? key.order : options.map(({ id }) => id);
  const [first, ...others] = shuffleBySeed(options, seed);
  const order = first ? [first, ...others] : [];
  return first && order.every(({ id }, i) => id === correctOrder[i]) ? [...others, first] : order;
}

function serializeOption(ctx: Context, option: Options[number], locale: string): Static<typeof OptionSchema> {
  const { id, text, image } = option;
  const image_url = image === undefined ? null : buildMediaUrl(ctx, image);
  return { id, text: localize(text, locale).text, image_url, ...serializeSpokenForm(ctx, option, locale) };
}

/** How a text is read aloud. A recording is sent only if it is in the language of `locale` (gap 153). */
function serializeSpokenForm(ctx: Context, { speech, recording }: SpokenForm, locale: string) {
  const recordingId = recording && hasLanguage(Object.keys(recording), locale) && localize(recording, locale).text;
  return {
    speech: speech ? localize(speech, locale).text : null,
    recording_url: recordingId ? buildMediaUrl(ctx, recordingId) : null,
  };
}

/** A picture of a pack, as clients receive it. */
export function serializeImage(ctx: Context, id: string, locale: string): NonNullable<SerializedItem['image']> {
  const { size, alt } = getMedia(ctx, id);
  const { width, height } = size ?? { width: 0, height: 0 }; // the loader checks that the size of a hotspot's picture is known
  return { url: buildMediaUrl(ctx, id), width, height, alt_text: localize(alt, locale).text };
}

function getMedia({ content }: Context, id: string): Media {
  return content.current.media.get(id) as Media; // the loader checks that every referenced media file exists
}
