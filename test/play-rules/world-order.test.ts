import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseHomeWorlds, orderWorlds } from '../../clients/play/src/rules/world-order.ts';
import { loadAllPacks } from '../support/content/packs.ts';

const WORLD = { language_served: 'en', age_min: 6, age_max: 12, status: 'available' } as const;
const CONTEXT = { currentId: undefined, language: 'en', age: 9 };

const CASES: readonly {
  readonly name: string;
  /** The worlds in the order of the service, by id. */
  readonly worlds: Readonly<Record<string, Partial<Parameters<typeof orderWorlds>[0][number]>>>;
  readonly context?: Partial<Parameters<typeof orderWorlds>[1]>;
  readonly shown: readonly string[];
  readonly others?: readonly string[];
}[] = [
  { name: 'equal worlds stay in the order of the service', worlds: { a: {}, b: {}, c: {} }, shown: ['a', 'b', 'c'] },
  {
    name: 'the current world comes first, then what was begun, then what is in the language of the child',
    worlds: {
      a: { language_served: 'pl' },
      b: { language_served: 'en-GB' },
      c: { status: 'in_progress', language_served: 'pl' },
      d: {},
    },
    context: { currentId: 'd' },
    shown: ['d', 'c', 'b', 'a'],
  },
  {
    name: 'a world that is completed stands behind those that are not',
    worlds: { a: { status: 'completed' }, b: {}, c: { status: 'in_progress' } },
    shown: ['c', 'b', 'a'],
  },
  {
    name: 'the nearer the middle of its ages, the earlier a world comes, and being too old for it counts double',
    worlds: { a: { age_min: 5, age_max: 11 }, b: { age_min: 8, age_max: 14 }, c: { age_min: 8, age_max: 10 } },
    context: { age: 9 },
    shown: ['c', 'a', 'b'],
  },
  {
    name: 'worlds for other ages are not shown at first',
    worlds: { a: { age_max: 7 }, b: {}, c: {}, d: { age_min: 10, age_max: 14 }, e: {} },
    shown: ['b', 'c', 'e'],
    others: ['d', 'a'],
  },
  {
    name: 'three worlds are shown if fewer fit',
    worlds: { a: { age_max: 6 }, b: { age_max: 7 }, c: { age_max: 8 }, d: {} },
    shown: ['d', 'c', 'b'],
    others: ['a'],
  },
  {
    name: 'five worlds are shown if more fit',
    worlds: { a: {}, b: {}, c: {}, d: {}, e: {}, f: {} },
    shown: ['a', 'b', 'c', 'd', 'e'],
    others: ['f'],
  },
  {
    name: 'what was begun is shown, whatever its ages',
    worlds: { a: {}, b: {}, c: {}, d: { age_max: 6, status: 'in_progress' }, e: { age_max: 6 } },
    shown: ['d', 'a', 'b', 'c'],
    others: ['e'],
  },
  {
    name: 'without an age, all worlds fit',
    worlds: { a: { age_max: 6 }, b: {}, c: { age_min: 10 }, d: {} },
    context: { age: undefined },
    shown: ['a', 'b', 'c', 'd'],
  },
];

for (const { name, worlds, context, shown, others = [] } of CASES)
  test(`the worlds of home: ${name}`, () => {
    const list = Object.entries(worlds).map(([id, changes]) => ({ id, ...WORLD, ...changes }));
    const home = chooseHomeWorlds(list, { ...CONTEXT, ...context });
    assert.deepEqual(
      [home.shown, home.others].map((part) => part.map(({ id }) => id)),
      [shown, others],
    );
    assert.deepEqual(orderWorlds(list, { ...CONTEXT, ...context }), [...home.shown, ...home.others]);
  });

test('of the worlds of the packs, a child sees at first those for its age', () => {
  const worlds = [...loadAllPacks().worlds.values()].map(({ id, age_min, age_max }) => ({
    ...WORLD,
    id,
    age_min,
    age_max,
  }));
  const listShown = (age: number) => chooseHomeWorlds(worlds, { ...CONTEXT, age }).shown.map(({ id }) => id);
  assert.deepEqual(listShown(4).toSorted(), ['duck-pond', 'little-farm', 'robot-park', 'song-house', 'sunny-street']);
  assert.ok(
    ['number-garden', 'living-meadow'].every((id) => listShown(7).includes(id)),
    listShown(7).join(),
  );
  assert.ok(
    ['long-bridge', 'tree-school'].every((id) => listShown(10).includes(id)),
    listShown(10).join(),
  );
  assert.ok(listShown(12).includes('number-peak') && !listShown(12).includes('lantern-town'), listShown(12).join());
});
