import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { formatMisconceptions, formatSkillCoverage } from '../../src/app/cli/content/report.ts';
import type { AnswerKey, Item } from '../../src/content/kinds/index.ts';
import type { Task, World } from '../../src/content/loading/content.ts';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// The worlds of the starter pack have the intended size, and the answers to their word problems and about their drawings
// are correct.

const PACK_FOLDER = new URL('../../content/packs/starter/', import.meta.url);
const { worlds, locations, tasks, taskKeys, media } = loadAllPacks();
const starterWorlds = [...worlds.values()].filter(({ pack_id }) => pack_id === 'starter');
const { drawings }: { drawings: Drawing[] } = parse(readFileSync(new URL('drawings.yaml', PACK_FOLDER), 'utf8'));

type Drawing = Readonly<Record<string, unknown>> & { readonly file: string };

test('a world has 5 to 8 locations with 4 to 8 tasks each, all kinds of locations, one boss, and locations without and with several prerequisites', () => {
  for (const world of starterWorlds) {
    const worldLocations = world.location_ids.flatMap((id) => locations.get(id) ?? []);
    assert.ok(worldLocations.length >= 5 && worldLocations.length <= 8, world.id);
    const kinds = worldLocations.map(({ kind }) => kind);
    assert.deepEqual(new Set(kinds), new Set(['lesson', 'practice', 'challenge', 'creative', 'boss']), world.id);
    assert.equal(kinds.filter((kind) => kind === 'boss').length, 1, world.id);
    const prerequisiteCounts = worldLocations.map(({ prerequisite_ids }) => prerequisite_ids.length);
    assert.ok(prerequisiteCounts.includes(0) && Math.max(...prerequisiteCounts) > 1, world.id);
    for (const { id, task_ids } of worldLocations) assert.ok(task_ids.length >= 4 && task_ids.length <= 8, id);
  }
});

test('a world has at least 100 questions, every difficulty, and creative, real-world and lesson tasks', () => {
  for (const world of starterWorlds) {
    const worldTasks = listTasks(world);
    const countTasks = (kind: string) => worldTasks.filter((task) => task.kind === kind).length;
    assert.ok(worldTasks.flatMap(({ items }) => items).filter(({ kind }) => kind !== 'info').length >= 100, world.id);
    assert.ok(countTasks('creative') >= 3 && countTasks('real_world') >= 3 && countTasks('lesson') >= 3, world.id);
    assert.deepEqual(new Set(worldTasks.map(({ difficulty }) => difficulty)), new Set([1, 2, 3, 4, 5]), world.id);
    const difficultTasks = worldTasks.filter(({ difficulty }) => difficulty > 3);
    assert.ok(difficultTasks.length >= 7, `${world.id}: at least seven tasks for 11- and 12-year-olds`);
  }
});

test('a question of Numberwood contains the same numbers in every language', () => {
  for (const task of listTasks(worlds.get('numberwood') as World)) {
    for (const { id, prompt } of task.items) {
      for (const [language, text] of Object.entries(prompt)) {
        // Their order may differ: in Ukrainian schools, the number that is repeated comes first, so 4 rows of 3 are 3 · 4.
        assert.deepEqual(
          extractNumbers(text).sort(),
          extractNumbers(prompt.en ?? '').sort(),
          `${task.id}/${id} ${language}`,
        );
      }
    }
  }
});

/**
 * For each word problem, how its answer follows from the numbers in its text, in their order. Numbers that are written as words
 * are part of the function.
 */
const CALCULATIONS: Readonly<Record<string, (...numbers: number[]) => number>> = {
  'counting-in-the-clearing/backwards': (_first, _second, last = 0) => last - 1,
  'more-or-fewer/how-many-more': (less = 0, more = 0) => more - less,
  'first-wheel-sums/birds': (initial = 0, gone = 0) => initial - gone,
  'hopping-up/near-hundred': (step = 0, top = 0) => top - step,
  'rolling-down/difference': (more = 0, less = 0) => more - less,
  'mirror-pond/growing-pattern': (first = 0, second = 0, _third = 0, fourth = 0) => fourth + (second - first),
  'baskets-and-rows/legs': (owls = 0, badgers = 0) => owls * 2 + badgers * 4,
  'fair-shares/half-of-ninety': (all = 0) => all / 2,
  'what-time-is-it/mill-works': (startHour = 0, startMinute = 0, endHour = 0, endMinute = 0) =>
    endHour * 60 + endMinute - (startHour * 60 + startMinute),
  'mill-shop/change-of-twenty': (price = 0, paid = 0) => paid - price,
  'mill-shop/fewest-coins': (price = 0) => countFewestCoins(price),
  'mill-shop/saving': (weekly = 0, wanted = 0) => wanted / weekly,
  'pieces-of-cake/third-of-twelve': (all = 0, numerator = 0, denominator = 0) => (all * numerator) / denominator,
  'which-piece-is-bigger/three-quarters-of-twenty': (numerator = 0, denominator = 0, all = 0) =>
    (all * numerator) / denominator,
  'wheel-of-thinking/two-steps': (all = 0, daily = 0, days = 0) => all - daily * days,
  'wheel-of-thinking/fence-posts': (length = 0, gap = 0) => length / gap + 1,
  'wheel-of-thinking/age-riddle': (older = 0, together = 0) => (together - older) / 2,
  'the-bell-rings/gear-turns': (small = 0, large = 0) => large / small,
  'the-bell-rings/bell-strokes': () => 1 + 2 + 3 + 4,
  'what-comes-next/growing-shells': (_first = 0, second = 0, third = 0) => third + (third - second),
  'recipes-for-everything/count-actions': (...sounds) => sounds.reduce((sum, count) => sum + count, 0),
  'clues-in-the-sand/greetings': () => (3 * 2) / 2,
  'round-and-round/clap-stamp': (rounds = 0) => rounds * 2,
  'round-and-round/forward-back': (rounds = 0) => rounds * (2 - 1),
  'loops-all-around/fill-bucket': (capacity = 0, initial = 0) => capacity - initial,
  'loops-all-around/loop-in-loop': (rounds = 0, claps = 0, stamps = 0) => rounds * (claps + stamps),
  'which-way-now/halve-or-add': (_added = 0, start = 0) =>
    [1, 2, 3].reduce((value) => (value % 2 === 0 ? value / 2 : value + 1), start),
  'asking-well/eight-boxes': (boxes = 0) => Math.log2(boxes),
  'boxes-with-names/shells-box': (initial = 0, more = 0) => initial + more,
  'boxes-with-names/points-game': (start = 0, lost = 0, won = 0) => start - lost + won,
  'boxes-with-names/loop-and-box': (start = 0, rounds = 0, more = 0) => start + rounds * more,
  'secret-signals/lamps-value': (left = 0, middle = 0, right = 0, _on = 0, _off = 0, ...lamps) =>
    left * (lamps[0] ?? 0) + middle * (lamps[1] ?? 0) + right * (lamps[2] ?? 0),
  'secret-signals/two-lamps': () => 2 ** 2,
  'the-great-program/red-and-round-buttons': (all = 0, red = 0, round = 0) => red + round - all,
  'the-great-program/doubling-lights': (start = 0, rounds = 0) => start * 2 ** rounds,
  'light-the-tower/sum-program': (_start = 0, first = 0, last = 0) => ((first + last) * (last - first + 1)) / 2,
};

test('answers to word problems match the numbers in the question', () => {
  for (const [itemPath, calculate] of Object.entries(CALCULATIONS)) {
    const { item, key } = getItemAndKey(itemPath);
    assert.equal(getAnswer(item, key), calculate(...extractNumbers(item.prompt.en ?? '')), itemPath);
  }
});

/** For each question, how its answer follows from its drawing. */
const DRAWING_ANSWERS: Readonly<Record<string, (drawing: Drawing) => unknown>> = {
  'counting-in-the-clearing/beetles': ({ count }) => count,
  'counting-in-the-clearing/frame': ({ filled }) => filled,
  'steps-up-the-hill/read-blocks': ({ tens, ones }) => Number(tens) * 10 + Number(ones),
  'steps-up-the-hill/dot': ({ points }) => (points as number[])[0],
  'mirror-pond/squares-together': ({ filled }) => (filled as unknown[]).length * 2,
  'fair-shares/pears-for-four': ({ count }) => Number(count) / 4,
  'what-time-is-it/minutes-at-four': ({ minute }) => minute,
  'long-and-heavy/green-bar': ({ from, to }) => Number(to) - Number(from),
  'long-and-heavy/hidden-weight': ({ left, right }) => sumWeights(left) - sumWeights(right),
  'long-and-heavy/degrees': ({ value }) => value,
  'mill-shop/count-coins': ({ values }) => (values as number[]).reduce((sum, value) => sum + value, 0),
  'wheel-of-thinking/read-two-bars': ({ bars }) => getBarHeight(bars, 'runa') + getBarHeight(bars, 'hedgehog'),
  'light-the-tower/shortest-way': ({ edges }) => {
    const [toHut, fromHut, toPalm, fromPalm] = (edges as number[][]).map((edge) => edge[2] ?? 0) as [
      number,
      number,
      number,
      number,
    ];
    return Math.min(toHut + fromHut, toPalm + fromPalm);
  },
  'small-words/red-or-round': ({ tiles }) => (tiles as string[]).filter((tile) => /circle|E4572E/.test(tile)).length,
  'small-words/blue-and-corners': ({ tiles }) =>
    (tiles as string[]).filter((tile) => /(square|triangle)-2E86AB/.test(tile)).length,
};

test('answers about a picture match its drawing', () => {
  for (const [itemPath, computeAnswer] of Object.entries(DRAWING_ANSWERS)) {
    const { item, key } = getItemAndKey(itemPath);
    const drawing = drawings.find(({ file }) => file === item.media[0]);
    assert.ok(drawing, itemPath);
    assert.equal(getAnswer(item, key), computeAnswer(drawing), itemPath);
  }
});

test('every drawing is listed in media.yaml with alternative text in English and Spanish', () => {
  for (const { file } of drawings) {
    const { alt } = media.get(file) ?? {};
    assert.ok(alt?.en && alt.es, file);
  }
});

function listTasks(world: World): Task[] {
  return [...tasks.values()].filter(({ world_id }) => world_id === world.id);
}

function getItemAndKey(itemPath: string): { item: Item; key: AnswerKey | undefined } {
  const [taskId = '', itemId = ''] = itemPath.split('/');
  const item = tasks.get(taskId)?.items.find((candidate) => candidate.id === itemId);
  assert.ok(item, itemPath);
  return { item, key: taskKeys.get(taskId)?.itemKeys.get(itemId) };
}

/** The correct number, which is either a numeric answer or the text of an option. */
function getAnswer(item: Item, key: AnswerKey | undefined): number {
  if (key?.kind === 'numeric') return key.answer;
  assert.ok(item.kind === 'single_choice' && key?.kind === 'single_choice', item.id);
  return Number(item.options.find(({ id }) => id === key.answer)?.text.en);
}

function extractNumbers(text: string): number[] {
  return [...text.replaceAll(/(\d),(\d)/g, '$1.$2').matchAll(/\d+(\.\d+)?/g)].map(([number]) => Number(number));
}

function countFewestCoins(price: number): number {
  const remaining = { amount: price, coinCount: 0 };
  for (const coin of [50, 20, 10, 5, 2, 1]) {
    remaining.coinCount += Math.floor(remaining.amount / coin);
    remaining.amount %= coin;
  }
  return remaining.coinCount;
}

function sumWeights(side: unknown): number {
  return (side as string[]).reduce((sum, weight) => sum + (Number(weight) || 0), 0); // the hidden weight is "?"
}

function getBarHeight(bars: unknown, icon: string): number {
  return (bars as [string, number][]).find(([name]) => name === icon)?.[1] ?? Number.NaN;
}

test('the coverage of skills does not become worse', () => {
  const coverage = formatSkillCoverage(loadAllPacks()).join('\n');
  const readCount = (what: string) => Number(new RegExp(`^skills with ${what}: (\\d+) of`, 'm').exec(coverage)?.[1]);
  assert.ok(readCount('3 difficulties') >= 157, coverage);
  assert.ok(readCount('a lesson') >= 159, coverage);
  const hardCounts = [...coverage.matchAll(/^\S+(?: +\d+){3} +(\d+) +(\d+) /gm)].map(
    ([, four, five]) => Number(four) + Number(five),
  );
  assert.ok(hardCounts.filter((count) => count > 0).length >= 143, coverage);
});

test('two items or a generator can show at least 120 misconceptions, and no two have the same name', () => {
  const { misconceptions } = loadAllPacks();
  const lines = formatMisconceptions(loadAllPacks());
  assert.ok(lines.filter((line) => !/^ +[01] /.test(line)).length >= 120, lines.join('\n'));
  for (const language of LANGUAGES) {
    const names = [...misconceptions.values()].map(({ name }) => name[language]);
    assert.equal(new Set(names).size, misconceptions.size);
    for (const name of names) assert.match(name ?? '', /^[\p{Ll}].*[^.]$/u);
  }
});
