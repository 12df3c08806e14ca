import type { Context } from '../../../platform/context.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { lockTotals, type Totals, updateTotals } from '../totals/totals-store.ts';
import { correctDailyStats, type DailyStatsDifference, listDailyStatsDifferences } from './daily-stats-repair-store.ts';
import { deriveTotals, listDerived } from './rebuild-store.ts';

/** One column of one child's totals, or of one of its days, that is not what the rows behind it say. */
export interface Difference {
  readonly profileId: string;
  readonly column: keyof Totals | `day ${string}`;
  readonly kept: Totals[keyof Totals];
  readonly derived: Totals[keyof Totals];
}

/** How another feature tells, by profile, the counters that its own tables know. */
export type Counters = (db: Reader, profileIds: readonly string[]) => Promise<ReadonlyMap<string, Partial<Totals>>>;

export interface RebuildOptions {
  /** Only tell what differs. */
  readonly check: boolean;
  readonly counters?: readonly Counters[];
}

const AT_ONCE = 500;

/**
 * Works out anew, for every profile, what can be worked out from the ledger, the badges and the tables of other features,
 * and tells what differs; mends it unless `check`. Safe beside a running service: a child is mended under the lock that `recordActivity` takes.
 */
export async function* rebuildTotals(
  ctx: Pick<Context, 'db' | 'write'>,
  { check, counters = [] }: RebuildOptions,
): AsyncGenerator<Difference> {
  let after = '';
  for (;;) {
    const batch = await listDerived(ctx.db, after, AT_ONCE);
    const ids = batch.map(({ id }) => id);
    const counted = await countAll(ctx.db, counters, ids);
    for (const { id, kept, derived } of batch) {
      const found = differences(id, kept, { ...derived, ...counted.get(id) });
      if (found.length === 0) continue;
      yield* check ? found : await mend(ctx, id, counters);
    }
    yield* check ? (await listDailyStatsDifferences(ctx.db, ids)).flatMap(differencesOfDay) : await mendDays(ctx, ids);
    const last = batch.at(-1);
    if (!last || batch.length < AT_ONCE) return;
    after = last.id;
  }
}

/** Looks again under the lock: what seemed to differ may have been a change under way. */
function mend(ctx: Pick<Context, 'write'>, profileId: string, counters: readonly Counters[]): Promise<Difference[]> {
  return ctx.write(async (tx) => {
    const kept = await lockTotals(tx, profileId);
    const counted = await countAll(tx, counters, [profileId]);
    const derived = { ...(await deriveTotals(tx, profileId)), ...counted.get(profileId) };
    await updateTotals(tx, profileId, derived);
    return differences(profileId, kept, derived);
  });
}

/** Looks again under the lock, as well. */
async function mendDays(ctx: Pick<Context, 'db' | 'write'>, profileIds: readonly string[]): Promise<Difference[]> {
  const mended: Difference[] = [];
  for (const id of new Set((await listDailyStatsDifferences(ctx.db, profileIds)).map(({ profile_id }) => profile_id))) {
    const wrong = await ctx.write(async (tx) => {
      await lockTotals(tx, id);
      const days = await listDailyStatsDifferences(tx, [id]);
      for (const day of days) await correctDailyStats(tx, day);
      return days;
    });
    mended.push(...wrong.flatMap(differencesOfDay));
  }
  return mended;
}

function differencesOfDay({
  profile_id: profileId,
  day,
  kept_xp,
  kept_active,
  xp,
  active,
}: DailyStatsDifference): Difference[] {
  return [
    { profileId, column: `day ${day} xp` as const, kept: kept_xp, derived: xp },
    { profileId, column: `day ${day} active` as const, kept: kept_active, derived: active },
  ].filter(({ kept, derived }) => kept !== derived);
}

async function countAll(
  db: Reader,
  counters: readonly Counters[],
  ids: readonly string[],
): Promise<Map<string, Partial<Totals>>> {
  const all = new Map<string, Partial<Totals>>();
  if (ids.length === 0) return all;
  for (const count of counters) {
    for (const [id, counted] of await count(db, ids)) all.set(id, { ...all.get(id), ...counted });
  }
  return all;
}

function differences(profileId: string, kept: Totals, derived: Partial<Totals>): Difference[] {
  return (Object.entries(derived) as [keyof Totals, Totals[keyof Totals]][]) // it has no other keys
    .filter(([column, value]) => kept[column] !== value)
    .map(([column, value]) => ({ profileId, column, kept: kept[column], derived: value }));
}
