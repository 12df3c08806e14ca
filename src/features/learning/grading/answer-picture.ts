import { type Static, Type } from 'typebox';
import { type AnswerKey, getQuestionRules, type Item } from '../../../content/index.ts';
import { Nullable } from '../../../core/requests/json-schema.ts';
import type { Context } from '../../../platform/context.ts';
import { parseResponse } from './grade.ts';
import { serializeImage } from './item-serializers.ts';

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

/** The picture in which the child pointed, with that point and the correct areas; null for items that are answered otherwise. */
export function serializeAnswerPicture(
  ctx: Context,
  { item, key }: { readonly item: Item; readonly key: AnswerKey | undefined },
  response: unknown,
  locale: string,
): AnswerPicture | null {
  const pointing = item.kind === 'info' ? undefined : getQuestionRules(item.kind).getPointing?.(item, key);
  if (!pointing) return null;
  const point = (parseResponse(item, response) as Static<typeof Point> | undefined) ?? null; // a child points in this picture
  return { ...serializeImage(ctx, pointing.image, locale), point, right_areas: [...pointing.areas] };
}
