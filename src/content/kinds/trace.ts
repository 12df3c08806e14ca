import { html } from 'hono/html';
import { type Static, Type } from 'typebox';
import { toLanguage } from '../../core/text/languages.ts';
import { localized } from '../../locales/index.ts';
import { localize } from '../format/multilingual-text.ts';
import { LOCALE_PATTERN, MultilingualText } from '../format/pack.ts';
import {
  AltText,
  defineAnswerKey,
  defineQuestion,
  Fraction,
  type Html,
  isFraction,
  type QuestionKind,
} from './kind.ts';

type Point = readonly [x: number, y: number];
type Stroke = readonly Point[];

const POINT = { type: 'array', items: Fraction, minItems: 2, maxItems: 2 };
const STROKES = { type: 'array', minItems: 1, maxItems: 6, items: { type: 'array', minItems: 2, items: POINT } };
type StrokesByLanguage = Readonly<Record<string, readonly Stroke[]>>;
const StrokesByLanguage = Type.Unsafe<StrokesByLanguage>({
  type: 'object',
  description: 'The strokes of the figure per language: the points [x, y] of each in the order in which it is drawn',
  propertyNames: { pattern: LOCALE_PATTERN },
  additionalProperties: STROKES,
});
const SentStrokes = Type.Array(Type.Array(Type.Array(Type.Number())), {
  description: 'The strokes in order, as points [x, y] in a square, in fractions from its upper left corner.',
});

const schemas = {
  item: defineQuestion('trace', { strokes: StrokesByLanguage, alt: MultilingualText }),
  key: defineAnswerKey('trace', {}),
  response: Type.Object(
    { strokes: Type.Unsafe<readonly Stroke[]>(SentStrokes) },
    {
      title: 'TraceAnswer',
      description: 'What the child has drawn, at most 120 points in all.',
      examples: [
        {
          strokes: [
            [
              [0.5, 0.1],
              [0.5, 0.9],
            ],
          ],
        },
      ],
    },
  ),
  sent: { strokes: Type.Unsafe<readonly Stroke[]>(SentStrokes), alt_text: AltText },
};
type Item = Pick<Static<typeof schemas.item>, 'prompt' | 'strokes'>;

/** How far a finger may be from the figure, as a fraction of the square. */
const TOLERANCE = 0.1;
/** The share of a drawn line that has to be near the figure, and of each stroke that has to be drawn. */
const MIN_SHARE = 0.95;
/** How much a line can be nearer to a point when it passes it again. */
const SLACK = 0.03;
/** The distance of the points at which lines are compared. */
const SPACING = 0.025;
const MAX_POINTS = 120;
/** How many times as long as the figure a line may be. Comparing a longer one, a scribble, would take many milliseconds. */
const MAX_LENGTH = 3;

export const trace: QuestionKind<typeof schemas> = {
  ...schemas,
  gesture: 'point',
  checkItem(item, reportAt) {
    for (const language of Object.keys(item.prompt))
      if (!item.strokes[language]) reportAt(['strokes'], `There are no strokes in the language "${language}".`);
    for (const [language, strokes] of Object.entries(item.strokes)) {
      const backwards = strokes.map((stroke) => stroke.toReversed());
      if (isTraced(strokes, backwards))
        reportAt(
          ['strokes', language],
          'The strokes are so short that they are also right when they are drawn backwards.',
        );
    }
  },
  checkKey: () => undefined,
  describeExpected: () => localized.learning.answers.expected.trace,
  parse(_, response) {
    const { strokes } = Object(response);
    if (!Array.isArray(strokes) || !strokes.every(Array.isArray)) return undefined;
    const points: unknown[] = strokes.flat();
    if (points.length > MAX_POINTS || !points.every(isPoint)) return undefined;
    return { strokes: strokes.map((stroke: Stroke) => stroke.map(([x, y]): Point => [round(x), round(y)])) };
  },
  grade: (_key, { strokes }, item) => Number(isTracedInAnyLanguage(item, strokes)),
  getCorrectResponse: (_key, item, locale) => ({ strokes: getStrokes(item, locale) }),
  format(item, { strokes }, locale) {
    if (isTracedInAnyLanguage(item, strokes)) return localize(item.alt, locale).text;
    return strokes.length > 0 ? localized.learning.tracedDifferently[toLanguage(locale)] : undefined;
  },
  serialize: (item, view) => ({ strokes: getStrokes(item, view.locale), alt_text: view.text(item.alt) }),
  preview: ({ strokes, alt }, view) =>
    html`<p>${view.text(alt)}</p>${Object.values(strokes).map((figure) => renderStrokes(figure))}`,
};

/** Renders the strokes as dotted lines, each with a large dot at its start. */
export function renderStrokes(strokes: readonly Stroke[]): Html {
  const lines = strokes.map(
    (stroke) =>
      html`<polyline points="${stroke.join(' ')}" stroke-dasharray="0 .045" /><polyline points="${stroke[0]} ${stroke[0]}" stroke-width=".07" />`,
  );
  return html`<svg class="strokes" viewBox="-.05 -.05 1.1 1.1" width="160" height="160" fill="none" stroke="currentColor" stroke-width=".025" stroke-linecap="round">${lines}</svg>`;
}

function getStrokes({ prompt, strokes }: Item, locale: string): readonly Stroke[] {
  return strokes[localize(prompt, locale).language_served] ?? Object.values(strokes)[0] ?? [];
}

/** A response does not say in which language the item was shown. */
function isTracedInAnyLanguage({ strokes }: Item, drawn: readonly Stroke[]): boolean {
  return Object.values(strokes).some((figure) => isTraced(figure, drawn));
}

/** Whether the lines follow each stroke from its start to its end. A stroke may be drawn in several pieces. */
function isTraced(strokes: readonly Stroke[], drawn: readonly Stroke[]): boolean {
  const figure = strokes.flatMap(divide);
  const line = drawn.flatMap(divide);
  return (
    line.length > 0 &&
    line.length <= MAX_POINTS + MAX_LENGTH * figure.length &&
    getShare(line, (point) => figure.some((other) => isNear(point, other))) >= MIN_SHARE &&
    strokes.every((stroke) => isFollowed(divide(stroke), line))
  );
}

/** Whether a line comes to most points of a stroke, and to the later ones later. */
function isFollowed(stroke: Stroke, line: Stroke): boolean {
  const times = stroke.flatMap((point) => findTime(line, point) ?? []);
  const steps = times.slice(1).map((time, i) => Math.sign(time - (times[i] ?? 0)));
  return times.length >= MIN_SHARE * stroke.length && steps.reduce((sum, step) => sum + step, 0) > 0;
}

/** When a line comes to a point: the first time that it is about as near as it ever is. Undefined if it is never near. */
function findTime(line: Stroke, point: Point): number | undefined {
  const distances = line.map((other) => getDistance(point, other));
  const nearest = Math.min(...distances);
  return nearest <= TOLERANCE ? distances.findIndex((distance) => distance <= nearest + SLACK) : undefined;
}

/** The points of a line at equal distances. */
function divide(line: Stroke): Point[] {
  return line.flatMap((end, i): Point[] => {
    const start = line[i - 1] ?? end;
    const count = Math.ceil(getDistance(start, end) / SPACING) || 1;
    const toPoint = (share: number): Point => [
      start[0] + share * (end[0] - start[0]),
      start[1] + share * (end[1] - start[1]),
    ];
    return Array.from({ length: count }, (_, step) => toPoint((step + 1) / count));
  });
}

const getShare = (points: Stroke, test: (point: Point) => boolean) => points.filter(test).length / points.length;
const getDistance = (a: Point, b: Point) => Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2); // faster than hypot
const isNear = (a: Point, b: Point) => getDistance(a, b) <= TOLERANCE;
/** Rounds to three decimal places. */
const round = (value: number) => Math.round(value * 1000) / 1000;

function isPoint(value: unknown): value is Point {
  return Array.isArray(value) && value.length === 2 && value.every(isFraction);
}
