import { forEachBatchYielding } from '../../../platform/concurrency/for-each-yielding.ts';
import type { Database, Handle } from '../../../platform/database/index.ts';
import { lockTotals, type Totals, updateTotals } from '../totals/totals-store.ts';
import { correctDailyStats, type DailyStatsDifference, listDailyStatsDifferences } from './daily-stats-repair-store.ts';
import { deriveTotals, listProfileIdsAfter } from './rebuild-store.ts';

/** A stored value in a child's totals or daily stats that differs from the value derived from other rows. */
export interface TotalsDifference {
  readonly profileId: string;
  /** A column of the totals, or for daily stats the day and its value, such as `day 2026-11-20 xp`. */
  readonly column: keyof Totals | `day ${string}`;
  readonly stored: Totals[keyof Totals];
  readonly derived: Totals[keyof Totals];
}

/** Counts the totals that a feature derives from its own tables, by profile id. */
export type TotalsCounter = (
  ctx: Handle,
  profileIds: readonly string[],
) => Promise<ReadonlyMap<string, Partial<Totals>>>;

export interface RebuildOptions {
  /** True to report differences without repairing them. */
  readonly dryRun: boolean;
  readonly counters?: readonly TotalsCounter[];
}

const PROFILES_PER_BATCH = 500;
const CONCURRENT_QUERIES = 10;

/**
 * Derives every profile's totals and daily stats from the ledger, the badges and the tables of other features, and yields the
 * differences from the stored values. Repairs them unless `dryRun` is set. This is safe while the service runs, because repairs
 * take the same lock as `recordActivity`.
 */
export async function* rebuildTotals(
  database: Pick<Database, 'db' | 'write'>,
  { dryRun, counters = [] }: RebuildOptions,
): AsyncGenerator<TotalsDifference> {
  let lastId = '';
  for (;;) {
    const ids = await listProfileIdsAfter(database, lastId, PROFILES_PER_BATCH);
    const countedTotals = await runCounters(database, counters, ids);
    for (const { id, stored, derived } of await deriveAllTotals(database, ids)) {
      const differences = findDifferences(id, stored, { ...derived, ...countedTotals.get(id) });
      if (differences.length === 0) continue;
      yield* dryRun ? differences : await repairTotals(database, id, counters);
    }
    yield* dryRun
      ? (await listDailyStatsDifferences(database, ids)).flatMap(listDayDifferences)
      : await repairDays(database, ids);
    const nextId = ids.at(-1);
    if (nextId === undefined || ids.length < PROFILES_PER_BATCH) return;
    lastId = nextId;
  }
}

/** Derives the totals of these profiles, of several at the same time, so that PostgreSQL need not wait for the next statement. */
async function deriveAllTotals(database: Handle, ids: readonly string[]) {
  const totals: ({ id: string } & Awaited<ReturnType<typeof deriveTotals>>)[] = [];
  await forEachBatchYielding(ids, CONCURRENT_QUERIES, async (batch) => {
    totals.push(...(await Promise.all(batch.map(async (id) => ({ id, ...(await deriveTotals(database, id)) })))));
  });
  return totals;
}

/**
 * Compares again under the lock, because a concurrent change may have caused the difference, and saves the derived totals.
 */
function repairTotals(
  database: Pick<Database, 'write'>,
  profileId: string,
  counters: readonly TotalsCounter[],
): Promise<TotalsDifference[]> {
  return database.write(async (tx) => {
    const { totals: stored } = await lockTotals(tx, profileId);
    const countedTotals = await runCounters(tx, counters, [profileId]);
    const { derived: derivedTotals } = await deriveTotals(tx, profileId);
    const derived = { ...derivedTotals, ...countedTotals.get(profileId) };
    await updateTotals(tx, profileId, derived);
    return findDifferences(profileId, stored, derived);
  });
}

/** Compares the days again under the lock, as `repairTotals` does, and corrects them. */
async function repairDays(
  database: Pick<Database, 'db' | 'write'>,
  profileIds: readonly string[],
): Promise<TotalsDifference[]> {
  const repairedDifferences: TotalsDifference[] = [];
  const differences = await listDailyStatsDifferences(database, profileIds);
  for (const id of new Set(differences.map(({ profile_id }) => profile_id))) {
    const correctedDays = await database.write(async (tx) => {
      await lockTotals(tx, id);
      const days = await listDailyStatsDifferences(tx, [id]);
      for (const day of days) await correctDailyStats(tx, day);
      return days;
    });
    repairedDifferences.push(...correctedDays.flatMap(listDayDifferences));
  }
  return repairedDifferences;
}

function listDayDifferences({
  profile_id: profileId,
  day,
  stored_xp,
  stored_active,
  xp,
  active,
}: DailyStatsDifference): TotalsDifference[] {
  return [
    { profileId, column: `day ${day} xp` as const, stored: stored_xp, derived: xp },
    { profileId, column: `day ${day} active` as const, stored: stored_active, derived: active },
  ].filter(({ stored, derived }) => stored !== derived);
}

async function runCounters(
  ctx: Handle,
  counters: readonly TotalsCounter[],
  ids: readonly string[],
): Promise<Map<string, Partial<Totals>>> {
  const countsById = new Map<string, Partial<Totals>>();
  if (ids.length === 0) return countsById;
  for (const counter of counters) {
    for (const [id, counts] of await counter(ctx, ids)) countsById.set(id, { ...countsById.get(id), ...counts });
  }
  return countsById;
}

function findDifferences(profileId: string, stored: Totals, derived: Partial<Totals>): TotalsDifference[] {
  return (Object.entries(derived) as [keyof Totals, Totals[keyof Totals]][]) // `derived` has only keys of Totals
    .filter(([column, value]) => stored[column] !== value)
    .map(([column, value]) => ({ profileId, column, stored: stored[column], derived: value }));
}
