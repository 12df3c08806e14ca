export interface LocationOnMap {
  readonly id: string;
  /** The position on a wide map, as fractions of its width and height, from the upper left corner. */
  readonly map: { readonly x: number; readonly y: number };
  readonly prerequisite_ids: readonly string[];
  readonly status: string;
}

export interface MapPoint {
  readonly id: string;
  /** Percent of the width, from the left. */
  readonly x: number;
  /** Percent of the height, from the top. */
  readonly y: number;
}

// All positions and distances are in percent of the width or height of the map. A tall map is measured before it is stretched.

/** The area of a tall map and of a wide map in which locations may be. The rest of the map is a margin for their labels. */
const TALL_AREA = { left: 22, right: 78, top: 14, bottom: 90 };
const WIDE_AREA = { left: 8, right: 92, top: 18, bottom: 86 };
/** Two locations of a tall map do not overlap if their horizontal or vertical distance is larger than this. */
const TALL_MIN_DISTANCE = { x: 34, y: 14 };
/** Two locations of a wide map do not overlap if their horizontal or vertical distance is at least this. */
const WIDE_MIN_DISTANCE = { x: 11, y: 26 };
/** The additional distance above the current location, because the child's avatar is shown there. */
const AVATAR_HEIGHT = 7;
/** The smallest distance of a thing on a tall map from anything else. */
const MIN_DISTANCE_OF_THINGS = 7;
/** The top of the area of a tall map after its locations were moved apart. */
const TALL_TOP_AFTER_MOVING = 12;

export interface MapLayout {
  readonly points: readonly MapPoint[];
  /** The factor by which the map is made higher so that its locations are far enough apart: at least 1. */
  readonly stretch: number;
}

/**
 * Returns the positions of locations on a map. Locations that would overlap are moved apart; the avatar stands above the current
 * one. On a tall map, the axes of `map` are swapped: x is the height above the bottom, y the distance from the left.
 */
export function layOutMap(
  locations: readonly LocationOnMap[],
  { isTall, currentId }: { readonly isTall: boolean; readonly currentId: string | undefined },
): MapLayout {
  const points = locations.map(({ id, map }) =>
    isTall
      ? {
          id,
          x: interpolate(TALL_AREA.left, TALL_AREA.right, map.y),
          y: interpolate(TALL_AREA.bottom, TALL_AREA.top, map.x),
        }
      : {
          id,
          x: interpolate(WIDE_AREA.left, WIDE_AREA.right, map.x),
          y: interpolate(WIDE_AREA.top, WIDE_AREA.bottom, map.y),
        },
  );
  return isTall ? separateOnTallMap(points, currentId) : { points: separateOnWideMap(points, currentId), stretch: 1 };
}

/** The number at a fraction (0 to 1) of the way from `start` to `end`. */
function interpolate(start: number, end: number, fraction: number): number {
  return start + Math.min(1, Math.max(0, fraction)) * (end - start);
}

/** Moves locations of a wide map apart vertically if the label of one covers the other. */
function separateOnWideMap(points: readonly MapPoint[], currentId: string | undefined): MapPoint[] {
  const ys = points.map(({ y }) => y);
  // Moving two locations apart may bring one of them too close to a third one. Ten rounds are enough for the maps of all packs.
  for (let round = 0; round < 10; round += 1)
    for (const [i, a] of points.entries())
      for (const [j, b] of points.entries()) {
        const [yOfA = 0, yOfB = 0] = [ys[i], ys[j]];
        const overlap = WIDE_MIN_DISTANCE.y + (b.id === currentId ? AVATAR_HEIGHT : 0) - (yOfB - yOfA);
        if (yOfA > yOfB || i === j || overlap <= 0 || Math.abs(a.x - b.x) >= WIDE_MIN_DISTANCE.x) continue;
        ys[i] = Math.max(WIDE_AREA.top, yOfA - overlap / 2);
        ys[j] = Math.min(WIDE_AREA.bottom, yOfB + overlap / 2);
      }
  return points.map((point, i) => ({ ...point, y: ys[i] ?? point.y }));
}

/**
 * Moves up each point of a tall map that is too close to a point below it, and stretches the map if a point would be above
 * its top.
 */
function separateOnTallMap(points: readonly MapPoint[], currentId: string | undefined): MapLayout {
  const fromBottom = [...points].sort((a, b) => b.y - a.y || a.x - b.x);
  const moved = new Map<string, MapPoint>();
  for (const point of fromBottom) {
    const below = [...moved.values()].filter(({ x }) => Math.abs(x - point.x) <= TALL_MIN_DISTANCE.x);
    const limits = below.map(({ id, y }) => y - TALL_MIN_DISTANCE.y - (id === currentId ? AVATAR_HEIGHT : 0));
    moved.set(point.id, { ...point, y: Math.min(point.y, ...limits) });
  }
  const top = Math.min(...[...moved.values()].map(({ y }) => y));
  const { bottom } = TALL_AREA;
  const stretch = Math.max(1, (bottom - top) / (bottom - TALL_TOP_AFTER_MOVING));
  return {
    points: points.map(({ id, x, y }) => ({ id, x, y: bottom - (bottom - (moved.get(id)?.y ?? y)) / stretch })),
    stretch,
  };
}

/** Where things stand on a tall map: one after the other, each as far as possible from the locations and from those before. */
export function placeThings(points: readonly MapPoint[], count: number): Omit<MapPoint, 'id'>[] {
  const spots = [9, 50, 91].flatMap((x) => Array.from({ length: 20 }, (_, i) => ({ x, y: 14 + 4 * i })));
  const placed: Omit<MapPoint, 'id'>[] = [];
  const measure = (spot: Omit<MapPoint, 'id'>) =>
    Math.min(...[...points, ...placed].map(({ x, y }) => Math.hypot(0.4 * (x - spot.x), y - spot.y)));
  for (let i = 0; i < count; i += 1) {
    const [best] = [...spots].sort((a, b) => measure(b) - measure(a));
    if (best && measure(best) > MIN_DISTANCE_OF_THINGS) placed.push(best);
  }
  return placed;
}

/** A rectangle on the screen, in pixels. */
type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** How far a thing can be moved aside, in steps of so many pixels. */
const STEP = 16;
const MAX_STEPS = 16;

/**
 * Finds the shortest way aside, or a little up or down, on which a thing leaves all places and other things. Returns undefined if there is no
 * room within the map.
 */
export function findShift(thing: Box, others: readonly Box[], map: Box): readonly [x: number, y: number] | undefined {
  const steps = Array.from({ length: 2 * MAX_STEPS + 1 }, (_, i) => (i - MAX_STEPS) * STEP);
  return [-2, -1, 0, 1, 2]
    .flatMap((y) => steps.map((x) => [x, y * STEP] as const))
    .sort(([ax, ay], [bx, by]) => Math.hypot(ax, 2 * ay) - Math.hypot(bx, 2 * by))
    .find(
      ([x, y]) =>
        (x === 0 || (thing.left + x >= map.left && thing.right + x <= map.right)) &&
        others.every(
          ({ left, right, top, bottom }) =>
            thing.right + x <= left || thing.left + x >= right || thing.bottom + y <= top || thing.top + y >= bottom,
        ),
    );
}

/** The percentage of the height of a tall map below which the landscape has land. */
const LAND_TOP = 70;

/** Hills below the locations of a tall map that would stand in the sky, the farthest first: `d` attributes in a square of 100 by 100. */
export function buildHills(points: readonly MapPoint[]): string[] {
  const inSky = points.filter(({ y }) => y < LAND_TOP).sort((a, b) => a.y - b.y);
  return inSky.map(({ x, y }) => {
    const [crest, foot] = [y + 1, y + 9];
    return `M-20 ${foot}C${x - 40} ${foot} ${x - 24} ${crest} ${x} ${crest}S${x + 40} ${foot} 120 ${foot}V${y + 40}H-20Z`;
  });
}

/** The location or task where the child should continue: the first one in progress, or else the first available one. */
export function findCurrent<P extends { readonly status: string }>(places: readonly P[]): P | undefined {
  return places.find(({ status }) => status === 'in_progress') ?? places.find(({ status }) => status === 'available');
}

/** The place with the first id that one of the places has. */
export function findFirst<P extends { readonly id: string }>(ids: readonly string[], places: readonly P[]) {
  return ids.map((id) => places.find((place) => place.id === id)).find((place) => place !== undefined);
}

/** A place of a map that may wait for others. */
interface Lockable {
  readonly id: string;
  readonly status: string;
  readonly lock: { readonly message: string; readonly required_ids: readonly string[] } | null;
}

/** What a child has to do before a place opens: the first open place on the way to it, and the lock that this place opens. */
export function findPlaceBefore<P extends Lockable>(
  { lock }: Lockable,
  places: readonly P[],
): { readonly place: P; readonly message: string } | undefined {
  const missing = places.filter(({ id, status }) => lock?.required_ids.includes(id) && status !== 'completed');
  const open = missing.find(({ status }) => status !== 'locked');
  if (open) return { place: open, message: lock?.message ?? '' };
  const others = places.filter((place) => !missing.includes(place)); // so that a circle ends
  return missing.map((place) => findPlaceBefore(place, others)).find((found) => found !== undefined);
}

/** A line on the map from a location to a location that it unlocks. */
export interface Road {
  readonly id: string;
  /** The `d` attribute of an SVG path in a square of 100 by 100. */
  readonly pathData: string;
  /** Whether the location at its start is completed. */
  readonly isDone: boolean;
}

/** The roads between locations, from each prerequisite to the locations that require it. */
export function buildRoads(locations: readonly LocationOnMap[], points: readonly MapPoint[]): Road[] {
  const pointById = new Map(points.map((point) => [point.id, point]));
  const completedIds = new Set(locations.filter(({ status }) => status === 'completed').map(({ id }) => id));
  return locations.flatMap((location) =>
    location.prerequisite_ids.flatMap((prerequisiteId) => {
      const [start, end] = [pointById.get(prerequisiteId), pointById.get(location.id)];
      if (!start || !end) return [];
      const middle = (start.y + end.y) / 2;
      const pathData = `M${start.x} ${start.y}C${start.x} ${middle} ${end.x} ${middle} ${end.x} ${end.y}`;
      return [{ id: `${prerequisiteId} ${location.id}`, pathData, isDone: completedIds.has(prerequisiteId) }];
    }),
  );
}
