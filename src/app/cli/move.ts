import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { getErrorCode } from '../../core/error-code.ts';
import { copyErasedIds } from '../../features/data-rights/index.ts';
import { FILE_TABLES } from '../../features/learning/index.ts';
import { type Database, getSqliteFile, migrate, redactDatabaseUrl } from '../../platform/database/index.ts';
import { assertSameSchema } from '../../platform/database/migrate.ts';
import {
  beginMove,
  copyRows,
  countRows,
  endMove,
  findUnfinishedMove,
  hasUnfinishedMove,
  listMovedTables,
  type MovedDatabase,
  type MovedTable,
  type MoveSource,
  openSource,
  openTarget,
  readBatches,
  summarizeRows,
} from '../../platform/database/move.ts';
import type { Files } from '../../platform/files/local-files.ts';
import { canCopySecrets, copySecrets, listMissingSecretFiles } from '../../platform/secrets/secrets.ts';
import { readSettings, type Settings } from '../../platform/settings.ts';
import { assertSecretsExistAndMatch, readFolderId, writeFolderId } from '../installation/installation.ts';
import { findInstallation } from '../installation/installation-store.ts';
import { formatCount } from './format-count.ts';
import { type FileStore, forEachFile, hashFile, openFileStore } from './stored-files.ts';

/** One side of a move. */
interface Side<Db extends MovedDatabase = MovedDatabase> {
  readonly database: Db;
  readonly store: FileStore;
  readonly settings: Settings;
}

const BEGIN_AGAIN_ADVICE =
  'To begin again, remove the target (drop the database or delete its file, and delete the submitted files) and create it again.';

/** Moves a service, as `copyService` does, between two sides that `admin move` names. */
export async function moveService(environment: NodeJS.ProcessEnv, from: string, to: string): Promise<void> {
  const isMoved = await copyService(readSideSettings(from, environment), readSideSettings(to, environment));
  if (isMoved)
    console.log('The move is complete. From now on, start the service only with the settings of the target.');
  else console.log(`The move is not complete, and the service does not start with the target. ${BEGIN_AGAIN_ADVICE}`);
}

/**
 * Copies the rows, the files and the generated secrets of a service into an empty database and an empty folder or bucket, and
 * compares both sides. Does not change the source, whose files `convertFiles` decrypts. After a crash, the same call continues the
 * move. Returns false and sets exit code 1 if the sides differ.
 */
export async function copyService(
  sourceSettings: Settings,
  settings: Settings,
  convertFiles: (files: Files) => Files = (files) => files,
): Promise<boolean> {
  await using resources = new AsyncDisposableStack();
  const { source: opened, installation, tables } = await openBothSides(resources, sourceSettings, settings);
  const source = { ...opened, store: { ...opened.store, files: convertFiles(opened.store.files) } };
  // Before the target's database is created, because the service would start with an empty one.
  const hasSecrets = listMissingSecretFiles(settings).length === 0;
  if (readFolderId(settings) === undefined && (hasSecrets || !canCopySecrets(sourceSettings, settings)))
    assertSecretsExistAndMatch(settings, installation);
  const database = await openTarget(resources, settings.databaseUrl);
  const target = { database, settings, store: await openFileStore(settings) };

  const moveSource = { id: installation.id, counts: await countRows(source.database, tables) };
  const unfinishedMove = await findUnfinishedMove(database);
  if (unfinishedMove) assertSameMove(unfinishedMove, moveSource);
  else await assertEmpty(source, target, tables, installation.id);
  copySecrets(source.settings, settings);
  copyErasedIds(source.settings, settings);
  assertSecretsExistAndMatch(settings, installation);
  if (!unfinishedMove) await migrate(database);
  await assertSameSchema(database);
  if (!unfinishedMove) await beginMove(database, moveSource);

  await copyAllRows(source, target, tables, moveSource);
  const fileCount = FILE_TABLES.reduce((sum, table) => sum + (moveSource.counts[table] ?? 0), 0);
  await copyFiles(source, target, fileCount);
  if (!(await compareSides(source, target, tables))) return false;
  // Marks the files of the target as those of the moved service, as the first start of a service does.
  if (!target.store.bucket) writeFolderId(settings, installation.id);
  else if ((await target.store.readId()) === undefined) await target.store.bucket.writeInstallationId(installation.id);
  await endMove(database, moveSource);
  return true;
}

/** Compares both sides of a move and changes nothing. Sets exit code 1 if they differ or if the move is not complete. */
export async function checkMove(environment: NodeJS.ProcessEnv, from: string, to: string): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const settings = readSideSettings(to, environment);
  const { source, tables } = await openBothSides(resources, readSideSettings(from, environment), settings);
  const database = await openSource(resources, settings.databaseUrl, tables);
  const isUnfinished = await hasUnfinishedMove(database);
  await compareSides(source, { database, settings, store: await openFileStore(settings) }, tables);
  if (!isUnfinished) return;
  console.log('The move is not complete: run the same command without --check.');
  process.exitCode = 1;
}

/** Opens the source. Throws if its parts do not belong together. */
async function openBothSides(resources: AsyncDisposableStack, sourceSettings: Settings, settings: Settings) {
  if (identifyDatabase(sourceSettings) === identifyDatabase(settings))
    throw new Error('<from> and <to> are the same database.');
  const tables = await listMovedTables();
  const database = await openSource(resources, sourceSettings.databaseUrl, tables);
  const name = redactDatabaseUrl(sourceSettings.databaseUrl);
  const installation = await findInstallation(database);
  if (!installation) throw new Error(`No service has started with the database ${name} yet.`);
  const store = await openFileStore(sourceSettings);
  if ((await store.readId()) !== installation.id)
    throw new Error(
      `${store.location} does not contain the files of the service with the database ${name}. Use the settings with which that service ran. Nothing was changed.`,
    );
  return { source: { database, store, settings: sourceSettings }, installation, tables };
}

/**
 * Reads the settings of one side of a move. The argument is the URL of a database or a file with the settings of a service. With
 * a URL, the other settings are read from the environment, except those that a move does not use (DATABASE_READ_URL and WORKERS).
 * With a file, the environment is ignored.
 */
function readSideSettings(argument: string, environment: NodeJS.ProcessEnv): Settings {
  if (/^(sqlite|postgres|postgresql):/.test(argument))
    return readSettings({ ...environment, DATABASE_READ_URL: '', WORKERS: '', DATABASE_URL: argument });
  try {
    return readSettings(parseEnv(readFileSync(argument, 'utf8')));
  } catch (error) {
    if (!['ENOENT', 'EISDIR'].includes(getErrorCode(error))) throw error;
    throw new Error(
      `${argument} is neither the URL of a database (sqlite:<file> or postgres://…) nor a file with the settings of a service.`,
      { cause: error },
    );
  }
}

/** For PostgreSQL, only the server and the name of the database identify it. */
function identifyDatabase({ databaseUrl }: Settings): string {
  const url = getSqliteFile(databaseUrl) === undefined ? URL.parse(databaseUrl) : null;
  return url ? `${url.host}${url.pathname}` : databaseUrl;
}

/** Throws unless `source` is the source of the unfinished move and still has the same numbers of rows. */
function assertSameMove(unfinishedMove: MoveSource, { id, counts }: MoveSource): void {
  if (unfinishedMove.id !== id)
    throw new Error(`The target contains an unfinished move of another service than <from>. ${BEGIN_AGAIN_ADVICE}`);
  for (const [table, count] of Object.entries(counts))
    if (count !== unfinishedMove.counts[table])
      throw new Error(`The source has changed since the move began: it has ${count} ${table}. ${BEGIN_AGAIN_ADVICE}`);
  console.log('Continuing a move that was interrupted.');
}

async function assertEmpty(source: Side, target: Side, tables: readonly MovedTable[], id: string): Promise<void> {
  const { settings, store } = target;
  const usedTable = Object.entries(await countRows(target.database, tables)).find(([, count]) => count > 0)?.[0];
  if (usedTable !== undefined)
    throw new Error(
      `The target database ${redactDatabaseUrl(settings.databaseUrl)} is not empty: the table ${usedTable} has rows. Use a new database. Nothing was changed.`,
    );
  if ([readFolderId(settings), await store.readId()].some((storeId) => storeId !== undefined && storeId !== id))
    throw new Error(
      `DATA_DIR ${settings.dataDir} or the bucket of the target belongs to another installation. Nothing was changed.`,
    );
  if (store.location === source.store.location) return;
  for await (const { name } of store.files.list())
    throw new Error(
      `${store.location} already contains files, such as ${name}. Use an empty one. Nothing was changed.`,
    );
}

async function copyAllRows(
  source: Side,
  { database }: Side<Database>,
  tables: readonly MovedTable[],
  { counts }: MoveSource,
): Promise<void> {
  const copied = await countRows(database, tables);
  const addProgress = createProgress('Copying rows', sum(counts), sum(copied));
  for (const table of tables) await copyRows(source.database, database, table, copied[table.name] ?? 0, addProgress);
}

const sum = (counts: MoveSource['counts']) => Object.values(counts).reduce((total, count) => total + count, 0);

/** Copies the files that do not exist in the target, or that are incomplete there after a crash. */
async function copyFiles(source: Side, target: Side, fileCount: number): Promise<void> {
  if (target.store.location === source.store.location)
    return console.log(`The files stay in ${source.store.location}.`);
  const addProgress = createProgress('Copying files', fileCount);
  await forEachFile(source.database, async (name) => {
    const [from, to] = [source.store.files, target.store.files];
    const existingHash = await hashFile(to, name);
    const isCopied = existingHash !== undefined && existingHash === (await hashFile(from, name));
    const bytes = isCopied ? undefined : await from.get(name); // uploads are limited in size, so a whole file fits into memory
    if (bytes && existingHash !== undefined) await to.remove(name);
    if (bytes) await to.put(name, bytes);
    addProgress(1);
  });
}

/**
 * Compares all rows and files of the source and the target, and prints the number of rows and the checksum of each table.
 * Returns whether both sides are equal, and sets exit code 1 if they are not.
 */
async function compareSides(source: Side, target: Side, tables: readonly MovedTable[]): Promise<boolean> {
  let isEqual = true;
  for (const table of tables) {
    const [expected, actual] = await Promise.all(
      [source, target].map(({ database }) => summarizeRows(table, readBatches(database, table))),
    );
    console.log(`${table.name.padEnd(24)} ${expected}`);
    if (actual === expected) continue;
    isEqual = false;
    console.log(`${table.name.padEnd(24)} ${actual}  in the target: DIFFERENT`);
  }
  if (source.store.location !== target.store.location && !(await compareFiles(source, target))) isEqual = false;
  console.log(isEqual ? 'Both sides are equal.' : 'The sides are NOT equal.');
  if (!isEqual) process.exitCode = 1;
  return isEqual;
}

/** A file that is missing on both sides is printed, but is not a difference: it was missing before the move. */
async function compareFiles(source: Side, target: Side): Promise<boolean> {
  const counts = { all: 0, equal: 0, different: 0 };
  await forEachFile(source.database, async (name) => {
    const [expected, actual] = await Promise.all([source, target].map(({ store }) => hashFile(store.files, name)));
    counts.all += 1;
    if (expected !== undefined && expected === actual) {
      counts.equal += 1;
      return;
    }
    if (expected !== actual) counts.different += 1;
    const places = [expected === undefined && 'the source', actual === undefined && 'the target'].filter(Boolean);
    const missing = places.length === 2 ? 'missing in both' : `missing in ${places[0]}`;
    console.log(`${name}: ${places.length === 0 ? 'different' : missing}`);
  });
  console.log(`Same SHA-256 hash: ${formatCount(counts.equal)} of ${formatCount(counts.all, 'file')}.`);
  return counts.different === 0;
}

/** Returns a function that adds to what is done, and prints a line after each tenth of the total. */
function createProgress(label: string, total: number, alreadyDone = 0): (count: number) => void {
  let done = alreadyDone;
  const countTenths = () => Math.floor((10 * done) / total);
  return (count) => {
    const tenths = countTenths();
    done += count;
    if (countTenths() > tenths) console.log(`${label}: ${formatCount(done)} of ${formatCount(total)}`);
  };
}
