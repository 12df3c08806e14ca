import {
  computeLearningCounts,
  findOrphanedFiles,
  quarantineFiles,
  rebuildRatings,
} from '../../features/learning/index.ts';
import { countPlanetsJoined } from '../../features/planets/index.ts';
import { rebuildTotals as rebuildProgressTotals } from '../../features/progress/index.ts';
import { assertMigrated, openDatabase, openDatabaseReadOnly } from '../../platform/database/index.ts';
import { createLocalFiles } from '../../platform/files/local-files.ts';
import { createLog } from '../../platform/observability/log.ts';
import { readSettings } from '../../platform/settings.ts';
import { openConfiguredBucket, readFolderId } from '../installation/installation.ts';
import { findInstallation } from '../installation/installation-store.ts';
import { formatCount } from './format-count.ts';

export interface CheckOptions {
  readonly onlyCheck: boolean;
}

/** The functions that count what the features `learning` and `planets` contribute to the totals. */
const COUNTERS = [computeLearningCounts, countPlanetsJoined];

/**
 * Recomputes the totals and ratings of all children, repairs those that differ, and prints each difference. With `onlyCheck`, repairs nothing
 * and sets exit code 1 if there is a difference.
 */
export async function rebuildTotals(environment: NodeJS.ProcessEnv, { onlyCheck }: CheckOptions): Promise<void> {
  const { databaseUrl } = readSettings(environment);
  await using database = onlyCheck ? await openDatabaseReadOnly(databaseUrl) : await openDatabase(databaseUrl);
  await assertMigrated(database);
  let differenceCount = 0;
  for (const differences of [
    rebuildProgressTotals(database, { dryRun: onlyCheck, counters: COUNTERS }),
    rebuildRatings(database, { dryRun: onlyCheck }),
  ])
    for await (const { profileId, column, stored, derived } of differences) {
      console.log(`${profileId} ${column}: ${stored} should be ${derived}`);
      differenceCount += 1;
    }
  const summary = `${differenceCount} difference${differenceCount === 1 ? '' : 's'} ${onlyCheck ? 'found' : 'repaired'}.`;
  console.log(differenceCount === 0 ? 'No differences.' : summary);
  if (onlyCheck && differenceCount > 0) process.exitCode = 1;
}

/**
 * Moves every file that the database does not reference (an orphan) to the quarantine, and prints its name. With `onlyCheck`, only
 * prints the names, and sets exit code 1 if there are such files.
 */
export async function quarantineOrphans(environment: NodeJS.ProcessEnv, { onlyCheck }: CheckOptions): Promise<void> {
  const settings = readSettings(environment);
  const log = createLog('silent'); // the command prints the names of the files itself
  const getNow = () => new Date().toISOString();
  await using database = await openDatabaseReadOnly(settings.databaseUrl);
  await assertMigrated(database);
  const installation = await findInstallation(database);
  const bucket = await openConfiguredBucket(settings, log);
  const id = bucket ? await bucket.readInstallationId() : readFolderId(settings);
  if (!installation || installation.id !== id)
    throw new Error(`${bucket?.url ?? settings.dataDir} and the database do not belong together. Nothing was changed.`);
  const files = bucket?.files ?? createLocalFiles(settings.dataDir, getNow, log);
  const { orphanNames, fileCount } = await findOrphanedFiles({ db: database.db, files, now: getNow });
  for (const name of orphanNames) console.log(name);
  if (!onlyCheck) await quarantineFiles({ files, log, now: getNow }, orphanNames);
  console.log(
    `${onlyCheck ? 'Not referenced by the database' : 'Moved to the quarantine'}: ${formatCount(orphanNames.length)} of ${formatCount(fileCount, 'file')}.`,
  );
  if (onlyCheck && orphanNames.length > 0) process.exitCode = 1;
}
