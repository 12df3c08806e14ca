import { type Static, Type } from 'typebox';
import {
  AltText,
  type AnswerKey,
  getQuestionRules,
  hasLanguage,
  ITEM_KINDS,
  ITEM_MODULES,
  type Item,
  type ItemView,
  localize,
  type Media,
  QUESTION_KINDS,
  SENT_SPOKEN_FIELDS,
} from '../../../content/index.ts';
import { documentAs, Enum, Nullable } from '../../../core/requests/json-schema.ts';
import type { Context } from '../../../platform/context.ts';
import { buildDrawnPictureUrl, buildMediaUrl } from '../../content-media/index.ts';
import type { AttemptTask } from '../attempts/drawn-items.ts';
import { shuffleBySeed } from './shuffle.ts';

/** A picture or sound of a task or an item. */
export const MediaSchema = Type.Object(
  { id: Type.String(), url: Type.String(), mime: Type.String(), alt_text: AltText, caption: Nullable(Type.String()) },
  { title: 'Medium' },
);

const COMMON_FIELDS = {
  id: Type.String(),
  kind: Enum(ITEM_KINDS),
  prompt: Type.String(),
  speech: Nullable(
    Type.String({
      description:
        'What to read aloud instead of the prompt, or of the text of an info item; null to read it as it is written.',
    }),
  ),
  recording_url: SENT_SPOKEN_FIELDS.recording_url,
  media: Type.Array(MediaSchema),
  points: Type.Integer({ description: 'The points for a fully correct answer; 0 for an item of the kind `info`.' }),
  hints_available: Type.Integer(),
};

type FieldsOfKinds = (typeof ITEM_MODULES)[keyof typeof ITEM_MODULES]['sent'];
type MergeFields<F> = (F extends unknown ? (fields: F) => void : never) extends (fields: infer M) => void ? M : never;
const FIELDS_OF_KINDS: MergeFields<FieldsOfKinds> = Object.assign(
  {},
  ...Object.values(ITEM_MODULES).map(({ sent }) => sent),
);

/** An item as the client receives it before it is answered. The fields depend on its kind. */
export const ItemSchema = Type.Object(
  { ...COMMON_FIELDS, ...Type.Partial(Type.Object(FIELDS_OF_KINDS)).properties },
  { title: 'Item' },
);

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
  const title = `${kind.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase())}Item`;
  const description =
    kind === 'info'
      ? 'A text or picture without a question. It needs no answer: any answer except null is refused with VALIDATION_ERROR.'
      : `Answered with ${(ITEM_MODULES[kind].response as { title?: string }).title}.`;
  return Type.Object({ ...COMMON_FIELDS, ...ITEM_MODULES[kind].sent, kind: Enum([kind]) }, { title, description });
}

/** The forms of an answer. Several kinds of items can have the same form. */
const ANSWER_FORMS = [...new Set(QUESTION_KINDS.map((kind) => ITEM_MODULES[kind].response))];

/** The answer to an item. The module of the item's kind validates it. */
export const GivenAnswerSchema = documentAs(Type.Unknown(), {
  title: 'GivenAnswer',
  description: 'The answer to an item, in the form that the kind of the item requires.',
  anyOf: ANSWER_FORMS,
});

export const AnswerValueSchema = documentAs(Type.Unknown(), {
  title: 'AnswerValue',
  description: 'The answer to an item, in the form that the kind of the item requires; null for none.',
  anyOf: [...ANSWER_FORMS, { type: 'null' }],
});

export type SerializedItem = Static<typeof ItemSchema>;
type Option = Parameters<ItemView['options']>[0][number];
type SpokenForm = Pick<Option, 'speech' | 'recording'>;

/** How items are shown: texts in the language of `locale`, options in an order that `seed` decides. */
interface ItemOptions {
  readonly locale: string;
  readonly seed: string;
}

/** Serializes all items of a task. The options of a sequencing item are never in the correct order. */
export function serializeItems(ctx: Context, { task, itemKeys }: AttemptTask, options: ItemOptions): SerializedItem[] {
  return task.items.map((item) => serializeItem(ctx, item, options, itemKeys.get(item.id)));
}

/**
 * Serializes an item. The answer key is used only to avoid sending the options in the correct order. Without a key, the order in the
 * task's file counts as the correct order.
 */
export function serializeItem(
  ctx: Context,
  item: Item,
  { locale, seed }: ItemOptions,
  key?: AnswerKey,
): SerializedItem {
  const { id, kind, points, hints_available } = item;
  const prompt = localize(item.prompt, locale).text;
  const media = item.media.map((mediaId) => serializeMedia(ctx, mediaId, locale));
  if (item.picture) media.push(serializeItemPicture(ctx, id, item.picture, locale));
  const view = createItemView(ctx, { locale, seed: `${seed} ${id}` });
  const fields =
    item.kind === 'info'
      ? ITEM_MODULES.info.serialize(item, view)
      : getQuestionRules(item.kind).serialize(item, view, key);
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

function createItemView(ctx: Context, { locale, seed }: ItemOptions): ItemView {
  return {
    locale,
    text: (text) => localize(text, locale).text,
    options: (options) => options.map((option) => serializeOption(ctx, option, locale)),
    shuffle: (list, name) => shuffleBySeed(list, `${seed} ${name}`),
    image: (id) => serializeImage(ctx, id, locale),
  };
}

function serializeOption(ctx: Context, option: Option, locale: string): ReturnType<ItemView['options']>[number] {
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

export const SolutionSchema = Type.Array(
  Type.Object(
    { text: Type.String(), speech: SENT_SPOKEN_FIELDS.speech, picture_url: Nullable(Type.String()) },
    { title: 'SolutionStep' },
  ),
  { description: 'How it is done, step by step. The pictures show what the texts say.' },
);

export function serializeSolution(
  ctx: Context,
  { solution = [] }: Pick<AnswerKey, 'solution'>,
  locale: string,
): Static<typeof SolutionSchema> {
  return solution.map(({ text, speech, picture }) => ({
    text: localize(text, locale).text,
    speech: speech ? localize(speech, locale).text : null,
    picture_url: picture ? buildDrawnPictureUrl(ctx, picture) : null,
  }));
}

/** A picture of a pack, as clients receive it. */
export function serializeImage(ctx: Context, id: string, locale: string): ReturnType<ItemView['image']> {
  const { size, alt } = getMedia(ctx, id);
  const { width, height } = size ?? { width: 0, height: 0 }; // the loader checks that the size of a hotspot's picture is known
  return { url: buildMediaUrl(ctx, id), width, height, alt_text: localize(alt, locale).text };
}

function getMedia({ content }: Context, id: string): Media {
  return content.current.media.get(id) as Media; // the loader checks that every referenced media file exists
}
