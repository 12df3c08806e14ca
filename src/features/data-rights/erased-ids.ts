import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addSeconds, DAY, type Instant } from '../../core/time/instant.ts';
import { syncFolder } from '../../platform/files/write-once.ts';
import type { Settings } from '../../platform/settings.ts';
import { ERASED_ID_DAYS } from '../../schema/retention.ts';

// The list of erased profiles: the file DATA_DIR/erased-ids, with a line `<id> <time>` for each. It is not in the database and not in a
// backup, so that profiles in a restored backup are erased again (decision 0067). The line `rebuilt <time>` says that the remains of
// the ids before it have left the database file.

const REBUILT = 'rebuilt';

interface Entry {
  readonly name: string;
  readonly at: Instant;
}

/** Adds an id before the rows of the profile are deleted. Returns when the line is on the disk. */
export function recordErasedId(settings: Settings, id: string, now: Instant): void {
  append(settings, id, now);
}

/** Records that the database file was rebuilt. */
export function recordRebuild(settings: Settings, now: Instant): void {
  append(settings, REBUILT, now);
}

/** The ids of erased profiles, without duplicates. */
export function listErasedIds(settings: Settings): string[] {
  return [...new Set(readEntries(settings).map(({ name }) => name))].filter((name) => name !== REBUILT);
}

/** Whether profiles were erased after the database file was last rebuilt. */
export function hasRemains(settings: Settings): boolean {
  const names = readEntries(settings).map(({ name }) => name);
  return names.length > 0 && names.at(-1) !== REBUILT;
}

/** Forgets ids whose time is over (`schema/retention.ts`). Only for the start, when nothing is appended. */
export function pruneErasedIds(settings: Settings, now: Instant): void {
  const entries = readEntries(settings);
  const keptEntries = entries.filter(({ at }) => at > addSeconds(now, -ERASED_ID_DAYS * DAY));
  if (keptEntries.length === entries.length) return;
  const file = getFile(settings);
  writeFileSync(`${file}.new`, keptEntries.map(formatEntry).join(''), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  syncFolder(settings.dataDir);
}

/** Adds the list of one DATA_DIR to that of another. */
export function copyErasedIds(from: Settings, to: Settings): void {
  if (from.dataDir === to.dataDir) return;
  const knownNames = listErasedIds(to);
  const newEntries = readEntries(from).filter(({ name }) => name !== REBUILT && !knownNames.includes(name));
  for (const { name, at } of newEntries) append(to, name, at);
}

function append(settings: Settings, name: string, at: Instant): void {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  appendFileSync(getFile(settings), formatEntry({ name, at }), { mode: 0o600, flush: true });
}

function readEntries(settings: Settings): Entry[] {
  if (!existsSync(getFile(settings))) return [];
  const lines = readFileSync(getFile(settings), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, at] = line.split(' ');
    return name && at ? [{ name, at }] : [];
  });
}

function formatEntry({ name, at }: Entry): string {
  return `${name} ${at}\n`;
}

function getFile({ dataDir }: Settings): string {
  return join(dataDir, 'erased-ids');
}
