import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Values of YAML files that were read and found to have their shape, by what the file and the shape say: reading a
 * kilobyte of YAML costs a millisecond, and compiling the shapes 150, at every start (decision 0010).
 */
export interface ParseCache {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  /** Writes down what was asked for since it was opened, and forgets the rest. */
  keep(): void;
}

/** The memory in a file; without a file nothing is remembered. It is safe to delete. */
export function openParseCache(file: string | undefined): ParseCache {
  const known = file === undefined ? {} : read(file);
  const used: Record<string, unknown> = {};
  let news = false;
  return {
    get(key) {
      const value = Object.hasOwn(known, key) ? known[key] : undefined;
      if (value !== undefined) used[key] = value;
      return value;
    },
    set(key, value) {
      used[key] = value;
      news ||= !Object.hasOwn(known, key);
    },
    keep() {
      if (file !== undefined && news) write(file, JSON.stringify(used));
    },
  };
}

function read(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {}; // not there yet, or half written by a machine that went down: it is made anew
  }
}

function write(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // a full or read-only disk makes starting slower, not impossible
  }
}
