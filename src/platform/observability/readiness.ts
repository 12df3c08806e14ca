import { Unavailable } from '../../core/refusal.ts';
import { inTime } from '../concurrency/time-limit.ts';
import { assertMigrated, type Database } from '../database/index.ts';

const CACHE_MILLISECONDS = 1000;
/** Several pages of PostgreSQL and of SQLite: a full disk has no room for them. */
const FILLING_BYTES = 12 * 1024;
const LONGEST_MILLISECONDS = 3000;

/** Resolves when the service can read and write; throws Unavailable when it cannot. */
export type Readiness = () => Promise<void>;

interface Needs {
  readonly database: Database;
  readonly monotonicMs: () => number;
  readonly random: { timeId(): string; bytes(length: number): Buffer };
}

/** Anybody may ask: an answer is good for a second, and one check at a time is under way. */
export function createReadiness({ database, monotonicMs, random }: Needs): Readiness {
  let underWay: Promise<void> | undefined;
  let last: { readonly at: number; readonly answer: Promise<void> } | undefined;

  const check = () => {
    underWay ??= readAndWrite(database, random).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  return () => {
    const at = monotonicMs();
    if (!last || at - last.at >= CACHE_MILLISECONDS) last = { at, answer: orUnavailable(check()) };
    return last.answer;
  };
}

async function readAndWrite(database: Database, random: Needs['random']): Promise<void> {
  await assertMigrated(database);
  const id = random.timeId();
  const filling = random.bytes(FILLING_BYTES).toString('base64');
  await database.write(async (tx) => {
    await tx.insertInto('readiness_probes').values({ id, filling }).execute();
    await tx.deleteFrom('readiness_probes').where('id', '=', id).execute(); // its own row: no process waits for another
  });
}

/** Whatever is wrong with the database, there is to be no traffic yet. */
async function orUnavailable(check: Promise<void>): Promise<void> {
  try {
    await inTime(LONGEST_MILLISECONDS, check);
  } catch (error) {
    throw new Unavailable('The database is not ready.', 2, error);
  }
}
