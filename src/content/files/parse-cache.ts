import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A cache of parsed and validated YAML files, keyed by a hash of the text and the schema. It also stores which generators have passed
 * their checks. Without it, each start of the service parses all files and compiles the schemas (decision 0010).
 */
export interface ParseCache {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  /** If entries were added, writes all entries that were used since the cache was opened, and drops the other entries. */
  save(): void;
}

/** Opens a cache in a file; without a file nothing is saved. The file is safe to delete. */
export function openParseCache(file: string | undefined): ParseCache {
  const storedEntries = file === undefined ? {} : readEntries(file);
  const usedEntries: Record<string, unknown> = {};
  let hasNewEntries = false;
  return {
    get(key) {
      const value = Object.hasOwn(storedEntries, key) ? storedEntries[key] : undefined;
      if (value !== undefined) usedEntries[key] = value;
      return value;
    },
    set(key, value) {
      usedEntries[key] = value;
      hasNewEntries ||= storedEntries[key] !== value;
    },
    save() {
      if (file !== undefined && hasNewEntries) writeIfPossible(file, JSON.stringify(usedEntries));
    },
  };
}

function readEntries(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {}; // the file is missing, or incomplete after a crash, and will be written again
  }
}

function writeIfPossible(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // a full or read-only disk only makes the next start slower
  }
}
