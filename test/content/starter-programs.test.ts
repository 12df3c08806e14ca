import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import type { AnswerKey, Item } from '../../src/content/kinds/index.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// Runs the robot programs of Clever Island on their drawn grids.

const PACK_FOLDER = new URL('../../content/packs/starter/', import.meta.url);
const { drawings }: { drawings: Grid[] } = parse(readFileSync(new URL('drawings.yaml', PACK_FOLDER), 'utf8'));
const { tasks, taskKeys } = loadAllPacks();

type Square = readonly [column: number, row: number];
interface Grid {
  readonly file: string;
  readonly columns: number;
  readonly rows: number;
  readonly icons: readonly [string, number, number][];
  readonly stones?: readonly Square[];
}

const ROBOT_ICON = 'bip';
const STEP_BY_ARROW: Readonly<Record<string, readonly [right: number, down: number]>> = {
  '→': [1, 0],
  '←': [-1, 0],
  '↓': [0, 1],
  '↑': [0, -1],
};

test('only the correct programs bring the robot to its goal around stones and within the grid', () => {
  for (const itemPath of ['two-right', 'many-ways', 'round-the-stone'].map((id) => `arrows-for-bip/${id}`)) {
    const { item, key } = getItemAndKey(itemPath);
    assert.ok('options' in item);
    const grid = getGrid(item.media[0]);
    const [, column, row] = grid.icons.find(([name]) => name !== ROBOT_ICON) ?? [];
    const optionsReachingGoal = item.options.filter(
      ({ text }) => `${runProgram(grid, text.en ?? '')}` === `${[column, row]}`,
    );
    assert.deepEqual(
      optionsReachingGoal.map(({ id }) => id),
      getCorrectOptionIds(key),
      itemPath,
    );
  }
});

test('programs in questions end on the square of the answer', () => {
  const itemPaths = [
    'arrows-for-bip/where-does-it-end',
    'round-and-round/loop-ends-at',
    'the-great-program/loop-to-tower',
  ];
  for (const itemPath of itemPaths) {
    const { item, key } = getItemAndKey(itemPath);
    assert.ok(item.kind === 'hotspot' && key?.kind === 'hotspot');
    const grid = getGrid(item.image);
    const finalSquare = runProgram(grid, findProgram(item.prompt.en ?? ''));
    const [{ x = 0, y = 0, width = 0, height = 0 } = {}] = key.areas;
    assert.ok(finalSquare, itemPath);
    const answerSquare = [findCell(x + width / 2, grid.columns), findCell(y + height / 2, grid.rows)];
    assert.deepEqual(answerSquare, finalSquare, itemPath);
  }
});

test('the robot that avoids stones ends on the square of the answer', () => {
  const { item, key } = getItemAndKey('the-great-program/stone-rule');
  const grid = getGrid(item.media[0]);
  let position: Square = [1, 1];
  // The question says that the robot repeats this five times: down if there is a stone on its right, otherwise to the right.
  for (let i = 0; i < 5; i += 1) {
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
  const { item, key } = getItemAndKey('round-and-round/unroll');
  assert.ok(item.kind === 'matching' && key?.kind === 'matching');
  for (const { id, text } of item.left) {
    const unrolledProgram: string = item.right.find((option) => option.id === key.pairs[id])?.text.en ?? '';
    assert.equal(unroll(text.en ?? ''), unroll(unrolledProgram));
  }
  const arrowsByItemPath: Readonly<Record<string, string>> = {
    'round-and-round/four-right': '→ → → →',
    'round-and-round/make-it-short': '→ ↑ → ↑ → ↑',
  };
  for (const [itemPath, arrows] of Object.entries(arrowsByItemPath)) {
    assert.ok(getItemAndKey(itemPath).item.prompt.en?.includes(arrows), itemPath);
    assert.deepEqual(
      findOptionIds(itemPath, (text) => unroll(text) === unroll(arrows)),
      getCorrectOptionIds(getItemAndKey(itemPath).key),
      itemPath,
    );
  }
  const emptyGrid = { file: '', columns: 9, rows: 9, icons: [] };
  const finalSquare = `${runProgram(emptyGrid, '2 × (→ ↓)')}`;
  const itemPath = 'the-great-program/same-result';
  assert.deepEqual(
    findOptionIds(itemPath, (text) => `${runProgram(emptyGrid, text)}` === finalSquare),
    getCorrectOptionIds(getItemAndKey(itemPath).key),
  );
});

/** The ids of the options whose program satisfies `isMatch`. */
function findOptionIds(itemPath: string, isMatch: (program: string) => boolean): string[] {
  const { item } = getItemAndKey(itemPath);
  assert.ok('options' in item);
  return item.options.filter(({ text }) => isMatch(text.en ?? '')).map(({ id }) => id);
}

/**
 * Where a program ends that starts on the square of the robot, or else on the first square. Undefined if it steps on a stone or off
 * the grid.
 */
function runProgram(grid: Grid, program: string): Square | undefined {
  const [, ...start] = grid.icons.find(([name]) => name === ROBOT_ICON) ?? ['', 1, 1];
  let position: Square | undefined = start as unknown as Square; // the column and row of the icon
  for (const arrow of unroll(program)) {
    const [right = 0, down = 0] = STEP_BY_ARROW[arrow] ?? [];
    const nextSquare: Square = [position[0] + right, position[1] + down];
    const [column, row] = nextSquare;
    const isInside = column >= 1 && row >= 1 && column <= grid.columns && row <= grid.rows;
    if (!isInside || grid.stones?.some((stone) => `${stone}` === `${nextSquare}`)) return undefined;
    position = nextSquare;
  }
  return position;
}

/** The program in a question: in the sentence that contains arrows, everything from the first arrow or loop on. */
function findProgram(prompt: string): string {
  return /[^.]*[→↓][^.]*/.exec(prompt)?.[0].replace(/^.*?(?=[→↓]|\d ×)/, '') ?? '';
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

/** The column or row of a labeled grid at a fraction of the picture's width or height. */
function findCell(fraction: number, cellCount: number): number {
  const [labelMargin, cellSize, endMargin] = [50, 80, 20]; // in pixels, as in src/content/drawings/figures.ts
  const position = fraction * (labelMargin + cellCount * cellSize + endMargin);
  return Math.floor((position - labelMargin) / cellSize) + 1;
}

function getItemAndKey(itemPath: string): { item: Item; key: AnswerKey | undefined } {
  const [taskId = '', itemId = ''] = itemPath.split('/');
  const item = tasks.get(taskId)?.items.find((candidate) => candidate.id === itemId);
  assert.ok(item, itemPath);
  return { item, key: taskKeys.get(taskId)?.itemKeys.get(itemId) };
}

function getCorrectOptionIds(key: AnswerKey | undefined): readonly string[] {
  if (key?.kind === 'multiple_choice') return key.answers;
  return key?.kind === 'single_choice' ? [key.answer] : [];
}
