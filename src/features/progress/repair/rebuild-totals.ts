import type { Database, Reader } from '../../../platform/database/index.ts';
import { lockTotals, type Totals, updateTotals } from '../totals/totals-store.ts';
import { correctDailyStats, type DailyStatsDifference, listDailyStatsDifferences } from './daily-stats-repair-store.ts';
import { deriveTotals, listDerived } from './rebuild-store.ts';

/** A stored value in a child's totals or daily stats that differs from the value derived from other rows. */
export interface Difference {
  readonly profileId: string;
  readonly column: keyof Totals | `day ${string}`;
  readonly stored: Totals[keyof Totals];
  readonly derived: Totals[keyof Totals];
}

/** Counts a feature's part of the totals from its own tables, by profile id. */
export type TotalsCounter = (
  db: Reader,
  profileIds: readonly string[],
) => Promise<ReadonlyMap<string, Partial<Totals>>>;

export interface RebuildOptions {
  /** Only report differences. */
  readonly check: boolean;
  readonly counters?: readonly TotalsCounter[];
}

const BATCH_SIZE = 500;

/**
 * Derives every profile's totals from the ledger, the badges and the tables of other features, and reports differences.
 * Repairs them unless `check` is set. Safe while the service runs: repairs take the same lock as `recordActivity`.
 */
export async function* rebuildTotals(
  database: Pick<Database, 'reader' | 'write'>,
  { check, counters = [] }: RebuildOptions,
): AsyncGenerator<Difference> {
  let after = '';
  for (;;) {
    const batch = await listDerived(database.reader, after, BATCH_SIZE);
    const ids = batch.map(({ id }) => id);
    const counted = await countAll(database.reader, counters, ids);
    for (const { id, stored, derived } of batch) {
      const differing = findDifferences(id, stored, { ...derived, ...counted.get(id) });
      if (differing.length === 0) continue;
      yield* check ? differing : await repairTotals(database, id, counters);
    }
    yield* check
      ? (await listDailyStatsDifferences(database.reader, ids)).flatMap(compareDay)
      : await repairDays(database, ids);
    const last = batch.at(-1);
    if (!last || batch.length < BATCH_SIZE) return;
    after = last.id;
  }
}

/** Compares again under the lock, because the difference may have been a concurrent change. */
function repairTotals(
  database: Pick<Database, 'write'>,
  profileId: string,
  counters: readonly TotalsCounter[],
): Promise<Difference[]> {
  return database.write(async (tx) => {
    const { totals: stored } = await lockTotals(tx, profileId);
    const counted = await countAll(tx, counters, [profileId]);
    const derived = { ...(await deriveTotals(tx, profileId)), ...counted.get(profileId) };
    await updateTotals(tx, profileId, derived);
    return findDifferences(profileId, stored, derived);
  });
}

/** Compares again under the lock, as `repairTotals` does. */
async function repairDays(
  database: Pick<Database, 'reader' | 'write'>,
  profileIds: readonly string[],
): Promise<Difference[]> {
  const repaired: Difference[] = [];
  for (const id of new Set(
    (await listDailyStatsDifferences(database.reader, profileIds)).map(({ profile_id }) => profile_id),
  )) {
    const corrected = await database.write(async (tx) => {
      await lockTotals(tx, id);
      const days = await listDailyStatsDifferences(tx, [id]);
      for (const day of days) await correctDailyStats(tx, day);
      return days;
    });
    repaired.push(...corrected.flatMap(compareDay));
  }
  return repaired;
}

function compareDay({
  profile_id: profileId,
  day,
  stored_xp,
  stored_active,
  xp,
  active,
}: DailyStatsDifference): Difference[] {
  return [
    { profileId, column: `day ${day} xp` as const, stored: stored_xp, derived: xp },
    { profileId, column: `day ${day} active` as const, stored: stored_active, derived: active },
  ].filter(({ stored, derived }) => stored !== derived);
}

async function countAll(
  db: Reader,
  counters: readonly TotalsCounter[],
  ids: readonly string[],
): Promise<Map<string, Partial<Totals>>> {
  const all = new Map<string, Partial<Totals>>();
  if (ids.length === 0) return all;
  for (const count of counters) {
    for (const [id, counted] of await count(db, ids)) all.set(id, { ...all.get(id), ...counted });
  }
  return all;
}

function findDifferences(profileId: string, stored: Totals, derived: Partial<Totals>): Difference[] {
  return (Object.entries(derived) as [keyof Totals, Totals[keyof Totals]][]) // it has only these keys
    .filter(([column, value]) => stored[column] !== value)
    .map(([column, value]) => ({ profileId, column, stored: stored[column], derived: value }));
}
