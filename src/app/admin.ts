import { countLearned } from '../features/learning/index.ts';
import { countPlanets } from '../features/planets/index.ts';
import { rebuildTotals as differencesIn } from '../features/progress/index.ts';
import { migrate, openDatabase } from '../platform/database/index.ts';
import { createLog } from '../platform/log.ts';
import { readSettings } from '../platform/settings.ts';
import { createContext } from './build.ts';
import { loadContent } from './content-reload.ts';

const COUNTERS = [countLearned, countPlanets];

/** Works totals out anew, a line for each difference; with `check` it mends nothing, and a difference is exit code 1. */
export async function rebuildTotals(environment: NodeJS.ProcessEnv, check: boolean): Promise<void> {
  const settings = readSettings(environment);
  const database = await openDatabase(settings.databaseUrl);
  await migrate(database);
  const ctx = createContext({
    settings,
    database,
    content: loadContent(settings),
    log: createLog(settings.logLevel),
  });
  let found = 0;
  for await (const { profileId, column, kept, derived } of differencesIn(ctx, { check, counters: COUNTERS })) {
    console.log(`${profileId} ${column}: ${kept} should be ${derived}`);
    found += 1;
  }
  await database.close();
  const told = `${found} difference${found === 1 ? '' : 's'} ${check ? 'found' : 'mended'}.`;
  console.log(found === 0 ? 'No differences.' : told);
  if (check && found > 0) process.exitCode = 1;
}
