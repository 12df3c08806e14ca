import { countLearning, findOrphans, quarantineFiles } from '../../features/learning/index.ts';
import { countPlanets } from '../../features/planets/index.ts';
import { rebuildTotals as differencesIn } from '../../features/progress/index.ts';
import { assertMigrated, openDatabase, openDatabaseToRead } from '../../platform/database/index.ts';
import { createLocalFiles } from '../../platform/files/local-files.ts';
import { createLog } from '../../platform/observability/log.ts';
import { readSettings } from '../../platform/settings.ts';
import { readFolderId } from '../installation/installation.ts';
import { findInstallation } from '../installation/installation-store.ts';

const COUNTERS = [countLearning, countPlanets];

/** Works totals out anew, a line for each difference; with `check` it changes nothing, and a difference is exit code 1. */
export async function rebuildTotals(environment: NodeJS.ProcessEnv, check: boolean): Promise<void> {
  const { databaseUrl } = readSettings(environment);
  const database = check ? await openDatabaseToRead(databaseUrl) : await openDatabase(databaseUrl);
  try {
    await assertMigrated(database);
    let found = 0;
    const totals = differencesIn(database, { check, counters: COUNTERS });
    for await (const { profileId, column, stored, derived } of totals) {
      console.log(`${profileId} ${column}: ${stored} should be ${derived}`);
      found += 1;
    }
    const told = `${found} difference${found === 1 ? '' : 's'} ${check ? 'found' : 'mended'}.`;
    console.log(found === 0 ? 'No differences.' : told);
    if (check && found > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

/** Puts aside every file that the database does not name, a line for each; with `check` it only reports. */
export async function quarantineOrphans(environment: NodeJS.ProcessEnv, check: boolean): Promise<void> {
  const settings = readSettings(environment);
  const log = createLog('silent'); // a line of its own says the same
  const now = () => new Date().toISOString();
  const database = await openDatabaseToRead(settings.databaseUrl);
  try {
    await assertMigrated(database);
    const installation = await findInstallation(database.reader);
    if (!installation || installation.id !== readFolderId(settings))
      throw new Error(`${settings.dataDir} and the database do not belong together: nothing was changed.`);
    const files = createLocalFiles(settings.dataDir, now, log);
    const { orphans, total } = await findOrphans({ db: database.reader, files, now });
    for (const name of orphans) console.log(name);
    if (!check) await quarantineFiles({ files, log, now }, orphans);
    console.log(`${orphans.length} of ${total} files ${check ? 'have no row' : 'went to the quarantine'}.`);
    if (check && orphans.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
