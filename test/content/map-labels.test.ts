import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOutMap } from '../../clients/play/src/rules/map-layout.ts';
import { loadAllPacks } from '../support/content/packs.ts';

/** The width of a label, and the height of a location with its label, in percent of the width and height of a wide map. */
const [LABEL_WIDTH, LOCATION_HEIGHT] = [11, 25];
/** The same sizes for a tall map that is not stretched, and the height of the child's face above the current location. */
const [TALL_LABEL_WIDTH, TALL_LOCATION_HEIGHT, FACE_HEIGHT] = [30, 13.5, 6.5];

const { worlds, locations } = loadAllPacks();
const maps = [...worlds.values()].map(({ id: worldId, location_ids }) => ({
  worldId,
  places: location_ids.map((id) => {
    const map = locations.get(id)?.map ?? assert.fail(id);
    return { id, map, prerequisite_ids: [], status: 'available' };
  }),
}));

test('no location of a wide map covers the label of another', () => {
  const overlaps: string[] = [];
  for (const { worldId, places } of maps) {
    const { points } = layOutMap(places, false);
    for (const [i, a] of points.entries())
      for (const b of points.slice(i + 1))
        if (Math.abs(a.x - b.x) < LABEL_WIDTH && Math.abs(a.y - b.y) < LOCATION_HEIGHT)
          overlaps.push(`${worldId}: ${a.id} and ${b.id}`);
  }
  assert.deepEqual(overlaps, []);
});

test("no location of a tall map covers the label of another or the child's face", () => {
  const overlaps: string[] = [];
  for (const { worldId, places } of maps)
    for (const current of places) {
      const { points, stretch } = layOutMap(
        places.map((place) => (place === current ? { ...place, status: 'in_progress' } : place)),
        true,
      );
      for (const a of points)
        for (const b of points) {
          const distance = (b.y - a.y) * stretch;
          const minDistance = b.id === current.id ? TALL_LOCATION_HEIGHT + FACE_HEIGHT : TALL_LOCATION_HEIGHT;
          if (a !== b && distance >= 0 && distance < minDistance && Math.abs(a.x - b.x) < TALL_LABEL_WIDTH)
            overlaps.push(`${worldId}: ${a.id} and ${b.id}`);
        }
    }
  assert.deepEqual(overlaps, []);
});
