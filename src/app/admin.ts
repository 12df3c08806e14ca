import { countLearned } from '../features/learning/index.ts';
import { countPlanets } from '../features/planets/index.ts';
import { rebuildTotals as differencesIn } from '../features/progress/index.ts';
import { assertMigrated, openDatabase, openDatabaseToRead } from '../platform/database/index.ts';
import { readSettings } from '../platform/settings.ts';

const COUNTERS = [countLearned, countPlanets];

/** Works totals out anew, a line for each difference; with `check` it changes nothing, and a difference is exit code 1. */
export async function rebuildTotals(environment: NodeJS.ProcessEnv, check: boolean): Promise<void> {
  const { databaseUrl } = readSettings(environment);
  const database = check ? await openDatabaseToRead(databaseUrl) : await openDatabase(databaseUrl);
  try {
    await assertMigrated(database);
    let found = 0;
    const totals = differencesIn({ db: database.reader, write: database.write }, { check, counters: COUNTERS });
    for await (const { profileId, column, kept, derived } of totals) {
      console.log(`${profileId} ${column}: ${kept} should be ${derived}`);
      found += 1;
    }
    const told = `${found} difference${found === 1 ? '' : 's'} ${check ? 'found' : 'mended'}.`;
    console.log(found === 0 ? 'No differences.' : told);
    if (check && found > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
