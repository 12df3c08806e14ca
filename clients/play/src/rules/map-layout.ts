export interface MapPlace {
  readonly id: string;
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

/** The distance of two stops, in percent of the height, at which their labels do not touch. */
const GAP = 11;

/**
 * Where the stops of a map are. A wide map uses their places; on a tall one the way climbs: what is far along (x) is high,
 * and y goes across. Stops that would cover each other are pushed apart.
 */
export function layOutMap(places: readonly MapPlace[], isTall: boolean): MapPoint[] {
  const points = places.map(({ id, map }) =>
    isTall
      ? { id, x: 22 + clamp(map.y) * 56, y: 90 - clamp(map.x) * 76 }
      : { id, x: 8 + clamp(map.x) * 84, y: 18 + clamp(map.y) * 68 },
  );
  return isTall ? spread(points) : points;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Goes from the lowest stop up and moves each one that is too close to the one below it. */
function spread(points: readonly MapPoint[]): MapPoint[] {
  const order = [...points].sort((a, b) => b.y - a.y || a.x - b.x);
  const moved = new Map<string, MapPoint>();
  let below: MapPoint | undefined;
  for (const point of order) {
    const isBeside = below !== undefined && Math.abs(below.x - point.x) > 34;
    const y = below && !isBeside ? Math.min(point.y, below.y - GAP) : point.y;
    const placed = { ...point, y };
    moved.set(point.id, placed);
    below = placed;
  }
  const top = Math.min(...[...moved.values()].map(({ y }) => y));
  const squeeze = top < 12 ? (90 - 12) / (90 - top) : 1;
  return points.map(({ id, x, y }) => ({ id, x, y: 90 - (90 - (moved.get(id)?.y ?? y)) * squeeze }));
}

/** The place where the child should go on: one that has begun, or else the first that is open. */
export function findCurrent<P extends MapPlace>(places: readonly P[]): P | undefined {
  return places.find(({ status }) => status === 'in_progress') ?? places.find(({ status }) => status === 'available');
}

export interface Road {
  readonly id: string;
  /** An SVG path in a square of 100 by 100. */
  readonly line: string;
  readonly isDone: boolean;
}

/** The roads between stops, from each place to those that need it. */
export function drawRoads(places: readonly MapPlace[], points: readonly MapPoint[]): Road[] {
  const at = new Map(points.map((point) => [point.id, point]));
  const done = new Set(places.filter(({ status }) => status === 'completed').map(({ id }) => id));
  return places.flatMap((place) =>
    place.prerequisite_ids.flatMap((from) => {
      const [start, end] = [at.get(from), at.get(place.id)];
      if (!start || !end) return [];
      const middle = (start.y + end.y) / 2;
      const line = `M${start.x} ${start.y}C${start.x} ${middle} ${end.x} ${middle} ${end.x} ${end.y}`;
      return [{ id: `${from} ${place.id}`, line, isDone: done.has(from) }];
    }),
  );
}
