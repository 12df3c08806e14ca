import { html } from 'hono/html';
import { Type } from 'typebox';
import { toLanguage } from '../../core/text/languages.ts';
import { getMessages, localized } from '../../locales/index.ts';
import type { ReportAt, ValuePath } from '../files/validation-errors.ts';
import { Id } from '../format/pack.ts';
import {
  Area,
  defineAnswerKey,
  defineMistakes,
  defineQuestion,
  isFraction,
  type QuestionKind,
  SentImage,
} from './kind.ts';

const schemas = {
  item: defineQuestion('hotspot', { image: Id }),
  key: defineAnswerKey('hotspot', {
    areas: Type.Array(Area, { minItems: 1, description: 'Rectangles; 0,0 is the upper left corner' }),
    mistakes: defineMistakes({ area: Area }),
  }),
  response: Type.Object(
    { x: Type.Number({ minimum: 0, maximum: 1 }), y: Type.Number({ minimum: 0, maximum: 1 }) },
    {
      title: 'PointAnswer',
      description: 'A point in the picture, in fractions of its width and height from the upper left corner.',
      examples: [{ x: 0.4, y: 0.7 }],
    },
  ),
  sent: { image: SentImage },
};

export const hotspot: QuestionKind<typeof schemas> = {
  ...schemas,
  gesture: 'point',
  checkKey(_, { areas, mistakes = [] }, reportAt) {
    for (const [i, area] of areas.entries()) checkArea(area, ['areas', i], reportAt);
    for (const [i, { area }] of mistakes.entries()) {
      checkArea(area, ['mistakes', i, 'area'], reportAt);
      const center = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
      if (areas.some((rightArea) => isInside(rightArea, center)))
        reportAt(['mistakes', i, 'area'], 'The center of the mistake is a right answer.');
    }
  },
  describeExpected: () => localized.learning.answers.expected.hotspot,
  parse(_, response) {
    const { x, y } = Object(response);
    return isFraction(x) && isFraction(y) ? { x, y } : undefined;
  },
  grade: ({ areas }, point) => Number(areas.some((area) => isInside(area, point))),
  /** The center of the first correct area. */
  getCorrectResponse({ areas: [area] }) {
    return area ? { x: area.x + area.width / 2, y: area.y + area.height / 2 } : null;
  },
  findMistake: ({ mistakes }, response) => mistakes?.find(({ area }) => isInside(area, Object(response))),
  format(_, { x, y }, locale) {
    const toThird = (fraction: number) => Math.min(2, Math.floor(3 * fraction));
    return getMessages(toLanguage(locale)).learning.spots[3 * toThird(y) + toThird(x)];
  },
  getPointing: ({ image }, key) => ({ image, areas: key?.areas ?? [] }),
  serialize: ({ image }, view) => ({ image: view.image(image) }),
  preview({ image }, view, { areas }) {
    const formatPercent = (share: number) => `${Number((100 * share).toFixed(3))}%`;
    const marks = areas.map(
      ({ x, y, width, height }) =>
        html`<i style="left:${formatPercent(x)};top:${formatPercent(y)};width:${formatPercent(width)};height:${formatPercent(height)}"></i>`,
    );
    return view.picture(image, marks);
  },
};

function checkArea({ x, y, width, height }: Area, path: ValuePath, reportAt: ReportAt): void {
  if (width === 0 || height === 0) reportAt(path, 'The area is empty.');
  if (x + width > 1 || y + height > 1)
    reportAt(path, 'The area extends beyond the picture: x + width and y + height must be at most 1.');
}

function isInside({ x, y, width, height }: Area, point: { x: number; y: number }): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}
