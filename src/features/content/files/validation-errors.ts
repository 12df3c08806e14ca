import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';

/** Keys and indices that lead into a YAML file. */
export type Path = readonly (string | number)[];

/** Something wrong with a pack. `file` is told from the folder of all packs. */
export interface ValidationError {
  readonly file: string;
  readonly path: Path;
  readonly message: string;
  /** When it is known already: of a file that is no YAML. */
  readonly line?: number;
}

/** Where checks bring what they find. */
export type Report = (file: string, path: Path, message: string) => void;

/** What is wrong with the packs: every mistake found, each with file and line. */
export class InvalidPack extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The content packs have mistakes:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`);
    this.mistakes = mistakes;
  }
}

/**
 * Each mistake as "file:line: message", in the order of files and lines. Lines cost a second, slower reading, so only
 * files with mistakes are read for them.
 */
export function withLines(folder: string, mistakes: readonly ValidationError[]): string[] {
  const lineIn = lineFinder(folder);
  return mistakes
    .map(({ file, path, message, line }) => ({ file, message, line: line ?? lineIn(file, path) }))
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    .map(({ file, line, message }) => `${file}:${line}: ${message}`)
    .filter((text, i, all) => text !== all[i - 1]);
}

function lineFinder(folder: string) {
  const known = new Map<string, (path: Path) => number>();
  return (file: string, path: Path) => {
    if (!file.endsWith('.yaml')) return 1; // a picture, or a folder
    const find = known.get(file) ?? linesOf(join(folder, file));
    known.set(file, find);
    return find(path);
  };
}

function linesOf(file: string): (path: Path) => number {
  const lines = new LineCounter();
  const document = parseDocument(textOf(file), { lineCounter: lines });
  const at = (path: Path): number => {
    if (path.length === 0) return firstLine(document.contents, lines);
    const place = rangeOf(keyNode(document.getIn(path.slice(0, -1), true), path.at(-1)) ?? document.getIn(path, true));
    return place === undefined ? at(path.slice(0, -1)) : lines.linePos(place).line;
  };
  return at;
}

/** A value's line is its key's: a text that begins on the next line is named where its name stands. */
function keyNode(parent: unknown, key: string | number | undefined): unknown {
  if (typeof parent !== 'object' || parent === null || !('items' in parent)) return undefined;
  const pairs = parent.items as readonly { key?: { value?: unknown } }[]; // yaml's maps hold pairs, its lists nodes
  return pairs.find((pair) => pair.key !== undefined && String(pair.key?.value) === String(key))?.key;
}

function firstLine(contents: unknown, lines: LineCounter): number {
  return lines.linePos(rangeOf(contents) ?? 0).line;
}

function rangeOf(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node)) return undefined;
  return (node.range as [number] | null)?.[0]; // yaml's nodes carry their place
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // the mistake is that the file is not there: line 1 of nothing
  }
}
