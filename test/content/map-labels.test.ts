import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOutMap } from '../../clients/play/src/rules/map-layout.ts';
import { loadAllPacks } from '../support/content/packs.ts';

/** The width of a label, and the height of a location with its label, in percent of the width and height of a wide map. */
const [LABEL_WIDTH, LOCATION_HEIGHT] = [11, 25];

test('no location of a wide map covers the label of another', () => {
  const overlaps: string[] = [];
  const { worlds, locations } = loadAllPacks();
  for (const world of worlds.values()) {
    const places = world.location_ids.map((id) => {
      const map = locations.get(id)?.map ?? assert.fail(id);
      return { id, map, prerequisite_ids: [], status: 'available' };
    });
    const points = layOutMap(places, false);
    for (const [i, a] of points.entries())
      for (const b of points.slice(i + 1))
        if (Math.abs(a.x - b.x) < LABEL_WIDTH && Math.abs(a.y - b.y) < LOCATION_HEIGHT)
          overlaps.push(`${world.id}: ${a.id} and ${b.id}`);
  }
  assert.deepEqual(overlaps, []);
});
