import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A cache of parsed and validated YAML files, keyed by a hash of the text and the schema. Without it, each start of the service takes a
 * millisecond for each kilobyte of YAML and 150 ms to compile the schemas (decision 0010).
 */
export interface ParseCache {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  /** If entries were added, writes those used since the cache was opened and drops the rest. */
  save(): void;
}

/** Opens a cache in a file; without a file nothing is saved. The file is safe to delete. */
export function openParseCache(file: string | undefined): ParseCache {
  const stored = file === undefined ? {} : read(file);
  const used: Record<string, unknown> = {};
  let hasNewEntries = false;
  return {
    get(key) {
      const value = Object.hasOwn(stored, key) ? stored[key] : undefined;
      if (value !== undefined) used[key] = value;
      return value;
    },
    set(key, value) {
      used[key] = value;
      hasNewEntries ||= stored[key] !== value;
    },
    save() {
      if (file !== undefined && hasNewEntries) write(file, JSON.stringify(used));
    },
  };
}

function read(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {}; // missing or incomplete after a crash: it will be rebuilt
  }
}

function write(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // a full or read-only disk only makes the next start slower
  }
}
