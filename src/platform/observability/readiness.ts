import { UnavailableError } from '../../core/requests/api-error.ts';
import { limitTime } from '../concurrency/time-limit.ts';
import { assertMigrated, type Database } from '../database/index.ts';

const CACHE_LIFETIME_MS = 1000;
/** The size of several pages of PostgreSQL and SQLite, so that the check fails on a full disk. */
const FILLING_BYTES = 12 * 1024;
const TIME_LIMIT_MS = 3000;
const RETRY_AFTER_SECONDS = 2;

/** Resolves when the service can read and write; throws UnavailableError when it cannot. */
export type CheckReadiness = () => Promise<void>;

interface Dependencies {
  readonly database: Database;
  readonly monotonicMs: () => number;
  readonly random: { timeOrderedId(): string; bytes(length: number): Buffer };
}

/** Creates the readiness check. Anybody can request it, so a result is cached for a second and only one check runs at a time. */
export function createReadinessCheck({ database, monotonicMs, random }: Dependencies): CheckReadiness {
  let currentCheck: Promise<void> | undefined;
  let cached: { readonly checkedAtMs: number; readonly result: Promise<void> } | undefined;

  const startCheck = () => {
    currentCheck ??= tryReadAndWrite(database, random).finally(() => {
      currentCheck = undefined;
    });
    return currentCheck;
  };
  return () => {
    const nowMs = monotonicMs();
    if (!cached || nowMs - cached.checkedAtMs >= CACHE_LIFETIME_MS)
      cached = { checkedAtMs: nowMs, result: throwUnavailableOnFailure(startCheck()) };
    return cached.result;
  };
}

async function tryReadAndWrite(database: Database, random: Dependencies['random']): Promise<void> {
  await assertMigrated(database);
  const id = random.timeOrderedId(); // each check has its own row, so that the checks of several processes do not wait for each other
  const filling = random.bytes(FILLING_BYTES).toString('base64');
  await database.write(async ({ db: tx }) => {
    await tx.insertInto('readiness_probes').values({ id, filling }).execute();
    await tx.deleteFrom('readiness_probes').where('id', '=', id).execute();
  });
}

/** Converts every error to UnavailableError, so that the load balancer sends no requests to this service. */
async function throwUnavailableOnFailure(check: Promise<void>): Promise<void> {
  try {
    await limitTime(TIME_LIMIT_MS, check);
  } catch (error) {
    throw new UnavailableError('The database is not ready.', RETRY_AFTER_SECONDS, error);
  }
}
