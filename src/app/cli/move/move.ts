import { type Database, migrate, redactDatabaseUrl } from '../../../platform/database/index.ts';
import { assertSameSchema } from '../../../platform/database/migrate.ts';
import { type LockedSource, openSource, openTarget } from '../../../platform/database/move/locked-databases.ts';
import { listMovedTables, type MovedTable } from '../../../platform/database/move/moved-tables.ts';
import {
  beginMove,
  endMove,
  findUnfinishedMove,
  hasUnfinishedMove,
  type MoveProgress,
  type PartProgress,
  recordProgress,
} from '../../../platform/database/move/progress-store.ts';
import { copyRows, countRows, findNonEmptyTable, vacuumTables } from '../../../platform/database/move/rows-store.ts';
import { copySecrets } from '../../../platform/secrets/secrets.ts';
import type { Settings } from '../../../platform/settings.ts';
import { assertSecretsExistAndMatch, readFolderId, writeFolderId } from '../../installation/installation.ts';
import { findInstallation, type Installation } from '../../installation/installation-store.ts';
import { compareSides } from './compare.ts';
import { copyFiles, listFileBatches } from './move-files.ts';
import { showProgress } from './progress-display.ts';
import { type FileStore, isSameDatabase, openFileStore, readSideSettings } from './sides.ts';

/** The name of the part of a move that copies the files. Every other part copies a table and has the name of that table. */
const FILES_PART = 'files';

/** The service that a move copies. */
interface Source {
  readonly database: LockedSource;
  readonly installation: Installation;
  readonly store: FileStore;
  readonly settings: Settings;
}

/** The empty database, and the empty folder or bucket, that a move fills. */
interface Target {
  readonly database: Database;
  readonly store: FileStore;
  readonly settings: Settings;
}

/**
 * Copies the rows, the files and the generated secrets of a service into an empty database and an empty folder or bucket, and
 * compares both sides. Does not change the source. After a crash, the same call continues the move. Sets exit code 1 if the sides
 * differ.
 */
export async function moveService(environment: NodeJS.ProcessEnv, from: string, to: string): Promise<void> {
  const [fromSettings, toSettings] = readBothSettings(environment, from, to);
  const tables = await listMovedTables();
  await using resources = new AsyncDisposableStack();
  const source = await openMovedSource(resources, fromSettings, tables);
  const database = resources.adopt(await openTarget(toSettings.databaseUrl), (opened) => opened.close());
  const target = { database, settings: toSettings, store: await openFileStore(toSettings) };

  const counts = await countParts(source, target, tables);
  const unfinishedMove = await findUnfinishedMove(database);
  if (unfinishedMove) assertSameMove(unfinishedMove, source, counts);
  else await assertEmpty(source, target, tables);
  copySecrets(source.settings, target.settings);
  assertSecretsExistAndMatch(target.settings, source.installation);
  if (!unfinishedMove) await migrate(database);
  await assertSameSchema(database);
  if (!unfinishedMove) await database.write(({ db: tx }) => beginMove(tx, source.installation.id, counts));

  const progress = (await findUnfinishedMove(database))?.parts ?? [];
  await copyAllRows(source, target, tables, progress);
  await copyAllFiles(source, target, progress);
  if (!(await compareSides(source, target, tables))) {
    console.log(`The move is not complete, and the service does not start with the target. ${BEGIN_AGAIN_ADVICE}`);
    process.exitCode = 1;
    return;
  }
  await vacuumTables(database);
  await writeInstallationId(target, source.installation.id);
  await database.write(({ db }) => endMove(db));
  console.log('The move is complete. From now on, start the service only with the settings of the target.');
}

/** Compares both sides of a move and changes nothing. Sets exit code 1 if they differ or if the move is not complete. */
export async function checkMove(environment: NodeJS.ProcessEnv, from: string, to: string): Promise<void> {
  const [fromSettings, toSettings] = readBothSettings(environment, from, to);
  const tables = await listMovedTables();
  await using resources = new AsyncDisposableStack();
  const source = await openMovedSource(resources, fromSettings, tables);
  const database = resources.adopt(await openSource(toSettings.databaseUrl, tables), (opened) => opened.close());
  const isUnfinished = await hasUnfinishedMove(database);
  const isEqual = await compareSides(source, { database, store: await openFileStore(toSettings) }, tables);
  if (isUnfinished) console.log('The move is not complete: run the same command without --check.');
  if (isUnfinished || !isEqual) process.exitCode = 1;
}

/** Marks the files of the target as those of the moved service, as the first start of a service does. */
async function writeInstallationId({ store, settings }: Target, id: string): Promise<void> {
  if (!store.bucket) return writeFolderId(settings, id);
  if ((await store.bucket.readInstallationId()) === undefined) await store.bucket.writeInstallationId(id);
}

const BEGIN_AGAIN_ADVICE =
  'To begin again, remove the target (drop the database or delete its file, and delete the submitted files) and create it again.';

function readBothSettings(environment: NodeJS.ProcessEnv, from: string, to: string): [Settings, Settings] {
  const [fromSettings, toSettings] = [readSideSettings(from, environment), readSideSettings(to, environment)];
  if (isSameDatabase(fromSettings, toSettings)) throw new Error('<from> and <to> are the same database.');
  return [fromSettings, toSettings];
}

async function openMovedSource(
  resources: AsyncDisposableStack,
  settings: Settings,
  tables: readonly MovedTable[],
): Promise<Source> {
  const database = resources.adopt(await openSource(settings.databaseUrl, tables), (opened) => opened.close());
  const installation = await findInstallation(database);
  if (!installation) throw new Error(`No service has started with the database ${formatDatabase(settings)} yet.`);
  const store = await openFileStore(settings);
  const storeId = store.bucket ? await store.bucket.readInstallationId() : readFolderId(settings);
  if (storeId !== installation.id)
    throw new Error(
      `${store.location} does not contain the files of the service with the database ${formatDatabase(settings)}. Use the settings with which that service ran. Nothing was changed.`,
    );
  return { database, installation, settings, store };
}

/** Counts the rows of each table. Also counts the files, if the two sides store them in different locations. */
async function countParts({ database, store }: Source, target: Target, tables: readonly MovedTable[]) {
  const parts: Pick<PartProgress, 'part' | 'total'>[] = [];
  for (const table of tables) parts.push({ part: table.name, total: await countRows(database.db, table) });
  let fileCount = 0;
  if (store.location !== target.store.location)
    for await (const names of listFileBatches(database)) fileCount += names.length;
  return [...parts, { part: FILES_PART, total: fileCount }];
}

/** Throws unless `source` is the source of the unfinished move and still has the same numbers of rows and files. */
function assertSameMove(
  unfinishedMove: MoveProgress,
  source: Source,
  counts: readonly Pick<PartProgress, 'part' | 'total'>[],
): void {
  if (unfinishedMove.sourceId !== source.installation.id)
    throw new Error(`The target contains an unfinished move of another service than <from>. ${BEGIN_AGAIN_ADVICE}`);
  const changedPart = counts.find(
    ({ part, total }) => unfinishedMove.parts.find((candidate) => candidate.part === part)?.total !== total,
  );
  if (changedPart)
    throw new Error(
      `The source has changed since the move began: it has ${changedPart.total} ${changedPart.part}. ${BEGIN_AGAIN_ADVICE}`,
    );
  console.log('Continuing a move that was interrupted.');
}

async function assertEmpty(source: Source, { database, settings, store }: Target, tables: readonly MovedTable[]) {
  const usedTable = await findNonEmptyTable(database, tables);
  if (usedTable !== undefined)
    throw new Error(
      `The target database ${formatDatabase(settings)} is not empty: the table ${usedTable} has rows. Use a new database. Nothing was changed.`,
    );
  const ids = [readFolderId(settings), await store.bucket?.readInstallationId()];
  if (ids.some((id) => id !== undefined && id !== source.installation.id))
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
  source: Source,
  { database }: Target,
  tables: readonly MovedTable[],
  progress: readonly PartProgress[],
): Promise<void> {
  const display = showProgress('Copying rows', sumProgress(progress.filter(({ part }) => part !== FILES_PART)));
  for (const table of tables) {
    const partProgress = progress.find(({ part }) => part === table.name);
    if (partProgress) await copyRows(source.database.db, database, table, partProgress, display.add);
  }
  display.end();
}

async function copyAllFiles(source: Source, { database, store }: Target, progress: readonly PartProgress[]) {
  if (store.location === source.store.location) return console.log(`The files stay in ${store.location}.`);
  const filesProgress = progress.find(({ part }) => part === FILES_PART);
  const display = showProgress('Copying files', { total: filesProgress?.total ?? 0, done: filesProgress?.copied ?? 0 });
  let copied = filesProgress?.copied ?? 0;
  for await (const names of listFileBatches(source.database, filesProgress?.last_key ?? '')) {
    await copyFiles(source.store.files, store.files, names);
    copied += names.length;
    await database.write(({ db: tx }) =>
      recordProgress(tx, { part: FILES_PART, copied, last_key: names.at(-1) ?? null }),
    );
    display.add(names.length);
  }
  display.end();
}

function sumProgress(parts: readonly PartProgress[]): { total: number; done: number } {
  return {
    total: parts.reduce((total, part) => total + part.total, 0),
    done: parts.reduce((done, part) => done + part.copied, 0),
  };
}

function formatDatabase({ databaseUrl }: Settings): string {
  return redactDatabaseUrl(databaseUrl);
}
