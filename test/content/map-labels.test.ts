import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOutMap } from '../../clients/play/src/rules/map-layout.ts';
import { loadAllPacks } from '../support/content/packs.ts';

/** The width of a label, and the height of a location with its label, in percent of the width and height of a wide map. */
const [LABEL_WIDTH, LOCATION_HEIGHT] = [11, 25];
/** The same for a tall map that is not stretched, and the height of the child's avatar above the current location. */
const [TALL_LABEL_WIDTH, TALL_LOCATION_HEIGHT, AVATAR_HEIGHT] = [30, 13.5, 6.5];

const { worlds, locations } = loadAllPacks();
const maps = [...worlds.values()].map(({ id: worldId, location_ids }) => ({
  worldId,
  mapLocations: location_ids.map((id) => {
    const map = locations.get(id)?.map ?? assert.fail(id);
    return { id, map, prerequisite_ids: [], status: 'available' };
  }),
}));

test('no location of a wide map covers the label of another', () => {
  const overlaps: string[] = [];
  for (const { worldId, mapLocations } of maps) {
    const { points } = layOutMap(mapLocations, { isTall: false, currentId: mapLocations[0]?.id });
    for (const [i, point] of points.entries())
      for (const otherPoint of points.slice(i + 1))
        if (Math.abs(point.x - otherPoint.x) < LABEL_WIDTH && Math.abs(point.y - otherPoint.y) < LOCATION_HEIGHT)
          overlaps.push(`${worldId}: ${point.id} and ${otherPoint.id}`);
  }
  assert.deepEqual(overlaps, []);
});

test("no location of a tall map covers the label of another or the child's avatar", () => {
  const overlaps: string[] = [];
  for (const { worldId, mapLocations } of maps)
    for (const current of mapLocations) {
      const { points, stretch } = layOutMap(mapLocations, { isTall: true, currentId: current.id });
      for (const upper of points)
        for (const lower of points) {
          const distance = (lower.y - upper.y) * stretch;
          const minDistance = lower.id === current.id ? TALL_LOCATION_HEIGHT + AVATAR_HEIGHT : TALL_LOCATION_HEIGHT;
          const isBeside = Math.abs(upper.x - lower.x) >= TALL_LABEL_WIDTH;
          if (upper !== lower && distance >= 0 && distance < minDistance && !isBeside)
            overlaps.push(`${worldId}: ${upper.id} and ${lower.id}`);
        }
    }
  assert.deepEqual(overlaps, []);
});
