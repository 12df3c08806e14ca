/** Fractions of the width and height of a square, from its upper left corner. */
type Point = number[];
export type Line = Point[];

/** How near a finger has to be to a point to reach it, as a fraction of the square. */
const REACH = 0.12;
/** The share of a stroke's length that a line to its end has. A circle ends where it starts. */
const MIN_LENGTH = 0.7;
/** The distance of the points of a line that are kept, as a fraction of the square. */
const SPACING = 0.02;
/** The service accepts an answer with up to 120 points. */
const MAX_POINTS = 120;

/** Where the finger goes on: the index of the stroke, and the point. Undefined if all strokes are drawn. */
export function findNextStart(strokes: Line[], drawn: Line[]) {
  const last = drawn.at(-1);
  const lastStroke = strokes[drawn.length - 1];
  if (last && lastStroke && !isDrawn(lastStroke, last)) return { index: drawn.length - 1, point: getEnd(last) };
  const next = strokes[drawn.length];
  return next && { index: drawn.length, point: getStart(next) };
}

/** Whether a finger touches a point. */
export function isReached(point: Point, target: Point): boolean {
  return getDistance(point, target) <= REACH;
}

/** Adds a point to the line of a stroke, or begins the line. Returns the same lines if the point is too near to the last one. */
export function extendLine(drawn: Line[], index: number, point: Point): Line[] {
  const line = drawn[index] ?? [];
  const last = line.at(-1);
  return last && getDistance(last, point) < SPACING ? drawn : [...drawn.slice(0, index), [...line, point]];
}

/** Leaves points out until the service accepts the lines. */
export function simplify(drawn: Line[]): Line[] {
  if (drawn.flat().length <= MAX_POINTS) return drawn;
  return simplify(drawn.map((line) => line.filter((_, i) => i % 2 === 0 || i === line.length - 1)));
}

function isDrawn(stroke: Line, line: Line): boolean {
  return isReached(getEnd(line), getEnd(stroke)) && getLength(line) >= MIN_LENGTH * getLength(stroke);
}

const getStart = (line: Line): Point => line[0] ?? [0, 0];
const getEnd = (line: Line): Point => line.at(-1) ?? [0, 0];
const getDistance = ([ax = 0, ay = 0]: Point, [bx = 0, by = 0]: Point) => Math.hypot(ax - bx, ay - by);

function getLength(line: Line): number {
  return line.slice(1).reduce((sum, point, i) => sum + getDistance(line[i] ?? point, point), 0);
}
