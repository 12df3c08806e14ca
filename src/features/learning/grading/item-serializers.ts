import { type Static, Type } from 'typebox';
import { Enum, Nullable } from '../../../core/json-schema.ts';
import type { Context } from '../../../platform/context.ts';
import { type Item, type ItemKey, localize, type Media, mediaUrl, type Task } from '../../content/index.ts';
import { seededShuffle } from './shuffle.ts';

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

const AltText = Type.String({ description: 'for those who cannot see or hear it' });

/** A picture or sound of a task or an item. */
export const MediaShape = Type.Object({
  id: Type.String(),
  url: Type.String(),
  mime: Type.String(),
  alt_text: AltText,
  caption: Nullable(Type.String()),
});

const OptionShape = Type.Object({ id: Type.String(), text: Type.String(), image_url: Nullable(Type.String()) });

/** An item as a child sees it before it answers. Which fields are there depends on its kind. */
export const ItemShape = Type.Object({
  id: Type.String(),
  kind: Enum(ITEM_KINDS),
  prompt: Type.String(),
  media: Type.Array(MediaShape),
  points: Type.Integer({ description: '0 for info' }),
  hints_available: Type.Integer(),
  options: Type.Optional(
    Type.Array(OptionShape, { description: 'single_choice, true_false, multiple_choice, sequencing, categorize' }),
  ),
  select_min: Type.Optional(Type.Integer({ description: 'multiple_choice' })),
  select_max: Type.Optional(Type.Integer({ description: 'multiple_choice' })),
  max_length: Type.Optional(Type.Integer({ description: 'fill_in' })),
  unit: Type.Optional(Nullable(Type.String({ description: 'numeric' }))),
  left: Type.Optional(Type.Array(OptionShape, { description: 'matching' })),
  right: Type.Optional(Type.Array(OptionShape, { description: 'matching' })),
  categories: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), text: Type.String() }), { description: 'categorize' }),
  ),
  image: Type.Optional(
    Type.Object(
      { url: Type.String(), width: Type.Integer(), height: Type.Integer(), alt_text: AltText },
      { description: 'hotspot' },
    ),
  ),
  text: Type.Optional(Type.String({ description: 'info' })),
});

export type ItemResponse = Static<typeof ItemShape>;
type Options = (Item & { kind: 'single_choice' })['options'];

/** All items of a task in the caller's language, shuffled by `seed` (an attempt's), none in its solved order. */
export function itemResponses(ctx: Context, task: Task, locale: string, seed: string): ItemResponse[] {
  const key = ctx.content.current.keys.get(task.id);
  return task.items.map((item) => itemResponse(ctx, item, locale, seed, key?.items.get(item.id)));
}

/**
 * One item. Its key is looked at only so that what is to be put in order is not shown in that order; without a key, not
 * in the order of its file.
 */
export function itemResponse(ctx: Context, item: Item, locale: string, seed: string, key?: ItemKey): ItemResponse {
  const { id, kind, points, hints_available } = item;
  const prompt = localize(item.prompt, locale).text;
  const media = item.media.map((medium) => mediaResponse(ctx, medium, locale));
  return { id, kind, prompt, media, points, hints_available, ...partsOf(ctx, item, locale, `${seed} ${id}`, key) };
}

export function mediaResponse(ctx: Context, id: string, locale: string): Static<typeof MediaShape> {
  const { mime, alt, caption } = mediumOf(ctx, id);
  const alt_text = localize(alt, locale).text;
  return { id, url: mediaUrl(ctx, id), mime, alt_text, caption: caption && localize(caption, locale).text };
}

function partsOf(ctx: Context, item: Item, locale: string, seed: string, key?: ItemKey): Partial<ItemResponse> {
  const shown = (options: Options) => options.map((option) => optionOnWire(ctx, option, locale));
  const mixed = (options: Options, name: string) => shown(seededShuffle(options, `${seed} ${name}`));
  switch (item.kind) {
    case 'true_false':
      return { options: shown(item.options) }; // true before false, always: nothing to guess from, and easier to read
    case 'single_choice':
      return { options: mixed(item.options, 'options') };
    case 'multiple_choice': {
      const { select_min = 0, select_max = item.options.length } = item;
      return { options: mixed(item.options, 'options'), select_min, select_max };
    }
    case 'fill_in':
      return { max_length: item.max_length ?? 200 };
    case 'numeric':
      return { unit: item.unit ? localize(item.unit, locale).text : null };
    case 'matching':
      return { left: shown(item.left), right: mixed(item.right, 'right') };
    case 'sequencing':
      return { options: shown(unsolved(item.options, `${seed} options`, key)) };
    case 'categorize': {
      const categories = item.categories.map(({ id, text }) => ({ id, text: localize(text, locale).text }));
      return { options: mixed(item.options, 'options'), categories };
    }
    case 'hotspot':
      return { image: imageOnWire(ctx, item.image, locale) };
    case 'info':
      return { text: localize(item.text, locale).text };
  }
}

/** Turned by one where the shuffle has hit the solution. */
function unsolved(options: Options, seed: string, key?: ItemKey): Options {
  const solved = key?.kind === 'sequencing' ? key.order : options.map(({ id }) => id);
  const [first, ...others] = seededShuffle(options, seed);
  const order = first ? [first, ...others] : [];
  return first && order.every(({ id }, i) => id === solved[i]) ? [...others, first] : order;
}

function optionOnWire(ctx: Context, { id, text, image }: Options[number], locale: string): Static<typeof OptionShape> {
  return { id, text: localize(text, locale).text, image_url: image === undefined ? null : mediaUrl(ctx, image) };
}

function imageOnWire(ctx: Context, id: string, locale: string): NonNullable<ItemResponse['image']> {
  const { size, alt } = mediumOf(ctx, id);
  const { width, height } = size ?? { width: 0, height: 0 }; // the loader checks that a hotspot's size is known
  return { url: mediaUrl(ctx, id), width, height, alt_text: localize(alt, locale).text };
}

function mediumOf({ content }: Context, id: string): Media {
  return content.current.media.get(id) as Media; // the loader checks that every named medium exists
}
