import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import * as diagrams from '../../src/content/drawings/diagrams.ts';
import { drawText } from '../../src/content/drawings/svg.ts';
import type { Generator } from '../../src/content/index.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// A question can leave numbers to a network, a table or a graph. Then the alt text says each number that the picture shows, so that a
// child who does not see the picture can answer. The numbers are read from the picture itself.

const { generators, media, pictures } = loadAllPacks();
const DRAWS = 20;

/** The digits by the path that draws them. */
const digitsByPath = new Map([...'0123456789'].map((digit) => [getPaths(drawText(digit, 0, 0, 16))[0]?.d, digit]));

interface DrawnPath {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly d: string;
}

function getPaths(svg: string): DrawnPath[] {
  return [...svg.matchAll(/<path transform="translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)" d="([^"]+)"/g)].map(
    ([, x, y, scale, d = '']) => ({ x: Number(x), y: Number(y), scale: Number(scale), d }),
  );
}

/** Reads the whole numbers in a picture. The digits of a number stand side by side. */
function readNumbers(svg: string): string[] {
  const numbers: string[] = [];
  let end: DrawnPath | undefined;
  for (const path of getPaths(svg)) {
    const digit = digitsByPath.get(path.d);
    const continues = end && end.y === path.y && path.x - end.x > 0 && path.x - end.x <= 14.1 * path.scale;
    if (digit !== undefined) {
      if (continues) numbers.push(`${numbers.pop()}${digit}`);
      else numbers.push(digit);
    }
    end = digit === undefined ? undefined : path;
  }
  return numbers;
}

function assertSaysNumbers(svg: string, alt: Readonly<Record<string, string>>, label: string): void {
  for (const [language, text] of Object.entries(alt)) {
    const said = new Set(text.match(/\d+/g));
    const missing = readNumbers(svg).filter((number) => !said.has(number));
    assert.deepEqual(missing, [], `${label} in ${language}: ${text}`);
  }
}

test('the numbers of a drawing are read', () => {
  assert.deepEqual(readNumbers(drawText('14:20', 0, 0, 30) + drawText('−7', 0, 90, 30) + drawText('B', 0, 0, 30)), [
    '14',
    '20',
    '7',
  ]);
});

function assertGeneratorSaysNumbers({ levels, draw, renderPicture, createItem }: Generator, label: string): void {
  for (const level of [undefined, ...levels]) {
    for (let i = 0; i < DRAWS; i += 1) {
      const drawnValues = draw(`numbers ${i}`, level);
      const svg = renderPicture(drawnValues, (name) => pictures.get(name)?.svg.toString()) ?? '';
      const { alt = {} } = createItem(drawnValues, []).item.picture ?? {};
      assert.equal(Object.keys(alt).length, 4, label);
      assertSaysNumbers(svg, alt, label);
    }
  }
}

test('the alt text of a generated network, table or graph says all of its numbers in every language', () => {
  let count = 0;
  for (const file of globSync('content/packs/*/worlds/*/tasks/*.yaml')) {
    const taskId = file.replace(/.*\/|\.yaml$/g, '');
    if (!/draw: (network|table|graph)\n/.test(readFileSync(file, 'utf8'))) continue;
    const { items } = parse(readFileSync(file, 'utf8'));
    for (const { id, picture } of items) {
      const generator = generators.get(taskId)?.get(id);
      if (!generator || !Object.hasOwn(diagrams, picture?.draw ?? '')) continue;
      count += 1;
      assertGeneratorSaysNumbers(generator, `${taskId}/${id}`);
    }
  }
  assert.ok(count >= 20, `only ${count}`);
});

test('the alt text of a drawn network, table or graph says all of its numbers in every language', () => {
  let count = 0;
  for (const file of globSync('content/packs/*/drawings.yaml').filter(existsSync)) {
    for (const { file: name, draw } of parse(readFileSync(file, 'utf8')).drawings) {
      if (!Object.hasOwn(diagrams, draw)) continue;
      count += 1;
      const svg = readFileSync(file.replace('drawings.yaml', `media/${name}.svg`), 'utf8');
      assertSaysNumbers(svg, media.get(name)?.alt ?? {}, name);
    }
  }
  assert.ok(count >= 5, `only ${count}`);
});
