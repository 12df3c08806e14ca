/** Fractions of the width and height of a square, from its upper left corner. */
type Point = number[];
export type Line = Point[];

/** How near a finger has to be to a point to reach it, as a fraction of the square. */
const REACH = 0.12;
/** How far a line may be from its stroke, as a fraction of the square. The service accepts a little more. */
const ROAD = 0.09;
/**
 * How far ahead a line can go on, as a fraction of the square. A line does not skip a part where its stroke crosses itself, nor what the
 * finger has passed off the road.
 */
const AHEAD = 0.25;
/** How far back a line can go, as a fraction of the square. The dot to go on from waits at its end. */
const BACK = 0.08;
/** What may be missing at the end of a stroke, as a fraction of the square. */
const MAX_REST = 0.07;
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

/**
 * Leads the line of a stroke to a point, or begins it at the start of the stroke. Returns the same lines if the point is too near to the
 * last one or too far ahead, or if the way to it leaves the road.
 */
export function extendLine(strokes: Line[], drawn: Line[], index: number, point: Point): Line[] {
  const stroke = strokes[index] ?? [];
  const line = drawn[index] ?? [getStart(stroke)];
  const extended = [...line, point];
  const distance = getDistance(getEnd(line), point);
  const isKept = distance >= SPACING && distance <= AHEAD && followStroke(stroke, extended).isOnRoad;
  return isKept || !drawn[index] ? [...drawn.slice(0, index), isKept ? extended : line] : drawn;
}

/** What is left of a stroke, from the end of its line. */
export function getRest(stroke: Line, line: Line | undefined): Line {
  return line ? [getEnd(line), ...followStroke(stroke, line).rest] : stroke;
}

/** Leaves points out until the service accepts the lines. */
export function simplify(drawn: Line[]): Line[] {
  if (drawn.flat().length <= MAX_POINTS) return drawn;
  return simplify(drawn.map((line) => line.filter((_, i) => i % 2 === 0 || i === line.length - 1)));
}

function isDrawn(stroke: Line, line: Line): boolean {
  return followStroke(stroke, line).rest.length * SPACING <= MAX_REST;
}

/** How far a line has come on its stroke, and whether it has stayed on the road: shortly behind or ahead. */
function followStroke(stroke: Line, line: Line): { readonly rest: Line; readonly isOnRoad: boolean } {
  const road = divide(stroke);
  let position = 0;
  let isOnRoad = true;
  for (const point of divide(line)) {
    const getDistances = (from: number, to: number) => road.slice(from, to).map((other) => getDistance(point, other));
    const ahead = getDistances(position, position + AHEAD / SPACING);
    const nearest = Math.min(...ahead);
    if (nearest <= ROAD) position += ahead.indexOf(nearest);
    else if (Math.min(...getDistances(Math.max(0, position - BACK / SPACING), position)) > ROAD) isOnRoad = false;
  }
  return { rest: road.slice(position + 1), isOnRoad };
}

/** The points of a line at equal distances. */
export function divide(line: Line): Line {
  return line.flatMap(([x = 0, y = 0], i) => {
    const [startX = x, startY = y] = line[i - 1] ?? [];
    const count = Math.ceil(Math.hypot(x - startX, y - startY) / SPACING) || 1;
    return Array.from({ length: count }, (_, step) => {
      const share = (step + 1) / count;
      return [startX + share * (x - startX), startY + share * (y - startY)];
    });
  });
}

/** Where a line turns by more than 60°, it has a corner. */
const CORNER = Math.PI / 3;

/**
 * The two control points of each cubic curve between the points of a line. The curves meet without corners, except where the line itself
 * has one.
 */
export function findControls(line: Line): (readonly [Point, Point])[] {
  const parts = line.slice(1).map(([x = 0, y = 0], i) => {
    const [startX = 0, startY = 0] = line[i] ?? [];
    return { angle: Math.atan2(y - startY, x - startX), length: Math.hypot(x - startX, y - startY) };
  });
  /** How far the line turns between a part and the one before; 0 at its ends and at corners. */
  const turns = [...parts, undefined].map((part, i) => {
    const turn = part && parts[i - 1] ? normalize(part.angle - (parts[i - 1]?.angle ?? 0)) : 0;
    return Math.abs(turn) > CORNER ? 0 : turn;
  });
  return parts.map(({ angle, length }, i) => {
    // At each end, the curve takes its share of the turn: the shorter of two parts takes less. An end of the line curves like its other end.
    const share = (turn: number, other = 0) => (turn * length) / (length + other || 1);
    const [before, after] = [
      share(turns[i] ?? 0, parts[i - 1]?.length),
      share(turns[i + 1] ?? 0, parts[i + 1]?.length),
    ];
    const [start = [0, 0], end = [0, 0]] = [line[i], line[i + 1]];
    return [
      move(start, angle - (i === 0 ? after : before), length / 3),
      move(end, angle + (i === parts.length - 1 ? before : after), -length / 3),
    ];
  });
}

const normalize = (angle: number) => Math.atan2(Math.sin(angle), Math.cos(angle));
const move = ([x = 0, y = 0]: Point, angle: number, distance: number): Point => [
  x + distance * Math.cos(angle),
  y + distance * Math.sin(angle),
];
const getStart = (line: Line): Point => line[0] ?? [0, 0];
const getEnd = (line: Line): Point => line.at(-1) ?? [0, 0];
const getDistance = ([ax = 0, ay = 0]: Point, [bx = 0, by = 0]: Point) => Math.hypot(ax - bx, ay - by);
