import { Unavailable } from '../../core/requests/api-error.ts';
import { withTimeLimit } from '../concurrency/time-limit.ts';
import { assertMigrated, type Database } from '../database/index.ts';

const CACHE_MILLISECONDS = 1000;
/** Several pages of PostgreSQL and SQLite, so that the check fails on a full disk. */
const FILLING_BYTES = 12 * 1024;
const TIME_LIMIT_MILLISECONDS = 3000;

/** Resolves when the service can read and write; throws Unavailable when it cannot. */
export type Readiness = () => Promise<void>;

interface Dependencies {
  readonly database: Database;
  readonly monotonicMs: () => number;
  readonly random: { timeId(): string; bytes(length: number): Buffer };
}

/** The endpoint is public, so a result is cached for a second and only one check runs at a time. */
export function createReadiness({ database, monotonicMs, random }: Dependencies): Readiness {
  let running: Promise<void> | undefined;
  let last: { readonly at: number; readonly result: Promise<void> } | undefined;

  const check = () => {
    running ??= readAndWrite(database, random).finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    const at = monotonicMs();
    if (!last || at - last.at >= CACHE_MILLISECONDS) last = { at, result: orUnavailable(check()) };
    return last.result;
  };
}

async function readAndWrite(database: Database, random: Dependencies['random']): Promise<void> {
  await assertMigrated(database);
  const id = random.timeId();
  const filling = random.bytes(FILLING_BYTES).toString('base64');
  await database.write(async (tx) => {
    await tx.insertInto('readiness_probes').values({ id, filling }).execute();
    await tx.deleteFrom('readiness_probes').where('id', '=', id).execute(); // each check has its own row, so no process waits for another
  });
}

/** Any error means that the service should get no traffic. */
async function orUnavailable(check: Promise<void>): Promise<void> {
  try {
    await withTimeLimit(TIME_LIMIT_MILLISECONDS, check);
  } catch (error) {
    throw new Unavailable('The database is not ready.', 2, error);
  }
}
