import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import type { AnswerKey } from '../../src/content/format/answers.ts';
import type { Item } from '../../src/content/loading/content.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// Runs the robot programs of Clever Island on their drawn grids.

const FOLDER = new URL('../../content/packs/starter/', import.meta.url);
const { drawings }: { drawings: Grid[] } = parse(readFileSync(new URL('drawings.yaml', FOLDER), 'utf8'));
const { tasks, keys } = loadAllPacks();

type Square = readonly [column: number, row: number];
interface Grid {
  readonly file: string;
  readonly columns: number;
  readonly rows: number;
  readonly icons: readonly [string, number, number][];
  readonly stones?: readonly Square[];
}

const STEPS: Readonly<Record<string, Square>> = { '→': [1, 0], '←': [-1, 0], '↓': [0, 1], '↑': [0, -1] };

test('only the correct programs bring the robot to its goal around stones and within the grid', () => {
  for (const place of ['two-right', 'many-ways', 'round-the-stone'].map((id) => `arrows-for-bip/${id}`)) {
    const { item, key } = getItem(place);
    assert.ok('options' in item);
    const grid = getGrid(item.media[0]);
    const [, column, row] = grid.icons.find(([name]) => name !== 'bip') ?? [];
    const optionsReachingGoal = item.options.filter(
      ({ text }) => `${runProgram(grid, text.en ?? '')}` === `${[column, row]}`,
    );
    assert.deepEqual(
      optionsReachingGoal.map(({ id }) => id),
      getCorrectOptionIds(key),
      place,
    );
  }
});

test('programs in questions end on the square of the answer', () => {
  const places = [
    'arrows-for-bip/where-does-it-end',
    'round-and-round/loop-ends-at',
    'the-great-program/loop-to-tower',
  ];
  for (const place of places) {
    const { item, key } = getItem(place);
    assert.ok(item.kind === 'hotspot' && key?.kind === 'hotspot');
    const grid = getGrid(item.image);
    const end = runProgram(
      grid,
      /[^.]*[→↓][^.]*/.exec(item.prompt.en ?? '')?.[0].replace(/^.*?(?=[→↓]|\d ×)/, '') ?? '',
    );
    const [{ x = 0, y = 0, width = 0, height = 0 } = {}] = key.areas;
    assert.ok(end, place);
    assert.deepEqual([getColumn(grid, x + width / 2), getRow(grid, y + height / 2)], end, place);
  }
});

test('the robot that avoids stones ends on the square of the answer', () => {
  const { item, key } = getItem('the-great-program/stone-rule');
  const grid = getGrid(item.media[0]);
  let position: Square = [1, 1];
  for (let round = 0; round < 5; round += 1) {
    const [column, row] = position;
    position = grid.stones?.some(([stoneColumn, stoneRow]) => stoneColumn === column + 1 && stoneRow === row)
      ? [column, row + 1]
      : [column + 1, row];
  }
  assert.ok('options' in item);
  const correctOption = item.options.find(({ id }) => id === getCorrectOptionIds(key)[0]);
  assert.equal(correctOption?.text.en, `${'ABCDE'[position[0] - 1]}${position[1]}`);
});

test('loops and their unrolled programs are equivalent', () => {
  const { item, key } = getItem('round-and-round/unroll');
  assert.ok(item.kind === 'matching' && key?.kind === 'matching');
  for (const { id, text } of item.left) {
    const unrolled: string = item.right.find((option) => option.id === key.pairs[id])?.text.en ?? '';
    assert.equal(unroll(text.en ?? ''), unroll(unrolled));
  }
  const arrowsByPlace: Readonly<Record<string, string>> = {
    'round-and-round/four-right': '→ → → →',
    'round-and-round/make-it-short': '→ ↑ → ↑ → ↑',
  };
  for (const [place, arrows] of Object.entries(arrowsByPlace)) {
    assert.ok(getItem(place).item.prompt.en?.includes(arrows), place);
    assert.deepEqual(
      findOptionIds(place, (text) => unroll(text) === unroll(arrows)),
      getCorrectOptionIds(getItem(place).key),
      place,
    );
  }
  const emptyGrid = { file: '', columns: 9, rows: 9, icons: [] };
  const end = `${runProgram(emptyGrid, '2 × (→ ↓)')}`;
  const place = 'the-great-program/same-result';
  assert.deepEqual(
    findOptionIds(place, (text) => `${runProgram(emptyGrid, text)}` === end),
    getCorrectOptionIds(getItem(place).key),
  );
});

/** The ids of the options whose program satisfies `isMatch`. */
function findOptionIds(place: string, isMatch: (program: string) => boolean): string[] {
  const { item } = getItem(place);
  assert.ok('options' in item);
  return item.options.filter(({ text }) => isMatch(text.en ?? '')).map(({ id }) => id);
}

/** Where a program ends; undefined if it steps on a stone or off the grid. */
function runProgram(grid: Grid, program: string): Square | undefined {
  const [, ...start] = grid.icons.find(([name]) => name === 'bip') ?? ['', 1, 1];
  let position: Square | undefined = start as unknown as Square; // the rest of [name, column, row]
  for (const arrow of unroll(program)) {
    const [right = 0, down = 0] = STEPS[arrow] ?? [];
    const next: Square = [position[0] + right, position[1] + down];
    const isInside = next[0] >= 1 && next[1] >= 1 && next[0] <= grid.columns && next[1] <= grid.rows;
    if (!isInside || grid.stones?.some((stone) => `${stone}` === `${next}`)) return undefined;
    position = next;
  }
  return position;
}

/** The arrows of a program with its loops unrolled. */
function unroll(program: string): string {
  const arrows = program.replaceAll(/(\d+) × \(([^)]*)\)/g, (_, count, loopBody) => loopBody.repeat(Number(count)));
  return arrows.replaceAll(/[^→←↑↓]/g, '');
}

function getGrid(file = ''): Grid {
  const grid = drawings.find((drawing) => drawing.file === file);
  assert.ok(grid, file);
  return grid;
}

/** The column at a fraction of the picture's width, as scripts/draw draws labelled grids. */
function getColumn(grid: Grid, x: number): number {
  return Math.floor((x * (50 + grid.columns * 80 + 20) - 50) / 80) + 1;
}

function getRow(grid: Grid, y: number): number {
  return Math.floor((y * (50 + grid.rows * 80 + 20) - 50) / 80) + 1;
}

function getItem(place: string): { item: Item; key: AnswerKey | undefined } {
  const [task = '', id = ''] = place.split('/');
  const item = tasks.get(task)?.items.find((candidate) => candidate.id === id);
  assert.ok(item, place);
  return { item, key: keys.get(task)?.items.get(id) };
}

function getCorrectOptionIds(key: AnswerKey | undefined): readonly string[] {
  if (key?.kind === 'multiple_choice') return key.answers;
  return key?.kind === 'single_choice' ? [key.answer] : [];
}
