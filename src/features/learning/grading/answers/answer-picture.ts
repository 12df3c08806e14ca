import { type Static, Type } from 'typebox';
import type { AnswerKey, Item } from '../../../../content/index.ts';
import { Nullable } from '../../../../core/requests/json-schema.ts';
import type { Context } from '../../../../platform/context.ts';
import { hasExpectedType } from '../grade-item.ts';
import { serializeImage } from '../item-serializers.ts';

/** A point in a picture. The coordinates are fractions of the picture's width and height. */
const Point = Type.Object({ x: Type.Number(), y: Type.Number() }, { title: 'PicturePoint' });
const Area = Type.Object(
  { x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() },
  { title: 'PictureArea' },
);

export const AnswerPictureSchema = Type.Object(
  {
    url: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    alt_text: Type.String({ description: 'A text for somebody who cannot see the picture.' }),
    point: Nullable(Point),
    right_areas: Type.Array(Area),
  },
  { title: 'AnswerPicture' },
);
export type AnswerPicture = Static<typeof AnswerPictureSchema>;

/** The picture of a hotspot item with the point that the child chose and the correct areas; null for items of other kinds. */
export function serializeAnswerPicture(
  ctx: Context,
  { item, key }: { readonly item: Item; readonly key: AnswerKey | undefined },
  response: unknown,
  locale: string,
): AnswerPicture | null {
  if (item.kind !== 'hotspot') return null;
  const { x, y } = Object(response) as { x: number; y: number }; // checked in the next line
  const point = hasExpectedType(item, response) ? { x, y } : null;
  const right_areas = key?.kind === 'hotspot' ? [...key.areas] : [];
  return { ...serializeImage(ctx, item.image, locale), point, right_areas };
}
