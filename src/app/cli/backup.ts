import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { listAllFileNames, listReferencedFiles } from '../../features/learning/index.ts';
import { errorCode } from '../../platform/database/database.ts';
import { checkSqlite, copySqlite, openDatabaseToRead, sqliteFile } from '../../platform/database/index.ts';
import { syncFolder } from '../../platform/files/write-once.ts';
import { readSettings, type Settings } from '../../platform/settings.ts';

const AT_ONCE = 500;
const BACKUP = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const PARTIAL = '.partial';
const POSTGRES = 'PostgreSQL is backed up with pg_dump: see "Backup" in docs/operations.md.';

/**
 * Copies the database, and the files that it names, into a new folder of `parent`, beside a running service. The folder has
 * its name when everything in it is whole and on the disk, so what was cut off is not taken for a backup.
 */
export async function backup(environment: NodeJS.ProcessEnv, parent: string, keep?: string): Promise<void> {
  const settings = readSettings(environment);
  const file = sqliteFile(settings.databaseUrl);
  if (file === undefined) throw new Error(POSTGRES);
  const most = keep === undefined ? Number.POSITIVE_INFINITY : Number(keep);
  if (!(most >= 1)) throw new Error('--keep is a number from 1 on.');

  const folder = join(resolve(parent), nameAt(Date.now()));
  const partial = `${folder}${PARTIAL}`;
  mkdirSync(join(partial, 'files'), { recursive: true, mode: 0o700 });
  try {
    const copy = join(partial, 'family.db');
    copySqlite(file, copy);
    checkSqlite(copy);
    const { copied, missing } = await copyFiles(settings, copy, partial);
    sync(partial, 'family.db');
    for (const each of [join(partial, 'files'), partial]) syncFolder(each);
    renameSync(partial, folder);
    syncFolder(resolve(parent));
    console.log(`${folder}: the database and ${copied} files. The secrets are not in it.`);
    await tellMissing(settings, missing);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
  prune(resolve(parent), most);
}

/** After the database: every file that the copy names is there already, or was erased since. */
async function copyFiles({ dataDir }: Settings, copy: string, target: string) {
  const database = await openDatabaseToRead(`sqlite:${copy}`);
  const missing: string[] = [];
  let copied = 0;
  try {
    for (let after = ''; ; ) {
      const names = await listAllFileNames(database.reader, after, AT_ONCE);
      for (const name of names) {
        if (copyIfThere(join(dataDir, 'files'), join(target, 'files'), name)) copied += 1;
        else missing.push(name);
      }
      after = names.at(-1) ?? '';
      if (names.length < AT_ONCE) return { copied, missing };
    }
  } finally {
    await database.close();
  }
}

function copyIfThere(from: string, to: string, name: string): boolean {
  try {
    copyFileSync(join(from, name), join(to, name), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  sync(to, name);
  return true;
}

function sync(folder: string, name: string): void {
  const file = openSync(join(folder, name), 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** A file that was erased while the backup ran is no loss; one that the database still names is. */
async function tellMissing({ databaseUrl }: Settings, missing: readonly string[]): Promise<void> {
  if (missing.length === 0) return;
  const database = await openDatabaseToRead(databaseUrl);
  try {
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      for (const name of await listReferencedFiles(database.reader, missing.slice(at, at + AT_ONCE))) {
        console.error(`${name} is missing: the database names it, but it is not in DATA_DIR/files.`);
        process.exitCode = 1;
      }
    }
  } finally {
    await database.close();
  }
}

/** Keeps so many of the newest, and none that was cut off more than a day ago. */
function prune(parent: string, most: number): void {
  const names = readdirSync(parent).sort().reverse();
  const yesterday = nameAt(Date.now() - 86_400_000);
  const old = names.filter((name) => BACKUP.test(name)).slice(most);
  const cutOff = names.filter(
    (name) => BACKUP.test(name.replace(PARTIAL, '')) && name.endsWith(PARTIAL) && name < yesterday,
  );
  for (const name of [...old, ...cutOff]) rmSync(join(parent, name), { recursive: true });
}

/** Names sort by time. */
function nameAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replaceAll(/[:.]/g, '-');
}
