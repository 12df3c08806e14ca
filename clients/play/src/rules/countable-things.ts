import type { Item, Option } from '../../../typescript/src/index.ts';

/** The position and the size of a thing in a picture, as fractions of the picture’s width and height. */
interface Thing {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picture with things to count. Its dimensions are in sizes of a thing. */
interface CountablePicture {
  readonly width: number;
  readonly height: number;
  readonly things: readonly Thing[];
}

/** Smaller circles are parts of a picture, such as the dots of a scale. */
const MIN_RADIUS = 21;

/** Whether the answer to a question is a number, so that things in its picture may be counted. */
export function asksForNumber(item: Item): boolean {
  return (
    item.kind === 'numeric' || (item.kind === 'single_choice' && item.options.every(({ text }) => /^\d+$/.test(text)))
  );
}

/**
 * Whether the words of pictures count what they show in place of the child: "duck, duck", "dots: 3" or "5 dots and 3 dots". Then no picture
 * of the question shows or says its words. Without a picture, words are the answer.
 */
export function countsForChild(options: readonly Pick<Option, 'text' | 'image_url'>[]): boolean {
  return options.some(({ text, image_url }) => image_url && /^(.+?)(, \1)+$|: \d|^\d+ \p{L}/u.test(text));
}

/**
 * Finds the things to count in an SVG that the service has drawn: icons, which are embedded as SVGs, or else circles without a line. Returns
 * undefined unless it shows at least so many, all of the same size.
 */
export function findThings(svg: string, minCount: number): CountablePicture | undefined {
  const [, pictureWidth, pictureHeight] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).map(Number);
  const icons = [...svg.matchAll(/<svg x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/g)].map((match) => match.map(Number));
  const circles = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="#\w+"\/>/g)]
    .map((match) => match.map(Number))
    .filter(([, , , radius = 0]) => radius >= MIN_RADIUS)
    .map(([all = 0, x = 0, y = 0, radius = 0]) => [all, x - radius, y - radius, 2 * radius]);
  const squares = icons.length > 0 ? icons : circles;
  const [, , , size = 0] = squares[0] ?? [];
  if (!pictureWidth || !pictureHeight || squares.length < minCount || squares.some((square) => square[3] !== size))
    return undefined;
  return {
    width: pictureWidth / size,
    height: pictureHeight / size,
    things: squares.map(([, x = 0, y = 0]) => ({
      x: x / pictureWidth,
      y: y / pictureHeight,
      width: size / pictureWidth,
      height: size / pictureHeight,
    })),
  };
}

/** Returns the index of the thing at a point, or else of one that is close; −1 if there is none. */
export function findThingAt(things: readonly Thing[], [pointX, pointY]: readonly [x: number, y: number]): number {
  const distances = things.map(({ x, y, width, height }) =>
    Math.max(Math.abs(pointX - x - width / 2) / width, Math.abs(pointY - y - height / 2) / height),
  );
  const smallest = Math.min(...distances);
  return smallest <= 1 ? distances.indexOf(smallest) : -1;
}

/**
 * The things that are counted after a tap on one, in order. A second tap on the last one, which small fingers do, changes nothing. A tap on
 * another one that is counted begins anew with it.
 */
export function countThing(counted: readonly number[], index: number): readonly number[] {
  if (index === -1 || index === counted.at(-1)) return counted;
  return counted.includes(index) ? [index] : [...counted, index];
}
