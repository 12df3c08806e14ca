import { LineCounter, parseDocument } from 'yaml';
import { escapeControlCharacters } from '../../core/text/normalize-text.ts';
import { readPackFile } from './read-pack-file.ts';

/** The keys and indices that locate a value in a YAML file. */
export type ValuePath = readonly (string | number)[];

/** An error in a pack. `file` is relative to the packs folder. */
export interface ValidationError {
  readonly file: string;
  readonly path: ValuePath;
  readonly message: string;
  /** Set only for YAML syntax errors, whose line the parser reports. */
  readonly line?: number;
}

/** Reports an error that a check has found. */
export type Report = (file: string, path: ValuePath, message: string) => void;

/** Reports an error in a part of a file. `path` is relative to this part. */
export type ReportAt = (path: ValuePath, message: string) => void;

/** Thrown for invalid packs. Contains all errors, each with file and line. */
export class InvalidPackError extends Error {
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`The content packs have errors:\n${errors.map((error) => `  - ${error}`).join('\n')}`);
    this.errors = errors;
  }
}

/**
 * Formats errors as "file:line: message", sorted by file and line, without duplicates. Finding lines needs a second, slower
 * parse, so only files with errors are parsed again.
 */
export function formatErrors(packsFolder: string, errors: readonly ValidationError[]): string[] {
  const findLine = createLineFinder(packsFolder);
  return errors
    .map(({ file, path, message, line }) => ({ file, message, line: line ?? findLine(file, path) }))
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    .map(({ file, line, message }) => escapeControlCharacters(`${file}:${line}: ${message}`))
    .filter((text, i, texts) => text !== texts[i - 1]);
}

function createLineFinder(packsFolder: string) {
  const lineFinders = new Map<string, (path: ValuePath) => number>();
  return (file: string, path: ValuePath) => {
    if (!file.endsWith('.yaml')) return 1; // a picture, or a folder
    const findLine = lineFinders.get(file) ?? createTextLineFinder(readPackFile(packsFolder, file)?.toString() ?? '');
    lineFinders.set(file, findLine);
    return findLine(path);
  };
}

/**
 * Creates a function that finds the line of a value in a YAML text. For an empty text, such as that of a missing file, it
 * returns 1.
 */
function createTextLineFinder(text: string): (path: ValuePath) => number {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const findLine = (path: ValuePath): number => {
    if (path.length === 0) return lineCounter.linePos(getStartOffset(document.contents) ?? 0).line;
    const offset = getStartOffset(
      findKeyNode(document.getIn(path.slice(0, -1), true), path.at(-1)) ?? document.getIn(path, true),
    );
    return offset === undefined ? findLine(path.slice(0, -1)) : lineCounter.linePos(offset).line;
  };
  return findLine;
}

/** Finds the node of a key. An error in a value is reported on the line of its key, even if the value begins on the next line. */
function findKeyNode(parent: unknown, key: string | number | undefined): unknown {
  if (typeof parent !== 'object' || parent === null || !('items' in parent)) return undefined;
  const pairs = parent.items as readonly { key?: { value?: unknown } }[]; // maps contain pairs, lists contain nodes
  return pairs.find((pair) => pair.key !== undefined && String(pair.key?.value) === String(key))?.key;
}

function getStartOffset(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node)) return undefined;
  return (node.range as [number] | null)?.[0]; // the nodes of the `yaml` package have a `range`
}
