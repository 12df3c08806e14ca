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

/** The vertical distance between two locations, in percent of the height, from which their labels do not overlap. */
const MIN_DISTANCE = 11;
/** The same for a wide map: locations that are further apart in one of the two directions do not overlap. */
const MIN_WIDE_DISTANCE = { x: 11, y: 26 };

/**
 * Returns the positions of locations on a map. A wide map uses their coordinates. On a tall map, the axes are swapped
 * (x runs upwards, y across), and locations that would overlap are moved apart.
 */
export function layOutMap(places: readonly MapPlace[], isTall: boolean): MapPoint[] {
  const points = places.map(({ id, map }) =>
    isTall
      ? { id, x: 22 + clamp(map.y) * 56, y: 90 - clamp(map.x) * 76 }
      : { id, x: 8 + clamp(map.x) * 84, y: 18 + clamp(map.y) * 68 },
  );
  return isTall ? separatePoints(points) : moveLabelsApart(points);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Moves the points of a wide map apart that have their labels on other locations. */
function moveLabelsApart(points: readonly MapPoint[]): MapPoint[] {
  const ys = points.map(({ y }) => y);
  for (let round = 0; round < 10; round += 1)
    for (const [i, a] of points.entries())
      for (const [j, b] of points.entries()) {
        const [yOfA = 0, yOfB = 0] = [ys[i], ys[j]];
        const overlap = MIN_WIDE_DISTANCE.y - (yOfB - yOfA);
        if (yOfA > yOfB || i === j || overlap <= 0 || Math.abs(a.x - b.x) >= MIN_WIDE_DISTANCE.x) continue;
        ys[i] = Math.max(18, yOfA - overlap / 2);
        ys[j] = Math.min(86, yOfB + overlap / 2);
      }
  return points.map((point, i) => ({ ...point, y: ys[i] ?? point.y }));
}

/** Moves up each point that is too close to the one below it, and fits all points into the map. */
function separatePoints(points: readonly MapPoint[]): MapPoint[] {
  const fromBottom = [...points].sort((a, b) => b.y - a.y || a.x - b.x);
  const moved = new Map<string, MapPoint>();
  let below: MapPoint | undefined;
  for (const point of fromBottom) {
    const isBeside = below !== undefined && Math.abs(below.x - point.x) > 34;
    const y = below && !isBeside ? Math.min(point.y, below.y - MIN_DISTANCE) : point.y;
    const placed = { ...point, y };
    moved.set(point.id, placed);
    below = placed;
  }
  const top = Math.min(...[...moved.values()].map(({ y }) => y));
  const scale = top < 12 ? (90 - 12) / (90 - top) : 1;
  return points.map(({ id, x, y }) => ({ id, x, y: 90 - (90 - (moved.get(id)?.y ?? y)) * scale }));
}

/** The place where the child should continue: the first place in progress, or else the first available place. */
export function findCurrent<P extends MapPlace>(places: readonly P[]): P | undefined {
  return places.find(({ status }) => status === 'in_progress') ?? places.find(({ status }) => status === 'available');
}

export interface Road {
  readonly id: string;
  /** An SVG path in a square of 100 by 100. */
  readonly line: string;
  readonly isDone: boolean;
}

/** The roads between places, from each prerequisite to the places that require it. */
export function drawRoads(places: readonly MapPlace[], points: readonly MapPoint[]): Road[] {
  const pointById = new Map(points.map((point) => [point.id, point]));
  const completedIds = new Set(places.filter(({ status }) => status === 'completed').map(({ id }) => id));
  return places.flatMap((place) =>
    place.prerequisite_ids.flatMap((from) => {
      const [start, end] = [pointById.get(from), pointById.get(place.id)];
      if (!start || !end) return [];
      const middle = (start.y + end.y) / 2;
      const line = `M${start.x} ${start.y}C${start.x} ${middle} ${end.x} ${middle} ${end.x} ${end.y}`;
      return [{ id: `${from} ${place.id}`, line, isDone: completedIds.has(from) }];
    }),
  );
}
