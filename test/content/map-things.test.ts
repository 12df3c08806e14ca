import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getWorldThings } from '../../clients/play/src/scenes/things.ts';
import { loadAllPacks } from '../support/content/packs.ts';

test('things of its own stand on the map of each world', () => {
  const { worlds, pictures } = loadAllPacks();
  for (const id of worlds.keys()) {
    const names = getWorldThings(id).things.map(([name]) => name);
    assert.ok(names.length >= 4, id);
    assert.deepEqual(
      names.filter((name) => !pictures.has(name)),
      [],
      id,
    );
  }
});
